#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures every algorithm on every engine of this machine, and shows it as tables and as a plot.

The figures are wall clock of a machine that others may use, too: they are compared within one run only, so all of them
come from the same passes, and the best of the passes counts.
"""

import argparse
import csv
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

COLUMNS = [
    *("board", "engine", "mode", "config", "algorithm", "operation", "bits", "len_bytes"),
    *("cycles", "cpu_cycles", "code_bytes", "table_bytes", "ram_bytes", "stack_bytes", "source"),
]
REFERENCE = "mbedtls"
LONG, SHORT = 16384, 16
PASSES = 2

Point = tuple[str, str, int, int]  # algorithm, operation, bits, length
Figures = dict[Point, dict[str, dict[str, Any]]]  # by engine


def measure(program: Path, seconds: float) -> Figures:
    """The best of PASSES over everything that the engines have."""
    found: Figures = defaultdict(dict)
    command = [program, "bench", "-F", "json", "-d", "enc,dec", "-t", str(seconds)]
    for number in range(1, PASSES + 1):
        print(f"measuring, pass {number} of {PASSES}", file=sys.stderr)
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False, timeout=300)
        if done.returncode not in (0, 4):  # 4: an engine failed at something, and said so
            sys.exit(f"{program} bench ended with {done.returncode}")
        for item in json.loads(done.stdout):
            point = (item["algorithm"], item["operation"], item["bits"], item["len_bytes"])
            best = found[point].get(item["engine"])
            if best is None or item["ns"] < best["ns"]:
                found[point][item["engine"]] = item
    return found


def engines_of(found: Figures) -> list[str]:
    """The engines in the order of the program, the reference last."""
    names = list(dict.fromkeys(engine for by_engine in found.values() for engine in by_engine))
    return [name for name in names if name != REFERENCE] + [name for name in names if name == REFERENCE]


def write_rows(found: Figures, path: Path) -> None:
    """The figures in the format of bench/results."""
    with path.open("w", newline="") as file:
        rows = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        rows.writeheader()
        for (algorithm, operation, bits, length), by_engine in found.items():
            for engine, item in by_engine.items():
                rows.writerow(
                    {"board": "host", "engine": engine, "mode": item["mode"], "config": "default", "source": "host",
                     "algorithm": algorithm, "operation": operation, "bits": bits, "len_bytes": length,
                     "cycles": item["cycles"] or "", "cpu_cycles": item["cpu_cycles"] or ""}
                )  # fmt: skip


def reference(by_engine: dict[str, dict[str, Any]]) -> tuple[str, float]:
    """Whom the others are compared with, and its time: Mbed TLS, or else the fastest."""
    if REFERENCE in by_engine:
        return REFERENCE, by_engine[REFERENCE]["ns"]
    name = min(by_engine, key=lambda engine: by_engine[engine]["ns"])
    return name, by_engine[name]["ns"]


def table(found: Figures, length: int, unit: str, title: str) -> None:
    """One line per algorithm, two columns per engine: the figure, and how many times as fast as the reference."""
    points = [point for point in found if point[3] == length]
    names = [name for name in engines_of(found) if any(name in found[point] for point in points)]
    if not points:
        return
    print(f"\n{title}: {unit}, and times as fast as {REFERENCE} (= the fastest, where {REFERENCE} lacks it; * fastest)")
    print(f"{'':30}" + "".join(f"{name:>24}" for name in names))
    for point in points:
        algorithm, operation, bits, _ = point
        by_engine = found[point]
        best, time_ns = reference(by_engine)
        fastest = min(item["ns"] for item in by_engine.values())
        line = f"{algorithm} {operation}{f' {bits}' if bits else ''}".ljust(30)
        for name in names:
            if item := by_engine.get(name):
                value = item["kib_per_s"] if unit == "KiB/s" else item["ops_per_s"]
                mark = "*" if item["ns"] == fastest else " "
                line += f"{value:14,.0f} {time_ns / item['ns']:7.2f}{'=' if name == best != REFERENCE else 'x'}{mark}"
            else:
                line += " " * 24
        print(line.rstrip())


def plot(found: Figures, path: Path) -> None:
    """How many times as fast as Mbed TLS each engine is with long ops, on a logarithmic scale."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    points = [point for point in found if point[3] == LONG and len(found[point]) > 1]
    names = [name for name in engines_of(found) if any(name in found[point] for point in points)]
    figure, axes = pyplot.subplots(figsize=(10, 1.5 + 0.27 * len(points)), layout="constrained")
    labels = []
    for y, point in enumerate(points):
        best, time_ns = reference(found[point])
        labels.append(
            f"{point[0]} {point[1]}" + (f" {point[2]}" if point[2] else "") + ("" if best == REFERENCE else " *")
        )
        ratios = [time_ns / item["ns"] for item in found[point].values()]
        axes.plot([min(ratios), max(ratios)], [y, y], color="0.8", linewidth=1.5, zorder=1)
    for name, marker in zip(names, "osD^vP*X"):
        at = [(y, found[point][name]) for y, point in enumerate(points) if name in found[point]]
        axes.scatter([reference(found[points[y]])[1] / item["ns"] for y, item in at], [y for y, _ in at], marker=marker,
                     s=36, label=name, zorder=2)  # fmt: skip
    axes.set_yticks(range(len(points)), labels, fontsize=8)
    axes.set_ylim(len(points) - 0.5, -0.5)
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    ticks = [tick for tick in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if low <= tick <= high]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.axvline(1, color="0.4", linewidth=1)
    axes.grid(axis="x", color="0.9")
    axes.set_xlabel(
        f"times as fast as {REFERENCE} (*: as the fastest), {LONG // 1024} KiB ops, one run on this machine"
    )
    axes.set_title("Every algorithm on every engine of this machine")
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    figure.savefig(path, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, help="the outboard program")
    parser.add_argument("--out", type=Path, default=Path("build/bench"), help="where the rows and the plot go")
    parser.add_argument("--time", type=float, default=0.015, help="seconds for each figure and pass")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    found = measure(arguments.program.resolve(), arguments.time)
    table(found, LONG, "KiB/s", f"Operations of {LONG:,} bytes")
    table(found, SHORT, "ops/s", f"Operations of {SHORT} bytes")
    table(found, 0, "ops/s", "Public keys")
    write_rows(found, arguments.out / "host.csv")
    plot(found, arguments.out / "host.png")
    print("\nWall clock of a machine that others may use, too: compare within one run only.")
    print(f"figures: {arguments.out / 'host.csv'}\nplot: {arguments.out / 'host.png'}")


if __name__ == "__main__":
    main()
