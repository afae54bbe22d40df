# SPDX-License-Identifier: Apache-2.0
"""A block as the text of a macro, and back: reading a macro follows its instructions through the block's program.

A plan is what stands between the two: "op NUMBER DST A B", an operation of the program with its registers, "move DST
SRC", "spill REGISTER SLOT" and "fill REGISTER SLOT"."""

from __future__ import annotations

import re

import blocks
from blocks import Block
from program import Op

Plan = list[str]
OVERWRITING = {"mul": "both", "eor": "both", "and": "both", "orr": "both", "bic": "left", "ror": "left"}
SIGNS = {"eor": "^", "and": "&", "orr": "|", "bic": "& ~", "mul": "*", "lsl": "<<", "lsr": ">>", "ror": "ror"}
COLUMN = 36  # of the comments
MEMORY = re.compile(r"(\w+), \[(\w+), #(\d+)\]$")


class Values:
    """The values of a block's program: those that are computed alike count as one, by its first number."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.one = dict[int, int]()
        self.ops = dict[tuple, list[int]]()
        first = dict[tuple, int]()
        for number, op in enumerate(block.code.ops):
            key = self.key(op.name, self.of(op.a), self.of(op.b), op.shift, op.immediate)
            self.ops.setdefault(key, []).append(number)
            if op.dst is not None:
                self.one[op.dst] = first.setdefault(key, op.dst)

    def of(self, value: int | None) -> int | None:
        return None if value is None else self.one.get(value, value)

    @staticmethod
    def key(name: str, a: int | None, b: int | None, shift: str, immediate: int | None) -> tuple:
        if OVERWRITING.get(name) == "both" and not shift and a is not None and b is not None and a > b:
            a, b = b, a
        return name, a, b, shift, immediate

    def name(self, value: int | None) -> str:
        if value is None:
            return "sp"
        names = self.block.code.names
        return names.get(value) or names.get(self.one.get(value, value)) or f"v{value}"


def name_of(register: int) -> str:
    return "lr" if register == 14 else f"r{register}"


def number_of(register: str) -> int:
    return {"lr": 14, "sp": 13}[register] if register in ("lr", "sp") else int(register[1:])


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


def meaning(values: Values, op: Op) -> str:
    """An operation in the names of the program."""
    if op.name == "str":
        return f"[{values.name(op.a)} + {op.immediate}] = {values.name(op.b)}"
    if op.name == "ldr":
        return f"{values.name(op.dst)} = [{values.name(op.a)} + {op.immediate}]"
    if op.a is None:
        return f"{values.name(op.dst)} = {op.immediate:#x}"
    b = values.name(op.b) if op.b is not None else ""
    if op.immediate is not None:
        b = hex(op.immediate) if op.immediate > 31 else str(op.immediate)
    if op.shift:
        kind, places = op.shift.split(" #")
        b = f"({b} {SIGNS[kind]} {places})"
    if not b:
        return f"{values.name(op.dst)} = {op.name} {values.name(op.a)}"
    return f"{values.name(op.dst)} = {values.name(op.a)} {SIGNS[op.name]} {b}"


def follow(block: Block, plan: Plan, slots_at: int, narrow: bool = False) -> list[str]:
    """The instructions of a plan, each with what it computes. Raises if the plan does not compute the block."""
    values = Values(block)
    holds: dict[int, int | None] = {register: value for value, register in block.inputs}
    slots: dict[int, int | None] = {}
    done: set[int] = set()
    lines = []

    def add(text: str, comment: str) -> None:
        lines.append(f"{thumb(text) if narrow else text:<{COLUMN}} @ {comment}")

    for step in plan:
        what, *numbers = step.split()
        n = [int(number) for number in numbers]
        if what == "op":
            op, dst, a, b = block.code.ops[n[0]], *n[1:]
            wrong = (op.a is not None and holds.get(a) != values.of(op.a)) or (
                op.b is not None and holds.get(b) != values.of(op.b)
            )
            if wrong or (n[0] in done and op.name == "str"):
                raise SystemExit(f"{block.name}: wrong operands at {step}")
            if op.dst is not None:
                holds[dst] = values.of(op.dst)
            done.add(n[0])
            add(instruction(op, dst, a, b), meaning(values, op))
        elif what == "move":
            holds[n[0]] = holds[n[1]]
            add(f"mov.w {name_of(n[0])}, {name_of(n[1])}", values.name(holds[n[0]]))
        elif what == "spill":
            slots[n[1]] = holds[n[0]]
            add(f"str.w {name_of(n[0])}, [sp, #{slots_at + 4 * n[1]}]", f"{values.name(slots[n[1]])} kept")
        else:
            value = slots[n[1]]
            assert value is not None
            holds[n[0]] = value
            add(f"ldr.w {name_of(n[0])}, [sp, #{slots_at + 4 * n[1]}]", f"{values.name(value)} again")
    if any(holds.get(register) != values.of(value) for value, register in block.outputs):
        raise SystemExit(f"{block.name}: results in wrong registers")
    if any(op.name == "str" and i not in done for i, op in enumerate(block.code.ops)):
        raise SystemExit(f"{block.name}: a store is missing")
    if max(slots, default=0) >= blocks.SLOT_COUNT:
        raise SystemExit(f"{block.name}: too many slots")
    return lines


def _operands(line: str) -> tuple[str, list[str], str, int | None]:
    """Name, registers (the result first, or what is stored, then the operands in order), shift and immediate."""
    name, _, rest = line.partition(" ")
    name = name.removesuffix(".w")
    if found := MEMORY.match(rest):
        return name, [found[1], found[2]], "", int(found[3])
    words, shift = rest.split(", "), ""
    if name[:-1] in (*OVERWRITING, "lsl", "lsr", "mvn", "mov"):
        name = name[:-1]
        if name in OVERWRITING:
            words = [words[0], *words]
    if " #" in words[-1]:
        shift = words.pop()
    immediate = int(words.pop()[1:], 0) if words[-1].startswith("#") else None
    return name, words, shift, immediate


def read(block: Block, lines: list[str], slots_at: int) -> Plan:
    """The plan of a macro's instructions. Raises if one computes nothing that the program has."""
    values = Values(block)
    holds: dict[int, int | None] = {register: value for value, register in block.inputs}
    slots: dict[int, int | None] = {}
    stored: set[int] = set()
    plan = []
    for line in lines:
        text = line.split("@")[0].strip()
        if not text:
            continue
        name, words, shift, immediate = _operands(text)
        registers = [number_of(word) for word in words]
        first, others = registers[0], registers[1:]
        if name in ("ldr", "str") and words[1] == "sp":
            slot = ((immediate or 0) - slots_at) // 4
            if 0 <= slot < blocks.SLOT_COUNT:
                plan.append(f"{'spill' if name == 'str' else 'fill'} {first} {slot}")
                if name == "str":
                    slots[slot] = holds.get(first)
                else:
                    holds[first] = slots.get(slot)
                continue
        if name == "mov" and others:
            plan.append(f"move {first} {others[0]}")
            holds[first] = holds.get(others[0])
            continue
        if name in ("ldr", "str"):
            others = [-1] if words[1] == "sp" else others
            others += [first] if name == "str" else []
        a, b = (*others, -1, -1)[:2]
        held = [holds.get(register) if register >= 0 else None for register in (a, b)]
        if any(register >= 0 and value is None for register, value in zip((a, b), held)):
            raise SystemExit(f"{block.name}: {text}: a register without a value of the program")
        found = [n for n in values.ops.get(values.key(name, *held, shift, immediate), []) if n not in stored]
        if not found:
            raise SystemExit(f"{block.name}: {text}: nothing that the program computes")
        op = block.code.ops[found[0]]
        if name == "str":
            stored.add(found[0])
        else:
            holds[first] = values.of(op.dst)
        if b >= 0 and held[0] != values.of(op.a):
            a, b = b, a
        plan.append(f"op {found[0]} {first if op.dst is not None else -1} {a} {b}")
    return plan
