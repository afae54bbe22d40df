# SPDX-License-Identifier: Apache-2.0
"""Assembler of acryp's microcode.

A line is a label, a directive or an instruction; a comment begins with `;`. Directives:

    .entry NAME number           the operation starts at the label NAME; ROM[number] jumps there
    .slot NAME number [count]    a slot, or an array of count slots, which alone takes an index: NAME[X]
    .wide NAME number [count]    the same in the geometry of double stride: covers slots 2*number, 2*number + 1
    .reg NAME number             a scalar register
    .equ NAME number
    .macro NAME arg...           up to .endm; `NAME! value, ...` puts the values for {arg}, and a number for {@}
    .schedule NAME...            up to .ends, straight code, whose order is the one that orders.txt has for the label
                                 before it, or else the one that schedule.py finds; the slots NAME... are temporaries,
                                 without a value before the block and after it

Secrets: `in NAME, reg, secret|public` says what the host's operand is; `out NAME, reg, release` says that a result that
secrets went into may leave; `setf f, NAME, public` lets the time depend on the modulus; a branch on a flag that secrets
went into needs `open "reason"`. taint.py checks all that.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from isa import COND, ERRORS, FLAG, FN, JUMP, KIND, MAX_SHIFT, PARAMS, ROM_WORDS, SCALAR, VECTOR, scalar, vector
from schedule import ScheduleError, schedule

ORDERS = "orders.txt"  # beside the source
LONG = ("scan", "getb", "in")  # their arrays take no index: a table, or an operand longer than a slot
ENTRIES = 32  # of the jump table at the ROM's start


class AsmError(Exception):
    """The source is wrong: the message begins with file and line."""


@dataclass(frozen=True)
class Slot:
    name: str
    number: int
    count: int = 1
    wide: bool = False

    def units(self) -> range:
        """Slots of the narrow geometry that it covers."""
        k = 2 if self.wide else 1
        return range(self.number * k, (self.number + self.count) * k)


@dataclass
class Line:
    """An instruction with what the checks need: the slots by operand, and the marks for secrets."""

    where: str
    op: str
    slots: dict[str, Slot] = field(default_factory=dict)
    index: str = ""  # operands with [X]
    mark: str = ""  # secret, public, release or open
    reason: str = ""
    target: str = ""
    cond: int = 0
    word: int = 0


@dataclass
class Program:
    lines: list[Line | None] = field(default_factory=list)  # by address; None: unused entry
    entries: dict[str, int] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    # Scheduled blocks by the label before them: first address, instructions as written, temporaries
    blocks: dict[str, tuple[int, list[Line], list[Slot]]] = field(default_factory=dict)

    @property
    def words(self) -> list[int]:
        return [line.word if line else vector("end") | ERRORS["ARG"] << 7 for line in self.lines]


class Assembler:
    """One pass over the source, then the targets of the jumps."""

    def __init__(self, orders: dict[str, list[int]]) -> None:
        self.orders = orders
        self.program = Program(lines=[None] * ENTRIES)
        self.names: dict[str, int] = {}
        self.regs = {f"r{i}": i for i in range(16)} | {f"p{i}": i for i in range(PARAMS)}
        self.where = ""
        self.macros: dict[str, tuple[list[str], list[str]]] = {}
        self.expansions = 0

        self.block: tuple[int, list[Slot]] | None = None  # a scheduled block: its first address, its temporaries
        self.label = ""  # the last one

    def fail(self, message: str) -> None:
        raise AsmError(f"{self.where}: {message}")

    def number(self, text: str, bits: int) -> int:
        value = self.names.get(text)
        if value is None:
            try:
                value = int(text, 0)
            except ValueError:
                self.fail(f"{text} is no number")
        assert value is not None
        if not -(1 << (bits - 1)) <= value < 1 << bits:
            self.fail(f"{text} does not fit in {bits} bits")
        return value & ((1 << bits) - 1)

    def reg(self, text: str) -> int:
        if text not in self.regs:
            self.fail(f"{text} is no register")
        return self.regs[text]

    def begin_block(self, names: list[str]) -> None:
        if self.block:
            self.fail(".schedule in a scheduled block")
        pool = []
        for name in names:
            slot = self.program.slots.get(name)
            if not slot or slot.count > 1 or slot.wide:
                self.fail(f"{name} is no single slot")
            assert slot
            pool.append(slot)
        self.block = (len(self.program.lines), pool)

    def end_block(self) -> None:
        if not self.block:
            self.fail(".ends without .schedule")
        assert self.block
        begin, pool = self.block
        self.block = None
        moduli = {line.slots["a"].name for line in self.program.lines if line and line.op in ("setf", "setk")}
        for line in self.program.lines[begin:]:
            if line and "d" in line.slots and line.slots["d"].name in moduli:
                self.fail(f"{line.slots['d'].name}: a scheduled block leaves moduli and bounds as they are")
        lines = [line for line in self.program.lines[begin:] if line]
        self.program.blocks[self.label] = (begin, lines, pool)
        try:
            self.program.lines[begin:] = schedule(lines, pool, self.orders.get(self.label))
        except ScheduleError as e:
            raise AsmError(str(e)) from e

    def directive(self, words: list[str]) -> None:
        if words[0] == ".ends":
            self.end_block()
            return
        if words[0] == ".schedule":
            self.begin_block(words[1:])
            return
        kind, name, *rest = words
        if kind == ".entry":
            number = self.number(rest[0], 8)
            if number >= ENTRIES or self.program.lines[number]:
                self.fail(f"entry {number} is taken or beyond {ENTRIES}")
            self.program.entries[name] = number
            self.program.lines[number] = Line(self.where, "jmp", target=name)
        elif kind in (".slot", ".wide"):
            count = self.number(rest[1], 8) if len(rest) > 1 else 1
            if name in self.program.slots:
                self.fail(f"{name} is there already")
            self.program.slots[name] = Slot(name, self.number(rest[0], 8), count, kind == ".wide")
        elif kind == ".reg":
            self.regs[name] = self.reg(f"r{rest[0]}")
        elif kind == ".equ":
            self.names[name] = self.number(rest[0], 16)
        else:
            self.fail(f"unknown directive {kind}")

    def slot(self, line: Line, operand: str, text: str) -> int:
        if text.endswith("[X]"):
            text = text[:-3]
            line.index += operand
        slot = self.program.slots.get(text)
        if not slot:
            self.fail(f"{text} is no slot")
        assert slot
        if operand in line.index and slot.count == 1 or slot.count > 1 and not line.index and line.op not in LONG:
            self.fail(f"{text}: an array takes an index, a slot none")
        line.slots[operand] = slot
        return slot.number

    def vector_line(self, line: Line, args: list[str]) -> None:
        op = VECTOR[line.op]
        form = op.form
        values: dict[str, int] = {}
        if "c" in form and len(args) == len(form) - 1:
            args = [*args, "always"]
        if line.op == "setf" and args[2:] in (["public"], ["fold"]):
            line.mark = args.pop()
            values["cond"] = 1 if line.mark == "public" else 3
        if line.op in ("in", "out") and len(args) == 3:
            line.mark = args.pop()
        if len(args) != len(form):
            self.fail(f"{line.op} takes {len(form)} operands")
        imm = 0
        for kind, text in zip(form, args, strict=True):
            if kind in "dab":
                values[kind] = self.slot(line, kind, text)
            elif kind == "f":
                if text not in ("f0", "f1"):
                    self.fail(f"{text} is no field")
                values["f"] = int(text[1])
            elif kind == "c":
                if text not in COND:
                    self.fail(f"{text} is no condition")
                values["cond"] = COND[text]
            elif kind == "r":
                values["b"] = self.reg(text)
            elif kind == "i":
                imm = ERRORS[text] if text in ERRORS else self.number(text, 16)
            elif kind == "w":
                values["cond"] = values.get("cond", 0) | self.number(text, 1)
            elif kind == "m":
                if text not in ("mod", "int"):
                    self.fail("lin ends in mod or int")
                values["cond"] = values.get("cond", 0) | (text == "mod") << 1
        if len({s.wide for s in line.slots.values()}) > 1:
            self.fail("slots of both geometries in one instruction")
        if line.op == "in" and line.mark not in ("secret", "public"):
            self.fail("in says secret or public")
        line.cond = values.get("cond", 0)
        line.word = vector(line.op, x=line.index, **values) | imm << 7

    def scalar_line(self, line: Line, args: list[str]) -> None:
        op = line.op
        rs = rd = imm = 0
        if op == "li":
            rd, imm = self.reg(args[0]), self.number(args[1], 16)
        elif op == "addi":
            rd, rs, imm = self.reg(args[0]), self.reg(args[1]), self.number(args[2], 16)
        elif op in ("shl", "shr"):
            rd, rs, imm = self.reg(args[0]), self.reg(args[1]), self.number(args[2], 16)
            if imm > MAX_SHIFT[op]:
                self.fail(f"{op} by more than {MAX_SHIFT[op]} bits")
        elif op in ("addr", "subr"):
            rd, rs, imm = self.reg(args[0]), self.reg(args[1]), self.reg(args[2])
        elif op in ("pos", "dec", "mulb"):
            rd, rs = self.reg(args[0]), self.reg(args[1])
        elif op == "geo":
            rs, rd = self.reg(args[0]), self.reg(args[1])
        elif op == "setx":
            rs, imm = self.reg(args[0]), self.number(args[1], 16) if len(args) > 1 else 0
        elif op == "dabs":
            imm = self.number(args[0], 4)
        elif op == "flag":
            if args[0] not in FLAG:
                self.fail(f"{args[0]} is no function of flags")
            line.reason, imm = args[0], FLAG[args[0]]
        line.word = scalar(SCALAR, FN[op], rs, rd, imm)

    def jump_line(self, line: Line, args: list[str]) -> None:
        rs = rd = 0
        if line.op in ("jz", "jnz", "djnz", "jn"):
            rs = self.reg(args.pop(0))
        elif line.op == "jlt":
            rs, rd = self.reg(args.pop(0)), self.reg(args.pop(0))
        if line.op != "ret":
            line.target = args.pop(0)
        if args:
            found = re.fullmatch(r'open "(.+)"', args.pop(0))
            if not found or args:
                self.fail('only open "reason" follows a target')
            assert found
            line.mark, line.reason = "open", found[1]
        line.word = scalar(JUMP, KIND[line.op], rs, rd)

    def source(self, path: Path) -> None:
        macro: list[str] | None = None
        for i, raw in enumerate(path.read_text().splitlines()):
            self.where = f"{path.name}:{i + 1}"
            text = raw.partition(";")[0].strip()
            if text.startswith(".macro "):
                name, *args = text.split()[1:]
                macro = []
                self.macros[name] = (args, macro)
            elif text == ".endm":
                macro = None
            elif macro is not None:
                macro.append(text)
            elif text:
                self.line(text)

    def expand(self, name: str, values: list[str]) -> None:
        if name not in self.macros:
            self.fail(f"{name} is no macro")
        args, body = self.macros[name]
        if len(args) != len(values):
            self.fail(f"{name}! takes {len(args)} values")
        self.expansions += 1
        number = str(self.expansions)
        for text in body:
            for arg, value in [("@", number), *zip(args, values, strict=True)]:
                text = text.replace("{" + arg + "}", value)
            if text:
                self.line(text)

    def line(self, text: str) -> None:
        """A label, directive, macro or instruction."""
        if text.startswith("."):
            self.directive(text.split())
            return
        if found := re.fullmatch(r"(\w+):", text):
            if self.block:
                self.fail("a label in a scheduled block")
            if found[1] in self.program.labels:
                self.fail(f"{found[1]} is there already")
            self.program.labels[found[1]] = len(self.program.lines)
            self.label = found[1]
            return
        op, _, rest = text.partition(" ")
        args = [a.strip() for a in rest.split(",")] if rest.strip() else []
        if op.endswith("!"):
            self.expand(op[:-1], args)
            return
        line = Line(self.where, op)
        try:
            if op in VECTOR:
                self.vector_line(line, args)
            elif op in FN:
                self.scalar_line(line, args)
            elif op in KIND:
                self.jump_line(line, args)
            else:
                self.fail(f"unknown instruction {op}")
        except IndexError:
            self.fail(f"{op}: too few operands")
        self.program.lines.append(line)

    def finish(self) -> Program:
        if self.block:
            self.fail(".schedule without .ends")
        for line in self.program.lines:
            if not line or not line.target:
                continue
            self.where = line.where
            if line.target not in self.program.labels:
                self.fail(f"no label {line.target}")
            if not line.word:
                line.word = scalar(JUMP, KIND["jmp"])
            line.word |= self.program.labels[line.target] << 7
        if len(self.program.lines) > ROM_WORDS:
            self.fail(f"{len(self.program.lines)} instructions, more than {ROM_WORDS}")
        return self.program


def read_orders(path: Path) -> dict[str, list[int]]:
    """The orders of blocks that orders.py has found, by the label before the block."""
    lines = path.read_text().splitlines() if path.exists() else []
    rows = (line.split() for line in lines if line and not line.startswith(";"))
    return {name: [int(i) for i in order] for name, *order in rows}


def assemble(*paths: Path) -> Program:
    assembler = Assembler(read_orders(paths[0].parent / ORDERS))
    for path in paths:
        assembler.source(path)
    return assembler.finish()
