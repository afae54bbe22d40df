# SPDX-License-Identifier: Apache-2.0
"""The simulator and QEMU, two models of the instruction set, print the same for the same objects on each core, and the
program calls every assembly function that the core has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from functions import FUNCTIONS

MACHINES = {"m0": "microbit", "m3": "mps2-an385", "m4": "mps2-an386", "m7": "mps2-an500"}
MINIMUM_LINES = 30
SECONDS = 60


def run(command: list[str | Path]) -> tuple[int, str]:
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL
    )
    return done.returncode, done.stdout


def not_called(images: Path, core: str) -> set[str]:
    """The assembly functions for the core that the program's object does not refer to."""
    (program,) = (images / f"agree_{core}").glob("*agree.c.o")
    done = subprocess.run(["arm-none-eabi-nm", "-u", program], capture_output=True, text=True, check=True)
    return {each.symbol for each in FUNCTIONS if core in each.cores} - set(done.stdout.split())


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    failures = 0
    for core, machine in MACHINES.items():
        if missing := not_called(images, core):
            print(f"{core}: not called: {', '.join(sorted(missing))}")
            failures += 1
        ours = run([program, "run", core, images / f"agree_{core}.elf"])
        qemu: list[str | Path] = ["qemu-system-arm", "-machine", machine, "-nographic", "-monitor", "none"]
        qemu += ["-serial", "none", "-chardev", "stdio,id=console"]
        qemu += ["-semihosting-config", "enable=on,target=native,chardev=console"]
        theirs = run([*qemu, "-kernel", images / f"agree_qemu_{core}.elf"])
        if ours != theirs or ours[0] != 0 or len(ours[1].splitlines()) < MINIMUM_LINES:
            lines = zip(ours[1].splitlines(), theirs[1].splitlines(), strict=False)
            first = next((pair for pair in lines if pair[0] != pair[1]), ("", ""))
            print(f"{core}: status {ours[0]} and {theirs[0]}; first difference:\n{first[0]}\n{first[1]}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
