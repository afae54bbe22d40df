# SPDX-License-Identifier: Apache-2.0
"""The schedulers and the generator of the fixsliced blocks: a search gives the same plan each time, one that the
generator accepts; and a plan with a fault of any kind is refused."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "algo/fixslice"))
import assembly  # noqa: E402
import blocks  # noqa: E402
import generate  # noqa: E402

TURNS = {"m0": 20000, "m4": 150000, "m7": 150000}
FAULTS = 40
SEED = 5


def accepts(block: blocks.Block, plan: list[str]) -> bool:
    try:
        assembly.follow(block, plan, 0)
    except (SystemExit, KeyError):
        return False
    return True


def reads(block: blocks.Block, lines: list[str], slots_at: int, narrow: bool) -> bool:
    """Whether the instructions of a macro are taken for what the program computes."""
    try:
        assembly.follow(block, assembly.read(block, lines, slots_at), slots_at, narrow)
    except (SystemExit, KeyError):
        return False
    return True


def faults_in_text(block: blocks.Block, plan: list[str], slots_at: int, narrow: bool, source: random.Random) -> int:
    """How many of the macro's instructions may be left out, or write another register, without notice."""
    lines = [line.split("@")[0].strip() for line in assembly.follow(block, plan, slots_at, narrow)]
    if assembly.read(block, lines, slots_at) != plan or not reads(block, lines, slots_at, narrow):
        return len(lines)
    unnoticed = 0
    for _ in range(FAULTS):
        at = source.randrange(len(lines))
        unnoticed += reads(block, lines[:at] + lines[at + 1 :], slots_at, narrow)
        other = re.sub(r" \w+", lambda found: f" r{(assembly.number_of(found[0][1:]) + 1) % 8}", lines[at], count=1)
        unnoticed += reads(block, [*lines[:at], other, *lines[at + 1 :]], slots_at, narrow)
    return unnoticed


def with_fault(plan: list[str], source: random.Random) -> list[str]:
    """Without a step, with two that change places, or with another operand or slot."""
    faulty, at = list(plan), source.randrange(len(plan))
    kind = source.randrange(3)
    if kind == 0:
        del faulty[at]
    elif kind == 1:
        other = source.randrange(len(plan))
        faulty[at], faulty[other] = faulty[other], faulty[at]
    else:
        what, *numbers = faulty[at].split()
        numbers[-1] = str(int(numbers[-1]) + 1)
        faulty[at] = " ".join([what, *numbers])
    return faulty


def meaning(block: blocks.Block, plan: list[str]) -> tuple[bool, list[int]]:
    """Whether the plan reads what it has written only, and what it leaves in the registers of the block's results."""
    holds = {register: value for value, register in block.inputs}
    slots: dict[int, int | None] = {}
    stored = set()
    good = True
    for step in plan:
        what, *words = step.split()
        n = [int(word) for word in words]
        if what == "op":
            op = block.code.ops[n[0]]
            good = good and (op.a is None or holds.get(n[2]) == op.a) and (op.b is None or holds.get(n[3]) == op.b)
            if op.dst is not None:
                holds[n[1]] = op.dst
            else:
                stored.add(n[0])
        elif what == "spill":
            slots[n[1]] = holds.get(n[0])
        else:
            holds[n[0]] = slots.get(n[1], -1) if what == "fill" else holds.get(n[1], -1)
    stores = {i for i, op in enumerate(block.code.ops) if op.name == "str"}
    results = [holds.get(register, -1) for _, register in block.outputs]
    return good and stored == stores, results


def main() -> int:
    failures = 0
    generate.SCHEDULER = Path(sys.argv[1])
    for target, (_, made) in generate.TARGETS.items():
        for block in (made.encrypt_round(1), made.ends()[3]):
            cycles, plan = generate.search(block, target, TURNS[target], SEED)
            if generate.search(block, target, TURNS[target], SEED) != (cycles, plan):
                print(f"{target} {block.name}: another plan at the second time")
                failures += 1
            wanted = [value for value, _ in block.outputs]
            if not accepts(block, plan) or meaning(block, plan) != (True, wanted):
                print(f"{target} {block.name}: a plan that does not compute the block")
                failures += 1
            source, refused = random.Random(SEED), 0
            for _ in range(FAULTS):
                faulty = with_fault(plan, source)
                refused += meaning(block, faulty) != (True, wanted)
                if accepts(block, faulty) and meaning(block, faulty) != (True, wanted):
                    print(f"{target} {block.name}: accepts a plan with a fault")
                    failures += 1
            if found := faults_in_text(block, plan, made.slots, target == "m0", random.Random(SEED)):
                print(f"{target} {block.name}: {found} faults in the macro's text pass")
                failures += 1
            if refused < FAULTS // 4:
                print(f"{target} {block.name}: only {refused} of the planted faults matter")
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
