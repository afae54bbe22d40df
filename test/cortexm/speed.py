# SPDX-License-Identifier: Apache-2.0
"""How fast the simulator is, with timing, on each core: speed.py SIMULATOR IMAGES [--check].

Instructions simulated a second of processor time, on this host, over assembly (SHA-256, AES) and compiled C (ChaCha20,
AES). --check fails below half of the goal, since a host may be slow or shared.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from simulator import Simulator, data, inout, out

CORES = ("m0", "m0plus", "m3", "m4", "m7")
GOAL = 20e6
LEAST = 5_000_000  # instructions of each call's kind
BLOCKS = 256
KEYS, COUNTER = data(bytes(320)), inout(bytes(16))
TEXT = data(bytes(64 * BLOCKS))
# Image, function, arguments.
CALLS: list[tuple[str, str, list[str | int]]] = [
    ("hash_{}", "obi_sha256_blocks", [inout(bytes(32)), TEXT, BLOCKS]),
    ("fs_{}", "obi_aes_fs_ctr", [KEYS, COUNTER, out(64 * BLOCKS), TEXT, 4 * BLOCKS, 10]),
    ("soft_gcc_Os_{}", "obi_chacha20_xor", [inout(bytes(64)), out(64 * BLOCKS), TEXT, BLOCKS]),
    ("soft_gcc_O2_{}", "obi_aes_ct_encrypt", [data(bytes(240) + b"\x0a\0\0\0"), out(16 * BLOCKS), TEXT, BLOCKS]),
]


def processor_time(pid: int) -> float:
    """Seconds of processor time of a process until now, user's and system's."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rate(program: Path, images: Path, core: str) -> float:
    """Instructions a second, over all calls in equal parts."""
    instructions, seconds = 0, 0.0
    for image, function, arguments in CALLS:
        compiled = "m0" if core == "m0plus" and image.startswith("soft") else core
        with Simulator(program, core, images / f"{image.format(compiled)}.elf") as simulator:
            done = simulator.call(function, *arguments).instructions  # also decodes
            began = processor_time(simulator.pid)
            for _ in range(-(-LEAST // done)):
                instructions += simulator.call(function, *arguments).instructions
            seconds += processor_time(simulator.pid) - began
    return instructions / seconds


def main() -> int:
    program, images = Path(sys.argv[1]), Path(sys.argv[2])
    least = GOAL / 2 if "--check" in sys.argv[3:] else 0.0
    print(f"simulated instructions a second of processor time, with timing, on this host; goal {GOAL / 1e6:.0f} M")
    slow = []
    for core in CORES:
        found = rate(program, images, core)
        if found < least:  # something else had the processor's caches, or the other half of its core
            found = max(found, rate(program, images, core))
        print(f"{core:8}{found / 1e6:6.1f} M", flush=True)
        if found < least:
            slow.append(core)
    if slow:
        print(f"below {least / 1e6:.0f} M: {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
