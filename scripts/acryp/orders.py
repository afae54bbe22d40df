#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Search the order of the microcode's scheduled blocks by the engine's own time:
orders.py [--seconds N] [--list | --check] [LABEL...].

A block runs again and again in the Verilated engine, in fields of the kinds and lengths that it is for. An instruction
moves; the new order stays if it is faster in the mean of the fields, or sometimes if it is little slower (simulated
annealing). What doubles a point begins while the adder reads a table, as in the microcode. The best orders are in
hw/acryp/ucode/orders.txt, which the assembler reads: it refuses an order that breaks a dependency. Without labels all
blocks are searched, each for so many seconds (60). --list prints the cycles of each block in each of its fields.
--check fails if a block has no order there, if an order is of no block, or if the order that the assembler estimates is
faster. The engine is built by test/rtl/build.py (OB_RTL_DIR). Run rom.py afterwards.
"""

import argparse
import math
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "test/rtl"), str(ROOT / "scripts/acryp")]

from acryp_rtl import Rtl  # noqa: E402
from asm import ORDERS, Line, Program, assemble, read_orders  # noqa: E402
from isa import FN, JUMP, KIND, REGS, SCALAR, scalar, vector  # noqa: E402
from rom import UCODE  # noqa: E402
from schedule import Block, ScheduleError, find  # noqa: E402

FILE = UCODE / ORDERS
WIDTH = 72
ROUNDS = 6  # of a block in one measurement
REACH = 8  # places that an instruction moves at most
HEAT = 0.01  # at the start: a change that costs 1 % is kept once in e times
HEAD = """; SPDX-License-Identifier: Apache-2.0
; Orders of scheduled blocks, by the label before them: indices of the written instructions, from 0. Made by
; scripts/acryp/orders.py; do not edit.
"""
# Kinds of fields: a prime, and whether products are folded.
P256, P384 = 2**256 - 2**224 + 2**192 + 2**96 - 1, 2**384 - 2**128 - 2**96 + 2**32 - 1
P25519, P448 = 2**255 - 19, 2**448 - 2**224 - 1
OTHER = 2**256 - 2**255 // 3 | 1  # as of a curve with a random prime
FIELDS = {
    "special, 4 words": (P256, False),
    "special, 6 words": (P384, False),
    "other, 4 words": (OTHER, False),
    "fold, 4 words": (P25519, True),
    "special, 7 words": (P448, False),
}
# Fields that a block is for, where they are not all of these.
THREE = ("special, 4 words", "special, 6 words", "other, 4 words")
ANY = ("other, 4 words", "fold, 4 words")
EDWARDS = ("fold, 4 words", "special, 7 words")
FIELDS_OF = {
    "point_double": THREE,
    "double_any": ANY,
    "double_edwards": ("fold, 4 words",),
    "double_edwards_any": EDWARDS,
    "point_add": THREE,
    "add_any": ANY,
    "add_edwards": ("fold, 4 words",),
    "add_edwards_any": EDWARDS,
    "ladder_step": EDWARDS,
    "base_double": THREE,
    "sum_double": THREE,
    "sum_double_any": ANY,
    "sum_started": THREE,
}

AFTER_TABLE = ("point_double", "double_any", "double_edwards", "double_edwards_any", "sum_double", "sum_double_any")
UNUSED = 180  # a slot above those of the microcode


class Bench:
    """The engine with a program that runs one block."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.rtl = Rtl(program, "", WIDTH)
        self.slots = {name: program.slots[name].number for name in ("cP", "cC", "cK")}

    def code(self, block: list[Line], words: int, fold: bool, table: bool) -> list[int]:
        """Entry 1: the field, registers that are cursors into the fourth word, but p1 and p7, which count entries of a
        table, and n, which counts rounds."""
        p, c, k = (self.slots[name] for name in ("cP", "cC", "cK"))
        rounds, bits = 8, 9

        def li(register: int, value: int) -> int:
            return scalar(SCALAR, FN["li"], rd=register, imm=value)

        start = [li(bits, words), scalar(SCALAR, FN["geo"], rs=bits, rd=bits), li(bits, words * WIDTH)]
        start += [vector("in", d=slot, b=bits) for slot in (p, c)]
        start += [vector("setf", a=p, cond=3 if fold else 1), vector("add", d=k, a=p, b=p, cond=1), vector("setk", a=k)]
        start += [li(register, 3 << 7 | WIDTH - 1) for register in range(REGS)]
        start += [li(1, 32), li(7, 16), li(rounds, ROUNDS)]
        loop = 2 + len(start)
        code = [vector("end"), vector("end"), *start]
        if table:
            code.append(vector("scan", d=UNUSED, a=UNUSED, b=7))
        code += [line.word for line in block]
        code += [scalar(JUMP, KIND["djnz"], rs=rounds, imm=loop), vector("end")]
        code[1] = scalar(JUMP, KIND["jmp"], imm=2)
        return code

    def cycles(self, name: str, block: list[Line], field: str) -> float:
        prime, fold = FIELDS[field]
        words = -(-(prime.bit_length() + 14) // WIDTH)
        bits = words * WIDTH
        code = self.code(block, words, fold, name in AFTER_TABLE)
        self.rtl.load(code)
        data = self.rtl.engine.words(((prime, bits), ((1 << bits) % prime, bits)))
        if self.rtl.raw(1, [], data) != 0:
            sys.exit(f"a block does not end in the field {field}")
        return self.rtl.cycles / ROUNDS


def fields_of(name: str) -> tuple[str, ...]:
    return FIELDS_OF.get(name, tuple(FIELDS))


def search(bench: Bench, name: str, start: list[int], seconds: float) -> tuple[list[int], float]:
    """The best order, and the mean of its times by those of the start."""
    _, lines, pool = bench.program.blocks[name]
    block = Block(lines, pool)
    first = {field: bench.cycles(name, block.fixed(start), field) for field in fields_of(name)}
    rng = random.Random(name)  # noqa: S311 # no secret

    def price(order: list[int]) -> float:
        try:
            placed = block.fixed(order)
        except ScheduleError:
            return math.inf
        return sum(bench.cycles(name, placed, field) / was for field, was in first.items()) / len(first)

    now, cost = list(start), 1.0
    best, least = now, cost
    began = time.monotonic()
    while (spent := time.monotonic() - began) < seconds:
        heat = HEAT * (1 - spent / seconds) ** 2
        order = list(now)
        moved = order.pop(rng.randrange(len(order)))
        at = rng.randrange(len(order) + 1)
        near = start.index(moved) if rng.random() < 0.1 else now.index(moved)
        order.insert(max(near - REACH, min(near + REACH, at)) if len(order) > REACH else at, moved)
        if order == now:
            continue
        new = price(order)
        if new <= cost or (new < math.inf and heat > 0 and rng.random() < math.exp((cost - new) / heat)):
            now, cost = order, new
        if cost < least:
            best, least = now, cost
    return best, least


def check(bench: Bench, kept: dict[str, list[int]]) -> int:
    bad = [f"{name}: in {FILE.name} alone" for name in kept.keys() - bench.program.blocks.keys()]
    for name, (_, lines, pool) in bench.program.blocks.items():
        if name not in kept:
            bad.append(f"{name}: no order in {FILE.name}")
            continue
        block, fields = Block(lines, pool), fields_of(name)
        ours, estimated = block.fixed(kept[name]), block.fixed(find(lines, pool)[0])
        times = [(bench.cycles(name, ours, field), bench.cycles(name, estimated, field)) for field in fields]
        saved = 1 - sum(now / was for now, was in times) / len(times)
        print(f"{name}: {100 * saved:.1f} % faster than the estimated order")
        if saved < 0:
            bad.append(f"{name}: the estimated order is faster")
    print("\n".join([*bad, "run scripts/acryp/orders.py, then scripts/acryp/rom.py" if bad else "all have an order"]))
    return len(bad) > 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("labels", nargs="*", metavar="LABEL")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    program = assemble(*sorted(UCODE.glob("*.ucode")))
    unknown = set(options.labels) - program.blocks.keys()
    if unknown:
        sys.exit(f"no block after {', '.join(sorted(unknown))}; there are {', '.join(program.blocks)}")
    bench, kept = Bench(program), read_orders(FILE)
    if options.check:
        return check(bench, kept)
    kept = {name: order for name, order in kept.items() if name in program.blocks}
    for name in options.labels or program.blocks:
        begin, lines, pool = program.blocks[name]
        placed = [line for line in program.lines[begin : begin + len(lines)] if line]
        if options.list:
            times = (f"{bench.cycles(name, placed, field):.0f} ({field})" for field in fields_of(name))
            print(f"{name}: {', '.join(times)}")
            continue
        start = kept.get(name) or find(lines, pool)[0]
        kept[name], least = search(bench, name, start, options.seconds)
        print(f"{name}: {100 * (1 - least):.1f} % faster", flush=True)
        FILE.write_text(HEAD + "".join(f"{label} {' '.join(map(str, kept[label]))}\n" for label in sorted(kept)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
