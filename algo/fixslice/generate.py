#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check and write the macros of fixsliced AES, algo/*/aes_fs_*.inc, and of GHASH for the M0.

A macro is the one place that keeps the order of its instructions and their registers. Each is followed through the
block's program, instruction by instruction, and refused if it does not compute it; then the comments are written, or
the file is compared (--check). --search looks for better orders with the scheduler of sim/cortexm, minutes a block."""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import assembly
import blocks
import hashing
from assembly import OVERWRITING, Plan
from blocks import Block, Blocks

ROOT = Path(__file__).resolve().parents[2]
SCHEDULER = ROOT / "build/host/cortexm-schedule"

# The blocks of each file that is made.
FILES: dict[str, Callable[[Blocks], list[Block]]] = {
    "aes_fs_ends": Blocks.ends,
    "aes_fs_last": Blocks.last,
    **{f"aes_fs_enc_{k}": lambda of, k=k: [of.encrypt_round(k)] for k in range(4)},
    **{f"aes_fs_dec_{k}": lambda of, k=k: [of.decrypt_round(k)] for k in range(4)},
    "aes_fs_key": Blocks.keys,
}
# By target of the scheduler: the folder below algo/, and the blocks.
TARGETS = {
    "m0": ("armv6m", blocks.V6M),
    "m4": ("armv7m", blocks.V7M),
    "m7": ("cortexm7", blocks.V7M),
}
# Counter mode that keeps what is the same in many counters: not for the M0.
CACHE_FILES: dict[str, Callable[[Blocks], list[Block]]] = {"aes_fs_cache": Blocks.cache}
# Rounds of little code: for the M3 and M4.
SMALL_FILES: dict[str, Callable[[Blocks], list[Block]]] = {"aes_fs_small_mix": Blocks.small}
# GHASH, by the scheduler for the M0.
HASH_FILES: dict[str, Callable[[Blocks], list[Block]]] = {"ghash_holes_blocks": lambda _: hashing.hashing()}


def files(target: str) -> dict[str, Callable[[Blocks], list[Block]]]:
    return {**FILES, **(HASH_FILES if target == "m0" else CACHE_FILES), **(SMALL_FILES if target == "m4" else {})}


def text(block: Block, target: str) -> str:
    """The block as the scheduler reads it."""
    lines = [f"target {target} {len(blocks.ALL)}"]
    if target != "m0":
        lines.append("registers " + " ".join(map(str, blocks.ALL)))
    lines += [f"in {value} {register}" for value, register in block.inputs]
    for op in block.code.ops:
        a, b = (-1 if value is None else value for value in (op.a, op.b))
        if op.name == "ldr":
            lines.append(f"load {op.dst} {a} {op.immediate}")
        elif op.name == "str":
            lines.append(f"store {b} {a} {op.immediate}")
        elif target != "m0":
            lines.append(f"alu {op.dst} {a} {b} {int(bool(op.shift))}")
        elif op.name == "mov":
            lines.append(f"constant {op.dst}")
        else:
            lines.append(f"{OVERWRITING.get(op.name, 'other')} {op.dst} {a}" + (f" {b}" if b >= 0 else ""))
    lines += [f"out {value} {register}" for value, register in block.outputs]
    return "\n".join(lines) + "\n"


def search(block: Block, target: str, turns: int, seed: int) -> tuple[int, Plan]:
    """Estimated cycles, and the plan."""
    scheduler = SCHEDULER.with_name("cortexm-schedule-m0") if target == "m0" else SCHEDULER
    run = subprocess.run(
        [scheduler, str(turns), str(seed)], input=text(block, target), text=True, capture_output=True, check=True
    )
    steps = [line for line in run.stdout.splitlines() if not line.startswith("out")]
    moves = sum(line.startswith("move") for line in steps)
    return int(run.stderr.split()[0]) + moves, steps


MACRO = re.compile(
    r"^/\* [^/]*?\.(?: (\d+) cycles in the search\.)? \*/\n    \.macro (\w+)\n(.*?)    \.endm$",
    re.MULTILINE | re.DOTALL,
)


class Macros:
    """The macros of a file: each with the cycles that the search counted, and its plan."""

    def __init__(self, target: str, file: str) -> None:
        folder, made = TARGETS[target]
        self.target, self.file = target, file
        self.path = ROOT / "algo" / folder / f"{file}.inc"
        self.blocks = files(target)[file](made)
        self.slots = hashing.SLOTS if file in HASH_FILES else made.slots
        self.plans: dict[str, tuple[int, Plan]] = {}

    def read(self, searched: list[str]) -> str:
        """The file's text; the plans are those of its macros. One that is searched anew need not fit its program."""
        text = self.path.read_text() if self.path.exists() else ""
        of = {block.name: block for block in self.blocks}
        for cycles, name, body in MACRO.findall(text):
            if name in self.plans:
                continue
            if name not in of:
                raise SystemExit(f"{self.path.relative_to(ROOT)}: no program for the macro {name}")
            try:
                plan = assembly.read(of[name], body.splitlines(), self.slots)
                assembly.follow(of[name], plan, self.slots)
                self.plans[name] = int(cycles or 0), plan
            except SystemExit as wrong:
                if name not in searched:
                    raise SystemExit(f"{self.path.relative_to(ROOT)}: {wrong}") from None
        return text

    def text(self) -> str:
        """The file as it is written. Raises if a macro is missing or does not compute its block."""
        of = "GHASH" if self.file in HASH_FILES else "fixsliced AES"
        core = f"Cortex-{self.target.upper()}"
        lines = [
            "/* SPDX-License-Identifier: Apache-2.0 */",
            f"/* Blocks of {of} for the {core}; algo/fixslice/generate.py orders and checks them. */",
            "",
        ]
        for block in self.blocks:
            if block.name not in self.plans:
                raise SystemExit(f"{self.path.relative_to(ROOT)}: no macro {block.name}")
            cycles, plan = self.plans[block.name]
            body = assembly.follow(block, plan, self.slots, self.target == "m0")
            lines += [f"/* {block.what}. {cycles} cycles in the search. */", f"    .macro {block.name}"]
            lines += [f"    {line}" for line in body] + ["    .endm", ""]
        return "\n".join(lines[:-1]) + "\n"

    def improve(self, names: list[str], turns: int, seeds: int) -> None:
        """Search orders for the blocks, all if no names are given, and keep what is better."""
        self.read(names or [block.name for block in self.blocks])
        for block in self.blocks:
            if names and block.name not in names:
                continue
            best = self.plans.get(block.name, (1 << 30, []))
            for seed in range(1, seeds + 1):
                cycles, plan = search(block, self.target, turns, seed)
                assembly.follow(block, plan, self.slots)
                print(f"{self.target} {block.name} seed {seed}: {cycles} cycles", flush=True)
                if cycles < best[0]:
                    best = cycles, plan
            self.plans[block.name] = best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--search", metavar="TARGET", choices=TARGETS, help="look for better orders")
    parser.add_argument("--blocks", nargs="*", default=[], help="of these blocks alone")
    parser.add_argument("--turns", type=int, default=20000000, help="steps of the search")
    parser.add_argument("--seeds", type=int, default=2, help="searches of each block")
    args = parser.parse_args()
    wrong = 0
    for target in [args.search] if args.search else TARGETS:
        for file in files(target):
            macros = Macros(target, file)
            if args.search:
                macros.improve(args.blocks, args.turns, args.seeds)
            old = macros.read(args.blocks if args.search else [])
            text = macros.text()
            if args.check and text != old:
                print(f"{macros.path.relative_to(ROOT)} is not as algo/fixslice/generate.py writes it")
                wrong += 1
            elif not args.check and text != old:
                macros.path.write_text(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
