# SPDX-License-Identifier: Apache-2.0
"""acryp's microcode on the instruction-set simulator against Python's integers, for several widths of words."""

import random
import unittest
from math import gcd

from acryp_rsa import Key
from acryp_sim import ARG, CHECK, NO_INVERSE, OK, Engine, program

BUILT = program()
WIDTHS = (18, 36, 64, 72)
SIZES = (2, 3, 5, 17, 31, 32, 33, 64, 70, 71, 72, 73, 127, 144, 192, 255, 256, 384, 448, 521, 640, 1024, 1025, 2048)


def modulus(rng: random.Random, bits: int) -> int:
    return rng.getrandbits(bits) | 1 | 1 << (bits - 1)


class ModularTest(unittest.TestCase):
    """Every operation on random and extreme operands."""

    def setUp(self) -> None:
        self.rng = random.Random(self.id())
        self.engines = {w: Engine(BUILT, w) for w in WIDTHS}

    def each(self, sizes: tuple[int, ...] = SIZES) -> list[tuple[Engine, int, int]]:
        """Engines, bits and moduli: random ones, and the largest of their length."""
        return [
            (engine, bits, n)
            for engine in self.engines.values()
            for bits in sizes
            for n in (modulus(self.rng, bits), (1 << bits) - 1)
        ]

    def test_add_subtract_multiply(self) -> None:
        for engine, bits, n in self.each():
            a, b = self.rng.randrange(n), self.rng.randrange(n)
            for x, y in ((a, b), (0, 0), (0, n - 1), (n - 1, n - 1), (1, 0), (n >> 1, (n >> 1) + 1)):
                for name, want in (("ADD", x + y), ("SUB", x - y), ("MUL", x * y)):
                    with self.subTest(name, w=engine.sim.w, n=n, x=x, y=y):
                        self.assertEqual(engine.run(name, [bits], (n, bits), (x, bits), (y, bits)), (OK, want % n))

    def test_reduce(self) -> None:
        for engine, bits, n in self.each():
            for count in (1, 2, 5):
                for pieces in (
                    [self.rng.getrandbits(bits) for _ in range(count)],
                    [(1 << bits) - 1] * count,
                    [0] * count,
                    [n] * count,
                ):
                    want = 0
                    for piece in pieces:
                        want = (want << bits) + piece
                    got = engine.run("REDUCE", [bits, count], (n, bits), *[(piece, bits) for piece in pieces])
                    self.assertEqual(got, (OK, want % n), f"w={engine.sim.w} n={n} {pieces}")

    def test_invert(self) -> None:
        for engine, bits, n in self.each():
            for x in (self.rng.randrange(n), 1, n - 1, 2 % n, n >> 1):
                want = (OK, pow(x, -1, n)) if gcd(x, n) == 1 else (NO_INVERSE, 0)
                self.assertEqual(engine.run("INVERT", [bits], (n, bits), (x, bits)), want, f"w={engine.sim.w} {n} {x}")

    def test_no_inverse(self) -> None:
        for engine in self.engines.values():
            for bits in (4, 64, 256, 1024):
                p = modulus(self.rng, bits // 2)
                n = p * (modulus(self.rng, bits - bits // 2) | 1)
                for x in (0, p, p * (self.rng.getrandbits(8) + 1) % n):
                    got = engine.run("INVERT", [n.bit_length()], (n, n.bit_length()), (x, n.bit_length()))
                    self.assertEqual(got, (NO_INVERSE, 0) if gcd(x, n) != 1 else (OK, pow(x, -1, n)))

    def test_constant(self) -> None:
        for engine, bits, n in self.each():
            w = engine.sim.w
            words = -(-(bits + 2) // w)
            self.assertEqual(engine.run("CONSTANT", [bits], (n, bits)), (OK, pow(2, 2 * w * words, n)))

    def test_public_power(self) -> None:
        for engine, bits, n in self.each():
            square = engine.run("CONSTANT", [bits], (n, bits))[1]
            length = min(bits, 17)
            exponents = (self.rng.getrandbits(length), 0, 1, (1 << length) - 1)
            for x in (self.rng.randrange(n), 0, 1, n - 1):
                for e in exponents:
                    want = (OK, pow(x, e, n))
                    base, power = (x, bits), (e, length)
                    where = f"w={engine.sim.w} n={n} x={x} e={e}"
                    self.assertEqual(engine.run("POWER_PUBLIC", [bits, length, 0], (n, bits), base, power), want, where)
                    got = engine.run("POWER_PUBLIC", [bits, length, 1], (n, bits), (square, bits), base, power)
                    self.assertEqual(got, want, where)

    def test_power(self) -> None:
        for engine, bits, n in self.each(tuple(b for b in SIZES if b <= 640)):
            w = engine.sim.w
            length = min(bits + 64, 2 * w * -(-(bits + 2) // w) - 8)
            for x, e in (
                (self.rng.randrange(n), self.rng.getrandbits(length)),
                (self.rng.randrange(n), 0),
                (n - 1, (1 << length) - 1),
                (0, 1),
                (0, 0),
            ):
                got = engine.run("POWER", [bits, length, 0], (n, bits), (x, bits), (e, length))
                self.assertEqual(got, (OK, pow(x, e, n)), f"w={w} n={n} x={x} e={e}")

    def test_largest(self) -> None:
        """Moduli up to 8192 bits, whole tables included."""
        for bits in (3072, 4096, 8191, 8192):
            n = modulus(self.rng, bits)
            x, e = self.rng.randrange(n), self.rng.getrandbits(40)
            for w in (36, 72):
                engine = self.engines[w]
                self.assertEqual(engine.run("POWER", [bits, 40, 0], (n, bits), (x, bits), (e, 40)), (OK, pow(x, e, n)))
                want = (OK, pow(x, -1, n)) if gcd(x, n) == 1 else (NO_INVERSE, 0)
                self.assertEqual(engine.run("INVERT", [bits], (n, bits), (x, bits)), want)

    def test_nothing_is_left(self) -> None:
        """A run does not depend on the one before it."""
        engine = self.engines[72]
        n = modulus(self.rng, 256)
        engine.run("POWER", [256, 256, 0], (n, 256), (3, 256), (self.rng.getrandbits(256), 256))
        self.assertEqual(engine.run("ADD", [64], (n | 1 << 63, 64), (0, 64), (1, 64))[0], OK)


class RefusalTest(unittest.TestCase):
    """Operands that are not what they should be end in ARG, without output."""

    def setUp(self) -> None:
        self.engine = Engine(BUILT)
        self.n = (1 << 255) | 0x1234567

    def refused(self, name: str, params: list[int], *operands: tuple[int, int]) -> None:
        code, out = self.engine.sim.run(self.engine.entries[name], params, self.engine.words(operands))
        self.assertEqual((code, out), (ARG, []))

    def test_modulus(self) -> None:
        one = (1, 256)
        for name in ("ADD", "SUB", "MUL"):
            self.refused(name, [256], (self.n + 1, 256), one, one)  # even
            self.refused(name, [256], (self.n >> 1 | 1, 256), one, one)  # too short
            self.refused(name, [255], (self.n, 256), one, one)  # too long
            self.refused(name, [0])
            self.refused(name, [1], (1, 32))
            self.refused(name, [8193])
        self.refused("INVERT", [256], (self.n + 1, 256))
        self.refused("CONSTANT", [256], (self.n + 1, 256))

    def test_operands(self) -> None:
        for big in (self.n, self.n + 2, (1 << 256) - 1):
            for name in ("ADD", "SUB", "MUL"):
                self.refused(name, [256], (self.n, 256), (big, 256))
                self.refused(name, [256], (self.n, 256), (0, 256), (big, 256))
            self.refused("INVERT", [256], (self.n, 256), (big, 256))
            self.refused("POWER", [256, 8, 0], (self.n, 256), (big, 256))
            self.refused("POWER_PUBLIC", [256, 8, 0], (self.n, 256), (big, 256))
            self.refused("POWER_PUBLIC", [256, 8, 1], (self.n, 256), (big, 256))

    def test_lengths(self) -> None:
        self.refused("REDUCE", [256, 0])
        for name in ("POWER", "POWER_PUBLIC"):
            self.refused(name, [256, 0, 0])
            self.refused(name, [256, 2 * 288, 0])

    def test_unused_entry(self) -> None:
        free = next(i for i in range(32) if i not in self.engine.entries.values())
        self.assertEqual(self.engine.sim.run(free, [256], []), (ARG, []))


class RsaTest(unittest.TestCase):
    """The private operation by the Chinese remainder theorem."""

    def setUp(self) -> None:
        self.rng = random.Random(self.id())

    def run_key(self, key: Key, c: int, w: int, **changed: int) -> tuple[int, int]:
        return Engine(BUILT, w).run("RSA_PRIVATE", key.params(), *key.operands(self.rng, c, w, **changed))

    def test_one_after_the_other(self) -> None:
        """Primes above 2048 bits: one half after the other; the second takes the slots of the first."""
        other = Key.make(self.rng, 200, 190, 65537).p
        for p, q in (((1 << 2203) - 1, other), ((1 << 2281) - 1, (1 << 2203) - 1)):
            key = Key(p, q, 65537)
            for c in (self.rng.randrange(key.n), key.n - 1, p, q):
                self.assertEqual(self.run_key(key, c, 72), (OK, pow(c, key.d, key.n)))
            for wrong in ("dp", "dq"):
                self.assertEqual(self.run_key(key, 12345, 72, **{wrong: 5}), (CHECK, 0))

    def test_lengths(self) -> None:
        """Any lengths of primes, short and long exponents, operands at the ends."""
        for w in WIDTHS:
            for p_bits, q_bits, e in (
                (16, 16, 3),
                (32, 17, 65537),
                (64, 64, 17),
                (71, 70, 65537),
                (72, 72, 3),
                (100, 60, 3),
                (256, 256, 65537),
                (257, 255, 3),
            ):
                key = Key.make(self.rng, p_bits, q_bits, e)
                for c in (self.rng.randrange(key.n), 0, 1, key.n - 1, key.p, key.q * (key.p - 1)):
                    with self.subTest(w=w, p=p_bits, q=q_bits, c=c):
                        self.assertEqual(self.run_key(key, c, w), (OK, pow(c, key.d, key.n)))

    def test_windows(self) -> None:
        """The three sizes of tables; primes are not needed for the arithmetic, so the largest are not sought."""
        for bits in (512, 1000, 1540):
            key = Key.make(self.rng, bits, bits, 65537)
            c = self.rng.randrange(key.n)
            self.assertEqual(self.run_key(key, c, 72), (OK, pow(c, key.d, key.n)))
        for bits in (2048, 4096):
            # d = 1: P and Q need not be prime, only odd and without a common factor.
            p, q = ((1 << bits) - 1, (1 << bits) - 3)
            key = Key(p, q, 1)
            c = self.rng.randrange(key.n)
            for w in (36, 72):
                self.assertEqual(self.run_key(key, c, w, bp=0, bq=0, dp=1, dq=1), (OK, c))

    def test_wrong_keys(self) -> None:
        """A wrong part of the key, or one that does not belong to the others, gives no result."""
        key = Key.make(self.rng, 128, 128, 65537)
        c = self.rng.randrange(2, key.n - 1)
        other = Key.make(self.rng, 128, 128, 65537)
        for name, value in (
            ("dp", (key.d + 2) % (key.p - 1)),
            ("dq", 1),
            ("qi", 1),
            ("qi", 0),
            ("p", other.p),
            ("q", other.q),
            ("e", 65539),
        ):
            with self.subTest(name):
                self.assertEqual(self.run_key(key, c, 72, **{name: value}), (CHECK, 0))
        for name, value in (
            ("n", key.n - 1),
            ("p", key.p - 1),
            ("q", key.q + 1),
            ("qi", key.p),
            ("r", key.n),
            ("p", key.p >> 1),
        ):
            with self.subTest(name):
                code = self.run_key(key, c, 72, **{name: value})[0]
                self.assertEqual(code, ARG)
        self.assertEqual(self.run_key(key, key.n, 72), (ARG, 0))
        for r in (0, key.p, key.q):
            self.assertEqual(self.run_key(key, c, 72, r=r), (NO_INVERSE, 0))

    def test_refused_lengths(self) -> None:
        engine = Engine(BUILT)
        for params in ([128, 129, 256, 17], [4097, 4096, 8192, 17], [15, 15, 30, 2], [128, 128, 257, 17],
                       [128, 128, 256, 0], [128, 128, 256, 257], [128, 128, 0, 17]):  # fmt: skip
            self.assertEqual(engine.sim.run(engine.entries["RSA_PRIVATE"], params, [0] * 64), (ARG, []))

    def test_trace(self) -> None:
        """The same instructions for any key and operand of the same lengths and the same E."""
        traces = set()
        for _ in range(3):
            while (key := Key.make(self.rng, 96, 96, 17)).n.bit_length() != 192:
                pass
            for c in (0, self.rng.randrange(key.n)):
                engine = Engine(BUILT, 36)
                found: list[int] = []
                engine.sim.trace = found.append
                self.assertEqual(engine.run("RSA_PRIVATE", key.params(), *key.operands(self.rng, c, 36))[0], OK)
                traces.add(tuple(found))
        self.assertEqual(len(traces), 1)


class TraceTest(unittest.TestCase):
    """Where the microcode goes does not depend on secrets."""

    def trace(self, name: str, params: list[int], *operands: tuple[int, int]) -> list[int]:
        engine = Engine(BUILT)
        found: list[int] = []
        engine.sim.trace = found.append
        engine.run(name, params, *operands)
        return found

    def test_power_and_inverse(self) -> None:
        rng = random.Random(7)
        n = modulus(rng, 256)
        m = modulus(rng, 256)
        want = None
        for e in (0, 1, (1 << 256) - 1, 1 << 255, rng.getrandbits(256)):
            for x in (0, 1, n - 1, rng.randrange(n)):
                got = self.trace("POWER", [256, 256, 0], (n, 256), (x, 256), (e, 256))
                want = want or got
                self.assertEqual(got, want)
        want = None
        for x in (1, 2, n - 1, rng.randrange(n)):
            if gcd(x, n) == 1:
                got = self.trace("INVERT", [256], (n, 256), (x, 256))
                want = want or got
                self.assertEqual(got, want)
        self.assertEqual(
            self.trace("MUL", [256], (n, 256), (2, 256), (3, 256)),
            self.trace("MUL", [256], (m, 256), (m - 1, 256), (0, 256)),
        )


if __name__ == "__main__":
    unittest.main()
