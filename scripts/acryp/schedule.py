# SPDX-License-Identifier: Apache-2.0
"""Order of the instructions of a straight block: a list scheduler for the engine's in-order issue.

The engine issues in order, and waits at an instruction that needs a busy unit or an operand that is not finished: the
order decides how well multiplier and adder work side by side. Temporaries, slots whose values nothing reads after the
block, get their slots anew from their pool, so that results alone bind the order. What a block computes does not depend
on the order; the model of times decides how fast it is, never what it computes.
"""

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from isa import FLAG_OF_COND, VECTOR, decode

if TYPE_CHECKING:
    from asm import Line, Slot

WORDS = 4  # of an operand in the model: 256 bits in words of 72
SLACKS = (0, 4, 12)  # cycles that an instruction may wait for because more depends on it
TRIALS = 30
NOISE = 0.4  # of the weights, from one trial to the next
PRODUCTS = ("mul", "sqr", "mulw")
SUMS = ("add", "sub", "madd", "msub", "subk", "sel", "set", "bit", "scan", "getb")
# Scalar instructions: registers that they read, whether they write rd, flags that they read and write.
FUNCTIONS = {
    "li": ("", True, "", ""),
    "addi": ("s", True, "", ""),
    "addr": ("st", True, "", ""),
    "subr": ("st", True, "", ""),
    "shl": ("s", True, "", ""),
    "shr": ("s", True, "", ""),
    "dec": ("s", True, "", ""),
    "dclr": ("", False, "", "D"),
    "dabs": ("", False, "D", "DS"),
    "flag": ("", False, "BCZ", "B"),
}
FIELD_BIT = {"d": 23, "a": 15, "b": 7}  # where an instruction has an operand's slot


class ScheduleError(Exception):
    """A block that cannot be scheduled: the message says why."""


def rows(op: str, n: int = WORDS) -> int:
    """Cycles of the multiplier that a product takes."""
    return 3 + {"mul": 2 * n * n - n, "sqr": n * n + n * (n - 1) // 2, "mulw": n}[op]


def duration(op: str, n: int = WORDS) -> int:
    """Cycles from the issue to the end of what is no product."""
    if op not in SUMS:
        return 1
    return {"madd": 2 * n + 5, "msub": 2 * n + 5, "getb": 5, "scan": 8 * n + 8}.get(op, n + 8)


@dataclass
class Node:
    """An instruction, with the values of temporaries by number."""

    line: "Line"
    reads: dict[str, int] = field(default_factory=dict)  # operand: value
    writes: int | None = None  # value
    after: set[int] = field(default_factory=set)  # nodes before it
    waits: set[int] = field(default_factory=set)  # those of them whose end it waits for
    weight: float = 0  # cycles from its issue to the end of all that depends on it


class Machine:
    """When instructions are issued and when they end: an estimate. Two products share the multiplier. In the RTL a
    product alone ends up to 8 cycles earlier than here; orders made with its exact times are not faster as a whole."""

    ALONE = 0.86  # of the multiplier's cycles, what a single product can use
    TAIL = 8  # cycles from the last element of a product to its result
    ISSUE = 2  # cycles from an instruction to the next one

    def __init__(self) -> None:
        self.now = self.seen = self.adder = 0.0
        self.work: dict[int, float] = {}
        self.ends: dict[int, float] = {}
        self.products: list[int] = []

    @staticmethod
    def advance(work: dict[int, float], ends: dict[int, float], seen: float, until: float) -> None:
        while work and seen < until:
            rate = Machine.ALONE if len(work) == 1 else 1 / len(work)
            span = min(min(work.values()) / rate, until - seen)
            seen += span
            for k in list(work):
                work[k] -= span * rate
                if work[k] < 1e-6:
                    del work[k]
                    ends[k] = seen + Machine.TAIL

    def end(self, k: int) -> float:
        if k in self.ends:
            return self.ends[k]
        ends: dict[int, float] = {}
        self.advance(dict(self.work), ends, self.seen, float("inf"))
        return ends[k]

    def earliest(self, op: str, waits: set[int]) -> float:
        t = max([self.now, *(self.end(k) for k in waits)])
        if op in PRODUCTS:
            busy = sorted(e for e in map(self.end, self.products) if e > t)
            return busy[-2] if len(busy) > 1 else t
        return max(t, self.adder) if op in SUMS or op in ("dclr", "dabs", "flag") else t

    def issue(self, k: int, op: str, t: float) -> None:
        self.advance(self.work, self.ends, self.seen, t)
        self.seen = t
        self.now = t + (self.ISSUE if op in VECTOR else 1)
        if op in PRODUCTS:
            self.products = [p for p in self.products if self.end(p) > t] + [k]
            self.work[k] = rows(op)
        elif op in SUMS:
            self.ends[k] = self.adder = t + duration(op)
        else:
            self.ends[k] = t


class Block:
    """Instructions between .schedule and .ends, and the pool of their temporaries."""

    def __init__(self, lines: "list[Line]", pool: "list[Slot]") -> None:
        self.pool = pool
        self.nodes = [Node(line) for line in lines]
        self.depend()
        for node in reversed(self.nodes):
            op = node.line.op
            node.weight += rows(op) / Machine.ALONE + Machine.TAIL if op in PRODUCTS else duration(op)
            for k in node.waits:
                self.nodes[k].weight = max(self.nodes[k].weight, node.weight)

    def state(self, line: "Line") -> tuple[set[object], set[object]]:
        """What an instruction reads and writes but temporaries: units of slots, registers r0 to r15, X, flags."""
        found = decode(line.word)
        if line.op in FUNCTIONS:
            registers, result, flags_in, flags_out = FUNCTIONS[line.op]
            index = {"s": found.rs, "t": found.imm & 15}
            return {index[r] for r in registers} | set(flags_in), set(flags_out) | ({found.rd} if result else set())
        if line.op not in PRODUCTS and line.op not in SUMS:
            raise ScheduleError(f"{line.where}: {line.op} does not belong into a scheduled block")
        op = VECTOR[line.op]
        reads: set[object] = set()
        writes: set[object] = set()
        for operand, slot in line.slots.items():
            units = {("unit", u) for u in slot.units()}
            if slot in self.pool:
                continue
            if any(u in s.units() for s in self.pool for u in slot.units()):
                raise ScheduleError(f"{line.where}: {slot.name} covers a temporary")
            if operand in op.reads:
                reads |= units
            if operand in op.writes:
                writes |= units
        if "r" in op.form:
            reads.add(found.b & 15)
        if line.index:
            reads.add("X")
        if "c" in op.form and line.cond in FLAG_OF_COND:
            reads.add(FLAG_OF_COND[line.cond])
        if line.op in ("add", "sub"):
            writes |= {"C", "Z"}
        if line.op in ("scan", "getb"):
            reads.add("D")
        if line.op == "getb":
            writes.add("D")
        return reads, writes

    def depend(self) -> None:
        """Each read after the write before it, each write after all that used what it overwrites."""
        value: dict[str, int] = {}  # of a temporary: the node that made it
        writer: dict[object, int] = {}
        readers: dict[object, set[int]] = {}
        for i, node in enumerate(self.nodes):
            op = VECTOR.get(node.line.op)
            for operand, slot in node.line.slots.items():
                if slot not in self.pool or not op:
                    continue
                if operand in op.reads:
                    if slot.name not in value:
                        raise ScheduleError(f"{node.line.where}: {slot.name} is a temporary and has no value yet")
                    node.reads[operand] = value[slot.name]
                    node.waits.add(value[slot.name])
                if operand in op.writes:
                    node.writes = i
            if node.writes is not None:
                value[node.line.slots["d"].name] = i
            reads, writes = self.state(node.line)
            node.waits |= {writer[r] for r in reads if r in writer and not isinstance(r, int)}
            node.after |= {writer[r] for r in reads if r in writer}
            for w in writes:
                before = readers.get(w, set()) | ({writer[w]} if w in writer else set())
                node.after |= before - {i}
                if isinstance(w, tuple):
                    node.waits |= before - {i}
                writer[w] = i
                readers[w] = set()
            for r in reads - writes:
                readers.setdefault(r, set()).add(i)
            node.after |= node.waits

    def order(self, weights: list[float], slack: float) -> "tuple[list[int], list[Line]]":
        """Indices and instructions of the block by one rule: of the instructions that wait the least, or slack cycles
        more, the heaviest. Nothing if the temporaries do not suffice for that."""
        machine = Machine()
        left = set(range(len(self.nodes)))
        uses = [sum(list(n.reads.values()).count(i) for n in self.nodes) for i in range(len(self.nodes))]
        free: list[tuple[Slot, set[int]]] = [(slot, set()) for slot in self.pool]  # with the last users
        held: dict[int, tuple[Slot, set[int]]] = {}
        lines, indices = [], []
        while left:
            found = []
            place = min(free, key=lambda p: max((machine.end(u) for u in p[1]), default=-1.0), default=None)
            for i in sorted(left):
                node = self.nodes[i]
                if node.after & left or (node.writes is not None and not place):
                    continue
                waits = node.waits | place[1] if node.writes is not None and place else node.waits
                found.append((machine.earliest(node.line.op, waits), i))
            if not found:
                return [], []
            soon = min(found)[0] + slack
            t, i = max((f for f in found if f[0] <= soon), key=lambda f: (weights[f[1]], -f[1]))
            node = self.nodes[i]
            left.remove(i)
            indices.append(i)
            machine.issue(i, node.line.op, t)
            slots = dict(node.line.slots)
            for operand, value in node.reads.items():
                slots[operand] = held[value][0]
                held[value][1].add(i)
                uses[value] -= 1
            if node.writes is not None and place:
                free.remove(place)
                held[i] = (place[0], {i})
                slots["d"] = place[0]
            for value in {*node.reads.values(), i} & held.keys():
                if uses[value] == 0:
                    free.append(held[value])
            lines.append(self.placed(node.line, slots))
        return indices, lines

    def fixed(self, order: list[int]) -> "list[Line]":
        """The block in a given order. A value gets the temporary that has been free for longest."""
        where = self.nodes[0].line.where if self.nodes else ""
        if sorted(order) != list(range(len(self.nodes))):
            raise ScheduleError(f"{where}: the order is not one of this block's instructions")
        uses = [sum(list(n.reads.values()).count(i) for n in self.nodes) for i in range(len(self.nodes))]
        free = list(self.pool)
        held: dict[int, Slot] = {}
        done: set[int] = set()
        lines = []
        for i in order:
            node = self.nodes[i]
            if node.after - done:
                raise ScheduleError(f"{node.line.where}: the order has it before an instruction that it needs")
            done.add(i)
            slots = dict(node.line.slots)
            for operand, value in node.reads.items():
                slots[operand] = held[value]
                uses[value] -= 1
            if node.writes is not None:
                if not free:
                    raise ScheduleError(f"{node.line.where}: too few temporaries for the order")
                slots["d"] = held[i] = free.pop(0)
            free += [held[value] for value in sorted({*node.reads.values(), i} & held.keys()) if uses[value] == 0]
            lines.append(self.placed(node.line, slots))
        return lines

    @staticmethod
    def placed(line: "Line", slots: "dict[str, Slot]") -> "Line":
        """The instruction with other slots."""
        word = line.word
        for operand, slot in slots.items():
            bit = FIELD_BIT[operand]
            word = word & ~(255 << bit) | slot.number << bit
        return replace(line, slots=slots, word=word)


def estimate(lines: "list[Line]") -> float:
    """The end of instructions in this order."""
    machine = Machine()
    block = Block(lines, [])
    for i, node in enumerate(block.nodes):
        machine.issue(i, node.line.op, machine.earliest(node.line.op, node.waits))
    return max(machine.end(i) for i in range(len(lines)))


def schedule(lines: "list[Line]", pool: "list[Slot]", order: list[int] | None = None) -> "list[Line]":
    """The instructions in this order, by indices in lines, or in the order that the model finds; with temporaries of
    the pool. ScheduleError if something cannot be moved, if there are too few temporaries, or if it is no order of
    this block."""
    return Block(lines, pool).fixed(order) if order is not None else find(lines, pool)[1]


def find(lines: "list[Line]", pool: "list[Slot]") -> "tuple[list[int], list[Line]]":
    """The fastest order that the model finds, for a block that runs again and again: rounds overlap, and what the next
    round waits for weighs, too. Indices in lines, and the instructions."""
    block = Block(lines, pool)
    weights = [n.weight for n in Block(lines + lines, pool).nodes[: len(lines)]]
    rng = random.Random(1)  # the same search every time
    best, found, indices = float("inf"), [], []
    for trial in range(TRIALS):
        changed = [w * (1 + (rng.random() - 0.5) * NOISE * (trial > 0)) for w in weights]
        numbers, order = block.order(changed, SLACKS[trial % len(SLACKS)])
        end = estimate(order + order + order) if order else best
        if end < best:
            best, found, indices = end, order, numbers
    if lines and not found:
        raise ScheduleError(f"{lines[0].where}: too few temporaries")
    return indices, found
