#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the scheduled assembly for the Cortex-M7 (scheduled/ has the unscheduled code, the scheduler, and the orders).

Usage: generate.py FOLDER               write the files that differ from those in the folder
       generate.py --search N [NAME...] try N orders for each part, or for those of the named files, and keep the best

The build runs this script when it is configured: the files are not kept beside what they are made of."""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent / "scheduled"
sys.path.insert(0, str(HERE))
from files import FILES, File, Function, Part  # noqa: E402
from scheduler import Schedule, search  # noqa: E402

ORDERS = HERE / "orders.json"
FIGURES = HERE / "figures.json"  # for the banners; ./run cortexm --write renews them
FIELDS = ("Registers", "Stack", "Code", "Cycles")
Orders = dict[str, list]
Figures = dict[str, dict[str, str]]


def place_of(file: File, function: Function) -> str:
    """The name of a function's figures; two files may have one symbol, for speed and for size."""
    return f"{file.name} {function.symbol}"


def _comment(text: str) -> str:
    return textwrap.fill(f"/* {text} */", 120, subsequent_indent=" * ", break_on_hyphens=False)


def _banner(function: Function, figures: dict[str, str]) -> str:
    lines = textwrap.wrap(f"/* {function.about}", 120, subsequent_indent=" * ", break_on_hyphens=False) + [" *"]
    for name, text in (("Prototype", function.prototype), ("Buffers", function.buffers)):
        wrapped = textwrap.wrap(f" * {name}: {text}", 120, subsequent_indent=" *            ", break_on_hyphens=False)
        lines += wrapped
    lines += [f" * {name}: {figures.get(name, 'none yet')}" for name in FIELDS]
    return "\n".join([*lines, " */"])


def _body(function: Function, orders: Orders, tries: int) -> list[str]:
    lines: list[str] = []
    before: Schedule | None = None
    for part in function.body:
        if isinstance(part, str):
            lines.append(part)
            continue
        after = before if part.from_before else None
        before = _schedule(part, f"{function.symbol} {part.name}", orders, tries, after)
        lines += ["    " + "; ".join(line) for line in before.lines]
    return lines


def _schedule(part: Part, name: str, orders: Orders, tries: int, after: Schedule | None) -> Schedule:
    best = None
    if name in orders:
        best = Schedule(part.make(), part.pool, tuple(orders[name]), after)
        best.run()
    if tries:
        order, found = search(part.make, part.pool, tries, after)
        if best is None or found.cycles < best.cycles:
            orders[name], best = list(order), found
        print(f"{name}: {best.cycles} cycles for {len(best.block.code)} instructions", flush=True)
    if best is None:
        raise SystemExit(f"{name} has no order yet: generate.py --search finds one")
    return best


def text_of(file: File, orders: Orders, figures: Figures, tries: int = 0) -> str:
    note = "Written by algo/cortexm7/generate.py; a line is what issues in one cycle."
    parts = ["/* SPDX-License-Identifier: Apache-2.0 */", _comment(f"{file.about} {note}")]
    parts += ["    .syntax unified", "    .thumb"]
    if file.head:
        parts += [file.head]
    parts += ["    .text", *file.equates]
    for function in file.functions:
        name, banner = function.symbol, _banner(function, figures.get(place_of(file, function), {}))
        parts += ["", banner, "    .balign 8", f"    .global {name}", f"    .type {name}, %function"]
        parts += [f"{name}:", *_body(function, orders, tries), "    .ltorg", f"    .size {name}, . - {name}"]
    return "\n".join(parts) + "\n"


def by_name(rows: dict) -> str:
    """A JSON object with a line for each name."""
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(rows.items()))
    return "{\n" + lines + "\n}\n"


def write(folder: Path) -> None:
    orders, figures = json.loads(ORDERS.read_text()), json.loads(FIGURES.read_text())
    folder.mkdir(parents=True, exist_ok=True)
    for file in FILES:
        path, text = folder / file.name, text_of(file, orders, figures)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def improve(tries: int, names: list[str]) -> None:
    if unknown := set(names) - {file.name for file in FILES}:
        raise SystemExit(f"no such file: {', '.join(sorted(unknown))}")
    orders: Orders = json.loads(ORDERS.read_text())
    for file in FILES:
        if not names or file.name in names:
            text_of(file, orders, {}, tries)
            ORDERS.write_text(by_name(orders))


def main() -> int:
    if len(sys.argv) == 2 and not sys.argv[1].startswith("-"):
        write(Path(sys.argv[1]))
    elif len(sys.argv) > 2 and sys.argv[1] == "--search" and sys.argv[2].isdecimal():
        improve(int(sys.argv[2]), sys.argv[3:])
    else:
        raise SystemExit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
