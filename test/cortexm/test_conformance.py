# SPDX-License-Identifier: Apache-2.0
"""The conformance suite on engine cortexm in QEMU: each core's image on a board with that core, and the M0's on the M3,
which has all of its instructions. With --wycheproof all vectors of that project, where the engine has the algorithm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

MACHINES = {"m0": "mps2-an385", "m3": "mps2-an385", "m4": "mps2-an386", "m7": "mps2-an500"}
# Bits of enum suite_layout that the vectors reach, by image. The sample is brief: nothing repeated, and refused vectors
# are not counted. Wycheproof has no hashes alone, whose lengths go beyond 4 GiB, and nothing to repeat.
LAYOUTS = {"qemu": 0x67FFF, "wycheproof": 0x73FFF}
SECONDS, PATIENCE = 170, 3600


def main() -> int:
    images, cores, vectors, seconds = Path(sys.argv[2]), sys.argv[3:], "qemu", SECONDS
    if cores[0] == "--wycheproof":
        cores, vectors, seconds = cores[1:] or [*MACHINES], "wycheproof", PATIENCE
    failures = 0
    for core in cores:
        command = ["qemu-system-arm", "-machine", MACHINES[core], "-nographic", "-monitor", "none", "-serial", "none"]
        command += ["-chardev", "stdio,id=console"]
        command += ["-semihosting-config", "enable=on,target=native,chardev=console"]
        done = subprocess.run(
            [*command, "-kernel", images / f"conformance_{vectors}_{core}.elf"],
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        lines = done.stdout.splitlines()
        ran = next((int(line.split()[1], 16) for line in lines if line.startswith("layouts ")), 0)
        if done.returncode or ran != LAYOUTS[vectors]:
            print(f"{core}: status {done.returncode}, layouts {ran:x}\n{done.stdout}{done.stderr}")
            failures += 1
        else:
            print(f"{core}: {lines[0]}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
