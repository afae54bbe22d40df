#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine under --icount, with the test accelerator: how long the first table takes, which
outboard-prices.service makes while the system starts. The clock goes on by 1 ns for each instruction: a processor of
1 GHz with an instruction in each cycle. A Cortex-A7 or A9 takes about two cycles for one, so that one of 1 GHz takes
twice the time at most: pauses in it do not double. OB_BUILD is the build. It fails above LIMIT."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import accel

LIMIT, CYCLES_PER_INSTRUCTION = 60, 2
FOLDER = Path("/run/refresh")


def main() -> None:
    accel.load()
    FOLDER.mkdir()
    # Into memory: while a page comes from the host, the clock goes on to the next timer.
    for name in ("offload/outboard-offload", "cli/outboard"):
        shutil.copy(Path(os.environ["OB_BUILD"]) / name, FOLDER)
    environment = os.environ | {"OUTBOARD_HELPER": str(FOLDER / "outboard-offload"), "OPENSSL_CONF": "/dev/null"}
    subprocess.run([FOLDER / "outboard", "--version"], env=environment, check=True)
    began = time.monotonic()
    command = [FOLDER / "outboard", "refresh", "-F", FOLDER]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    took = time.monotonic() - began
    proven = len(re.findall(r",hardware,", (FOLDER / "evidence.csv").read_text()))
    rows = len((FOLDER / "prices.csv").read_text().splitlines())
    operations = accel.get("operations")
    print(
        f"{proven} drivers proven, {operations} operations of the accelerator, {rows} lines of prices: {took:.1f} s at"
        f" one instruction per ns,",
        f"{CYCLES_PER_INSTRUCTION * took:.1f} s at 1 GHz with {CYCLES_PER_INSTRUCTION} cycles for each",
    )
    if not proven or rows < proven or CYCLES_PER_INSTRUCTION * took > LIMIT:
        sys.exit(f"more than {LIMIT} s, or nothing was measured")


if __name__ == "__main__":
    main()
