# SPDX-License-Identifier: Apache-2.0
"""Where secrets go in a microprogram: no branch, address or length may depend on one.

An abstract run over all paths, with calls kept apart by their return addresses. Its state is the set of slots (of the
narrow geometry), flags (C, Z, B, S, D) and the matrix M of inversions that a secret may have reached. Scalar registers
and the index X take part in no instruction that reads a slot or a flag, so that addresses and lengths are public by
the instruction set; branches on flags are what is left to check, and what OUT lets go.
"""

from asm import Line, Program
from isa import FLAG_OF_COND, FLAG_OF_KIND, VECTOR

SLOTS = 256


class TaintError(Exception):
    """A secret reaches a branch or leaves the block; one line for each place."""


class State:
    """Taint of slots and flags, with where each first came from not kept: the listing shows the place that is wrong."""

    def __init__(self, taint: frozenset[int | str] = frozenset()) -> None:
        self.taint = set(taint)

    def slot(self, line: Line, operand: str) -> bool:
        return any(u in self.taint for u in line.slots[operand].units())

    def write(self, line: Line, operand: str, secret: bool) -> None:
        slot = line.slots[operand]
        if secret:
            self.taint |= set(slot.units())
        elif slot.count == 1 or (line.op == "in" and not line.index):  # an indexed array's other entries keep theirs
            self.taint -= set(slot.units())

    def flag(self, name: str, secret: bool) -> None:
        (self.taint.add if secret else self.taint.discard)(name)


def step(line: Line, s: State, bad: set[str]) -> None:
    """What one instruction does to the state."""
    if line.op in FLAG_OF_KIND:
        flag = FLAG_OF_KIND[line.op]
        if flag in s.taint and line.mark != "open":
            bad.add(f"{line.where}: {line.op} branches on {flag}, which depends on a secret")
        return
    if line.op == "flag":
        sources = {f.upper() for f in line.reason if f in "bcz"}
        if line.reason.startswith("b="):
            sources = {line.reason[2].upper()} - {"0"}
        s.flag("B", bool(sources & s.taint))
        return
    if line.op == "dclr":
        s.flag("D", False)
        return
    if line.op == "dabs":
        s.flag("S", "D" in s.taint)
        return
    if line.op == "divi":
        s.flag("M", False)
        return
    if line.op not in VECTOR:
        return
    op = VECTOR[line.op]
    secret = any(s.slot(line, o) for o in op.reads if o in line.slots)
    if line.op == "in":
        secret = line.mark == "secret"
    elif line.op == "out":
        if secret and line.mark != "release":
            bad.add(f"{line.where}: out lets a secret go without release")
    elif line.op == "div":
        s.flag("M", secret or "M" in s.taint)
    elif line.op == "lin":
        secret = secret or "M" in s.taint
    elif line.op == "scan":
        secret = secret or "D" in s.taint
    elif line.op == "getb":
        s.flag("D", secret or "D" in s.taint)
    elif line.op in ("add", "sub", "sel"):
        secret = secret or FLAG_OF_COND.get(line.cond) in s.taint
        if line.op == "sub" and line.slots["a"] == line.slots["b"] and not line.index and line.cond == 1:
            secret = False  # zero
        if line.op != "sel":
            s.flag("C", secret)
            s.flag("Z", secret)
    # A product or a modular sum depends on the modulus, too.
    if "f" in op.form and line.op in ("mul", "sqr", "madd", "msub", "subk", "lin"):
        secret = secret or f"F{line.word >> 6 & 1}" in s.taint
    if line.op == "setf" and line.mark in ("public", "fold") and s.slot(line, "a"):
        bad.add(f"{line.where}: the time would depend on a secret modulus")
    if line.op in ("setf", "setk"):
        field = f"F{line.word >> 6 & 1}"
        s.flag(field, s.slot(line, "a") or (line.op == "setk" and field in s.taint))
    if op.writes:
        s.write(line, "d", secret)


def check(program: Program) -> None:
    """Raises TaintError with all places that are wrong."""
    bad: set[str] = set()
    seen: dict[tuple[int, tuple[int, ...]], set[int | str]] = {}
    todo: list[tuple[int, tuple[int, ...], frozenset[int | str]]] = [
        (number, (), frozenset()) for number in program.entries.values()
    ]
    while todo:
        pc, stack, taint = todo.pop()
        key = (pc, stack)
        known = seen.get(key)
        if known is not None and taint <= known:
            continue
        seen[key] = (known or set()) | taint
        line = program.lines[pc] if pc < len(program.lines) else None
        if line is None:
            bad.add(f"address {pc}: runs past the end")
            continue
        state = State(frozenset(seen[key]))
        step(line, state, bad)
        after = frozenset(state.taint)
        target = program.labels.get(line.target, -1)
        if line.op == "end":
            continue
        if line.op == "ret":
            if not stack:
                bad.add(f"{line.where}: ret without call")
            else:
                todo.append((stack[-1], stack[:-1], after))
        elif line.op == "call":
            if len(stack) >= 8:
                bad.add(f"{line.where}: calls deeper than the stack")
            else:
                todo.append((target, (*stack, pc + 1), after))
        else:
            if line.target:
                todo.append((target, stack, after))
            if line.op != "jmp":
                todo.append((pc + 1, stack, after))
    if bad:
        raise TaintError("\n".join(sorted(bad)))
