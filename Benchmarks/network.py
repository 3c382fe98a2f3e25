#!/usr/bin/env python3
"""Times downloads side by side with URLSession, with the curl command and with libcurl alone.

    swift build -c release --static-swift-stdlib --package-path Benchmarks
    python3 Benchmarks/network.py

Needs nginx, openssl and curl. An nginx on 127.0.0.1 serves 50 kB bodies, six connections to each
side, and nobody writes them to disk. The sides run in turns, so that a change of the machine's speed
meets all of them; the table shows medians. `--output FILE` writes the figures as JSON.
"""

import argparse
import json
import random
import socket
import statistics
import struct
import subprocess
import tempfile
import time
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
BODY = 50_000


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def picture(side=100):
    """A PNG that does not compress, so that it takes its time to decode."""
    noise = random.Random(1)
    rows = b"".join(b"\0" + noise.randbytes(3 * side) for _ in range(side))

    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Server:
    """nginx with plain HTTP, and slow HTTPS with and without HTTP/2."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.directory.chmod(0o755)  # nginx reads as another user.
        self.plain, self.slow1, self.slow2 = free_port(), free_port(), free_port()
        (self.directory / "body.bin").write_bytes(bytes(i * 31 & 255 for i in range(BODY)))
        (self.directory / "picture.png").write_bytes(picture())
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
             "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1",
             "-keyout", self.directory / "key.pem", "-out", self.directory / "certificate.pem"],
            check=True, stderr=subprocess.DEVNULL)
        (self.directory / "nginx.conf").write_text(self.configuration())
        self.process = subprocess.Popen(
            ["/usr/sbin/nginx", "-p", directory, "-c", "nginx.conf", "-e", "error.log"],
            stderr=subprocess.DEVNULL)
        for port in (self.plain, self.slow1, self.slow2):
            self.wait(port)

    def configuration(self):
        # 50 kB at 2.5 MB a second take 20 ms.
        slow = f"""
            ssl_certificate certificate.pem; ssl_certificate_key key.pem;
            limit_rate 2500k; keepalive_requests 100000; root {self.directory};
            location / {{ try_files /body.bin =404; }}"""
        return f"""
        daemon off; worker_processes 1; pid nginx.pid;
        events {{ worker_connections 4096; }}
        http {{
            access_log off; sendfile on; tcp_nodelay on;
            client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi; scgi_temp_path scgi;
            server {{
                listen 127.0.0.1:{self.plain}; keepalive_requests 100000; root {self.directory};
                location / {{ try_files /body.bin =404; }}
                location = /picture.png {{ access_log pictures.log; }}
            }}
            server {{ listen 127.0.0.1:{self.slow1} ssl; {slow} }}
            server {{
                listen 127.0.0.1:{self.slow2} ssl http2; http2_max_concurrent_streams 256; {slow}
            }}
        }}"""

    def wait(self, port):
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.01)
        raise SystemExit("nginx cannot be reached")

    def picture_requests(self):
        return len((self.directory / "pictures.log").read_text().splitlines())

    def stop(self):
        self.process.terminate()
        self.process.wait()


def bench(binary, mode, base, count):
    output = subprocess.run(
        [binary, mode, base, str(count), "1"], check=True, capture_output=True, text=True).stdout
    return json.loads(output)


def curl(base, count):
    start = time.perf_counter()
    subprocess.run(
        ["curl", "--silent", "--fail", "--parallel", "--parallel-max", "6", "--output",
         "/dev/null", f"{base}/[0-{count - 1}]"], check=True, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def row(name, value, unit, at_least=None, at_most=None):
    target, met = "", True
    if at_least is not None:
        target, met = f"≥ {at_least:g}", value >= at_least
    if at_most is not None:
        target, met = f"≤ {at_most:g}", value <= at_most
    return {"name": name, "value": value, "unit": unit, "target": target, "isMet": met}


def rows_of(medians, count, callers, requests, decoded):
    """What is wanted of the times, and how far it is met."""
    ours, alone = medians["kingfisher"], medians["libcurl alone"]
    return [
        row("kingfisher to URLSession", medians["urlsession"] / ours, "×", at_least=4),
        row("kingfisher to curl --parallel", medians["curl --parallel"] / ours, "×", at_least=0.5),
        row("HTTP/2 to HTTPS/1.1, 500 in 20 ms each",
            medians["kingfisher, HTTPS/1.1, 20 ms"] / medians["kingfisher, HTTP/2, 20 ms"], "×",
            at_least=3),
        row("downloadImage above libcurl alone", (ours - alone) / count * 1e6, "µs a call",
            at_most=60),
        row(f"{callers:,} callers of one picture", medians["one picture"], "s", at_most=1),
        row("requests for that picture", requests, "", at_most=1),
        row("decodes of that picture", decoded, "", at_most=1),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path)
    parser.add_argument("--samples", type=int, default=5)
    parser.add_argument("--count", type=int, default=3000)
    arguments = parser.parse_args()
    binary = HERE / ".build/release/NetworkBench"
    count, callers = arguments.count, 10_000
    decoded = []
    with tempfile.TemporaryDirectory() as directory:
        server = Server(directory)
        plain = f"http://127.0.0.1:{server.plain}"
        slow1, slow2 = (f"https://127.0.0.1:{port}" for port in (server.slow1, server.slow2))

        def timed(mode, base, number):
            return bench(binary, mode, base, number)["seconds"][0]

        def one_picture():
            result = bench(binary, "joined", f"{plain}/picture.png", callers)
            decoded.append(result["decoded"])
            return result["seconds"][0]

        runs = {
            "kingfisher": (count, lambda: timed("kingfisher", plain, count)),
            "urlsession": (count, lambda: timed("urlsession", plain, count)),
            "curl --parallel": (count, lambda: curl(plain, count)),
            "libcurl alone": (count, lambda: timed("libcurl", plain, count)),
            "kingfisher, HTTPS/1.1, 20 ms": (500, lambda: timed("kingfisher", slow1, 500)),
            "kingfisher, HTTP/2, 20 ms": (500, lambda: timed("kingfisher", slow2, 500)),
            "one picture": (callers, one_picture),
        }
        times = {name: [] for name in runs}
        for _ in range(arguments.samples):
            for name, (_, run) in runs.items():
                times[name].append(run())
        requests = server.picture_requests() / arguments.samples
        server.stop()
    medians = {name: statistics.median(samples) for name, samples in times.items()}
    rows = rows_of(medians, count, callers, requests, max(decoded))
    print(f"{'case':<40}{'seconds':>10}{'per second':>12}")
    for name, (number, _) in runs.items():
        print(f"{name:<40}{medians[name]:>10.3f}{number / medians[name]:>12.0f}")
    print()
    print(f"{'':<40}{'measured':>10} {'':<10}{'target':>8}")
    for entry in rows:
        print(f"{entry['name']:<40}{entry['value']:>10.3g} {entry['unit']:<10}{entry['target']:>8}"
              f"{'' if entry['isMet'] else '  missed'}")
    if arguments.output:
        results = {
            "cases": [
                {"name": name, "downloads": number, "seconds": medians[name]}
                for name, (number, _) in runs.items()],
            "rows": rows,
        }
        arguments.output.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
