#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the scheduled blocks of fixsliced AES as assembler macros, algo/*/aes_fs_*.inc, and of GHASH for the M0.

The order of the instructions and the registers are in plans/, one file a target. --search looks for better ones with
the scheduler of sim/cortexm, which takes minutes a block; without it, the plans are followed, each step being checked
against the program, and the files are written, or compared (--check)."""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import blocks
import hashing
from blocks import Block, Blocks
from program import Op

ROOT = Path(__file__).resolve().parents[2]
PLANS = Path(__file__).resolve().parent / "plans"
SCHEDULER = ROOT / "build/host/cortexm-schedule"
Plan = list[str]

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
OVERWRITING = {"mul": "both", "eor": "both", "and": "both", "orr": "both", "bic": "left", "ror": "left"}


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


def name_of(register: int) -> str:
    return "lr" if register == 14 else f"r{register}"


def instruction(op: Op, dst: int, a: int, b: int) -> str:
    if op.name in ("ldr", "str"):
        base = "sp" if op.a is None else name_of(a)
        return f"{op.name}.w {name_of(dst if op.name == 'ldr' else b)}, [{base}, #{op.immediate}]"
    if op.name == "mov":
        return f"mov.w {name_of(dst)}, #{op.immediate}"
    if op.immediate is not None:
        shown = hex(op.immediate) if op.immediate > 31 else str(op.immediate)
        return f"{op.name}.w {name_of(dst)}, {name_of(a)}, #{shown}"
    if op.b is None:
        return f"{op.name}.w {name_of(dst)}, {name_of(a)}"
    shift = f", {op.shift}" if op.shift else ""
    wide = "" if op.name == "mul" else ".w"  # mul that sets no flags has no other form; clang's assembler takes no .w
    return f"{op.name}{wide} {name_of(dst)}, {name_of(a)}, {name_of(b)}{shift}"


def thumb(line: str) -> str:
    """An instruction of the above in its 16-bit form, of two operands for most, which sets the flags."""
    name, _, rest = line.partition(" ")
    name = name.removesuffix(".w")
    operands = rest.split(", ")
    if name in OVERWRITING:
        dst, a, b = operands
        if dst not in (a, b) or (dst == b and OVERWRITING[name] == "left"):
            raise SystemExit(f"no 16-bit form: {line}")
        return f"{name}s {dst}, {b if dst == a else a}"
    if name in ("lsl", "lsr", "mvn") or (name == "mov" and operands[1].startswith("#")):
        return f"{name}s {rest}"
    return f"{name} {rest}"


def follow(block: Block, plan: Plan, slots_at: int) -> list[str]:
    """The instructions of a plan. Raises if the plan does not compute the block."""
    holds = {register: value for value, register in block.inputs}
    slots: dict[int, int | None] = {}
    done: set[int] = set()
    lines = []
    for step in plan:
        what, *numbers = step.split()
        n = [int(number) for number in numbers]
        if what == "op":
            op, dst, a, b = block.code.ops[n[0]], *n[1:]
            wrong = (op.a is not None and holds.get(a) != op.a) or (op.b is not None and holds.get(b) != op.b)
            if wrong or (n[0] in done and op.name == "str"):
                raise SystemExit(f"{block.name}: wrong operands at {step}")
            if op.dst is not None:
                holds[dst] = op.dst
            done.add(n[0])
            lines.append(instruction(op, dst, a, b))
        elif what == "move":
            holds[n[0]] = holds[n[1]]
            lines.append(f"mov.w {name_of(n[0])}, {name_of(n[1])}")
        elif what == "spill":
            slots[n[1]] = holds[n[0]]
            lines.append(f"str.w {name_of(n[0])}, [sp, #{slots_at + 4 * n[1]}]")
        else:
            value = slots[n[1]]
            assert value is not None
            holds[n[0]] = value
            lines.append(f"ldr.w {name_of(n[0])}, [sp, #{slots_at + 4 * n[1]}]")
    if any(holds.get(register) != value for value, register in block.outputs):
        raise SystemExit(f"{block.name}: results in wrong registers")
    if any(op.name == "str" and i not in done for i, op in enumerate(block.code.ops)):
        raise SystemExit(f"{block.name}: a store is missing")
    if max(slots, default=0) >= blocks.SLOT_COUNT:
        raise SystemExit(f"{block.name}: too many slots")
    return lines


def emit(target: str, file: str, plans: dict[str, Plan]) -> str:
    """The text of a file of macros."""
    of = "GHASH" if file in HASH_FILES else "fixsliced AES"
    lines = [
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/* Blocks of {of}, scheduled for the Cortex-{target.upper()} by scripts/fixslice/generate.py. */",
        "",
    ]
    made = TARGETS[target][1]
    slots = hashing.SLOTS if file in HASH_FILES else made.slots
    for block in files(target)[file](made):
        body = follow(block, plans[block.name], slots)
        lines += [f"/* {block.what}. */", f"    .macro {block.name}"]
        lines += [f"    {thumb(line) if target == 'm0' else line}" for line in body] + ["    .endm", ""]
    return "\n".join(lines[:-1]) + "\n"


def improve(target: str, names: list[str], turns: int, seeds: int) -> None:
    """Search plans for the blocks, all if no names are given, and keep what is better."""
    path = PLANS / f"{target}.json"
    plans = json.loads(path.read_text()) if path.exists() else {}
    for make in files(target).values():
        for block in make(TARGETS[target][1]):
            if names and block.name not in names:
                continue
            best = plans.get(block.name, {"cycles": 1 << 30})
            for seed in range(1, seeds + 1):
                cycles, plan = search(block, target, turns, seed)
                follow(block, plan, 0)
                print(f"{target} {block.name} seed {seed}: {cycles} cycles", flush=True)
                if cycles < best["cycles"]:
                    best = {"cycles": cycles, "steps": plan}
            plans = json.loads(path.read_text()) if path.exists() else {}
            plans[block.name] = best
            PLANS.mkdir(exist_ok=True)
            path.write_text(json.dumps(plans, indent=0) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--search", metavar="TARGET", choices=TARGETS, help="look for better plans")
    parser.add_argument("--blocks", nargs="*", default=[], help="of these blocks alone")
    parser.add_argument("--turns", type=int, default=20000000, help="steps of the search")
    parser.add_argument("--seeds", type=int, default=2, help="searches of each block")
    args = parser.parse_args()
    if args.search:
        improve(args.search, args.blocks, args.turns, args.seeds)
        return 0
    wrong = 0
    for target, (folder, _) in TARGETS.items():
        plans = {name: plan["steps"] for name, plan in json.loads((PLANS / f"{target}.json").read_text()).items()}
        for file in files(target):
            path = ROOT / "algo" / folder / f"{file}.inc"
            content = emit(target, file, plans)
            if not args.check:
                path.parent.mkdir(exist_ok=True)
                path.write_text(content)
            elif not path.exists() or path.read_text() != content:
                print(f"{path.relative_to(ROOT)} is not what scripts/fixslice/generate.py makes")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
