# SPDX-License-Identifier: Apache-2.0
"""Whole messages of AES through the verb of engine cortexm, on the simulator: every mode, variant and core, with keys
of 128 bits, and of 256 for the constant-time variant. Opening the key is not in the figures; buffers are aligned. The
portable C around the assembly is as the presets for microcontrollers compile it."""

from __future__ import annotations

from pathlib import Path

from function import BOARDS
from simulator import Call, Simulator, data, inout, out

# By core: mode, algorithm, operation, bits of the key, and the call that ran the message.
Runs = dict[str, list[tuple[str, str, str, int, Call]]]
LENGTH = 1024  # bytes
SIGNS = ("cmac",)
# As in the name of a price: the variant's name at its end, after the algorithm's and the direction's.
VARIANTS = ("t1_unrolled", "t1_deconly", "t1", "sbox", "fs_small", "small", "fs")
CONSTANT_TIME = "fs"
# What the raw figures of the cores call the variant with an S-box.
SBOX = {"m0": "row", "m0plus": "row", "m4": "dsp", "m7": "dsp"}


def parts(name: str) -> tuple[str, str, str] | None:
    """Algorithm, operation and variant from the name of a price, where it is of AES."""
    variant = next((v for v in VARIANTS if name.endswith(f"_{v}")), None)
    if variant is None:
        return None
    algorithm = name.removesuffix(f"_{variant}")
    operation = "mac" if algorithm.endswith(SIGNS) else "enc"
    for suffix in ("enc", "dec"):
        if algorithm.endswith(f"_{suffix}"):
            algorithm, operation = algorithm.removesuffix(f"_{suffix}"), suffix
    return algorithm.replace("_", "-"), operation, variant


def measure(program: Path, images: Path) -> Runs:
    found: Runs = {}
    for core in BOARDS:
        mine = found.setdefault(core, [])
        with Simulator(program, core, images / f"engine_{core}.elf") as simulator:
            empty = bytes(simulator.call("cost_session_len").result)
            for row in range(simulator.call("cost_rows").result):
                head = simulator.call("cost_describe", out(40), row).outputs[0]
                which = parts(head[3:].split(b"\0")[0].decode())
                if which is None:
                    continue
                algorithm, operation, variant = which
                mode = SBOX[core] if variant == "sbox" else variant.replace("_", "-")
                for factor in (1, 2) if variant == CONSTANT_TIME else (1,):
                    key = bytes(range(head[2] * factor))
                    session = simulator.call("cost_open", inout(empty), data(key), row, len(key)).outputs[0]
                    output = 16 if operation == "mac" else LENGTH
                    arguments = [inout(session), out(output), data(bytes(LENGTH)), LENGTH, int(operation == "dec")]
                    mine.append((mode, algorithm, operation, 8 * len(key), simulator.call("cost_run", *arguments)))
    return found
