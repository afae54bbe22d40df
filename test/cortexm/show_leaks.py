# SPDX-License-Identifier: Apache-2.0
"""Prints the timing leaks of one function of any image, one a line, and fails where there is one."""

from __future__ import annotations

import sys
from pathlib import Path

from simulator import Simulator, SimulatorFault
from test_leaks import where


def main() -> int:
    program, core, image, symbol = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4]
    try:
        with Simulator(program, core, image) as simulator:
            leaks = simulator.leaks(symbol, *sys.argv[5:])
    except SimulatorFault as fault:
        print(f"{symbol}: {fault}", file=sys.stderr)
        return 3
    print(where(image, leaks).replace("; ", "\n"))
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
