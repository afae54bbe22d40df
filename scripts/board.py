#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Read board/<name>/board.toml: board.py lists all boards, board.py BOARD FIELD prints one field of a board.

title, core   for the list
clock_mhz     frequency for the list; absent: not fixed
engines       engines to link, names of folders below engine/
toolchain     cmake/toolchain-<name>.cmake; if absent: the host's compiler
needs         the parts of scripts/setup that it needs
options       more settings of the build, as in -DNAME=VALUE; absent: none
run           the script that runs a program, and its first arguments; the program's path and the user's options
              follow; if absent, the program itself runs
emulator      machine and options of qemu-system-arm, which runs <example>-qemu; absent: no emulator
openocd       the part's name in OpenOCD (target/<name>.cfg), for scripts/flash.py; absent: nothing to flash
pyocd         the part's name in pyOCD
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MUST = {"title", "core", "engines", "needs"}
KNOWN = MUST | {"clock_mhz", "toolchain", "options", "run", "emulator", "openocd", "pyocd"}


def boards() -> list[str]:
    return sorted(path.parent.name for path in ROOT.glob("board/*/board.toml"))


def read(name: str) -> dict[str, Any]:
    """The description of a board; exits with a message if there is none or it is wrong."""
    if name not in boards():
        sys.exit(f"there is no board {name}; there are {', '.join(boards())}")
    path = ROOT / "board" / name / "board.toml"
    board = tomllib.loads(path.read_text())
    if wrong := (set(board) - KNOWN) | (MUST - set(board)):
        sys.exit(f"{path.relative_to(ROOT)}: unknown or missing: {', '.join(sorted(wrong))}")
    return board


def main() -> None:
    if len(sys.argv) == 1:
        examples = sorted(path.parent.name for path in ROOT.glob("example/*/main.c"))
        print(f"{'board':12}{'clock':>8}  {'core':18}{'engines':28}what it is")
        for name in boards():
            board = read(name)
            clock = f"{board['clock_mhz']} MHz" if "clock_mhz" in board else ""
            print(f"{name:12}{clock:>8}  {board['core']:18}{' '.join(board['engines']):28}{board['title']}")
        print(f"\n./run app BOARD EXAMPLE, with one of: {' '.join(examples)}")
    elif len(sys.argv) == 3:
        value = read(sys.argv[1]).get(sys.argv[2], "")
        print(*(value if isinstance(value, list) else [value]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
