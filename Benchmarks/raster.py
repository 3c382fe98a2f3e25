#!/usr/bin/env python3
"""Times our pixel operations side by side with Pillow.

    swift build -c release --static-swift-stdlib --package-path Benchmarks
    python3 Benchmarks/raster.py

Needs Pillow (pip install pillow). Both sides run on one core, in turns, so that a change of the
machine's speed meets both; the table shows medians. A ratio of 2 means that we take half the time.
`--output FILE` writes the figures as JSON.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import time
from pathlib import Path

import PIL
from PIL import Image, ImageFilter

HERE = Path(__file__).resolve().parent

# What the ratio must at least be, where the project promises one.
TARGETS = {
    "lanczos 4000x3000 to 1000x750, opaque": 1.5,
    "blur 2000x2000, radius 20": 3.0,
}


def picture(width, height, mode="RGB"):
    channels = []
    for factor in (3, 4, 5):
        row = bytes((x * factor) & 255 for x in range(width + 256))
        channels.append(
            Image.frombytes(
                "L", (width, height), b"".join(row[y & 255 : (y & 255) + width] for y in range(height))
            )
        )
    if mode == "RGBA":
        channels.append(channels[0])
    return Image.merge(mode, channels)


def cases():
    large, translucent = picture(4000, 3000), picture(4000, 3000, "RGBA")
    square, small = picture(2000, 2000), picture(1000, 750)
    lanczos, cubic = Image.Resampling.LANCZOS, Image.Resampling.BICUBIC
    return {
        "lanczos 4000x3000 to 1000x750, opaque": lambda: large.resize((1000, 750), lanczos),
        "lanczos 4000x3000 to 1000x750, with alpha": lambda: translucent.resize(
            (1000, 750), lanczos
        ),
        "lanczos 4000x3000 to 200x150, opaque": lambda: large.resize((200, 150), lanczos),
        "cubic 1000x750 to 2000x1500, opaque": lambda: small.resize((2000, 1500), cubic),
        "blur 2000x2000, radius 20": lambda: square.filter(ImageFilter.GaussianBlur(20)),
        "blur 2000x2000, radius 2": lambda: square.filter(ImageFilter.GaussianBlur(2)),
    }


def pillow_samples(count):
    for name, run in cases().items():
        run()
        for _ in range(count):
            start = time.perf_counter()
            run()
            yield name, time.perf_counter() - start


def our_samples(binary, count):
    output = subprocess.run([binary, str(count)], check=True, capture_output=True, text=True)
    for line in output.stdout.splitlines():
        record = json.loads(line)
        for seconds in record["seconds"]:
            yield record["name"], seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--samples", type=int, default=5, help="of each case in each round")
    parser.add_argument("--binary", default=HERE / ".build/release/RasterBench")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    ours, theirs = {}, {}
    for _ in range(options.rounds):
        for name, seconds in our_samples(options.binary, options.samples):
            ours.setdefault(name, []).append(seconds)
        for name, seconds in pillow_samples(options.samples):
            theirs.setdefault(name, []).append(seconds)

    rows = []
    print(f"{'':44}{'ours':>10}{'Pillow':>10}{'ratio':>8}{'wanted':>8}")
    for name, samples in ours.items():
        mine, other = statistics.median(samples), statistics.median(theirs[name])
        wanted = TARGETS.get(name)
        print(
            f"{name:44}{mine * 1e3:8.1f}ms{other * 1e3:8.1f}ms{other / mine:8.2f}"
            f"{wanted if wanted else '':>8}"
        )
        rows.append(
            {
                "name": name,
                "seconds": mine,
                "pillow_seconds": other,
                "ratio": other / mine,
                "wanted_ratio": wanted,
            }
        )
    result = {
        "pillow": PIL.__version__,
        "machine": platform.machine(),
        "samples": options.rounds * options.samples,
        "cases": rows,
    }
    if options.output:
        options.output.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
