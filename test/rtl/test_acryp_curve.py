# SPDX-License-Identifier: Apache-2.0
"""acryp's curves on the instruction-set simulator: against the library's, and against the affine law."""

import hashlib
import random
import unittest

from acryp_curve import ED448, ED25519, LIBRARY, N256, P256, Curve, Edwards, comb, over, small
from acryp_rsa import is_prime
from acryp_sim import ARG, NO_INVERSE, OK, Engine, program
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, utils, x448, x25519

BUILT = program()
ORDER448 = 2**446 - 13818066809895115352007386748515426880336692474882178609894547503885


def comb_meets_none(curve: Curve, order: int, columns: int) -> list[bool]:
    """Which of the points of a comb is not infinity."""
    half = (order + 1) // 2
    sums = [(1 << 6 * columns) - 1]
    for e in range(32):
        signs = [1 if e >> j & 1 else -1 for j in range(5)] + [1]
        sums.append(sum(s << columns * j for j, s in enumerate(signs)))
    return [s * half % order != 0 for s in sums]


def point(engine: Engine, rng: random.Random, curve: Curve, k: int, k_bits: int, **changed: int) -> tuple[int, object]:
    """The code of the end, and k times the curve's point."""
    bits = curve.bits
    values = {
        "p": curve.p,
        "a": curve.a,
        "b": curve.b,
        "z": rng.randrange(1, curve.p),
        "x": curve.g[0],
        "y": curve.g[1],
    } | changed
    code, out = engine.run("POINT", [bits, k_bits], *[(v, bits) for v in values.values()], (k, k_bits))
    step = 32 * ((bits + 31) // 32)
    return code, (out & ((1 << step) - 1), out >> step) if code == OK else None


class PointTest(unittest.TestCase):
    """Multiples of points."""

    def setUp(self) -> None:
        self.rng = random.Random(self.id())

    def test_library(self) -> None:
        for w in (36, 72):
            engine = Engine(BUILT, w)
            for curve in LIBRARY:
                bits = curve.bits
                for k in (1, 2, 3, 16, self.rng.getrandbits(bits - 1) | 1, self.rng.getrandbits(bits)):
                    with self.subTest(w=w, p=curve.p, k=k):
                        self.assertEqual(point(engine, self.rng, curve, k, bits), (OK, curve.times(k, curve.g)))

    def test_order(self) -> None:
        """Around the order, where sums meet their own negative and infinity."""
        curve = next(c for c in LIBRARY if c.order)
        engine = Engine(BUILT)
        for k in (0, curve.order):
            self.assertEqual(point(engine, self.rng, curve, k, 257), (NO_INVERSE, None))
        for k in (curve.order - 1, curve.order + 1, curve.order + 2, (1 << 320) - 1):
            self.assertEqual(point(engine, self.rng, curve, k, 320), (OK, curve.times(k, curve.g)))

    def test_small(self) -> None:
        """Every multiple's neighbours on small curves of odd order: all exceptions of incomplete formulas occur."""
        for w in (18, 72):
            engine = Engine(BUILT, w)
            for _ in range(3):
                curve = small(self.rng, 16)
                near = (curve.order - 1, curve.order, curve.order + 1)
                for k in (*range(20), *near, *self.rng.sample(range(65536), 20)):
                    want = curve.times(k, curve.g)
                    self.assertEqual(point(engine, self.rng, curve, k, 20), (OK if want else NO_INVERSE, want))

    def test_sizes(self) -> None:
        for w, bits in ((18, 61), (36, 64), (36, 130), (72, 72), (72, 130), (72, 640), (72, 639)):
            curve = small(self.rng, bits)
            k = self.rng.getrandbits(bits)
            self.assertEqual(point(Engine(BUILT, w), self.rng, curve, k, bits), (OK, curve.times(k, curve.g)))

    def test_refusals(self) -> None:
        curve = next(c for c in LIBRARY if c.p == P256)
        engine = Engine(BUILT)
        x, y = curve.g
        for name, value in (("x", x + 1), ("y", y ^ 1), ("x", 0), ("b", curve.b ^ 2), ("a", 0)):
            self.assertEqual(point(engine, self.rng, curve, 7, 256, **{name: value}), (ARG, None), name)
        for name in ("a", "b", "x", "y", "z"):
            words = engine.words(tuple((curve.p if name == n else 1, 256) for n in ("p", "a", "b", "z", "x", "y")))
            words[:8] = engine.words(((curve.p, 256),))
            self.assertEqual(engine.sim.run(engine.entries["POINT"], [256, 256], words + [0] * 8)[0], ARG)
        self.assertEqual(point(engine, self.rng, curve, 7, 256, z=0), (NO_INVERSE, None))
        for params in ([15, 15], [641, 600], [256, 0], [256, 9999]):
            self.assertEqual(engine.sim.run(engine.entries["POINT"], params, [1] * 99), (ARG, []))

    def test_parameters(self) -> None:
        """What the host writes to parameters that the operation does not have changes nothing."""
        engine = Engine(BUILT)
        curve = next(c for c in LIBRARY if c.p == P256)
        values = engine.words(tuple((v, 256) for v in (curve.p, curve.a, curve.b, 5, *curve.g, 6)))
        ladder = engine.words(tuple((v, 256) for v in (curve.p, 121665, 5, curve.g[0], 6)))
        for name, curve_values in (("POINT", values), ("LADDER", ladder)):
            plain = engine.sim.run(engine.entries[name], [256, 256], curve_values)
            self.assertEqual(plain[0], OK)
            more = [256, 256, 1, 1, 1, 1, 1, 1]
            self.assertEqual(engine.sim.run(engine.entries[name], more, curve_values), plain)

    def test_trace(self) -> None:
        """The same instructions for every scalar and point."""
        engine = Engine(BUILT)
        curve = next(c for c in LIBRARY if c.p == P256)
        traces = set()
        for k in (1, 2, (1 << 256) - 1, 1 << 255, self.rng.getrandbits(256)):
            found: list[int] = []
            engine.sim.trace = found.append
            at = Curve(curve.p, curve.a, curve.b, curve.times(k % 99 + 1, curve.g) or curve.g)
            self.assertEqual(point(engine, self.rng, at, k, 256)[0], OK)
            traces.add(tuple(found))
        self.assertEqual(len(traces), 1)


class EdwardsTest(unittest.TestCase):
    """Multiples of points of Edwards curves."""

    def setUp(self) -> None:
        self.rng = random.Random(self.id())

    def point(self, engine: Engine, curve: Edwards, k: int, k_bits: int, **changed: int) -> tuple[int, object]:
        values = {
            "p": curve.p,
            "a": curve.a,
            "d": curve.d,
            "z": self.rng.randrange(1, curve.p),
            "x": curve.g[0],
            "y": curve.g[1],
        } | changed
        operands = [(v, curve.bits) for v in values.values()]
        code, out = engine.run("EDWARDS", [curve.bits, k_bits], *operands, (k, k_bits))
        step = 32 * ((curve.bits + 31) // 32)
        return code, (out & ((1 << step) - 1), out >> step) if code == OK else None

    def test_public_keys(self) -> None:
        """RFC 8032, 5.1.5 and 5.2.5, against the library."""
        for w in (36, 72):
            engine = Engine(BUILT, w)
            for _ in range(3):
                secret = self.rng.randbytes(32)
                s = int.from_bytes(hashlib.sha512(secret).digest()[:32], "little") & ~7 & ~(1 << 255) | 1 << 254
                code, at = self.point(engine, ED25519, s, 256)
                assert isinstance(at, tuple)
                want = ed25519.Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
                self.assertEqual((code, (at[1] | (at[0] & 1) << 255).to_bytes(32, "little")), (OK, want))
            secret = self.rng.randbytes(57)
            s = int.from_bytes(hashlib.shake_256(secret).digest(114)[:56], "little") & ~3 | 1 << 447
            code, at = self.point(engine, ED448, s, 448)
            assert isinstance(at, tuple)
            want = ed448.Ed448PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
            self.assertEqual((code, (at[1] | (at[0] & 1) << 455).to_bytes(57, "little")), (OK, want))

    def test_small(self) -> None:
        """Points of all orders, (0, 1) and (0, -1) among them: no sum is an exception."""
        for w, bits in ((18, 16), (72, 16), (36, 130), (72, 72), (72, 640)):
            engine = Engine(BUILT, w)
            curve = Edwards.small(self.rng, bits)
            for g in (curve.g, (0, 1), (0, curve.p - 1), curve.add(curve.g, (0, curve.p - 1))):
                at = Edwards(curve.p, curve.a, curve.d, g)
                for k in (0, 1, 2, 15, 16, 17, 255, self.rng.getrandbits(20)):
                    self.assertEqual(self.point(engine, at, k, 20), (OK, at.times(k, g)), (w, bits, g, k))

    def test_refusals(self) -> None:
        engine = Engine(BUILT)
        x, y = ED25519.g
        p = ED25519.p
        wrong = (("x", x + 1), ("y", y ^ 1), ("d", ED25519.d ^ 2), ("a", 1), ("x", p), ("y", p), ("d", p), ("z", p))
        for name, value in wrong:
            self.assertEqual(self.point(engine, ED25519, 7, 255, **{name: value}), (ARG, None), name)
        self.assertEqual(self.point(engine, ED25519, 7, 255, z=0), (NO_INVERSE, None))
        # A Weierstrass curve's point is none of the Edwards curve with the same parameters, and the other way.
        curve = next(c for c in LIBRARY if c.p == P256)
        self.assertEqual(self.point(engine, Edwards(curve.p, curve.a, curve.b, curve.g), 7, 256), (ARG, None))
        at = Curve(p, p - 1, ED25519.d, ED25519.g)
        self.assertEqual(point(engine, self.rng, at, 7, 255), (ARG, None))

    def test_trace(self) -> None:
        """The same instructions for every scalar and point."""
        engine = Engine(BUILT)
        traces = set()
        for k in (0, 1, (1 << 255) - 1, self.rng.getrandbits(255)):
            found: list[int] = []
            engine.sim.trace = found.append
            at = Edwards(ED25519.p, ED25519.a, ED25519.d, ED25519.times(k % 99, ED25519.g))
            self.assertEqual(self.point(engine, at, k, 255)[0], OK)
            traces.add(tuple(found))
        self.assertEqual(len(traces), 1)


class SumTest(unittest.TestCase):
    """Sums of multiples of two points."""

    def setUp(self) -> None:
        self.rng = random.Random(self.id())

    def sums(
        self, engine: Engine, curve: Curve | Edwards, k: int, l_: int, bits: int, other: object, **changed: int
    ) -> tuple[int, object]:
        """The code of the end, and k times the curve's point plus l_ times the other one."""
        p, size = curve.p, curve.bits
        assert isinstance(other, tuple)
        b = curve.b if isinstance(curve, Curve) else curve.d
        values = {
            "p": p,
            "a": curve.a,
            "b": b,
            "z": self.rng.randrange(1, p),
            "x": curve.g[0],
            "y": curve.g[1],
        } | changed
        operands = [(v, size) for v in values.values()] + [(k, bits)] + [(v, size) for v in other] + [(l_, bits)]
        name = "POINT_SUM" if isinstance(curve, Curve) else "EDWARDS_SUM"
        code, out = engine.run(name, [size, bits], *operands)
        step = 32 * ((size + 31) // 32)
        return code, (out & ((1 << step) - 1), out >> step) if code == OK else None

    def test_signatures(self) -> None:
        """ECDSA signatures of the library verify: SEC 1, 4.1.4."""
        curve = next(c for c in LIBRARY if c.p == P256)
        n = curve.order
        for w in (36, 72):
            engine = Engine(BUILT, w)
            key = ec.derive_private_key(self.rng.randrange(1, n), ec.SECP256R1())
            public = key.public_key().public_numbers()
            message = self.rng.randbytes(40)
            r, s = utils.decode_dss_signature(key.sign(message, ec.ECDSA(hashes.SHA256())))
            h = int.from_bytes(hashlib.sha256(message).digest(), "big")
            inverse = pow(s, -1, n)
            for e, right in ((h, True), (h ^ 1, False)):
                code, at = self.sums(engine, curve, e * inverse % n, r * inverse % n, 256, (public.x, public.y))
                assert isinstance(at, tuple)
                self.assertEqual((code, at[0] % n == r), (OK, right))

    def test_library(self) -> None:
        for w in (36, 72):
            engine = Engine(BUILT, w)
            for curve in LIBRARY:
                k, l_, m = (self.rng.getrandbits(curve.bits) for _ in range(3))
                other = curve.times(m, curve.g)
                want = curve.add(curve.times(k, curve.g), curve.times(l_, other))
                self.assertEqual(self.sums(engine, curve, k, l_, curve.bits, other), (OK, want))

    def test_small(self) -> None:
        """Equal and opposite points, digits of 0, sums at infinity, odd lengths of scalars."""
        for w in (18, 72):
            engine = Engine(BUILT, w)
            curve = small(self.rng, 16)
            opposite = (curve.g[0], curve.p - curve.g[1])
            for other in (curve.g, opposite, curve.times(3, curve.g), curve.times(self.rng.randrange(99), curve.g)):
                if other is None:
                    continue
                for bits in (1, 2, 3, 19):
                    near = [0, 1, (1 << bits) - 1, curve.order % (1 << bits), self.rng.getrandbits(bits)]
                    for k, l_ in [(k, l_) for k in near for l_ in self.rng.sample(near, 2)]:
                        want = curve.add(curve.times(k, curve.g), curve.times(l_, other))
                        got = self.sums(engine, curve, k, l_, bits, other)
                        self.assertEqual(got, (OK if want else NO_INVERSE, want), (w, other, bits, k, l_))

    def test_edwards(self) -> None:
        for w, curve in ((36, ED25519), (72, ED25519), (72, ED448), (72, Edwards.small(self.rng, 640))):
            engine = Engine(BUILT, w)
            other = curve.times(self.rng.getrandbits(99), curve.g)
            for k, l_ in ((0, 0), (1, 0), (0, 1), (self.rng.getrandbits(300), self.rng.getrandbits(300))):
                want = curve.add(curve.times(k, curve.g), curve.times(l_, other))
                self.assertEqual(self.sums(engine, curve, k, l_, 300, other), (OK, want))

    def test_refusals(self) -> None:
        engine = Engine(BUILT)
        for curve in (next(c for c in LIBRARY if c.p == P256), ED25519):
            x, y = curve.g
            for other in ((x ^ 1, y), (x, y ^ 1), (curve.p, y), (x, curve.p)):
                self.assertEqual(self.sums(engine, curve, 3, 5, 255, other), (ARG, None))
            self.assertEqual(self.sums(engine, curve, 3, 5, 255, curve.g, x=x ^ 1), (ARG, None))
            self.assertEqual(self.sums(engine, curve, 3, 5, 255, curve.g, z=0), (NO_INVERSE, None))

    def test_trace(self) -> None:
        """The same instructions for all scalars and points."""
        engine = Engine(BUILT)
        curve = next(c for c in LIBRARY if c.p == P256)
        traces = set()
        for k, l_ in ((1, 0), (0, 1), ((1 << 256) - 1, 7), (self.rng.getrandbits(256), self.rng.getrandbits(256))):
            found: list[int] = []
            engine.sim.trace = found.append
            other = curve.times(k % 99 + 2, curve.g)
            self.assertEqual(self.sums(engine, curve, k, l_, 256, other)[0], OK)
            traces.add(tuple(found))
        self.assertEqual(len(traces), 1)


class BaseTest(unittest.TestCase):
    """Multiples of a base point by a table, and their sums with multiples of another point."""

    ORDERS = ((ED25519, 2**252 + 27742317777372353535851937790883648493), (ED448, ORDER448))

    def setUp(self) -> None:
        self.rng = random.Random(self.id())
        self.p256 = next(c for c in LIBRARY if c.p == P256)

    def run_base(
        self, engine: Engine, curve: Curve | Edwards, order: int, k: int, other: tuple[object, int] | None = None,
        columns: int = 0, **changed: int,
    ) -> tuple[int, object]:  # fmt: skip
        """The code of the end, and K times the base point, or with other, a point and L, the sum."""
        bits, d, m = curve.bits, columns or -(-order.bit_length() // 6), -(-order.bit_length() // 5)
        edwards = isinstance(curve, Edwards)
        points = comb(curve, order, d)
        values = {"p": curve.p, "a": curve.a, "b": curve.d if edwards else curve.b, "z": self.rng.randrange(1, curve.p)}
        values |= {"x": points[0][0], "y": points[0][1]} | changed
        operands = [(v, bits) for v in values.values()] + [(v, bits) for at in points[1:] for v in at] + [(k, 6 * d)]
        name, params = "EDWARDS_BASE" if edwards else "BASE", [bits, d]
        if other:
            at, l_ = other
            assert isinstance(at, tuple)
            operands += [(v, bits) for v in at] + [(l_ | 1 << 5 * m, 5 * m + 1)]
            name, params = name + "_SUM", [*params, m]
        code, out = engine.run(name, params, *operands)
        step = 32 * ((bits + 31) // 32)
        return code, (out & ((1 << step) - 1), out >> step) if code == OK else None

    def test_multiples(self) -> None:
        """Small and large scalars, and those around the order: no sum is an exception."""
        n = N256
        for w in (36, 72):
            engine = Engine(BUILT, w)
            for k in (1, 2, 3, 16, n - 2, n - 1, n + 1, n >> 1, self.rng.randrange(n), (1 << 258) - 1):
                self.assertEqual(self.run_base(engine, self.p256, n, k), (OK, self.p256.times(k, self.p256.g)), k)
            self.assertEqual(self.run_base(engine, self.p256, n, 0), (NO_INVERSE, None))
            self.assertEqual(self.run_base(engine, self.p256, n, n), (NO_INVERSE, None))
            for curve, order in self.ORDERS:
                for k in (0, 1, order - 1, self.rng.randrange(order)):
                    self.assertEqual(self.run_base(engine, curve, order, k), (OK, curve.times(k, curve.g)))
        self.assertEqual(self.run_base(engine, self.p256, n, 5, columns=60)[1], self.p256.times(5, self.p256.g))

    def test_small(self) -> None:
        """Every scalar's neighbours on small curves of prime order, where all points meet."""
        for w in (18, 72):
            engine = Engine(BUILT, w)
            curve = small(self.rng, 16)
            while not is_prime(curve.order, self.rng):
                curve = small(self.rng, 16)
            n = curve.order
            columns = next(d for d in range(3, 9) if all(comb_meets_none(curve, n, d)))
            for k in (*range(20), n - 1, n, *self.rng.sample(range(n), 20)):
                want = curve.times(k, curve.g)
                got = self.run_base(engine, curve, n, k, columns=columns)
                self.assertEqual(got, (OK if want else NO_INVERSE, want), (w, k))

    def test_sums(self) -> None:
        for w in (36, 72):
            engine = Engine(BUILT, w)
            q = self.p256.times(self.rng.randrange(N256), self.p256.g)
            assert q
            for l_ in (1, 2, 3, 32, N256 - 1, self.rng.randrange(N256) & ~1, self.rng.randrange(N256) | 1):
                k = self.rng.randrange(N256)
                want = self.p256.add(self.p256.times(k, self.p256.g), self.p256.times(l_, q))
                self.assertEqual(self.run_base(engine, self.p256, N256, k, (q, l_)), (OK, want), (w, l_))
            for curve, order in self.ORDERS:
                for at in (curve.times(77, curve.g), curve.add(curve.g, (0, curve.p - 1)), (0, curve.p - 1), (0, 1)):
                    k, l_ = self.rng.randrange(order), self.rng.randrange(order)
                    sums = curve.add(curve.times(k, curve.g), curve.times(l_, at))
                    self.assertEqual(self.run_base(engine, curve, order, k, (at, l_)), (OK, sums), (w, at))

    def test_exceptions(self) -> None:
        """Infinity, and a sum that Jacobian coordinates do not have: never a wrong point."""
        engine = Engine(BUILT)
        g = self.p256.g
        for k, l_ in ((1, 1), (5, N256 - 5), (0, 0), (7, 7), (N256 - 1, 1), (1, 0), (0, 1), (N256, N256)):
            want = self.p256.add(self.p256.times(k, g), self.p256.times(l_, g))
            code, got = self.run_base(engine, self.p256, N256, k, (g, l_))
            self.assertIn(code, (OK, NO_INVERSE))
            self.assertEqual(got, want if code == OK else None)
        # Its last sum is of -G and -G.
        self.assertEqual(self.run_base(engine, self.p256, N256, N256 - 6, (g, 4))[0], NO_INVERSE)

    def test_refusals(self) -> None:
        engine = Engine(BUILT)
        x, y = comb(self.p256, N256, 43)[0]
        for name, value in (("x", x ^ 1), ("y", y ^ 1), ("b", self.p256.b ^ 2), ("a", 0), ("z", P256), ("x", P256)):
            self.assertEqual(self.run_base(engine, self.p256, N256, 7, **{name: value}), (ARG, None), name)
        gx, gy = self.p256.g
        for other in ((gx ^ 1, gy), (gx, gy ^ 1), (P256, gy), (gx, P256)):
            self.assertEqual(self.run_base(engine, self.p256, N256, 7, (other, 3)), (ARG, None))
        for name in ("BASE", "BASE_SUM"):
            for params in ([256, 0, 52], [256, 161, 52], [15, 43, 52], [641, 43, 52], [256, 10923, 52]):
                self.assertEqual(engine.sim.run(engine.entries[name], params, [1] * 99), (ARG, []))
        p256 = engine.words(tuple((v, 256) for v in (P256, P256 - 3, self.p256.b, 5)))
        for windows in (0, 1, 9, 161, 13108, 130):
            self.assertEqual(engine.sim.run(engine.entries["BASE_SUM"], [256, 43, windows], p256), (ARG, []))

    def test_trace(self) -> None:
        """The same instructions for every scalar."""
        engine = Engine(BUILT)
        traces = set()
        for k in (1, 2, N256 - 1, 1 << 255, self.rng.randrange(N256)):
            found: list[int] = []
            engine.sim.trace = found.append
            self.assertEqual(self.run_base(engine, self.p256, N256, k)[0], OK)
            traces.add(tuple(found))
        self.assertEqual(len(traces), 1)


class FoldTest(unittest.TestCase):
    """Primes that products are folded for: R - 2^s p is one word, s at most w - 8, three words or more."""

    def prime(self, rng: random.Random, w: int, n: int, s: int, words: int) -> int:
        """The greatest prime 3 modulo 4 for which 2^(s - 1) p is below R / 2 - B^words / 2; 0 if it has fewer bits."""
        p = ((1 << w * n) - (1 << w * (words - 1))) >> s
        p -= p % 4 + 1
        while p.bit_length() == w * n - s and not is_prime(p, rng):
            p -= 4
        return p if p.bit_length() == w * n - s else 0

    def test_points(self) -> None:
        rng, folded = random.Random(self.id()), 0
        for w in (36, 72):
            engine = Engine(BUILT, w)
            for n in (2, 3, 4, 6):
                for s, words in ((14, 1), (w - 12, 1), (w - 9, 1), (w - 8, 1), (w - 7, 1), (20, 2)):
                    p = self.prime(rng, w, n, s, words)
                    if not p:
                        continue
                    rest = (1 << w * n) - (p << s)
                    curve = over(rng, p)
                    k = rng.getrandbits(80)
                    with self.subTest(w=w, n=n, s=s, words=words):
                        self.assertEqual(point(engine, rng, curve, k, 80), (OK, curve.times(k, curve.g)))
                        self.assertEqual(engine.sim.folds[0], n >= 3 and s <= w - 8 and rest < 1 << w)
                        folded += engine.sim.folds[0]
        self.assertGreater(folded, 12)


def steps(p: int, a24: int, u: int, k: int) -> int:
    """RFC 7748, 5, for 255 bits, without clamping."""
    x2, z2, x3, z3 = 1, 0, u, 1
    for t in reversed(range(255)):
        if k >> t & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb = a * a % p, b * b % p
        e, da, cb = aa - bb, d * a, c * b
        x3, z3, x2, z2 = (da + cb) ** 2 % p, u * (da - cb) ** 2 % p, aa * bb % p, e * (aa + a24 * e) % p
        if k >> t & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return x2 * pow(z2, p - 2, p) % p


class LadderTest(unittest.TestCase):
    """RFC 7748, against the library, which clamps scalars."""

    def setUp(self) -> None:
        self.rng = random.Random(self.id())

    def ladder(self, w: int, p: int, a24: int, u: int, k: int) -> tuple[int, int]:
        bits = p.bit_length()
        operands = [(v, bits) for v in (p, a24, self.rng.randrange(1, p), u)]
        return Engine(BUILT, w).run("LADDER", [bits, bits], *operands, (k, bits))

    def test_x25519(self) -> None:
        p = 2**255 - 19
        for w in (18, 36, 72):
            for _ in range(4):
                secret = self.rng.randbytes(32)
                peer = x25519.X25519PrivateKey.from_private_bytes(self.rng.randbytes(32)).public_key()
                u = int.from_bytes(peer.public_bytes_raw(), "little")
                k = int.from_bytes(secret, "little") & ~7 & ~(1 << 255) | 1 << 254
                want = x25519.X25519PrivateKey.from_private_bytes(secret).exchange(peer)
                self.assertEqual(self.ladder(w, p, 121665, u, k), (OK, int.from_bytes(want, "little")))

    def test_x448(self) -> None:
        p = 2**448 - 2**224 - 1
        for w in (36, 72):
            secret = self.rng.randbytes(56)
            peer = x448.X448PrivateKey.from_private_bytes(self.rng.randbytes(56)).public_key()
            u = int.from_bytes(peer.public_bytes_raw(), "little")
            k = int.from_bytes(secret, "little") & ~3 | 1 << 447
            want = x448.X448PrivateKey.from_private_bytes(secret).exchange(peer)
            self.assertEqual(self.ladder(w, p, 39081, u, k), (OK, int.from_bytes(want, "little")))

    def test_parameter(self) -> None:
        """(A - 2) / 4 below 2^17, against the steps of RFC 7748; more is refused."""
        p = 2**255 - 19
        for w in (18, 36, 72):
            for a24 in (0, 1, (1 << 17) - 1):
                u, k = self.rng.randrange(p), self.rng.getrandbits(255)
                self.assertEqual(self.ladder(w, p, a24, u, k), (OK, steps(p, a24, u, k)))
            for a24 in (1 << 17, p - 1, 1 << 254):
                self.assertEqual(self.ladder(w, p, a24, 9, 5), (ARG, 0))

    def test_scalars(self) -> None:
        """Alternating, constant and random bits; the highest and the lowest one."""
        p = 2**255 - 19
        ones = (1 << 255) - 1
        for k in (0, 1, 2, 3, ones, ones // 3, 2 * (ones // 3), 1 << 254, ones ^ 1, self.rng.getrandbits(255)):
            u = self.rng.randrange(p)
            self.assertEqual(self.ladder(72, p, 121665, u, k), (OK, steps(p, 121665, u, k)), hex(k))

    def test_infinity(self) -> None:
        """Points of small order give 0, as RFC 7748, 6.1, expects; the caller refuses it."""
        p = 2**255 - 19
        for u in (0, 1, p - 1, 0x57119FD0DD4E22D8868E1C58C45C44045BEF839C55B1D0B1248C50A3BC959C5F):
            self.assertEqual(self.ladder(72, p, 121665, u, 8 * self.rng.getrandbits(250) | 1 << 254), (OK, 0))


if __name__ == "__main__":
    unittest.main()
