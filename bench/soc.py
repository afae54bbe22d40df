#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of the blocks on the simulated SoC, from the example benchmark: soc.py --write|--check|--show|--limits.

--write runs it and renews bench/results/soc.csv, --check compares exactly, --show prints the file beside the published
figures of bench/peers/nuclei.csv and the limits. Runs are exact, so one of the same program and hardware is not
repeated. --limits fails if a figure of the file is above its limit and not in bench/peers/soc-above.csv, the list of
exceptions, each with its lowest figure so far and the reason. It fails also if a listed figure has changed, or meets
its limit and is still listed.
"""

import argparse
import csv
import difflib
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/soc.csv"
AREA = ROOT / "bench/area"
PEERS = ROOT / "bench/peers/nuclei.csv"
EXCEPTIONS = ROOT / "bench/peers/soc-above.csv"
COLUMNS = [
    *("board", "engine", "mode", "config", "algorithm", "operation", "bits", "len_bytes"),
    *("cycles", "cpu_cycles", "code_bytes", "table_bytes", "ram_bytes", "stack_bytes", "source"),
]
CONFIGS = {"default": 1, "ram4": 4}  # cycles of the buffer RAM
MODES = {"software": "sw", "cpu": "cpu", "dma": "dma"}
TABLE_LEN, LONG_LEN = 1024, 16384
# At the table's length, cycles per byte of a call: at most so many by DMA and in CPU mode.
LIMITS = {
    "MD5": (1.4, 4),
    "SM3": (1.4, 4),
    "SHA-1": (1.6, 4),
    "SHA-256": (1.4, 4),
    "SHA-512": (1.0, 4),
    "SHA-512/256": (1.0, 4),
    "DES": (1.4, 5),
    "3DES": (3.4, 6),
    **{f"AES-CBC-{bits}": (limit, 5) for bits, limit in ((128, 1.0), (192, 1.1), (256, 1.2))},
    **{f"AES-GCM-{bits}": (limit, 5) for bits, limit in ((128, 1.1), (192, 1.2), (256, 1.3))},
    **{f"AES-CCM-{bits}": (limit, 5) for bits, limit in ((128, 1.75), (192, 2.0), (256, 2.3))},
}
# At the long length the part of a call by DMA in which the block works, beyond what its limit says.
LONG_TOLERANCE = 0.15


class Job:
    """One algorithm: what the benchmark calls it, what the files call it, and the block's limit."""

    def __init__(self, name: str, algorithm: str, bits: int, engine: str, limit: float, own: bool = False) -> None:
        self.name = name
        self.algorithm = algorithm
        self.bits = bits
        self.engine = engine
        self.limit = limit  # cycles per byte of the block alone (hw/*/README.md), or of the bus if that is more
        self.software = "soft" if own else "mbedtls"

    @property
    def operation(self) -> str:
        return "hash" if self.engine == "hasher" else "enc"


# The bus takes a cycle for a word: 0.25 cycles per byte for hashes, 0.5 where there is output.
JOBS = [
    Job("MD5", "md5", 0, "hasher", 33 / 64),
    Job("SHA-1", "sha1", 0, "hasher", 41 / 64),
    Job("SHA-256", "sha256", 0, "hasher", 33 / 64),
    Job("SHA-512", "sha512", 0, "hasher", 41 / 128),
    Job("SHA-512/256", "sha512-256", 0, "hasher", 41 / 128, own=True),
    Job("SM3", "sm3", 0, "hasher", 35 / 64, own=True),
    Job("3DES", "des3-cbc", 192, "cryp", 24 / 8),
    Job("DES", "des-cbc", 64, "cryp", 8 / 8),
    *(
        Job(f"AES-CBC-{bits}", "aes-cbc", bits, "cryp", cycles / 16)
        for bits, cycles in ((128, 10), (192, 12), (256, 14))
    ),
    *(
        Job(f"AES-GCM-{bits}", "aes-gcm", bits, "cryp", cycles / 16)
        for bits, cycles in ((128, 10), (192, 12), (256, 14))
    ),
    *(
        Job(f"AES-CCM-{bits}", "aes-ccm", bits, "cryp", cycles / 16)
        for bits, cycles in ((128, 20), (192, 24), (256, 28))
    ),
    Job("SM4-CBC", "sm4-cbc", 128, "cryp", 32 / 16, own=True),
    Job("SM4-GCM", "sm4-gcm", 128, "cryp", 32 / 16, own=True),
]
BY_NAME = {job.name: job for job in JOBS}

Figures = dict[tuple[str, str, int], tuple[int, int]]  # name, mode, length: cycles, those of the CPU


def run(cycles: int) -> str:
    command = [str(ROOT / "run"), "app", "soc", "benchmark", "--quiet", "--cache", "--buffer-cycles", str(cycles)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}\nthe benchmark ended with {done.returncode}")
    return done.stdout


def rows(config: str, printed: str) -> Iterator[dict[str, str]]:
    """The rows for what the benchmark has printed."""
    for name, mode, figures in re.findall(r"^(\S+) +(software|cpu|dma) +(\d+: .*)$", printed, re.MULTILINE):
        job = BY_NAME[name]
        for length, cycles, idle in re.findall(r"(\d+): (\d+) \((\d+)\)", figures):
            yield dict.fromkeys(COLUMNS, "") | {
                "board": "soc",
                "engine": job.software if mode == "software" else job.engine,
                "mode": MODES[mode],
                "config": config,
                "algorithm": job.algorithm,
                "operation": job.operation,
                "bits": str(job.bits or ""),
                "len_bytes": length,
                "cycles": cycles,
                "cpu_cycles": str(int(cycles) - int(idle)),
                "source": "rtl-sim",
            }


def new_file() -> str:
    """What the results' file should be; rows that are not of this benchmark are kept."""
    kept = []
    if RESULTS.exists():
        with RESULTS.open(newline="") as file:
            mine = {job.algorithm for job in JOBS}
            kept = [row for row in csv.DictReader(file) if row["algorithm"] not in mine]
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for config, cycles in CONFIGS.items():
        writer.writerows(rows(config, run(cycles)))
    writer.writerows(kept)
    return text.getvalue()


def read(path: Path, config: str) -> Figures:
    """The figures of a file for one configuration, by the benchmark's names."""
    found: Figures = {}
    names = {(job.algorithm, str(job.bits or "")): job.name for job in JOBS}
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            name = names.get((row["algorithm"], row["bits"]))
            if name and row["config"] == config:
                cycles = int(row["cycles"])
                found[name, row["mode"], int(row["len_bytes"])] = cycles, int(row["cpu_cycles"] or cycles)
    return found


def per_byte(figure: tuple[int, int] | None, length: int = TABLE_LEN) -> str:
    return f"{figure[0] / length:.2f}" if figure else "-"


def above_limits(figures: Figures) -> Iterator[tuple[str, str, int, int]]:
    """What is above its limit: job, mode or "block", cycles, and the most that they may be."""
    for job in JOBS:
        for mode, limit in zip(("dma", "cpu"), LIMITS.get(job.name, ()), strict=False):
            most = int(limit * TABLE_LEN)
            if (cycles := figures[job.name, mode, TABLE_LEN][0]) > most:
                yield job.name, mode, cycles, most
        cycles, busy = figures[job.name, "dma", LONG_LEN]
        most = int(job.limit * (1 + LONG_TOLERANCE) * LONG_LEN)
        if cycles - busy > most:
            yield job.name, "block", cycles - busy, most


def check_limits() -> int:
    with EXCEPTIONS.open(newline="") as file:
        excused = {(row["algorithm"], row["mode"]): row for row in csv.DictReader(file)}
    faults = []
    for name, mode, cycles, most in above_limits(read(RESULTS, "default")):
        row = excused.pop((name, mode), None)
        if row is None:
            faults.append(f"{name} {mode}: {cycles} cycles, at most {most}")
        elif cycles != int(row["cycles"]):
            faults.append(f"{name} {mode}: {cycles} cycles, but {EXCEPTIONS.name} says {row['cycles']}")
        elif not row["reason"]:
            faults.append(f"{name} {mode}: {EXCEPTIONS.name} gives no reason")
    faults += [f"{name} {mode} meets its limit and is still in {EXCEPTIONS.name}" for name, mode in excused]
    print("\n".join(faults))
    return 1 if faults else 0


def winners(figures: Figures, name: str) -> str:
    """From which of the lengths on each mode is the fastest."""
    lengths = sorted({length for job, _, length in figures if job == name})
    text, last = [], ""
    for length in lengths:
        there = {mode: figures[name, mode, length][0] for mode in MODES.values() if (name, mode, length) in figures}
        best = min(there, key=lambda mode: there[mode])
        if best != last and len(there) > 1:
            text.append(f"{best} from {length}")
            last = best
    return ", ".join(text)


def placed(block: str) -> dict[str, str]:
    """Area and longest path of a block in the configuration that the figures are for; dashes if it was never placed."""
    path = AREA / f"{block}.csv"
    rows = csv.DictReader(path.read_text().splitlines()) if path.exists() else []
    unknown = dict.fromkeys(("target", "lut4", "ff", "fmax_mhz", "longest_ns"), "-")
    return next((row for row in rows if row["config"] == "default"), unknown)


def show() -> None:
    blocks = {block: placed(block) for block in ("hasher", "cryp", "udma")}
    published = read(PEERS, "default")
    for config, cycles in CONFIGS.items():
        figures = read(RESULTS, config)
        if not figures:
            continue
        above = {(name, mode) for name, mode, _, _ in above_limits(figures)}
        print(f"\nsoc (rtl-sim), buffer RAM of {cycles} cycles: cycles per byte of a call of {TABLE_LEN} bytes, in")
        print("brackets those of Nuclei's engine and N300 core, most: the limit of the figure before, which is met or")
        print("(above) not; free: cycles of the call by DMA that the CPU slept;")
        print(f"{LONG_LEN}: a call by DMA, its part in which the block works (the CPU sleeps), and the limit for that:")
        print("what the block takes for its blocks or the bus for the words, whichever is more; fastest: from which")
        print("of the lengths tried on; MHz, ns, LUT4, FF: highest clock, longest path and area of the job's block on")
        print(f"{blocks['udma']['target']} (bench/area; simulated cycles, tools' estimate of the clock); udma adds")
        print(
            f"{blocks['udma']['lut4']} LUT4 and {blocks['udma']['ff']} FF and reaches {blocks['udma']['fmax_mhz']} MHz"
        )
        print(
            f"{'':13}{'dma':>14}{'most':>12}{'cpu':>15}{'most':>9}{'software':>17}{'free':>6}{LONG_LEN:>7}"
            f"{'block':>7}{'limit':>7}{'MHz':>6}{'ns':>6}{'LUT4':>7}{'FF':>6}  fastest"
        )
        for job in JOBS:
            line = f"{job.name:13}"
            for mode, width in (("dma", 14), ("cpu", 15), ("sw", 17)):
                mine = per_byte(figures.get((job.name, mode, TABLE_LEN)))
                theirs = published.get((job.name, mode, TABLE_LEN))
                line += f"{mine} {f'({per_byte(theirs)})' if theirs else '':>8}".rjust(width)
                if mode != "sw":
                    most = LIMITS[job.name][mode == "cpu"] if job.name in LIMITS else None
                    is_above = (job.name, mode) in above
                    line += f"{'' if most is None else f'{most:.2f}' + (' above' if is_above else '')}".rjust(
                        12 if mode == "dma" else 9
                    )
            at_table, at_long = figures.get((job.name, "dma", TABLE_LEN)), figures.get((job.name, "dma", LONG_LEN))
            line += f"{at_table[0] - at_table[1]:>6}" if at_table else f"{'':6}"
            if at_long:
                part = (at_long[0] - at_long[1]) / LONG_LEN
                line += f"{per_byte(at_long, LONG_LEN):>7}{part:>7.2f}{job.limit:>7.2f}"
            else:
                line += " " * 21
            block = blocks[job.engine]
            line += f"{block['fmax_mhz']:>6}{block['longest_ns']:>6}{block['lut4']:>7}{block['ff']:>6}"
            print(f"{line}  {winners(figures, job.name)}".rstrip())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group(required=True)
    for name in ("write", "check", "show", "limits"):
        action.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args()
    if options.show:
        show()
        return 0
    if options.limits:
        return check_limits()
    text = new_file()
    if options.write:
        RESULTS.write_text(text)
        return 0
    old = RESULTS.read_text() if RESULTS.exists() else ""
    changes = difflib.unified_diff(old.splitlines(), text.splitlines(), str(RESULTS), "this run", "", "", 0)
    print("\n".join(changes))
    return 0 if old == text else 1


if __name__ == "__main__":
    sys.exit(main())
