# SPDX-License-Identifier: Apache-2.0
"""Elliptic curves in Weierstrass form by the textbook: slow, simple, and independent of every engine."""

from __future__ import annotations

import dataclasses
import pathlib

Point = tuple[int, int] | None  # None is the point at infinity


@dataclasses.dataclass(frozen=True)
class Curve:
    """y^2 = x^3 + a x + b over the integers modulo p; (x, y) generates a group of order n."""

    p: int
    a: int
    b: int
    n: int
    x: int
    y: int

    def contains(self, point: tuple[int, int]) -> bool:
        """Whether a point with reduced coordinates satisfies the equation."""
        x, y = point
        return max(x, y) < self.p and (y * y - (x * x + self.a) * x - self.b) % self.p == 0

    def add(self, one: Point, two: Point) -> Point:
        """The group operation (SEC 1, section 2.2.1)."""
        if one is None or two is None:
            return one or two
        if one[0] == two[0]:
            if (one[1] + two[1]) % self.p == 0:
                return None
            slope = (3 * one[0] * one[0] + self.a) * pow(2 * one[1], -1, self.p)
        else:
            slope = (two[1] - one[1]) * pow(two[0] - one[0], -1, self.p)
        x = (slope * slope - one[0] - two[0]) % self.p
        return x, (slope * (one[0] - x) - one[1]) % self.p

    def multiply(self, k: int, point: Point) -> Point:
        """k times a point, by double and add."""
        result: Point = None
        while k:
            if k & 1:
                result = self.add(result, point)
            point = self.add(point, point)
            k >>= 1
        return result

    def public(self, d: int) -> tuple[int, int]:
        """The public point of a private key."""
        point = self.multiply(d, (self.x, self.y))
        if point is None:
            raise ValueError("a private key that is a multiple of the order")
        return point

    def ecdsa_sign(self, d: int, digest: bytes, k: int) -> tuple[int, int]:
        """r and s with the nonce k (FIPS 186-5, section 6.4.1)."""
        r = self.public(k)[0] % self.n
        return r, pow(k, -1, self.n) * (self.digest_number(digest) + r * d) % self.n

    def digest_number(self, digest: bytes) -> int:
        """The leftmost bits of a digest, as many as the order has (FIPS 186-5, section 6.4.1)."""
        return int.from_bytes(digest, "big") >> max(0, 8 * len(digest) - self.n.bit_length())

    def sm2_sign(self, d: int, digest: int, k: int) -> tuple[int, int]:
        """r and s over e with the nonce k (GB/T 32918.2, section 6.1)."""
        r = (digest + self.public(k)[0]) % self.n
        return r, pow(1 + d, -1, self.n) * (k - r * d) % self.n


def _read() -> dict[str, Curve]:
    curves: dict[str, Curve] = {}
    for section in (pathlib.Path(__file__).parent / "standards/curves.txt").read_text().split("[")[1:]:
        name, _, body = section.partition("]")
        lines = [line.split(" = ") for line in body.splitlines() if " = " in line]
        curves[name] = Curve(**{key: int(value, 16) for key, value in lines})
    return curves


CURVES = _read()
