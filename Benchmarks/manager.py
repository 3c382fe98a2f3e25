#!/usr/bin/env python3
"""Times requests through the manager, and thumbnails side by side with aiohttp and Pillow.

    swift build -c release --static-swift-stdlib --package-path Benchmarks
    python3 Benchmarks/manager.py

Needs nginx, aiohttp and Pillow. An nginx on 127.0.0.1 serves distinct JPEGs of 800×600 pixels. Both
sides load them with the same number at a time, reduce them to 200 pixels without decoding more than
that needs, and keep the thumbnails as JPEG of quality 90 in a directory. The second time ours finds them
there, while the peer's program, which has no cache, does its work again; beside that stands what a peer
with a hand-made cache on disk, and in memory, would take. The sides run in turns; the figures are
medians. `--output FILE` writes them as JSON.
"""

import argparse
import asyncio
import hashlib
import io
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from network import free_port

HERE = Path(__file__).resolve().parent
JOBS = 16
SIDE = 200
# Where the kernel puts the memory of one program moves its ratio by some hundredths.
HITS_SAMPLES = 7


class Thumbnails:
    """What a program with aiohttp and Pillow does: pixels in memory, thumbnails on disk."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.memory = {}
        self.pool = ThreadPoolExecutor(os.cpu_count())

    def path(self, url):
        return self.directory / hashlib.sha256(url.encode()).hexdigest()

    def make(self, url, body):
        from PIL import Image
        image = Image.open(io.BytesIO(body))
        image.draft("RGB", (SIDE, SIDE))
        image.thumbnail((SIDE, SIDE))
        temporary = self.path(url).with_suffix(".tmp")
        image.save(temporary, "JPEG", quality=90)
        temporary.rename(self.path(url))
        return image

    def read(self, url):
        from PIL import Image
        image = Image.open(self.path(url))
        image.load()
        return image

    async def get(self, session, url):
        if url in self.memory:
            return self.memory[url]
        loop = asyncio.get_running_loop()
        if self.path(url).exists():
            image = await loop.run_in_executor(self.pool, self.read, url)
        else:
            async with session.get(url) as response:
                response.raise_for_status()
                body = await response.read()
            image = await loop.run_in_executor(self.pool, self.make, url, body)
        assert image.width == SIDE
        self.memory[url] = image
        return image

    async def all(self, session, urls):
        waiting = iter(urls)

        async def work():
            for url in waiting:
                await self.get(session, url)
        start = time.perf_counter()
        await asyncio.gather(*(work() for _ in range(JOBS)))
        return time.perf_counter() - start

    async def measure(self, urls):
        import aiohttp
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=JOBS)) as session:
            cold = await self.all(session, urls)
            self.memory.clear()
            disk = await self.all(session, urls)
            memory = await self.all(session, urls)
        return dict(cold=cold, disk=disk, memory=memory)


def make_pictures(folder, count):
    """Distinct JPEGs with soft shapes and some grain, as photographs have them."""
    from PIL import Image, ImageFilter
    random.seed(1)
    grain = Image.effect_noise((800, 600), 30).convert("RGB")
    for number in range(count):
        colours = bytes(random.randrange(256) for _ in range(8 * 6 * 3))
        shapes = Image.frombytes("RGB", (8, 6), colours).resize((800, 600), Image.BICUBIC)
        Image.blend(shapes, grain, 0.12).save(folder / f"{number}.jpg", quality=85)


class Server:
    """nginx with a folder of pictures."""

    def __init__(self, folder):
        folder.chmod(0o755)  # nginx reads as another user.
        self.port = free_port()
        (folder / "nginx.conf").write_text(f"""
            daemon off; worker_processes 1; pid nginx.pid;
            events {{ worker_connections 1024; }}
            http {{
                access_log off; sendfile on; tcp_nodelay on; default_type image/jpeg;
                client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                server {{
                    listen 127.0.0.1:{self.port}; keepalive_requests 100000; root {folder};
                }}
            }}""")
        self.process = subprocess.Popen(
            ["/usr/sbin/nginx", "-p", folder, "-c", "nginx.conf", "-e", "error.log"],
            stderr=subprocess.DEVNULL)
        time.sleep(1)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def program(*arguments):
    command = [str(argument) for argument in arguments]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def medians(samples):
    """The median of each figure over programs that ran one after the other."""
    samples = list(samples)
    return {key: statistics.median(sample[key] for sample in samples) for key in samples[0]}


def rows(hits, ratios):
    def row(name, value, unit, target, is_met):
        return dict(name=name, value=value, unit=unit, target=target, isMet=is_met)
    yield row("memory hit through retrieveImage", hits["memory_microseconds"], "µs", "≤ 2",
              hits["memory_microseconds"] <= 2)
    yield row("heap allocations of a memory hit", hits["memory_allocations"], "", "≤ 12",
              hits["memory_allocations"] <= 12)
    yield row("disk hit / reading and decoding alone", hits["disk_ratio"], "×", "≤ 1.1",
              hits["disk_ratio"] <= 1.1)
    for name, key, wanted in [
            ("aiohttp and Pillow / ours, cold", "cold", 1.5),
            ("aiohttp and Pillow again / ours, warm, from disk", "again", 5),
            ("the same with a cache of files / ours from disk", "disk", None),
            ("the same with a dictionary / ours from memory", "memory", None)]:
        target = f"≥ {wanted:g}" if wanted else ""
        yield row(f"thumbnails: {name}", ratios[key], "×", target,
                  wanted is None or ratios[key] >= wanted)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path)
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--peer", nargs=2, metavar=("BASE", "DIRECTORY"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.peer:
        base, directory = arguments.peer
        urls = [f"{base}/{number}.jpg" for number in range(arguments.count)]
        print(json.dumps(asyncio.run(Thumbnails(directory).measure(urls))))
        return
    binary = HERE / ".build/release/ManagerBench"
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        make_pictures(folder, arguments.count)
        hits = medians(
            program(binary, "hits", folder / "0.jpg") for _ in range(HITS_SAMPLES))
        server = Server(folder)
        base = f"http://127.0.0.1:{server.port}"
        for _ in range(arguments.samples):
            with tempfile.TemporaryDirectory() as cache:
                theirs.append(program(
                    sys.executable, __file__, "--count", arguments.count, "--peer", base, cache))
            with tempfile.TemporaryDirectory() as cache:
                ours.append(program(binary, "pipeline", base, arguments.count, JOBS, cache))
        server.stop()
    ratios = {
        key: statistics.median(peer[key] / own[key] for peer, own in zip(theirs, ours))
        for key in ours[0]}
    ratios["again"] = statistics.median(
        peer["cold"] / own["disk"] for peer, own in zip(theirs, ours))
    for key in ours[0]:
        seconds = [statistics.median(sample[key] for sample in side) for side in (theirs, ours)]
        print(f"{key:<8}{seconds[0]:>9.3f} s{seconds[1]:>9.3f} s{ratios[key]:>8.2f}x")
    result = list(rows(hits, ratios))
    for r in result:
        print(f"{r['name']:<66}{r['value']:>9.2f} {r['unit']:<3}{r['target']}")
    if arguments.output:
        report = dict(machine=platform.machine(), samples=arguments.samples, rows=result)
        arguments.output.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
