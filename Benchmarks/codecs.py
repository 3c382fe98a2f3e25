#!/usr/bin/env python3
"""Times our decoders side by side with the bare libraries, Pillow and libvips.

    swift build -c release --static-swift-stdlib --package-path Benchmarks
    python3 Benchmarks/codecs.py

Needs Pillow, numpy and pyvips (pip install pillow numpy pyvips). All run on one core, in turns, so
that a change of the machine's speed meets all; the table shows medians. A ratio of 2 means that we
take half the time. Each round starts ours and the peers as new processes, which decode the same files
in the same order, each file once before the samples: what a heap has kept from other files matters as
much as how fast a decoder is. All allocate the pixels anew each time, as their users do; ours come in
pages of 2 MB from 32 MB on, where the kernel has such. `--output FILE` writes the figures as JSON.
"""

import argparse
import io
import json
import os
import platform
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

os.environ["VIPS_CONCURRENCY"] = "1"

import numpy
import PIL
import pyvips
from PIL import Image

HERE = Path(__file__).resolve().parent

# What the ratio of another's time to ours must at least be, where the project promises one.
TARGETS = {
    ("6000x4000.jpg", "libvips"): 1.4, ("6000x4000.jpg", "Pillow"): 1.4, ("6000x4000.jpg", "bare"): 0.9,
    ("1600x1200.jpg", "libvips"): 1.4, ("1600x1200.jpg", "Pillow"): 1.4, ("1600x1200.jpg", "bare"): 0.9,
    ("200x200.jpg", "libvips"): 3.0, ("6000x4000.jpg to 200", "libvips"): 1.0,
    ("1600x1200.png", "bare"): 2.0, ("animated.gif", "bare"): 0.9, ("1600x1200.webp", "bare"): 0.95,
}


def photo(width, height):
    """Smooth light, some edges and a little noise: compresses like a photograph."""
    rng = numpy.random.default_rng(1)
    y, x = numpy.mgrid[0:height, 0:width]
    base = [128 + 90 * numpy.sin(x / (width / f) + p) * numpy.cos(y / (height / f)) for f, p in ((9, 0), (7, 1), (5, 2))]
    texture = numpy.kron(rng.normal(0, 22, (height // 8 + 1, width // 8 + 1)), numpy.ones((8, 8)))[:height, :width]
    pixels = numpy.stack([b + texture + rng.normal(0, 3, (height, width)) for b in base], axis=-1)
    return Image.fromarray(numpy.clip(pixels, 0, 255).astype("uint8"))


def make_files(folder):
    for width, height in ((6000, 4000), (1600, 1200), (200, 200)):
        photo(width, height).save(folder / f"{width}x{height}.jpg", quality=85)
    picture = photo(1600, 1200)
    picture.save(folder / "1600x1200.png")
    picture.save(folder / "1600x1200.webp", quality=80)
    frames = [photo(400, 300).rotate(n * 10).quantize(128) for n in range(20)]
    frames[0].save(folder / "animated.gif", save_all=True, append_images=frames[1:], duration=50)
    return sorted(p for p in folder.iterdir())


def make_large_png(folder):
    """100 megapixels of RGB, compressed row by row."""
    side, path = 10_000, folder / "10000x10000.png"
    compressor, ramp = zlib.compressobj(1), bytes(i & 255 for i in range(3 * side + 256))
    rows = b"".join(compressor.compress(b"\0" + ramp[y & 255:(y & 255) + 3 * side]) for y in range(side))
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)), (b"IDAT", rows + compressor.flush()), (b"IEND", b""))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks))
    return path


PEAK = r"""import pyvips, re, sys
def peak(): return re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read())[1]
data = open(sys.argv[1], "rb").read(); pyvips.version(0); before = peak()
pyvips.Image.thumbnail_buffer(data, 200).write_to_memory(); print(before, peak())"""


def peak_memory(binary, path):
    """Kilobytes of whole processes that reduce a file to 200 pixels, and what that is beyond the process with the file."""
    ours = subprocess.run([binary, "--thumbnail", "200", str(path)], check=True, capture_output=True, text=True).stdout.split()
    theirs = subprocess.run([sys.executable, "-c", PEAK, str(path)], check=True, capture_output=True, text=True).stdout.split()
    # Ours maps the file, whose pages come when they are read.
    beyond = int(ours[2]) - int(ours[1]) - (path.stat().st_size >> 10)
    return dict(name=path.name, peak=int(ours[2]), beyond_rest=max(0, beyond),
                libvips_peak=int(theirs[1]), libvips_beyond_rest=int(theirs[1]) - int(theirs[0]))


def peers(path):
    data = path.read_bytes()
    runs = {}
    if path.suffix in (".jpg", ".png", ".webp"):
        runs["Pillow"] = lambda: Image.open(io.BytesIO(data)).convert("RGBA" if path.suffix == ".png" else "RGB").load()
        runs["libvips"] = lambda: pyvips.Image.new_from_buffer(data, "").write_to_memory()
    if path.suffix == ".jpg":
        runs["libvips to 200"] = lambda: pyvips.Image.thumbnail_buffer(data, 200).write_to_memory()
    return runs


def time_peers(samples, paths):
    """Prints what CodecBench prints, of the peers."""
    for path in map(Path, paths):
        for way, run in peers(path).items():
            run()
            seconds = []
            for _ in range(samples):
                start = time.perf_counter()
                run()
                seconds.append(time.perf_counter() - start)
            print(json.dumps(dict(file=path.name, way=way, seconds=seconds)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--samples", type=int, default=5, help="of each case in each round")
    parser.add_argument("--binary", default=HERE / ".build/release/CodecBench")
    parser.add_argument("--peers", nargs="+", type=Path, metavar="FILE", help="only time the peers on these, once")
    options = parser.parse_args()
    if options.peers:
        return time_peers(options.samples, options.peers)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    times = {}
    programs = ([options.binary, str(options.samples)],
                [sys.executable, __file__, "--samples", str(options.samples), "--peers"])

    with tempfile.TemporaryDirectory() as folder:
        files = make_files(Path(folder))
        for program in programs * options.rounds:
            output = subprocess.run(program + [str(file) for file in files],
                                    check=True, capture_output=True, text=True).stdout
            for line in output.splitlines():
                record = json.loads(line)
                way = record["way"]
                name = record["file"] + (" to 200" if way.endswith("to 200") else "")
                ways = times.setdefault(name, {})
                ways.setdefault(way.removesuffix(" to 200"), []).extend(record["seconds"])
        memory = [peak_memory(options.binary, path) for path in (Path(folder) / "6000x4000.jpg", make_large_png(Path(folder)))]

    rows = []
    print(f"{'':26}{'peer':>10}{'ours':>11}{'theirs':>11}{'ratio':>8}{'wanted':>8}")
    for name, ways in sorted(times.items()):
        mine = statistics.median(ways.pop("ours"))
        for way, samples in ways.items():
            other, wanted = statistics.median(samples), TARGETS.get((name, way))
            print(f"{name:26}{way:>10}{mine * 1e3:9.2f}ms{other * 1e3:9.2f}ms{other / mine:8.2f}{wanted or '':>8}")
            rows.append(dict(name=name, peer=way, seconds=mine, peer_seconds=other, ratio=other / mine, wanted_ratio=wanted))
    print(f"{'peak memory, to 200':26}{'ours':>10}{'+ at rest':>11}{'libvips':>11}{'+ at rest':>11}   kilobytes; rest has the file")
    for row in memory:
        print(f"{row['name']:26}{row['peak']:10}{row['beyond_rest']:11}{row['libvips_peak']:11}{row['libvips_beyond_rest']:11}")
    result = dict(pillow=PIL.__version__, libvips=".".join(str(pyvips.version(i)) for i in range(3)),
                  machine=platform.machine(), samples=options.rounds * options.samples, memory=memory, cases=rows)
    if options.output:
        options.output.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
