#!/usr/bin/env python3
"""Runs every benchmark in turn, prints one table, and writes Benchmarks/results/latest.json.

    make bench

builds the programs and installs the peers first. Names of groups on the command line run only those:
`make bench BENCH="caches codecs"`. A row compares two sides that ran in turns within one run, so that
it holds on a slow or busy machine as well; seconds and bytes stand beside it only where the promise is
made in them. The exit status is 1 when a promise is missed.
"""

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BINARIES = HERE / ".build/release"


def row(name, value, unit="×", target="", is_met=True):
    return dict(name=name, value=value, unit=unit, target=target, isMet=is_met)


def at_least(limit, name, value, unit="×"):
    if limit is None:
        return row(name, value, unit)
    return row(name, value, unit, f"≥ {limit:g}", value >= limit)


def from_program(program):
    """Rows of a Swift program, which writes them in our form."""
    def run(folder):
        file = folder / "rows.json"
        subprocess.run([BINARIES / program, file], stdout=subprocess.DEVNULL)
        return json.loads(file.read_text())
    return run


def from_script(script, convert):
    """Rows of a script that has a form of its own."""
    def run(folder):
        file = folder / "result.json"
        subprocess.run([sys.executable, HERE / script, "--output", file], check=True,
                       stdout=subprocess.DEVNULL)
        return list(convert(json.loads(file.read_text())))
    return run


def codec_rows(result):
    for case in result["cases"]:
        yield at_least(case["wanted_ratio"], f"{case['peer']} / ours, {case['name']}", case["ratio"])
    for case in result["memory"]:
        ours, theirs = case["peak"], case["libvips_peak"]
        yield row(f"peak memory of the process, {case['name']} to 200, ours / libvips", ours / theirs, "×", "≤ 1",
                  ours <= theirs)
    beyond = result["memory"][-1]["beyond_rest"] / 1024
    yield row("memory beyond the process and the file, 10000x10000.png to 200", beyond, "MB", "< 20", beyond < 20)


def raster_rows(result):
    for case in result["cases"]:
        yield at_least(case["wanted_ratio"], f"Pillow / ours, {case['name']}", case["ratio"])


def network_rows(result):
    return result["rows"]


# The caches come last: they leave much for the system to write, which slows what reads files next.
GROUPS = {
    "manager": from_script("manager.py", lambda result: result["rows"]),
    "network": from_script("network.py", network_rows),
    "codecs": from_script("codecs.py", codec_rows),
    "raster": from_script("raster.py", raster_rows),
    "caches": from_program("CacheBench"),
}


def formatted(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def show(group, rows):
    print(group)
    for r in rows:
        line = f"  {r['name']:<66}{formatted(r['value']):>9} {r['unit']:<4}{r['target']:>8}"
        print(line.rstrip() + ("" if r["isMet"] else "  missed"))
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--output", type=Path, default=HERE / "results/latest.json")
    arguments = parser.parse_args()
    for unknown in set(arguments.groups) - set(GROUPS):
        parser.error(f"no group is called {unknown}; there are {', '.join(GROUPS)}")
    results = {}
    for group in arguments.groups or GROUPS:
        with tempfile.TemporaryDirectory() as folder:
            results[group] = GROUPS[group](Path(folder))
        show(group, results[group])
    report = dict(
        date=datetime.date.today().isoformat(), machine=platform.machine(), cores=os.cpu_count(),
        groups=results)
    arguments.output.parent.mkdir(exist_ok=True)
    arguments.output.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    missed = sum(not r["isMet"] for rows in results.values() for r in rows)
    print(f"{missed} missed." if missed else "Every promise is kept.")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
