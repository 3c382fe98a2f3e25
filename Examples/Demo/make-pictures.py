#!/usr/bin/env python3
"""Draws the sample pictures of the demonstration.

Needs Pillow and numpy (`pip install pillow numpy`). The pictures are in the repository, so nobody
has to run this; it shows where they come from, and draws them again the same way.
"""

import math
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

HERE = Path(__file__).parent / "Pictures"


def mix(a, b, t):
    """Colours between `a` and `b`, for a number or an array of numbers 0…1."""
    t = np.clip(np.asarray(t, dtype=float), 0, 1)[..., None]
    return np.asarray(a, float) * (1 - t) + np.asarray(b, float) * t


def ridge(width, seed, roughness, octaves=7):
    """The outline of a mountain range: one height, -1…1, for each column."""
    rng = np.random.default_rng(seed)
    x = np.linspace(0, 1, width)
    line = np.zeros(width)
    for octave in range(octaves):
        knots = rng.uniform(-1, 1, 3 * 2**octave + 2)
        position = x * (len(knots) - 2)
        index = position.astype(int)
        t = position - index
        t = t * t * (3 - 2 * t)
        line += (knots[index] * (1 - t) + knots[index + 1] * t) * roughness**octave
    return line / np.abs(line).max()


def sky(width, height, colours):
    """A vertical gradient through any number of colours."""
    t = np.linspace(0, len(colours) - 1.0001, height)
    index = t.astype(int)
    table = np.asarray(colours, float)
    rows = mix_rows(table[index], table[index + 1], t - index)
    return np.repeat(rows[:, None, :], width, axis=1)


def mix_rows(a, b, t):
    return a * (1 - t[:, None]) + b * t[:, None]


def glow(picture, centre, radius, colour, strength):
    """Adds light around a point, in place."""
    height, width, _ = picture.shape
    y, x = np.mgrid[0:height, 0:width]
    distance = np.hypot(x - centre[0], y - centre[1]) / radius
    light = strength * np.exp(-(distance**2))
    picture += light[..., None] * (np.asarray(colour, float) - picture) * 0.9


def ranges(picture, horizon, layers, far, near, seed):
    """Draws mountain ranges, the farthest first, paler with distance."""
    height, width, _ = picture.shape
    y = np.arange(height)[:, None]
    for layer in range(layers):
        depth = layer / max(1, layers - 1)
        line = ridge(width, seed + layer, 0.46 + 0.06 * depth)
        top = horizon - height * (0.20 - 0.16 * depth) - line * height * 0.085 * (1 - 0.35 * depth)
        cover = np.clip(y - top[None, :] + 0.5, 0, 1) * (y < horizon)
        colour = mix(far, near, depth)
        fog = np.clip((y - top[None, :]) / (height * 0.16), 0, 1) * 0.35 * (1 - depth)
        shade = colour + (np.asarray(far, float) - colour) * fog[..., None]
        picture[:] = picture * (1 - cover[..., None]) + shade * cover[..., None]


def lake(width, height, seed, colours, far, near, sun, sun_colour):
    """Mountains over still water."""
    picture = sky(width, height, colours)
    glow(picture, sun, height * 0.22, sun_colour, 0.9)
    glow(picture, sun, height * 0.045, (255, 252, 235), 3.0)
    picture = np.clip(picture, 0, 255)
    horizon = int(height * 0.64)
    ranges(picture, horizon, 4, far, near, seed)
    # Water: what is above, upside down, darker, rippled more towards the viewer.
    depth = height - horizon
    rng = np.random.default_rng(seed + 99)
    y = np.arange(depth)
    source = horizon - 1 - (y * 0.98).astype(int)
    phase = rng.uniform(0, math.tau, 5)
    shift = sum(
        np.sin(y / (1.5 + 2.3 * k) * (1 + y / depth) + phase[k]) * (0.6 + y / depth * 3.2) for k in range(5)
    )
    columns = np.arange(width)
    for row in range(depth):
        column = np.clip(columns + int(shift[row]), 0, width - 1)
        line = picture[max(0, source[row])][column]
        ripple = 0.80 + 0.05 * math.sin(row * 0.9) + 0.03 * math.sin(row * 0.37 + 1)
        picture[horizon + row] = mix(line * ripple, (18, 42, 66), 0.10 + 0.28 * row / depth)
    shore = np.abs(np.arange(height) - horizon) < max(1, height // 400)
    picture[shore] = picture[shore] * 0.7 + 50
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))


def dunes(width, height):
    """Sand under an evening sky, upright."""
    picture = sky(width, height, [(38, 46, 92), (128, 84, 130), (236, 138, 108), (253, 207, 138)])
    glow(picture, (width * 0.68, height * 0.47), width * 0.32, (255, 226, 160), 0.8)
    glow(picture, (width * 0.68, height * 0.47), width * 0.075, (255, 250, 225), 4.0)
    picture = np.clip(picture, 0, 255)
    y = np.arange(height)[:, None]
    x = np.arange(width)
    for layer in range(5):
        t = layer / 4
        base = height * (0.50 + 0.40 * t**1.2)
        top = base - height * (0.045 + 0.05 * t) * np.sin(x / width * (4.2 - 2.1 * t) + layer * 2.1)
        top -= height * 0.012 * np.sin(x / width * 9 + layer)
        below = (y - top[None, :]) / height
        cover = np.clip(below * height + 0.5, 0, 1)
        lit = np.clip(0.55 + 0.9 * np.gradient(top) / 0.5, 0, 1)[None, :]
        colour = mix(mix((122, 62, 70), (62, 30, 44), t), mix((246, 176, 112), (206, 118, 74), t), lit)
        colour = colour * (1 - np.clip(below * 1.6, 0, 0.5))[..., None]
        picture = picture * (1 - cover[..., None]) + colour * cover[..., None]
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))


def curve(points, steps=28):
    """A closed Catmull-Rom curve through points."""
    result = []
    count = len(points)
    for i in range(count):
        p0, p1, p2, p3 = (np.asarray(points[(i + k - 1) % count], float) for k in range(4))
        for step in range(steps):
            t = step / steps
            result.append(
                tuple(
                    0.5
                    * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3)
                )
            )
    return result


def kingfisher(size):
    """A kingfisher on a twig, on nothing: a drawing with transparency."""
    big = 4
    scale = size * big / 100
    image = Image.new("RGBA", (size * big, size * big), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)

    def shape(points, colour):
        draw.polygon([(x * scale, y * scale) for x, y in curve(points)], fill=colour)

    def straight(points, colour):
        draw.polygon([(x * scale, y * scale) for x, y in points], fill=colour)

    def disc(x, y, r, colour):
        draw.ellipse([(x - r) * scale, (y - r) * scale, (x + r) * scale, (y + r) * scale], fill=colour)

    # A soft shadow, so that half-transparent pixels occur.
    shadow = Image.new("RGBA", image.size, (0, 0, 0, 0))
    ImageDraw.Draw(shadow).ellipse([22 * scale, 82 * scale, 80 * scale, 93 * scale], fill=(20, 40, 60, 110))
    image.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(3.2 * scale)))

    # Twig.
    shape([(3, 83), (30, 79.5), (62, 79), (96, 73), (97, 75.5), (64, 82.5), (30, 83.5), (4, 86)], (106, 74, 50, 255))
    shape([(66, 79.5), (79, 70), (86, 62), (87, 62.6), (81, 72), (71, 81)], (124, 90, 60, 255))
    # Leaf.
    shape([(86, 62), (87, 52), (95, 46), (96.5, 54), (91, 61)], (94, 156, 92, 255))
    straight([(86, 62.4), (95.4, 47.2), (86.6, 62.8)], (70, 124, 74, 255))
    # Tail.
    shape([(60, 66), (68, 74), (74, 87), (70, 89.5), (61, 80), (55, 72)], (18, 92, 150, 255))
    # Body: orange breast.
    shape([(33, 38), (30, 50), (33, 63), (42, 74), (53, 77), (62, 70), (64, 58), (56, 44), (45, 36)], (238, 132, 52, 255))
    shape([(33, 47), (32, 56), (37, 66), (45, 72.5), (44, 62), (38, 52)], (250, 168, 88, 255))
    # Wing.
    shape([(43, 40), (44, 51), (49, 62), (60, 72), (68, 77), (69, 66), (64, 52), (55, 42)], (16, 112, 170, 255))
    shape([(48, 42), (50, 52), (57, 62), (66, 71), (66, 62), (60, 51), (54, 43)], (28, 146, 200, 255))
    for k in range(9):
        disc(50.5 + (k % 3) * 3.4 + k // 3 * 2.4, 47 + (k // 3) * 6.2 + (k % 3) * 1.2, 0.75, (140, 220, 242, 255))
    # Head.
    shape([(29, 26), (33, 17.5), (43, 14.5), (53, 19), (57, 29), (55, 41), (46, 44), (36, 42), (30, 35)], (16, 112, 170, 255))
    shape([(33, 20), (41, 15.8), (49, 19), (47, 23), (40, 22), (34, 24)], (36, 158, 210, 255))
    for x, y in [(36, 19.6), (40, 18), (44, 18), (48, 20.4), (51, 24), (53, 28.5)]:
        disc(x, y, 0.7, (150, 226, 244, 255))
    # Cheek and throat.
    shape([(30, 30), (37, 28), (46, 30), (51, 34), (47, 38.5), (38, 37), (31, 34.5)], (242, 146, 66, 255))
    shape([(31, 35), (38, 37), (47, 39), (54, 36), (54, 41.5), (46, 44.5), (36, 42.5)], (250, 244, 232, 255))
    # Beak.
    straight([(33.5, 26.5), (2.5, 32.2), (31.5, 33.6)], (46, 48, 58, 255))
    straight([(32, 31.8), (2.5, 32.2), (32.5, 35)], (196, 92, 58, 255))
    # Eye.
    disc(38.5, 27, 3.0, (24, 26, 34, 255))
    disc(37.6, 26.0, 0.95, (255, 255, 255, 255))
    # Feet.
    for x in (46, 53):
        shape([(x, 75), (x + 2, 75), (x + 3, 80), (x - 2, 80.6)], (204, 78, 52, 255))
    return image.resize((size, size), Image.LANCZOS)


def tiles(size):
    """An ornament in a palette of few colours."""
    palette = [(246, 240, 226), (24, 110, 152), (232, 140, 62), (22, 58, 92), (118, 184, 200)]
    fine = size * 4
    y, x = np.mgrid[0:fine, 0:fine]
    cell = fine / 6
    u = np.abs((x % cell) / cell - 0.5) * 2
    v = np.abs((y % cell) / cell - 0.5) * 2
    index = np.zeros((fine, fine), np.uint8)
    index[np.hypot(u, v) < 0.92] = 4
    index[(u + v) < 0.86] = 1
    index[np.hypot(u - 1, v - 1) < 0.42] = 2
    index[np.hypot(u, v) < 0.30] = 0
    index[np.minimum(u, v) < 0.05] = 3
    smooth = Image.fromarray(np.asarray(palette, np.uint8)[index]).resize((size, size), Image.BOX)
    return smooth.quantize(48, dither=Image.Dither.NONE)


def main():
    morning = [(52, 104, 168), (126, 176, 214), (236, 222, 206), (252, 214, 170)]
    lake(1600, 1200, 7, morning, (168, 186, 206), (26, 52, 66), (1130, 560), (255, 236, 196)).save(
        HERE / "lake.jpg", quality=84, optimize=True, progressive=True
    )

    dusk = [(18, 22, 58), (66, 44, 104), (196, 92, 110), (250, 168, 110)]
    lake(4000, 1600, 21, dusk, (136, 92, 130), (16, 18, 40), (1240, 830), (255, 190, 130)).save(
        HERE / "panorama.jpg", quality=70, optimize=True, progressive=True
    )

    # Stored lying on its side, with the EXIF tag that turns it upright (6: 90 degrees clockwise).
    upright = dunes(900, 1200)
    exif = Image.Exif()
    exif[0x0112] = 6
    upright.transpose(Image.ROTATE_90).save(HERE / "dunes-rotated.jpg", quality=84, optimize=True, exif=exif)

    kingfisher(720).save(HERE / "kingfisher.png", optimize=True)
    tiles(600).save(HERE / "tiles.png", optimize=True)


if __name__ == "__main__":
    main()
