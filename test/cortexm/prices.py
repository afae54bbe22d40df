# SPDX-License-Identifier: Apache-2.0
"""Prices of engine cortexm: what its verbs cost on the simulator, core by core, as engine/cortexm/prices_<core>.c has
it. --write renews these files, --check compares them exactly. The keys have the shortest length of their row (AES: 128
bits), buffers are aligned, memory has no wait states."""

from __future__ import annotations

import sys
from pathlib import Path

from function import BOARDS
from simulator import Simulator, data, inout, out

ROOT = Path(__file__).resolve().parents[2]
SHORT, LONG = 64, 1088  # bytes
HMAC_KEY = 32  # bytes
HEAD = """/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: prices on a Cortex-{core}, made from the simulator by test/cortexm/prices.py; do not edit. */
#include "engine/cortexm/prices.h"

"""


def prices(simulator: Simulator) -> dict[str, tuple[int, int, int]]:
    """Open, set-up and cycles per KiB by name; several rows share one where their algorithm is the same."""
    found: dict[str, tuple[int, int, int]] = {}
    empty = bytes(simulator.call("cost_session_len").result)
    for row in range(simulator.call("cost_rows").result):
        head = simulator.call("cost_describe", out(40), row).outputs[0]
        name = head[3:].split(b"\0")[0].decode()
        if name in found:
            continue
        keyed = head[2] > 0 or name.startswith("hmac")
        key = bytes(range(head[2] or HMAC_KEY)) if keyed else b""
        opened = simulator.call("cost_open", inout(empty), data(key + bytes(1)), row, len(key))
        cycles = [
            simulator.call("cost_run", inout(opened.outputs[0]), out(n), data(bytes(n)), n, int(head[1] == 2)).cycles
            for n in (SHORT, LONG)
        ]
        per_kib = round((cycles[1] - cycles[0]) * 1024 / (LONG - SHORT))
        setup = max(round(cycles[0] - per_kib * SHORT / 1024), 0)
        found[name] = (opened.cycles if keyed else 1, setup, per_kib)
    return found


def main() -> int:
    program, images, action = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    wrong = 0
    for core in BOARDS:
        with Simulator(program, core, images / f"engine_{core}.elf") as simulator:
            table = prices(simulator)
        lines = [f"PRICE({name}, {open_}, {setup}, {per_kib});" for name, (open_, setup, per_kib) in table.items()]
        text = HEAD.format(core=core.upper().replace("PLUS", "+")) + "\n".join(lines) + "\n"
        path = ROOT / "engine/cortexm" / f"prices_{core}.c"
        if action == "--write":
            path.write_text(text)
        elif path.read_text() != text:
            print(f"{path.relative_to(ROOT)} differs from the simulator; ./run cortexm --write renews it")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
