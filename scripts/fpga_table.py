# SPDX-License-Identifier: Apache-2.0
"""The kept figures of the SoC on the ULX3S: bench/area/ulx3s.csv, and the table that hw/litex/README.md has of it."""

import csv
import os
import re
import shutil
import sys
from io import StringIO
from pathlib import Path

from area import HEADER, ROOT, Row

TABLE = ROOT / "bench/area/ulx3s.csv"
PAGE = ROOT / "hw/litex/README.md"
BEGIN, END = "<!-- table of the part: made by scripts/fpga.py -->\n", "<!-- end of the table of the part -->\n"


def write(path: Path, text: str) -> None:
    """Put a text in the place of a file at once, so that nobody finds half of it."""
    new = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        new.write_text(text)
        if path.exists():
            shutil.copymode(path, new)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def wrong(row: Row) -> str:
    """What is wrong with a row, or nothing."""
    if None in row or None in row.values():
        return f"a row has {len(HEADER)} columns"
    if not re.fullmatch("[0-9]+( [0-9]+)*", row["seeds"]) or row["seed"] not in row["seeds"].split():
        return "seeds must be whole numbers, and seed one of them"
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", row["fmax_mhz"]):
        return "fmax_mhz must be a number"
    return ""


def read() -> list[Row]:
    """The rows that are kept, the board's grade first; exits if one is wrong."""
    if not TABLE.exists():
        return []
    rows: list[Row] = []
    with TABLE.open(newline="") as file:
        reader = csv.DictReader(file, strict=True)
        try:
            error = "" if reader.fieldnames == HEADER else f"the columns must be {','.join(HEADER)}"
            while not error and (row := next(reader, None)):
                error = wrong(row)
                rows.append(row)
        except (csv.Error, UnicodeDecodeError) as found:
            error = str(found)
        if error:
            sys.exit(f"{TABLE.relative_to(ROOT)}, line {reader.reader.line_num}: {error}")
    return rows


def known(of: Row) -> list[Row]:
    """The kept row of this origin, if there is one."""
    return [row for row in read() if of.items() <= row.items()]


def seeds_of(rows: list[Row]) -> list[int]:
    """All seeds that these rows have the slowest of."""
    return sorted({int(seed) for row in rows for seed in row["seeds"].split()})


def keep(rows_of_seeds: list[Row]) -> None:
    """Put the slowest of these rows, which have one target, into the file in place of the one for the same target."""
    slowest = min(rows_of_seeds, key=lambda row: float(row["fmax_mhz"]))
    row = slowest | {"seeds": " ".join(str(seed) for seed in seeds_of(rows_of_seeds))}
    rows = {old["target"]: old for old in read()} | {row["target"]: row}
    text = StringIO()
    writer = csv.DictWriter(text, HEADER, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows[target] for target in sorted(rows))
    write(TABLE, text.getvalue())


def page(stamp: str) -> str:
    """hw/litex/README.md with the table as the file has it; stamp: of the sources, to mark rows that are older."""
    parts = re.fullmatch(f"(.*{BEGIN}).*({END}.*)", PAGE.read_text(), re.DOTALL)
    if not parts:
        sys.exit(f"{PAGE.relative_to(ROOT)} must have these two lines around its table:\n{BEGIN}{END}")
    head = ["part and grade", "LUT4", "FF", "multipliers", "block RAM", "MHz", "longest path"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    rows = read()
    for row in rows:
        older = "" if row["sources"] == stamp else ", of older sources"
        slowest = f"{row['longest_ns']} ns, {row['longest_path']}, seed {row['seed']} of {row['seeds']}{older}"
        cells = (row["target"], row["lut4"], row["ff"], row["dsp"], row["bram"], row["fmax_mhz"], slowest)
        lines.append(f"| {' | '.join(cells)} |")
    table = "\n".join(lines) if rows else "No design with these sources is routed yet."
    return f"{parts[1]}{table}\n{parts[2]}"


def mark(stamp: str) -> None:
    """Write the table of hw/litex/README.md, with the rows of older sources marked."""
    write(PAGE, page(stamp))


def must_be_ready() -> None:
    """Exit if the figures of a run could not be kept at its end."""
    page("")  # both files can be read
    for path in (TABLE, PAGE):
        if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
            sys.exit(f"{path.relative_to(ROOT)} cannot be written, so --keep could not keep the figures")
