#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A board with a Cortex-M on the simulator and in QEMU, two models of the instruction set: agree.py BOARD EXAMPLE...

The same objects must print the same in both, in their short form, and end well; in QEMU, which is faster, the whole
example runs, too, and prints what its README says.
"""

import subprocess
import sys

from expect import ROOT, block

MINIMUM_LINES = 8


def run(board: str, example: str, *options: str) -> str:
    command = [str(ROOT / "run"), "app", board, example, "--quiet", *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}\n{' '.join(command)} ended with {done.returncode}")
    return done.stdout


def difference(one: str, other: str) -> str:
    pairs = zip([*one.splitlines(), ""], [*other.splitlines(), ""], strict=False)
    return "\n".join(next((pair for pair in pairs if pair[0] != pair[1]), ("", "")))


def main() -> int:
    board, *examples = sys.argv[1:]
    failures = 0
    for example in examples:
        ours, theirs = run(board, example, "--short"), run(board, example, "--short", "--qemu")
        if ours != theirs or len(ours.splitlines()) < MINIMUM_LINES:
            print(f"{example}: the simulator and QEMU differ\n{difference(ours, theirs)}")
            failures += 1
        whole = run(board, example, "--qemu")
        readme = ROOT / "example" / example / "README.md"
        if readme.exists():
            text = readme.read_text()
            start, end = block(text, board)
            if whole != text[start:end]:
                print(f"{example}: the README differs\n{difference(text[start:end], whole)}")
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
