#!/usr/bin/env python3
"""Makes the expected pixels of ResampleTests with Pillow, an independent resampler.

Run in this directory: python3 make_resampled.py   (Pillow 11 or later)

Each file holds premultiplied BGRA rows without padding. The source picture is the formula in
`source`, which TestPictures.swift repeats. Channels are resampled as floating-point numbers, since
Pillow clips 8-bit ones between its two passes; then they are rounded, and colours clamped to alpha.
"""

from PIL import Image


def source(width, height):
    """A premultiplied picture with soft and hard edges in all channels."""
    pixels = bytearray()
    for y in range(height):
        for x in range(width):
            alpha = (x * 37 + y * 11) % 256 if (x // 5 + y // 4) % 3 else 255
            colour = ((x * 29 + y * 3) % 256, (x * y * 7) % 256, (255 - x * 13 + y * 17) % 256)
            pixels += bytes(c * alpha // 255 for c in colour) + bytes([alpha])
    return Image.frombytes("RGBa", (width, height), bytes(pixels))


def resize(image, size, resampling):
    """The channels red, green, blue, alpha as lists of bytes."""
    channels = [
        [min(max(round(v), 0), 255) for v in c.convert("F").resize(size, resampling).getdata()]
        for c in image.split()
    ]
    return [[min(v, a) for v, a in zip(c, channels[3])] for c in channels]


def save(channels, name):
    red, green, blue, alpha = channels
    with open(name, "wb") as file:
        for pixel in zip(blue, green, red, alpha):
            file.write(bytes(pixel))


FILTERS = {
    "lanczos3": Image.Resampling.LANCZOS,
    "catmullRom": Image.Resampling.BICUBIC,
    "triangle": Image.Resampling.BILINEAR,
    "box": Image.Resampling.BOX,
}

for name, resampling in FILTERS.items():
    for size in ((11, 7), (40, 30)):
        result = resize(source(30, 20), size, resampling)
        save(result, f"{name}-{size[0]}x{size[1]}.bgra")
