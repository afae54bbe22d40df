# SPDX-License-Identifier: Apache-2.0
"""Straight-line programs of 32-bit operations, and the parts of fixsliced AES written as such.

Two blocks lie in eight words: bit i of every byte in word i. Byte r of a word belongs to row r of the state, and in it
bit 2 * c + b to column c of block b. ShiftRows is left out: after k rounds without it (k counts modulo 4), the bits of
row r in column p are those of the true column p - k * r, and MixColumns fetches the next row k columns further (A.
Adomnicai and T. Peyrin, "Fixslicing AES-like Ciphers", TCHES 2021)."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import gen_sbox  # noqa: E402

SP = -1  # as an address: the stack pointer


@dataclass(frozen=True)
class Op:
    """dst = a name b, with b shifted, or a name immediate; or a load or store of a word at address a + offset."""

    name: str  # eor and bic orr lsr lsl ror ldr str ...
    dst: int | None
    a: int | None = None
    b: int | None = None
    shift: str = ""  # "ror #8"
    immediate: int | None = None


class Program:
    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.values = 0
        self.inputs: list[int] = []
        self.names: dict[int, str] = {}  # of values, for those who read the assembly

    def call(self, name: str, values: list[int]) -> None:
        """Name a row of values that have no names yet."""
        for i, value in enumerate(values):
            self.names.setdefault(value, f"{name}{i}")

    def new(self) -> int:
        self.values += 1
        return self.values - 1

    def input(self) -> int:
        value = self.new()
        self.inputs.append(value)
        return value

    def add(self, name: str, a: int, b: int | None = None, shift: str = "", immediate: int | None = None) -> int:
        dst = self.new()
        self.ops.append(Op(name, dst, a, b, shift, immediate))
        return dst

    def eor(self, a: int, b: int, ror: int = 0) -> int:
        return self.add("eor", a, b, f"ror #{ror % 32}" if ror % 32 else "")

    def load(self, address: int, offset: int) -> int:
        dst = self.new()
        self.ops.append(Op("ldr", dst, None if address == SP else address, None, "", offset))
        return dst

    def store(self, data: int, address: int, offset: int) -> None:
        self.ops.append(Op("str", None, None if address == SP else address, data, "", offset))

    def turned(self, x: int, rows: int, columns: int) -> tuple[int, int]:
        """For every position the bits so many rows and columns further: a value, and how far it is to be rotated."""
        bits = 2 * (columns % 4)
        if not bits:
            return x, 8 * rows
        low = (1 << bits) - 1
        upper = self.add("and", x, immediate=0x01010101 * (0xFF ^ low))
        lower = self.add("and", x, immediate=0x01010101 * low)
        return self.add("orr", upper, lower, "ror #24"), bits + 8 * rows

    def counted(self, x: int, bit: int, k: int) -> Iterable[tuple[int, int]]:
        """Two bits of every byte as those of the last column: values, and by how much they are to be shifted left."""
        for rows, to in ((0x01010101, 6),) if k == 0 else ((0x00010001, 6), (0x01000100, 2)):
            yield self.add("and", x, immediate=(3 * rows) << bit), to - bit


class ThumbProgram(Program):
    """The same with the instructions of ARMv6-M: shifts apart, and masks from memory at the stack pointer."""

    MASKS = (0x55555555, 0x33333333, 0x0F0F0F0F, 0x3F3F3F3F, 0x03030303, 0xFF00FF00, 0x01010101, 0x63636363)
    AT = 16  # where the masks begin

    def __init__(self) -> None:
        super().__init__()
        self.constants: dict[int, int] = {}

    def constant(self, value: int) -> int:
        if value not in self.constants:
            if value < 256:
                self.constants[value] = self.new()
                self.ops.append(Op("mov", self.constants[value], immediate=value))
            else:
                self.constants[value] = self.load(SP, self.AT + 4 * self.MASKS.index(value))
            self.names[self.constants[value]] = f"{value:#x}"
        return self.constants[value]

    def add(self, name: str, a: int, b: int | None = None, shift: str = "", immediate: int | None = None) -> int:
        if b is not None and shift:
            kind, places = shift.split(" #")
            b = self.add(kind, b, immediate=int(places))
        elif immediate is not None and name == "and" and immediate not in self.MASKS:
            name, b = "bic", self.constant(~immediate & 0xFFFFFFFF)
        elif immediate is not None and name not in ("lsl", "lsr"):
            b = self.constant(immediate)
        return super().add(name, a, b, "", immediate if b is None else None)

    def turned(self, x: int, rows: int, columns: int) -> tuple[int, int]:
        bits = 2 * (columns % 4)
        if bits:
            kept = self.constant(0x01010101 * (0xFF >> bits))
            upper = super().add("and", self.add("lsr", x, immediate=bits), kept)
            lower = super().add("bic", self.add("lsl", x, immediate=8 - bits), kept)
            x = super().add("orr", upper, lower)
        return self.add("ror", x, immediate=8 * rows), 0

    def counted(self, x: int, bit: int, k: int) -> Iterable[tuple[int, int]]:
        x = self.add("and", self.add("lsr", x, immediate=bit) if bit else x, immediate=0x03030303)
        if k == 0:
            return [(x, 6)]
        return [(self.add("and", x, immediate=0x00FF00FF), 6), (self.add("and", x, immediate=0xFF00FF00), 2)]


@cache
def circuit(inverse: bool) -> tuple[list[gen_sbox.Gate], int]:
    """The gates of the S-box without its constant, or of the inverse of that."""
    box = gen_sbox.AES_INV if inverse else gen_sbox.AES
    made = gen_sbox.build(box, *box.basis)
    assert made is not None
    gen_sbox.check(box, made)
    return made.gates, made.inverted


def sub_bytes(p: Program, x: list[int], inverse: bool = False) -> list[int]:
    """S(x) ^ 0x63 on eight slices; or the inverse of this."""
    names = {f"x{i}": x[i] for i in range(8)}
    p.call("x", x)
    for out, op, a, b in circuit(inverse)[0]:
        names[out] = p.add("eor" if op == "^" else "and", names[a], names[b])
        p.names[names[out]] = out
    return [names[f"z{i}"] for i in range(8)]


def mix_columns(p: Program, a: list[int], k: int) -> list[int]:
    """MixColumns after k rounds without ShiftRows: 2(a0 + a1) + a1 + a2 + a3."""
    r1, t = [], []
    for i in range(8):
        value, ror = p.turned(a[i], 1, k)
        r1.append((value, ror))
        t.append(p.eor(a[i], value, ror))
    p.call("a", a)
    p.call("next", [value for value, _ in r1])
    p.call("sum", t)
    out = []
    for i in range(8):
        value, ror = p.turned(t[i], 2, 2 * k)
        x = p.eor(t[(i - 1) % 8], *r1[i])
        if i in (1, 3, 4):
            x = p.eor(x, t[7])
        out.append(p.eor(x, value, ror))
    p.call("mixed", out)
    return out


def inverse_factor(p: Program, a: list[int], k: int) -> list[int]:
    """What InvMixColumns does before MixColumns: a + 4(a + a2), a2 being the byte two rows further."""
    v = []
    for i in range(8):
        value, ror = p.turned(a[i], 2, 2 * k)
        v.append(p.eor(a[i], value, ror))
    p.call("a", a)
    p.call("pair", v)
    both = p.eor(v[6], v[7])
    added = [[v[6]], [both], [v[0], v[7]], [v[1], v[6]], [v[2], both], [v[3], v[7]], [v[4]], [v[5]]]
    out = []
    for x, terms in zip(a, added, strict=True):
        for term in terms:
            x = p.eor(x, term)
        out.append(x)
    p.call("factor", out)
    return out


def add_round_key(p: Program, x: list[int], keys: int, offset: int) -> list[int]:
    p.names.setdefault(keys, "keys")
    key, out = [], []
    for i, word in enumerate(x):
        key.append(p.load(keys, offset + 4 * i))
        out.append(p.eor(word, key[i]))
    p.call("key", key)
    p.call("keyed", out)
    return out


def swap_move(p: Program, x: list[int], high: int, low: int, n: int) -> None:
    """Exchange the bits of x[low] above n places, in each group of 2n, with those of x[high] below."""
    mask = {1: 0x55555555, 2: 0x33333333, 4: 0x0F0F0F0F}[n]
    t = p.add("eor", x[high], x[low], f"lsr #{n}")
    t = p.add("and", t, immediate=mask)
    x[high] = p.eor(x[high], t)
    x[low] = p.add("eor", x[low], t, f"lsl #{n}")


def transpose(p: Program, x: list[int], steps: tuple[int, ...] = (1, 2, 4)) -> list[int]:
    """Bit i of byte r of word j becomes bit j of byte r of word i; its own inverse."""
    x = list(x)
    for n in steps:
        for low in range(8):
            if not low & n:
                swap_move(p, x, low + n, low, n)
    return x


def swap_columns(p: Program, x: list[int]) -> list[int]:
    """Two ShiftRows on words in the order of `interleaved`: rows 1 and 3 change places with two columns further."""
    x = list(x)
    for i in range(4):
        t = p.eor(x[i], x[i + 4])
        t = p.add("and", t, immediate=0xFF00FF00)
        x[i], x[i + 4] = p.eor(x[i], t), p.eor(x[i + 4], t)
    return x


def shift_rows(p: Program, x: list[int], k: int) -> list[int]:
    """Four columns as they lie after k rounds without ShiftRows: byte r of word c comes from word c - k * r."""
    x = list(x)
    if k:
        for i in range(2):
            t = p.eor(x[i], x[i + 2])
            if k == 2:
                t = p.add("and", t, immediate=0xFF00FF00)
            else:
                t = p.add("lsl", p.add("lsr", t, immediate=16), immediate=16)
            x[i], x[i + 2] = p.eor(x[i], t), p.eor(x[i + 2], t)
    if k % 2:
        t = [p.add("and", p.eor(x[i], x[(i - k) % 4]), immediate=0xFF00FF00) for i in range(4)]
        x = [p.eor(x[i], t[i]) for i in range(4)]
    return x


def interleaved(words: list[int]) -> list[int]:
    """Columns 0 to 3 of two blocks in the order of the bits of a slice's byte."""
    return [words[i // 2 + 4 * (i % 2)] for i in range(8)]


def apart(words: list[int]) -> list[int]:
    return [words[2 * (i % 4) + i // 4] for i in range(8)]
