#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measure every algorithm on every engine of this machine; show the usual ones as a table, and cost against length.

Other programs may use the machine, too, so times are compared within one run only. All figures come from the same
passes, and the best pass counts.
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
LONG, SHORT = 16384, 16
PASSES = 2
ABREAST = 3  # engines side by side in 80 columns
LEFT_OUT = ("null",)  # it copies, and shows what the framework itself costs

# The rows of the table: algorithm, operation and bits. All others are in the file of figures.
MESSAGES = (
    *(("sha1", "hash", 0), ("sha256", "hash", 0), ("sha512", "hash", 0), ("sm3", "hash", 0)),
    *(("hmac-sha256", "mac", 256), ("aes-cmac", "mac", 128)),
    *(("aes-ecb", "enc", 128), ("aes-cbc", "enc", 128), ("aes-cbc", "dec", 128), ("aes-ctr", "enc", 128)),
    *(("aes-xts", "enc", 256), ("des3-cbc", "enc", 128), ("sm4-cbc", "enc", 128), ("aes-gcm", "enc", 128)),
    *(("aes-gcm", "dec", 128), ("aes-ccm", "enc", 128), ("chacha20-poly1305", "enc", 256)),
)
PUBLIC_KEYS = (
    *(("rsa-pss", "sign", 2048), ("rsa-pss", "verify", 2048), ("rsa-oaep", "dec", 2048)),
    *(("ecdsa-secp256r1", "sign", 256), ("ecdsa-secp256r1", "verify", 256)),
    *(("ecdsa-secp384r1", "sign", 384), ("ecdsa-secp384r1", "verify", 384)),
    *(("ecdh-secp256r1", "private", 256), ("ecdh-x25519", "private", 255)),
    *(("ed25519", "sign", 255), ("ed25519", "verify", 255), ("sm2-sign", "sign", 256)),
)
PLOTTED = ("aes-gcm", "enc", 128)

Point = tuple[str, str, int, int]  # algorithm, operation, bits, length
Figures = dict[Point, dict[str, dict[str, Any]]]  # by engine


def show_progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()


def measure(program: Path, seconds: float) -> Figures:
    """Time everything that the engines have, PASSES times, and keep the best."""
    found: Figures = defaultdict(dict)
    command = [program, "bench", "-F", "json", "-d", "enc,dec", "-t", str(seconds)]
    for number in range(1, PASSES + 1):
        print(f"measuring, pass {number} of {PASSES}; about a minute", file=sys.stderr)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bench:
            assert bench.stdout
            for line in bench.stdout:
                if not line.strip(" [],\n"):
                    continue
                item = json.loads(line.strip(" ,\n"))
                if item["engine"] in LEFT_OUT or item["algorithm"] in LEFT_OUT:
                    continue
                show_progress(f"{item['algorithm']} {item['operation']} on {item['engine']}")
                by_engine = found[item["algorithm"], item["operation"], item["bits"], item["len_bytes"]]
                best = by_engine.get(item["engine"])
                if best is None or item["ns"] < best["ns"]:
                    by_engine[item["engine"]] = item
        show_progress("")
        if bench.returncode not in (0, 4):  # 4: an engine failed at something, and said so
            sys.exit(f"{program} bench ended with {bench.returncode}")
    return found


def engines_of(found: Figures) -> list[str]:
    """The engines in the order of the program."""
    return list(dict.fromkeys(engine for by_engine in found.values() for engine in by_engine))


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


def figure(value: float) -> str:
    """A number without a fraction, in thousands (k) from 100,000 on."""
    return f"{value:,.0f}" if value < 100_000 else f"{value / 1000:,.0f}k"


def groups(found: Figures, jobs: tuple[tuple[str, str, int], ...], length: int) -> list[list[str]]:
    """The engines that have one of the jobs at this length, as many in a group as stand side by side."""
    names = [name for name in engines_of(found) if any(name in found.get((*job, length), {}) for job in jobs)]
    return [names[i : i + ABREAST] for i in range(0, len(names), ABREAST)]


def table(found: Figures) -> None:
    """The usual algorithms on all engines; of all engines, the best has a star."""
    for number, names in enumerate(groups(found, MESSAGES, LONG)):
        print("" if number else f"Messages: ns for {SHORT} bytes, MiB/s for {LONG // 1024} KiB (*: best)\n")
        messages(found, names)
    for number, names in enumerate(groups(found, PUBLIC_KEYS, 0)):
        print("" if number else "\nPublic keys: operations a second (*: best)\n")
        public_keys(found, names)


def messages(found: Figures, names: list[str]) -> None:
    """The time of a short message and the rate of a long one on these engines."""
    print(f"{'':26}" + "".join(f"{name:>18}" for name in names).rstrip())
    print(f"{'':26}" + "".join(f"{'ns':>9}{'MiB/s':>9}" for _ in names).rstrip())
    for job in MESSAGES:
        short, long = found.get((*job, SHORT), {}), found.get((*job, LONG), {})
        line = f"{job[0]}{f' {job[2]}' if job[1] in ('enc', 'dec') else ''} {job[1]}".ljust(26)
        for name in names:
            for points, key, unit, best in ((short, "ns", 1, min), (long, "kib_per_s", 1024, max)):
                value = points[name][key] if name in points else None
                mark = "*" if value is not None and value == best(item[key] for item in points.values()) else " "
                line += f"{'' if value is None else figure(value / unit):>8}{mark}"
        if short or long:
            print(line.rstrip())


def public_keys(found: Figures, names: list[str]) -> None:
    """Operations a second on these engines."""
    print(f"{'':26}" + "".join(f"{name:>18}" for name in names))
    for job in PUBLIC_KEYS:
        by_engine = found.get((*job, 0), {})
        line = f"{job[0]}{f' {job[2]}' if job[0].startswith('rsa') else ''} {job[1]}".ljust(26)
        for name in names:
            value = by_engine[name]["ops_per_s"] if name in by_engine else None
            mark = "*" if value is not None and value == max(item["ops_per_s"] for item in by_engine.values()) else " "
            line += f"{'' if value is None else figure(value):>17}{mark}"
        if by_engine:
            print(line.rstrip())


def plot(found: Figures, path: Path) -> None:
    """The cost of a message against its length, a line for each engine."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot, ticker

    drawing, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for name, marker in zip(engines_of(found), "osD^vP*X"):
        costs = sorted(
            (point[3], by_engine[name]["ns"])
            for point, by_engine in found.items()
            if point[:3] == PLOTTED and name in by_engine
        )
        if costs:
            axes.plot([length for length, _ in costs], [cost for _, cost in costs], marker=marker, label=name)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    lengths = sorted(point[3] for point in found if point[:3] == PLOTTED)
    axes.set_xticks(lengths, [f"{length} B" if length < 1024 else f"{length // 1024} KiB" for length in lengths])
    axes.yaxis.set_major_formatter(ticker.StrMethodFormatter("{x:,.0f}"))
    axes.minorticks_off()
    axes.grid(color="0.9")
    axes.set_xlabel("length of the message")
    axes.set_ylabel("ns for a message")
    axes.set_title(f"AES-{PLOTTED[2]}-GCM: the cost of a message on this machine, one run")
    axes.legend()
    drawing.savefig(path, dpi=120)


def notes(out: Path) -> None:
    """How to read the table, and where everything is."""
    print("\nOther programs may use this machine, too: compare times within one run only.")
    print("Simulated boards: ./run bench --boards, or --board stm32f4 for one of them")
    print(f"Table of all algorithms: {out / 'host.csv'}")
    print(f"Plot of cost against length: {out / 'cost.png'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, help="the outboard program")
    parser.add_argument("--out", type=Path, default=Path("build/bench"), help="where the rows and the plot go")
    parser.add_argument("--time", type=float, default=0.015, help="seconds for each figure and pass")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    found = measure(arguments.program.resolve(), arguments.time)
    write_rows(found, arguments.out / "host.csv")
    plot(found, arguments.out / "cost.png")
    table(found)
    notes(arguments.out)


if __name__ == "__main__":
    main()
