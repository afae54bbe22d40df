#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare what an example prints on a board with the expected output in its README: expect.py BOARD EXAMPLE [--write].

The README has it as a block of text after "On every board:", or "On `<board>`:", with more boards or words before the
colon if need be. In what prints figures any number stands for any other. --write puts the output of this run there
instead.
"""

import argparse
import difflib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# Options of ./run app, for other boards --quiet; the SoC's simulator keeps what a run has printed.
OPTIONS = {"host": [], "soc": ["--quiet", "--cache"]}
# bench/soc.py compares those of benchmark exactly; those of the others change with the block's microcode.
FIGURES = {"benchmark", "rsa8192_demo", "tls_keys"}


def run(board: str, example: str) -> str:
    command = [str(ROOT / "run"), "app", board, example, *OPTIONS.get(board, ["--quiet"])]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}\n{example} on {board} ended with {done.returncode}")
    return done.stdout


def block(text: str, board: str) -> tuple[int, int]:
    """Where the board's output stands in a README."""
    head = rf"^On (?:every board|[^\n]*`{board}`)[^\n]*:\n\n"
    found = re.search(rf"{head}```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    if not found:
        sys.exit(f"the README has no output for the board {board}")
    return found.span(1)


def kind(line: str) -> str:
    """A line with every number, and the spaces before it, made equal."""
    return re.sub(r" *\b\d[\d.]*", " #", line)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board")
    parser.add_argument("example")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    folders = (ROOT / "example", ROOT / "test/board")
    readme = next(f / options.example / "README.md" for f in folders if (f / options.example).is_dir())
    text = readme.read_text()
    start, end = block(text, options.board)
    printed = run(options.board, options.example)
    if options.write:
        readme.write_text(text[:start] + printed + text[end:])
        return 0
    expected, got = text[start:end].splitlines(), printed.splitlines()
    loose = options.example in FIGURES
    if ([kind(line) for line in expected] == [kind(line) for line in got]) if loose else expected == got:
        return 0
    print(
        "\n".join(difflib.unified_diff(expected, got, str(readme), f"{options.example} on {options.board}", "", "", 1))
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
