#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables from files in the format of bench/results (DESIGN.md, section 7): report.py CSV..."""

import argparse
import csv
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PUBLIC_KEY = ("rsa", "ecdsa", "ecdh", "eddsa", "sm2")


class Row(NamedTuple):
    """One figure; cycles are for the whole operation on length bytes."""

    board: str
    who: str  # engine, with mode and configuration where they differ from the usual
    job: str  # algorithm, operation, key bits
    length: int
    cycles: float
    source: str


def read(paths: Iterable[Path]) -> list[Row]:
    rows = []
    for path in paths:
        with path.open(newline="") as file:
            for line in csv.DictReader(file):
                if not line["cycles"]:
                    continue
                who = line["engine"]
                if line["mode"] not in ("", "sw"):
                    who += f" {line['mode']}"
                if line["config"] not in ("", "default"):
                    who += f" {line['config']}"
                bits = "" if line["bits"] in ("", "0") else f" {line['bits']}"
                job = f"{line['algorithm']}{bits} {line['operation']}"
                length = int(line["len_bytes"] or 0)
                rows.append(Row(line["board"], who, job, length, float(line["cycles"]), line["source"]))
    return rows


def per_byte(row: Row) -> bool:
    """Whether the figure is quoted per byte; public-key operations and key expansion are quoted whole."""
    return row.length > 0 and not row.job.startswith(PUBLIC_KEY) and not row.job.endswith((" key", " handshake"))


def cell(row: Row) -> str:
    if per_byte(row):
        return f"{row.cycles / row.length:.2f}"
    return f"{row.cycles / 1000:.1f}k" if row.cycles >= 1000 else f"{row.cycles:.0f}"


def extremes(rows: list[Row]) -> dict[str, dict[str, tuple[Row, Row]]]:
    """By job and engine: the figures for the shortest and the longest operation."""
    found: dict[str, dict[str, tuple[Row, Row]]] = defaultdict(dict)
    for row in rows:
        low, high = found[row.job].get(row.who, (row, row))
        found[row.job][row.who] = (min(low, row, key=lambda r: r.length), max(high, row, key=lambda r: r.length))
    return found


def table(board: str, rows: list[Row]) -> None:
    """One line per job: each engine's cycles per byte for the shortest and the longest operation."""
    jobs = extremes(rows)
    engines = list(dict.fromkeys(row.who for row in rows))
    lengths = [row.length for row in rows if per_byte(row)]
    print(f"\n{board} ({', '.join(sorted({row.source for row in rows}))}), cycles per byte", end="")
    print(f", operations of {min(lengths)} and {max(lengths)} bytes" if lengths else "", end="")
    print("; k: thousand cycles for the whole operation")
    if len(engines) <= 5:
        width = max(14, *(len(name) + 2 for name in engines))
        print(f"{'':30}" + "".join(f"{name:>{width}}" for name in engines))
        for job, figures in jobs.items():
            cells = [" / ".join(dict.fromkeys(map(cell, figures[name]))) if name in figures else "" for name in engines]
            print(f"{job:30}" + "".join(f"{text:>{width}}" for text in cells).rstrip())
    else:  # too many variants for columns
        for job, figures in jobs.items():
            for name, pair in figures.items():
                print(f"{job:30} {name:40} {' / '.join(dict.fromkeys(map(cell, pair))):>18}")
                job = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="CSV")
    options = parser.parse_args()
    rows = read(options.files)
    if not rows:
        sys.exit("no figures in " + ", ".join(map(str, options.files)))
    boards = list(dict.fromkeys(row.board for row in rows))
    for board in boards:
        table(board, [row for row in rows if row.board == board])


if __name__ == "__main__":
    main()
