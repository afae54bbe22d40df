# SPDX-License-Identifier: Apache-2.0
"""The conformance suite on engine cortexm in QEMU: each core's image on a board with that core, and the M0's on the M3,
which has all of its instructions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

MACHINES = {"m0": "mps2-an385", "m3": "mps2-an385", "m4": "mps2-an386", "m7": "mps2-an500"}
# Bits of enum suite_layout; without those for long messages, and for refused ones, which are not counted.
LAYOUTS = 0x67FFF
SECONDS = 170


def main() -> int:
    images, cores = Path(sys.argv[2]), sys.argv[3:]
    failures = 0
    for core in cores:
        command = ["qemu-system-arm", "-machine", MACHINES[core], "-nographic", "-monitor", "none", "-serial", "none"]
        command += ["-chardev", "stdio,id=console"]
        command += ["-semihosting-config", "enable=on,target=native,chardev=console"]
        done = subprocess.run(
            [*command, "-kernel", images / f"conformance_qemu_{core}.elf"],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        lines = done.stdout.splitlines()
        ran = next((int(line.split()[1], 16) for line in lines if line.startswith("layouts ")), 0)
        if done.returncode or ran != LAYOUTS:
            print(f"{core}: status {done.returncode}, layouts {ran:x}\n{done.stdout}{done.stderr}")
            failures += 1
        else:
            print(f"{core}: {lines[0]}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
