# SPDX-License-Identifier: Apache-2.0
"""Curves for the tests of acryp, with the affine law on integers as the reference."""

import random
from dataclasses import dataclass
from functools import lru_cache

from acryp_rsa import is_prime
from cryptography.hazmat.primitives.asymmetric import ec

Point = tuple[int, int] | None


@dataclass(frozen=True)
class Curve:
    """y^2 = x^3 + a x + b modulo p, with a point and, if known, its order."""

    p: int
    a: int
    b: int
    g: tuple[int, int]
    order: int = 0

    @property
    def bits(self) -> int:
        return self.p.bit_length()

    def add(self, s: Point, t: Point) -> Point:
        if s is None or t is None:
            return s or t
        p = self.p
        if s[0] == t[0]:
            if (s[1] + t[1]) % p == 0:
                return None
            m = (3 * s[0] * s[0] + self.a) * pow(2 * s[1], -1, p)
        else:
            m = (t[1] - s[1]) * pow(t[0] - s[0], -1, p)
        x = (m * m - s[0] - t[0]) % p
        return x, (m * (s[0] - x) - s[1]) % p

    def times(self, k: int, s: Point) -> Point:
        total: Point = None
        while k:
            if k & 1:
                total = self.add(total, s)
            s = self.add(s, s)
            k >>= 1
        return total


def library(name: type[ec.EllipticCurve], p: int, a: int, order: int) -> Curve:
    """A curve that the library has: its base point from there, b from the point."""
    g = ec.derive_private_key(1, name()).public_key().public_numbers()
    return Curve(p, a % p, (g.y**2 - g.x**3 - a * g.x) % p, (g.x, g.y), order)


# SEC 2, 2.4.1, 2.4.2, 2.5.1, 2.6.1; RFC 5639, 3.4. The order of P-192 is not needed.
P192 = 2**192 - 2**64 - 1
P224 = 2**224 - 2**96 + 1
P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
P384 = 2**384 - 2**128 - 2**96 + 2**32 - 1
P521 = 2**521 - 1
K256 = 2**256 - 2**32 - 977
B256 = 0xA9FB57DBA1EEA9BC3E660A909D838D726E3BF623D52620282013481D1F6E5377
B256_A = 0x7D5A0975FC2C3057EEF67530417AFFE7FB8055C126DC5C6CE94A4B44F330B5D9
N256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
LIBRARY = [
    library(ec.SECP192R1, P192, -3, 0),
    library(ec.SECP224R1, P224, -3, 0),
    library(ec.SECP256R1, P256, -3, N256),
    library(ec.SECP384R1, P384, -3, 0),
    library(ec.SECP521R1, P521, -3, 0),
    library(ec.SECP256K1, K256, 0, 0),
    library(ec.BrainpoolP256R1, B256, B256_A, 0),
]


def small(rng: random.Random, bits: int) -> Curve:
    """A random curve over a random field, with a point; of odd order if the field is small enough to count."""
    while True:
        p = rng.getrandbits(bits) | 3 | 1 << (bits - 1)
        if is_prime(p, rng):
            curve = over(rng, p)
            order = count(curve) if bits <= 16 else 0
            if bits > 16 or order % 2:
                return Curve(p, curve.a, curve.b, curve.g, order)


def over(rng: random.Random, p: int) -> Curve:
    """A random curve over a field, with a point; of odd order if the field has more than 16 bits."""
    while True:
        a, x, y = rng.randrange(p), rng.randrange(p), rng.randrange(1, p)
        b = (y * y - x**3 - a * x) % p
        if (4 * a**3 + 27 * b * b) % p == 0:
            continue
        curve = Curve(p, a, b, (x, y))
        # An x with x^3 + a x + b = 0 is a point of order 2; gcd(x^p - x, cubic) says whether there is one.
        if p.bit_length() <= 16 or not has_root(curve):
            return curve


def count(curve: Curve) -> int:
    """Points of a curve over a small field, the one at infinity included."""
    p = curve.p
    total = 1
    for x in range(p):
        v = (x**3 + curve.a * x + curve.b) % p
        total += 1 if v == 0 else 2 * (pow(v, (p - 1) // 2, p) == 1)
    return total


def has_root(curve: Curve) -> bool:
    """Whether x^3 + a x + b has a root modulo p: x^p - x and the cubic have a common factor."""
    p, a, b = curve.p, curve.a, curve.b

    def times(f: list[int], g: list[int]) -> list[int]:
        r = [0] * 5
        for i, u in enumerate(f):
            for j, v in enumerate(g):
                r[i + j] += u * v
        for i in (4, 3):  # x^3 = -a x - b
            r[i - 2] -= a * r[i]
            r[i - 3] -= b * r[i]
        return [c % p for c in r[:3]]

    power = [1, 0, 0]
    for bit in bin(p)[2:]:
        power = times(power, power)
        if bit == "1":
            power = times(power, [0, 1, 0])
    f, g = [b % p, a % p, 0, 1], [power[0], (power[1] - 1) % p, power[2]]
    while any(g):
        while g and g[-1] == 0:
            g.pop()
        while len(f) >= len(g):
            c = f[-1] * pow(g[-1], -1, p)
            for i in range(len(g)):
                f[len(f) - len(g) + i] = (f[len(f) - len(g) + i] - c * g[i]) % p
            f.pop()
        f, g = g, f
    while f and f[-1] == 0:
        f.pop()
    return len(f) > 1


@lru_cache
def comb(curve: "Curve | Edwards", order: int, columns: int) -> list[tuple[int, int]]:
    """The start and the table of BASE, by what hw/acryp/README.md says of them; none of the points is infinity."""
    half = curve.times((order + 1) // 2, curve.g)
    points = [curve.times(((1 << 6 * columns) - 1) * pow(2, -columns, order) % order, half)]
    for e in range(32):
        signs = [1 if e >> j & 1 else -1 for j in range(5)] + [1]
        points.append(curve.times(sum(s << columns * j for j, s in enumerate(signs)) % order, half))
    assert None not in points
    return [p for p in points if p]


@dataclass(frozen=True)
class Edwards:
    """a x^2 + y^2 = 1 + d x^2 y^2 modulo p, a a square and d none, with a point."""

    p: int
    a: int
    d: int
    g: tuple[int, int]

    @property
    def bits(self) -> int:
        return self.p.bit_length()

    def add(self, s: tuple[int, int], t: tuple[int, int]) -> tuple[int, int]:
        p = self.p
        m = self.d * s[0] * t[0] * s[1] * t[1]
        x = (s[0] * t[1] + s[1] * t[0]) * pow(1 + m, -1, p)
        return x % p, (s[1] * t[1] - self.a * s[0] * t[0]) * pow(1 - m, -1, p) % p

    def times(self, k: int, s: tuple[int, int]) -> tuple[int, int]:
        total = (0, 1)
        while k:
            if k & 1:
                total = self.add(total, s)
            s = self.add(s, s)
            k >>= 1
        return total

    @staticmethod
    def small(rng: random.Random, bits: int) -> "Edwards":
        """A random curve over a random field, with a point."""
        while True:
            p = rng.getrandbits(bits) | 3 | 1 << (bits - 1)
            if not is_prime(p, rng):
                continue
            a, d, x = pow(rng.randrange(1, p), 2, p), rng.randrange(2, p), rng.randrange(1, p)
            if a == d or pow(d, (p - 1) // 2, p) == 1:
                continue
            v = (1 - a * x * x) * pow(1 - d * x * x, -1, p) % p
            y = pow(v, (p + 1) // 4, p)  # p is 3 modulo 4
            if y * y % p == v:
                return Edwards(p, a, d, (x, y))


# RFC 8032, 5.1 and 5.2.
P25519, P448 = 2**255 - 19, 2**448 - 2**224 - 1
ED25519 = Edwards(
    P25519,
    P25519 - 1,
    -121665 * pow(121666, -1, P25519) % P25519,
    (
        15112221349535400772501151409588531511454012693041857206046113283949847762202,
        46316835694926478169428394003475163141307993866256225615783033603165251855960,
    ),
)
ED448 = Edwards(
    P448,
    1,
    P448 - 39081,
    (
        int(
            "2245800402959243001876043340998960362467896416325641342461254616869504"
            "15467406032909029192869357953282578032075146446173674602635247710"
        ),
        int(
            "2988192100784814926760179304439306734375440401540802420959282413723315"
            "06189835876003536878655418784733982303233503462500531545062832660"
        ),
    ),
)
