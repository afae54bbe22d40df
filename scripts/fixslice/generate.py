#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the scheduled blocks of fixsliced AES as assembler macros: algo/*/aes_fs_*.inc.

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
from blocks import Block
from program import Op

ROOT = Path(__file__).resolve().parents[2]
PLANS = Path(__file__).resolve().parent / "plans"
SCHEDULER = ROOT / "build/host/cortexm-schedule"
Plan = list[str]

# The blocks of each file that is made; target of the scheduler, and folder below algo/.
FILES: dict[str, Callable[[], list[Block]]] = {
    "aes_fs_ends": blocks.ends,
    "aes_fs_enc_even": lambda: blocks.encrypt((0, 2)),
    "aes_fs_enc_odd": lambda: blocks.encrypt((1, 3)),
    "aes_fs_dec_even": lambda: blocks.decrypt((0, 2)),
    "aes_fs_dec_odd": lambda: blocks.decrypt((1, 3)),
    "aes_fs_key": blocks.keys,
}
TARGETS = {"m4": "armv7m", "m7": "cortexm7"}


def text(block: Block, target: str) -> str:
    """The block as the scheduler reads it."""
    lines = [f"target {target} {len(blocks.ALL)}", "registers " + " ".join(map(str, blocks.ALL))]
    lines += [f"in {value} {register}" for value, register in block.inputs]
    for op in block.code.ops:
        a, b = (-1 if value is None else value for value in (op.a, op.b))
        if op.name == "ldr":
            lines.append(f"load {op.dst} {a} {op.immediate}")
        elif op.name == "str":
            lines.append(f"store {b} {a} {op.immediate}")
        else:
            lines.append(f"alu {op.dst} {a} {b} {int(bool(op.shift))}")
    lines += [f"out {value} {register}" for value, register in block.outputs]
    return "\n".join(lines) + "\n"


def search(block: Block, target: str, turns: int, seed: int) -> tuple[int, Plan]:
    """Estimated cycles, and the plan."""
    run = subprocess.run(
        [SCHEDULER, str(turns), str(seed)], input=text(block, target), text=True, capture_output=True, check=True
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
    if op.immediate is not None:
        shown = hex(op.immediate) if op.immediate > 31 else str(op.immediate)
        return f"{op.name}.w {name_of(dst)}, {name_of(a)}, #{shown}"
    if op.b is None:
        return f"{op.name}.w {name_of(dst)}, {name_of(a)}"
    shift = f", {op.shift}" if op.shift else ""
    return f"{op.name}.w {name_of(dst)}, {name_of(a)}, {name_of(b)}{shift}"


def follow(block: Block, plan: Plan) -> list[str]:
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
            lines.append(f"str.w {name_of(n[0])}, [sp, #{blocks.SLOTS + 4 * n[1]}]")
        else:
            value = slots[n[1]]
            assert value is not None
            holds[n[0]] = value
            lines.append(f"ldr.w {name_of(n[0])}, [sp, #{blocks.SLOTS + 4 * n[1]}]")
    if any(holds.get(register) != value for value, register in block.outputs):
        raise SystemExit(f"{block.name}: results in wrong registers")
    if any(op.name == "str" and i not in done for i, op in enumerate(block.code.ops)):
        raise SystemExit(f"{block.name}: a store is missing")
    if max(slots, default=0) >= blocks.SLOT_COUNT:
        raise SystemExit(f"{block.name}: too many slots")
    return lines


def emit(target: str, file: str, plans: dict[str, Plan]) -> str:
    """The text of a file of macros."""
    lines = [
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/* Blocks of fixsliced AES, scheduled for the Cortex-{target.upper()} by scripts/fixslice/generate.py. */",
        "",
    ]
    for block in FILES[file]():
        lines += [f"/* {block.what}. */", f"    .macro {block.name}"]
        lines += [f"    {line}" for line in follow(block, plans[block.name])] + ["    .endm", ""]
    return "\n".join(lines[:-1]) + "\n"


def improve(target: str, names: list[str], turns: int, seeds: int) -> None:
    """Search plans for the blocks, all if no names are given, and keep what is better."""
    path = PLANS / f"{target}.json"
    plans = json.loads(path.read_text()) if path.exists() else {}
    for make in FILES.values():
        for block in make():
            if names and block.name not in names:
                continue
            best = plans.get(block.name, {"cycles": 1 << 30})
            for seed in range(1, seeds + 1):
                cycles, plan = search(block, target, turns, seed)
                follow(block, plan)
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
    for target, folder in TARGETS.items():
        plans = {name: plan["steps"] for name, plan in json.loads((PLANS / f"{target}.json").read_text()).items()}
        for file in FILES:
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
