# SPDX-License-Identifier: Apache-2.0
"""The simulator's public-key accelerator of the LTC against Python's integers: test_pkha.py SIMULATOR.

Register by register, without the driver: every mode on random numbers of many lengths, points of two curves
as the library cryptography has them, and the errors that it reports.
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path

from bus import BusFault, accesses
from cryptography.hazmat.primitives.asymmetric import ec

BASE = 0x400D1000
MD, STA, ESTA, CW, SIZE, NUMBER = 0x000, 0x048, 0x04C, 0x040, 0x080, 0x800
DI, EI, PRIME, ZERO = 1 << 16, 1 << 20, 1 << 28, 1 << 30
A, B, N, E = range(4)
ADD, SUB, BUS, MUL, EXP, REDUCE, INVERT, EC_ADD, EC_DOUBLE, EC_MUL, GCD, IS_PRIME = (
    0x800000 | m for m in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15)
)
WHOLE, QUARTER = 64, 16  # words
CURVES = {  # p, a, b
    ec.SECP256R1: (
        2**256 - 2**224 + 2**192 + 2**96 - 1,
        -3,
        0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
    ),
    ec.SECP256K1: (2**256 - 2**32 - 977, 0, 7),
}


class Script:
    """Accesses, and what is to be read where."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.checks: list[tuple[int, str, int, int]] = []  # line, what, mask, value

    def write(self, offset: int, value: int) -> None:
        self.lines.append(f"w {BASE + offset:x} {value:x}")

    def number(self, register: int, value: int, size: int, at: int = 0) -> None:
        for i in range((size + 3) // 4):
            self.write(NUMBER + 0x200 * register + 4 * (at + i), value >> 32 * i & 0xFFFFFFFF)
        self.write(SIZE + 8 * register, size)

    def expect(self, offset: int, what: str, value: int, mask: int = 0xFFFFFFFF) -> None:
        self.checks.append((len(self.lines), what, mask, value))
        self.lines.append(f"r {BASE + offset:x}")

    def run(self, mode: int, what: str, flags: int = DI) -> None:
        self.write(CW, 1)
        self.write(STA, DI)
        self.write(MD, mode)
        self.expect(STA, what, flags)

    def result(self, what: str, value: int, size: int, at: int = 0) -> None:
        for i in range((size + 3) // 4):
            left = min(4, size - 4 * i)
            mask = (1 << 8 * left) - 1
            self.expect(NUMBER + 0x200 * B + 4 * (at + i), what, value >> 32 * i & mask, mask)

    def failure(self, mode: int, what: str, error: int) -> None:
        self.write(CW, 1)
        self.write(STA, DI)
        self.write(MD, mode)
        self.expect(STA, what, EI)
        self.expect(ESTA, what, 8 << 8 | error)
        self.write(0x030, 1)  # COM: ALL
        self.write(CW, 0xF001)


def length(value: int) -> int:
    return max(1, (value.bit_length() + 7) // 8)


def flag(value: int) -> int:
    return DI | (ZERO if value == 0 else 1 << 29 if value == 1 else 0)


def modular(s: Script, source: random.Random) -> None:
    for size in (1, 3, 4, 16, 31, 64, 128, 255, 256):
        n = source.getrandbits(8 * size) | 1 << 8 * size - 1 | 1
        a, b, e = source.randrange(n), source.randrange(n), source.getrandbits(8 * min(size, 16))
        wide = source.getrandbits(8 * 256)
        cases = [
            (ADD, a, (a + b) % n),
            (SUB, a, (a - b) % n),
            (SUB, b, 0),
            (BUS, a, (b - a) % n),
            (MUL, a, a * b % n),
            (EXP, a, pow(a, e, n)),
            (EXP | 1 << 10, a, pow(a, e, n)),
            (REDUCE, wide, wide % n),
            (GCD, a, math.gcd(a, n)),
        ]
        if math.gcd(a, n) == 1:
            cases.append((INVERT, a, pow(a, -1, n)))
        for mode, first, result in cases:
            what = f"mode {mode:x}, {size} bytes"
            s.number(A, first, 256 if mode == REDUCE else size)
            s.number(B, b, size)
            s.number(N, n, size)
            s.number(E, e, min(size, 16))
            s.run(mode, what, flag(result))
            s.expect(SIZE + 8 * B, what, length(result))
            s.result(what, result, length(result))


def primes(s: Script) -> None:
    for n, is_prime in ((2**521 - 1, True), (2**255 - 19, True), (2**255 - 21, False), (561, False)):
        s.number(N, n, length(n))
        s.number(A, 2, length(n))
        s.number(B, 10, 1)
        s.run(IS_PRIME, f"prime {n:x}", DI | (PRIME if is_prime else 0))


def points(s: Script, source: random.Random) -> None:
    for curve, (p, a, b) in CURVES.items():
        base = ec.derive_private_key(1, curve()).public_key().public_numbers()
        order_like = source.getrandbits(255)
        for k in (1, 2, 3, order_like):
            public = ec.derive_private_key(k, curve()).public_key().public_numbers()
            more = ec.derive_private_key(k + 1, curve()).public_key().public_numbers()
            double = ec.derive_private_key(2 * k, curve()).public_key().public_numbers()

            def load(x: int, y: int, p: int = p, a: int = a, b: int = b) -> None:
                s.number(N, p, 32)
                s.number(A, a % p, 32, 3 * QUARTER)
                s.number(A, x, 32)
                s.number(A, y, 32, QUARTER)
                s.number(B, b, 32)

            what = f"{curve.name} {k:x}"
            load(base.x, base.y)
            s.number(E, k, 32)
            s.run(EC_MUL | 1 << 10, what)
            s.result(what, public.x, 32, QUARTER)
            s.result(what, public.y, 32, 2 * QUARTER)
            if k != 1:
                load(base.x, base.y)
                s.number(B, public.x, 32, QUARTER)
                s.number(B, public.y, 32, 2 * QUARTER)
                s.run(EC_ADD, f"{what} + 1")
                s.result(f"{what} + 1", more.x, 32, QUARTER)
            load(base.x, base.y)
            s.number(B, public.x, 32, QUARTER)
            s.number(B, public.y, 32, 2 * QUARTER)
            s.run(EC_DOUBLE, f"2 * {what}")
            s.result(f"2 * {what}", double.y, 32, 2 * QUARTER)
        load(base.x, base.y)
        s.number(B, base.x, 32, QUARTER)
        s.number(B, p - base.y, 32, 2 * QUARTER)
        s.run(EC_ADD, "a point and its negative", DI | ZERO)


def errors(s: Script) -> None:
    def load(n: int, a: int, b: int) -> None:
        for register, value in ((N, n), (A, a), (B, b), (E, 3)):
            s.number(register, value, 4)

    load(1009, 5, 3)
    s.write(CW, 1 << 14)
    s.failure(ADD, "no N", 2)
    load(1009, 5, 3)
    s.write(CW, 1 << 15)
    s.failure(EXP, "no E", 3)
    load(1009, 5, 3)
    s.write(CW, 1 << 12)
    s.failure(ADD, "no A", 4)
    load(1009, 5, 3)
    s.write(CW, 1 << 13)
    s.failure(ADD, "no B", 5)
    load(0, 0, 0)
    s.failure(REDUCE, "modulo 0", 7)
    load(1008, 5, 3)
    s.failure(EXP, "even", 8)
    load(1009, 5, 3)
    s.failure(0x800000, "no function", 1)
    load(1009, 5, 3)
    s.failure(MUL | 1 << 19, "Montgomery", 1)


def main() -> int:
    source = random.Random(18)
    s = Script()
    modular(s, source)
    primes(s)
    points(s, source)
    errors(s)
    failures = 0
    answers = accesses(Path(sys.argv[1]), "k82f", s.lines)
    for answer, line in zip(answers, s.lines, strict=True):
        if isinstance(answer, BusFault):
            print(f"{line}: {answer}")
            failures += 1
    for at, what, mask, value in s.checks:
        answer = answers[at]
        if not isinstance(answer, BusFault) and answer[0] & mask != value:
            print(f"{what}: {s.lines[at]} gives {answer[0]:x}, not {value:x}")
            failures += 1
    # An operand that is not below the modulus, and a point added to itself, are faults of the driver.
    bad = Script()
    for register, value in ((N, 1009), (A, 1010), (B, 3)):
        bad.number(register, value, 4)
    bad.write(MD, ADD)
    if not isinstance(accesses(Path(sys.argv[1]), "k82f", bad.lines)[-1], BusFault):
        print("an operand above the modulus is not noticed")
        failures += 1
    return 1 if failures or len(s.checks) < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
