#!/usr/bin/env python3
"""Times downloads side by side with URLSession and with the curl command.

    swift build -c release --package-path Benchmarks
    python3 Benchmarks/network.py

Needs nginx, openssl and curl. An nginx on 127.0.0.1 serves 50 kB bodies. The sides run in turns, so
that a change of the machine's speed meets all of them; the table shows medians. `--output FILE` writes
the figures as JSON.
"""

import argparse
import json
import platform
import socket
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BODY = 50_000


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """nginx with plain HTTP, and slow HTTPS with and without HTTP/2."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.directory.chmod(0o755)  # nginx reads as another user.
        self.plain, self.slow1, self.slow2 = free_port(), free_port(), free_port()
        (self.directory / "body.bin").write_bytes(bytes(i * 31 & 255 for i in range(BODY)))
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

    def stop(self):
        self.process.terminate()
        self.process.wait()


def bench(binary, mode, base, count):
    output = subprocess.run(
        [binary, mode, base, str(count), "1"], check=True, capture_output=True, text=True).stdout
    return json.loads(output)["seconds"][0]


def curl(base, count, directory):
    start = time.perf_counter()
    subprocess.run(
        ["curl", "--silent", "--fail", "--parallel", "--parallel-max", "6", "--output",
         str(Path(directory) / "out"), f"{base}/[0-{count - 1}]"], check=True)
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path)
    parser.add_argument("--samples", type=int, default=5)
    parser.add_argument("--count", type=int, default=3000)
    arguments = parser.parse_args()
    binary = HERE / ".build/release/NetworkBench"
    count = arguments.count
    with tempfile.TemporaryDirectory() as directory:
        server = Server(directory)
        plain = f"http://127.0.0.1:{server.plain}"
        slow1, slow2 = (f"https://127.0.0.1:{port}" for port in (server.slow1, server.slow2))
        runs = {
            "kingfisher": (count, lambda: bench(binary, "kingfisher", plain, count)),
            "urlsession": (count, lambda: bench(binary, "urlsession", plain, count)),
            "curl --parallel": (count, lambda: curl(plain, count, directory)),
            "kingfisher, HTTPS/1.1, 20 ms": (500, lambda: bench(binary, "kingfisher", slow1, 500)),
            "kingfisher, HTTP/2, 20 ms": (500, lambda: bench(binary, "kingfisher", slow2, 500)),
            "10,000 callers of one URL": (10_000, lambda: bench(binary, "joined", plain, 10_000)),
        }
        times = {name: [] for name in runs}
        for _ in range(arguments.samples):
            for name, (_, run) in runs.items():
                times[name].append(run())
        server.stop()
    medians = {name: statistics.median(samples) for name, samples in times.items()}
    ratios = {
        "kingfisher to urlsession": (
            medians["urlsession"] / medians["kingfisher"], 4.0),
        "kingfisher to curl --parallel": (
            medians["curl --parallel"] / medians["kingfisher"], 0.5),
        "HTTP/2 to HTTPS/1.1": (
            medians["kingfisher, HTTPS/1.1, 20 ms"] / medians["kingfisher, HTTP/2, 20 ms"], 3.0),
    }
    print(f"{'case':<34}{'seconds':>9}{'per second':>12}")
    for name, (number, _) in runs.items():
        print(f"{name:<34}{medians[name]:>9.3f}{number / medians[name]:>12.0f}")
    for name, (ratio, wanted) in ratios.items():
        print(f"{name:<34}{ratio:>8.2f}x   wanted {wanted}x")
    results = {
        "machine": platform.machine(), "samples": arguments.samples,
        "cases": [
            {"name": name, "downloads": number, "seconds": medians[name]}
            for name, (number, _) in runs.items()],
        "ratios": [
            {"name": name, "ratio": ratio, "wanted_ratio": wanted}
            for name, (ratio, wanted) in ratios.items()],
    }
    if arguments.output:
        arguments.output.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
