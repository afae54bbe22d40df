# SPDX-License-Identifier: Apache-2.0
"""List scheduling and register allocation for the Cortex-M7, over the rules of sim/cortexm/m7_rules.def, which the
simulator reads, too.

Input is straight-line Thumb-2 code whose operands with a % are values: each definition makes a new one, and gets a
register when its instruction is placed. Names without % are registers, and stay. Output is the same code in an order
that issues two instructions a cycle where the model allows it. A load by a secret index never stands next to another
load: two loads would share a cycle or not by their DTCM banks, that is, by the secret.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

RULES = Path(__file__).resolve().parents[3] / "sim/cortexm/m7_rules.def"


def _rules(name: str) -> list[tuple[str, str]]:
    """The lines of a name in the table of rules."""
    found = re.findall(rf"^M7_{name}\((\w+), (\w+)\)", RULES.read_text(), re.MULTILINE)
    if not found:
        raise SystemExit(f"{RULES}: no rule M7_{name}")
    return found


def _mnemonics(kind: str) -> set[str]:
    return {mnemonic for each, mnemonic in _rules("CLASS") if each == kind}


READY = {what: int(cycles) for what, cycles in _rules("READY")}
EARLIER = {operand: int(cycles) for operand, cycles in _rules("EARLIER")}
APART = _rules("APART")
REGISTERS = [f"r{i}" for i in range(13)] + ["sp", "lr", "pc"]
BITFIELD, NO_SHIFT_PAIR, EARLY_SOURCE = map(_mnemonics, ("bitfield", "no_shift_pair", "early_source"))
SHIFTED_LAST, SHIFTS, SIMPLE, WIDE_IMMEDIATE = map(_mnemonics, ("extracted", "shift", "simple", "wide_immediate"))
MULTIPLIES = {"mul", "mla", "umull", "umlal", "umaal"}
NO_DESTINATION = {"cmp", "tst", "str", "strb", "b", "bx", "push"}
FLAGS, LANES = "flags", "lanes"  # N, Z, C, V; GE
NEVER = -9


Order = tuple  # seed, strength of its noise, window, weight of what waits, and any number of moves


class Stuck(Exception):
    """No order within the registers was found from here."""


@dataclass(eq=False)
class Value:
    name: str
    uses: int = 0
    pin: str | None = None


@dataclass(eq=False)
class Instruction:
    """One instruction. text has {0}, {1}, ... for its values; defs and uses are values or names of registers."""

    index: int
    text: str
    name: str
    values: list[Value]
    defs: list[Value | str] = field(default_factory=list)
    uses: list[tuple[Value | str, str]] = field(default_factory=list)  # with the role of the operand
    load: bool = False
    store: bool = False
    branch: str = ""
    secret: bool = False
    narrow: bool = False
    shifter: bool = False
    sets_flags: bool = False
    update: Value | str | None = None
    bank: tuple[Value | str, int] | None = None  # base and offset, from which to tell the bank of another load
    before: int = 0  # how many instructions must come first
    after: list[Instruction] = field(default_factory=list)

    @property
    def bitfield(self) -> bool:
        return self.name in BITFIELD

    @property
    def multiply(self) -> bool:
        return self.name in MULTIPLIES

    @cached_property
    def classes(self) -> frozenset[str]:
        """What the rules on pairs ask for; only of an instruction that is parsed to its end."""
        is_of = {
            "any": True,
            "store": self.store,
            "bitfield": self.bitfield,
            "shifter": self.shifter,
            "no_shift_pair": self.name in NO_SHIFT_PAIR,
            "multiply": self.multiply,
            "branch_reg": self.branch == "bx",
        }
        return frozenset(name for name, holds in is_of.items() if holds)


def _shifted_constant(name: str, text: str) -> bool:
    value = int(text, 0) & 0xFFFFFFFF
    low, following = value & 0xFF, value >> 8 & 0xFF
    pattern = value in (low * 0x01010101, low * 0x00010001, following * 0x01000100)
    plain = value < 4096 or value ^ 0xFFFFFFFF < 4096 or pattern
    return not plain or (name in WIDE_IMMEDIATE and 255 < value < 4096 and not pattern)


def _banks_differ(a: Instruction, b: Instruction) -> bool:
    return a.bank is not None and b.bank is not None and a.bank[0] == b.bank[0] and bool((a.bank[1] ^ b.bank[1]) & 4)


class Block:
    """Straight-line code, parsed. inputs and outputs name values with the registers that they are in. in_place: a
    result takes the register of its first operand, if that ends there."""

    def __init__(self, code: str, inputs: dict[str, str], outputs: dict[str, str], in_place: bool = False) -> None:
        self.in_place = in_place
        self.current: dict[str, Value] = {name: Value(name, pin=reg) for name, reg in inputs.items()}
        self.inputs = list(self.current.values())
        self.code: list[Instruction] = []
        for line in code.splitlines():
            if line.strip():
                self._parse(line.strip())
        for name, reg in outputs.items():
            value = self.current[name]
            if value.pin not in (None, reg):
                raise ValueError(f"{name} is in {value.pin}, not in {reg}")
            value.pin = reg
            value.uses += 1
        self.outputs = {self.current[name] for name in outputs}
        self._order()
        self.height = [0] * len(self.code)  # cycles from an instruction to the end of what waits for it
        for now in reversed(self.code):
            cycles = 3 if now.narrow or now.multiply else 2 if now.load or now.bitfield or now.shifter else 1
            self.height[now.index] = cycles + max((self.height[later.index] for later in now.after), default=0)

    def _use(self, instruction: Instruction, token: str, role: str) -> str:
        if token.startswith("%"):
            value = self.current[token]
            value.uses += 1
            instruction.uses.append((value, role))
            return self._placeholder(instruction, value)
        if token in REGISTERS:
            instruction.uses.append((token, role))
        return token

    @staticmethod
    def _placeholder(instruction: Instruction, value: Value) -> str:
        instruction.values.append(value)
        return "{" + str(len(instruction.values) - 1) + "}"

    def _define(self, instruction: Instruction, token: str) -> str:
        if token.startswith("%"):
            value = self.current[token] = Value(token)
            instruction.defs.append(value)
            return self._placeholder(instruction, value)
        if token in REGISTERS:
            instruction.defs.append(token)
        return token

    def _parse(self, line: str) -> None:
        mnemonic, _, rest = line.partition(" ")
        name = mnemonic.removesuffix(".w")
        flags = name in ("adds", "subs", "cmp", "tst", "adcs", "ands")
        name = {"adds": "add", "subs": "sub", "ands": "and", "adcs": "adc"}.get(name, name)
        branch = name if name in ("b", "bx", "beq", "bmi", "bne", "bcc", "bcs", "bgt", "bhi", "blo", "bls") else ""
        now = Instruction(len(self.code), "", name, [], branch=branch, sets_flags=flags)
        now.load, now.store = name in ("ldr", "ldrb", "ldrh"), name in ("str", "strb")
        now.narrow = name in ("ldrb", "ldrh")
        parts = re.findall(r"\[[^\]]*\]!?|[^,\[\]]+", rest)
        parts = [part.strip() for part in parts if part.strip()]
        shift = ""
        if len(parts) > 1 and re.match(r"(lsl|lsr|asr|ror) #", parts[-1]):
            shift = parts.pop()
            now.shifter = name not in BITFIELD
        written: list[str] = []
        if now.load or now.store:
            if now.load:
                destination = parts[0]
            else:
                written.append(self._use(now, parts[0], "data"))
            written.append(self._address(now, parts[1], parts[2] if len(parts) > 2 else ""))
            if now.load:
                written.insert(0, self._define(now, destination))
        else:
            sources = parts if name in NO_DESTINATION or branch else parts[1:]
            if name == "movt":  # changes its first operand, which in_place keeps in its register
                sources = parts
            for i, part in enumerate(sources):
                last = i == len(sources) - 1
                role = "early" if name in EARLY_SOURCE else "shifted" if last and now.shifter else "late"
                if name in SHIFTED_LAST and last:
                    role = "shifted"
                written.append(self._use(now, part, role))
            if len(parts) > 1 and parts[-1].startswith("#") and name not in BITFIELD | SHIFTS | {"movw", "movt"}:
                now.shifter = now.shifter or _shifted_constant(name, parts[-1][1:])
            if not (name in NO_DESTINATION or branch):
                written.insert(0, self._define(now, parts[0]))
            if name == "movt":
                del written[1]
            if name in ("adc", "sbc") or (branch and branch not in ("b", "bx")):
                now.uses.append((FLAGS, "late"))
        if flags:
            now.defs.append(FLAGS)
        if name == "uadd8":
            now.defs.append(LANES)
        if name == "sel":
            now.uses.append((LANES, "late"))
        if shift:
            written.append(shift)
        now.text = f"{mnemonic} {', '.join(written)}".rstrip()
        self.code.append(now)

    def _address(self, now: Instruction, part: str, post: str) -> str:
        if not part.startswith("["):
            return part  # a literal
        inner, updates = part[1:].split("]")[0], part.endswith("!") or bool(post)
        tokens = [token.strip() for token in inner.split(",")]
        base = self._use(now, tokens[0], "address")
        out = [base]
        if len(tokens) == 1 or tokens[1].startswith("#"):
            offset = int(tokens[1][1:], 0) if len(tokens) == 2 else 0
            now.bank = (now.uses[-1][0], 0 if updates and post else offset)
        if len(tokens) > 1:
            if tokens[1].startswith("#"):
                out.append(tokens[1])
            else:
                out.append(self._use(now, tokens[1], "address"))
                now.secret = now.load
                out += tokens[2:]
        text = f"[{', '.join(out)}]" + ("!" if part.endswith("!") else "")
        if updates:
            if tokens[0].startswith("%"):
                raise ValueError("only registers are updated")
            now.defs.append(tokens[0])
            now.update = tokens[0]
        return f"{text}, {post}" if post else text

    def _order(self) -> None:
        """The order that must hold: definitions before uses; for registers and stack slots, uses come
        before the next definition."""
        makers: dict[Value, Instruction] = {}
        writer: dict[str, Instruction] = {}
        readers: dict[str, list[Instruction]] = {}
        for now in self.code:
            first: set[Instruction] = set()
            for used, _ in now.uses:
                if isinstance(used, Value):
                    if used in makers:
                        first.add(makers[used])
                elif used in writer:
                    first.add(writer[used])
            places = [used for used, _ in now.uses if isinstance(used, str)]
            slot = re.search(r"\[sp(?:, #(-?\w+))?\](!?)", now.text)
            if slot:
                place = "slot " + ("0" if slot[2] or not slot[1] else slot[1])
                if now.store:
                    first.update(readers.get(place, []))
                if place in writer:
                    first.add(writer[place])
                if now.store:
                    writer[place], readers[place] = now, []
                else:
                    readers.setdefault(place, []).append(now)
            for made in now.defs:
                if isinstance(made, Value):
                    makers[made] = now
                else:
                    first.update(readers.get(made, []))
                    if made in writer:
                        first.add(writer[made])
            for place in places:
                readers.setdefault(place, []).append(now)
            for made in now.defs:
                if isinstance(made, str):
                    writer[made], readers[made] = now, []
            if now.branch or now.text.startswith("ldr.w pc"):
                first.update(self.code[: now.index])
            first.discard(now)
            now.before = len(first)
            for earlier in first:
                earlier.after.append(now)


class Pipeline:
    """The state of the timing model: cycle, the instruction that still lacks a partner, when each register is ready."""

    def __init__(self) -> None:
        self.cycle = 0
        self.older: Instruction | None = None
        self.older_at = 0
        self.older_bank: int | None = None
        self.available = dict.fromkeys(REGISTERS, 0)
        self.loaded = dict.fromkeys(REGISTERS, NEVER)

    def ready(self, now: Instruction, register_of: dict[Value, str]) -> int:
        earliest = 0
        for used, role in now.uses:
            if used in (FLAGS, LANES):
                continue
            reg = register_of[used] if isinstance(used, Value) else used
            ready = self.available[reg]
            if role == "late" and (now.shifter or now.multiply) and self.loaded[reg] == ready:
                role = "loaded"
            earliest = max(earliest, ready - EARLIER[role])
        return earliest

    def pairs(self, now: Instruction) -> bool:
        older = self.older
        assert older is not None
        if now.load and older.load and not _banks_differ(now, older):
            return False
        return not any(first in older.classes and second in now.classes for first, second in APART)

    def issue_time(self, now: Instruction, register_of: dict[Value, str]) -> int:
        ready = self.ready(now, register_of)
        if self.older is not None and ready <= self.older_at and self.pairs(now):
            return self.older_at
        return max(ready, self.older_at + 1 if self.older is not None else self.cycle, self.cycle)

    def place(self, now: Instruction, register_of: dict[Value, str]) -> int:
        ready = self.ready(now, register_of)
        paired = self.older is not None and ready <= self.older_at and self.pairs(now)
        at = self.issue_time(now, register_of)
        partner = self.older if paired else None
        early = self._early(now, partner, at, register_of)
        for made in now.defs:
            if made in (FLAGS, LANES):
                continue
            reg = register_of[made] if isinstance(made, Value) else made
            self.loaded[reg] = NEVER
            if now.load and made is not now.update:
                self.available[reg] = at + READY["narrow_load" if now.narrow else "word_load"]
                if not now.narrow:
                    self.loaded[reg] = self.available[reg]
            elif now.load or now.store:
                self.available[reg] = at + READY["updated"]
            elif now.name in EARLY_SOURCE:
                self.available[reg] = at + READY["early_source"]
            elif now.multiply:
                self.available[reg] = at + READY["multiply"]
            else:
                self.available[reg] = at + READY["early" if early else "late"]
        if paired:
            self.older, self.cycle = None, at + 1
        else:
            self.older, self.older_at, self.cycle = now, at, at
        return at

    def _early(self, now: Instruction, older: Instruction | None, at: int, register_of: dict[Value, str]) -> bool:
        shift = now.name in SHIFTS
        if not shift and (now.name not in SIMPLE or now.shifter or older is not None):
            return False
        if older is not None and (older.shifter or older.name in NO_SHIFT_PAIR):
            return False
        for used, _ in now.uses:
            if (
                used not in (FLAGS, LANES)
                and self.available[register_of[used] if isinstance(used, Value) else used] > at
            ):
                return False
        return True

    def copy(self) -> Pipeline:
        twin = Pipeline.__new__(Pipeline)
        twin.__dict__ = dict(self.__dict__)
        twin.available, twin.loaded = dict(self.available), dict(self.loaded)
        return twin


class Schedule:
    """One run over a block: a seed and the strength of its noise decide between orders that look equally good; each of
    the moves shifts one instruction by a number of places."""

    def __init__(
        self,
        block: Block,
        pool: list[str],
        order: Order,
        after: Schedule | None = None,
    ) -> None:
        seed, noise, window, weight, *moves = order
        source = random.Random(seed)
        self.block, self.pool, self.window = block, pool, window
        self.rank = [i - weight * height + noise * source.random() for i, height in enumerate(block.height)]
        for index, places in moves:
            self.rank[index] += places
        self.before = [now.before for now in block.code]
        self.left = {value: value.uses for value in block.inputs}
        for now in block.code:
            for made in now.defs:
                if isinstance(made, Value):
                    self.left[made] = made.uses
        self.register_of: dict[Value, str] = {}
        self.occupied: dict[str, Value] = {}
        for value in block.inputs:
            assert value.pin
            self.register_of[value] = value.pin
            self.occupied[value.pin] = value
        self.holds = dict(self.occupied)
        self.pinned = {value.pin for value in self.left if value.pin and value not in block.inputs}
        self.done = [False] * len(block.code)
        self.first, self.last = 0, -1
        self.ready = {now for now in block.code if now.before == 0}
        self.pipeline = after.pipeline.copy() if after else Pipeline()
        self.begun = self.pipeline.cycle
        self.lines: list[list[str]] = []
        self.previous = after.previous if after else None

    def _next_to_load(self, now: Instruction, previous: Instruction | None) -> bool:
        return now.load and previous is not None and previous.load and (now.secret or previous.secret)

    def _dying(self, now: Instruction) -> list[Value]:
        counts: dict[Value, int] = {}
        for used, _ in now.uses:
            if isinstance(used, Value):
                counts[used] = counts.get(used, 0) + 1
        return [value for value, count in counts.items() if self.left[value] == count]

    def _fits(self, now: Instruction) -> bool:
        """Whether a register is there for the result, and for what remains, taken in the order of the source."""
        freed = {self.register_of[value] for value in self._dying(now)}
        free = [reg for reg in self.pool if reg not in self.occupied or reg in freed]
        for made in now.defs:
            if isinstance(made, Value):
                if made.pin:
                    if made.pin in self.occupied and made.pin not in freed:
                        return False
                elif not free:
                    return False
        count = len(free) - sum(isinstance(made, Value) and made.uses > 0 for made in now.defs)
        if count < 0:
            return False
        left = dict[Value, int]()
        for used, _ in now.uses:
            if isinstance(used, Value):
                left[used] = left.get(used, self.left[used]) - 1
        for other in self.block.code[self.first : max(self.last, now.index)]:
            if self.done[other.index] or other is now:
                continue
            for used, _ in other.uses:
                if isinstance(used, Value):
                    remaining = left.get(used, self.left[used]) - 1
                    left[used] = remaining
                    count += remaining == 0
            for made in other.defs:
                if isinstance(made, Value) and made.uses > 0:
                    count -= 1
            if count < 0:
                return False
        return True

    def _choose_register(self, now: Instruction, made: Value, freed: list[str]) -> str:
        if made.pin:
            return made.pin
        free = [reg for reg in self.pool if reg not in self.occupied]
        if not free:
            raise Stuck
        if self.block.in_place and freed and freed[0] in free:
            return freed[0]
        free.sort(key=lambda reg: (reg in self.pinned, reg not in freed, REGISTERS.index(reg)))
        return free[0]

    def _place(self, now: Instruction) -> None:
        dying = self._dying(now)
        freed = [self.register_of[value] for value in dying]
        names: dict[Value, str] = {}
        for used, _ in now.uses:
            if isinstance(used, Value):
                self.left[used] -= 1
                names[used] = self.register_of[used]
                if self.holds[names[used]] is not used:
                    raise AssertionError(f"{used.name} was overwritten")
        for value in dying:
            if value not in self.block.outputs:
                del self.occupied[self.register_of[value]]
        for made in now.defs:
            if isinstance(made, Value):
                reg = self._choose_register(now, made, freed)
                if reg in self.occupied:
                    raise Stuck
                self.register_of[made] = names[made] = reg
                self.holds[reg] = made
                if made.uses:
                    self.occupied[reg] = made
        at = self.pipeline.place(now, self.register_of)
        text = now.text.format(*(names[value] for value in now.values))
        if self.lines and self.pipeline.older is None:
            self.lines[-1].append(text)
        else:
            self.lines.append([text])
        self.done[now.index] = True
        self.last = max(self.last, now.index)
        while self.first < len(self.done) and self.done[self.first]:
            self.first += 1
        self.ready.discard(now)
        for later in now.after:
            self.before[later.index] -= 1
            if self.before[later.index] == 0:
                self.ready.add(later)
        self.previous = now
        if now.branch and now.branch not in ("beq", "bmi"):
            self.pipeline.cycle, self.pipeline.older = at + 1, None

    def _candidates(self) -> list[tuple[int, float, Instruction]]:
        found = []
        near = [now for now in self.ready if now.index < self.first + self.window]
        for now in near:
            if self._next_to_load(now, self.previous):
                continue
            found.append((self.pipeline.issue_time(now, self.register_of), self.rank[now.index], now))
        found.sort(key=lambda each: (each[0], each[1], each[2].index))
        return found

    def run(self) -> list[list[str]]:
        while self.first < len(self.block.code):
            candidates = self._candidates()
            older = self.pipeline.older
            if older is not None:
                for at, _, now in candidates:
                    if at == self.pipeline.older_at and self._fits(now):
                        self._place(now)
                        break
                else:
                    self.pipeline.cycle = self.pipeline.older_at + 1
                    self.pipeline.older = None
                continue
            best: tuple[float, float, Instruction] | None = None
            fitting = 0
            for at, rank, now in candidates:
                if best is not None and at > best[0]:
                    break
                if not self._fits(now):
                    continue
                fitting += 1
                score = rank + (0 if self._partner(now, at, candidates) else 40)
                if best is None or score < best[1]:
                    best = (at, score, now)
                if fitting >= 8:
                    break
            if best is None:
                forced = [now for now in self.ready if self._fits(now)]
                if not forced:
                    raise Stuck
                now = min(forced, key=lambda each: each.index)
                if self._next_to_load(now, self.previous):
                    self.lines.append(["nop.w"])
                    self.previous = None
                    self.pipeline.cycle += 1
                    continue
                best = (0, 0, now)
            self._place(best[2])
        for value in self.block.outputs:
            if self.holds[value.pin or ""] is not value:
                raise AssertionError(f"{value.name} is not in its register")
        return self.lines

    def _partner(self, now: Instruction, at: int, candidates: list[tuple[int, float, Instruction]]) -> bool:
        """Whether something could share the cycle with this one, registers apart."""
        saved = self.pipeline.older, self.pipeline.older_at
        self.pipeline.older, self.pipeline.older_at = now, at
        found = False
        for _, _, other in candidates[:16]:
            if other is now or self._next_to_load(other, now):
                continue
            if self.pipeline.ready(other, self.register_of) <= at and self.pipeline.pairs(other):
                found = True
                break
        self.pipeline.older, self.pipeline.older_at = saved
        return found

    @property
    def cycles(self) -> float:
        """From the start of the block; an instruction that still lacks a partner counts as half."""
        return self.pipeline.cycle - self.begun + (0.5 if self.pipeline.older is not None else 0)


def search(
    make: Callable[[], Block], pool: list[str], tries: int, after: Schedule | None = None
) -> tuple[Order, Schedule]:
    """The parameters of the shortest schedule among many; orders.json keeps them."""
    best: tuple[Order, Schedule] | None = None
    for seed in range(tries):
        source = random.Random(f"try {seed}")
        noise, window = source.choice((0.0, 1.5, 3.0, 4.5, 6.0)), source.choice((12, 14, 16, 18, 20, 22, 26, 34))
        order = (seed, noise, window, source.choice((0.0, 0.0, 0.5, 1.0, 2.0, 4.0)))
        schedule = Schedule(make(), pool, order, after)
        try:
            schedule.run()
        except Stuck:
            continue
        if best is None or schedule.cycles < best[1].cycles:
            best = (order, schedule)
    if best is None:
        raise Stuck
    return best
