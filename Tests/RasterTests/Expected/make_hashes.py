#!/usr/bin/env python3
"""Makes hashes.json, what PlaceholderHashTests expects, with other people's encoders.

    pip install thumbhash-python blurhash-python
    python3 make_hashes.py        (in this directory)

The source pictures are the formulas below, which PlaceholderHashTests.swift repeats.
"""

import base64
import io
import json

import blurhash
from PIL import Image
from thumbhash.decode import thumbhash_to_rgba
from thumbhash.encode import rgba_to_thumbhash


def opaque(width, height):
    return [
        ((x * 200 // width + y) % 256, (x * y * 3) % 256, (255 - x * 3 + x * y) % 256, 255)
        for y in range(height)
        for x in range(width)
    ]


def masked(width, height):
    pixels = opaque(width, height)
    return [
        p if (i % width + i // width) % 9 < 6 else (0, 0, 0, 0) for i, p in enumerate(pixels)
    ]


CASES = []
for name, formula in (("opaque", opaque), ("masked", masked)):
    for width, height in ((60, 40), (40, 60), (50, 50), (80, 60)):
        pixels = formula(width, height)
        thumb = rgba_to_thumbhash(width, height, [c for p in pixels for c in p])
        decoded_width, decoded_height, rgba = thumbhash_to_rgba(thumb)
        case = {
            "picture": name,
            "width": width,
            "height": height,
            "thumbHash": base64.b64encode(thumb).decode(),
            "thumbSize": [decoded_width, decoded_height],
        }
        if width == 60:
            case["thumbPixels"] = base64.b64encode(bytes(rgba)).decode()
        if name == "opaque":
            image = Image.new("RGB", (width, height))
            image.putdata([p[:3] for p in pixels])
            file = io.BytesIO()
            image.save(file, "PNG")
            file.seek(0)
            text = blurhash.encode(file, x_components=4, y_components=3)
            decoded = blurhash.decode(text, 20, 10, mode=blurhash.PixelMode.RGB)
            case["blurHash"] = text
            if width == 60:
                case["blurPixels"] = base64.b64encode(decoded.tobytes()).decode()
        CASES.append(case)

with open("hashes.json", "w") as file:
    json.dump(CASES, file, indent=1)
    file.write("\n")
