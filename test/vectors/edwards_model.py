# SPDX-License-Identifier: Apache-2.0
"""Ed25519 and Ed448 by the textbook (RFC 8032, section 5): slow, simple, and independent of every engine."""

from __future__ import annotations

import dataclasses
import hashlib

Point = tuple[int, int]


@dataclasses.dataclass(frozen=True)
class Edwards:
    """a x^2 + y^2 = 1 + d x^2 y^2 over the integers modulo p; (x, y) generates a group of prime order n."""

    p: int
    a: int
    d: int
    n: int
    x: int
    y: int
    size: int  # bytes of an encoded point, of a private key, and of S
    cofactor_bits: int
    top_bit: int  # of a private scalar

    def add(self, one: Point, two: Point) -> Point:
        """The group operation, which has no exceptions on these curves."""
        (x1, y1), (x2, y2) = one, two
        t = self.d * x1 * x2 * y1 * y2 % self.p
        x = (x1 * y2 + y1 * x2) * pow(1 + t, -1, self.p)
        y = (y1 * y2 - self.a * x1 * x2) * pow(1 - t, -1, self.p)
        return x % self.p, y % self.p

    def multiply(self, k: int, point: Point) -> Point:
        """k times a point, by double and add."""
        result = (0, 1)
        while k:
            if k & 1:
                result = self.add(result, point)
            point = self.add(point, point)
            k >>= 1
        return result

    def encode(self, point: Point) -> bytes:
        """y with the lowest bit of x on top (sections 5.1.2 and 5.2.2)."""
        return (point[1] | (point[0] & 1) << (8 * self.size - 1)).to_bytes(self.size, "little")

    def is_point(self, encoded: bytes) -> bool:
        """Whether a string decodes (sections 5.1.3 and 5.2.3), by Euler's criterion."""
        y = int.from_bytes(encoded, "little")
        sign = y >> (8 * self.size - 1)
        y &= (1 << (8 * self.size - 1)) - 1
        square = (y * y - 1) * pow(self.d * y * y - self.a, -1, self.p) % self.p
        if y >= self.p or (square == 0 and sign):
            return False
        return square == 0 or pow(square, (self.p - 1) // 2, self.p) == 1

    def hash(self, message: bytes) -> bytes:
        """H with the prefix of the pure scheme without a context (sections 5.1.6 and 5.2.6)."""
        if self.size == 32:
            return hashlib.sha512(message).digest()
        return hashlib.shake_256(b"SigEd448\0\0" + message).digest(114)

    def expand(self, secret: bytes) -> tuple[int, bytes]:
        """The scalar and the prefix of a private key (sections 5.1.5 and 5.2.5)."""
        digest = hashlib.sha512(secret).digest() if self.size == 32 else hashlib.shake_256(secret).digest(114)
        scalar = int.from_bytes(digest[: self.size], "little") & ((1 << self.top_bit) - 1)
        scalar = (scalar >> self.cofactor_bits << self.cofactor_bits) | 1 << self.top_bit
        return scalar, digest[self.size :]

    def public(self, secret: bytes) -> bytes:
        """The public key of a private one."""
        return self.encode(self.multiply(self.expand(secret)[0], (self.x, self.y)))

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """R and S (sections 5.1.6 and 5.2.6)."""
        scalar, prefix = self.expand(secret)
        r = int.from_bytes(self.hash(prefix + message), "little") % self.n
        point = self.encode(self.multiply(r, (self.x, self.y)))
        k = int.from_bytes(self.hash(point + self.public(secret) + message), "little")
        return point + ((r + k * scalar) % self.n).to_bytes(self.size, "little")


_P25519, _P448 = 2**255 - 19, 2**448 - 2**224 - 1

# Sections 5.1 and 5.2.
CURVES = {
    "ED25519": Edwards(
        p=_P25519,
        a=-1,
        d=-121665 * pow(121666, -1, _P25519) % _P25519,
        n=2**252 + 27742317777372353535851937790883648493,
        x=15112221349535400772501151409588531511454012693041857206046113283949847762202,
        y=4 * pow(5, -1, _P25519) % _P25519,
        size=32,
        cofactor_bits=3,
        top_bit=254,
    ),
    "ED448": Edwards(
        p=_P448,
        a=1,
        d=-39081 % _P448,
        n=2**446 - 13818066809895115352007386748515426880336692474882178609894547503885,
        x=0x4F1970C66BED0DED221D15A622BF36DA9E146570470F1767EA6DE324A3D3A46412AE1AF72AB66511433B80E18B00938E2626A82BC70CC05E,
        y=0x693F46716EB6BC248876203756C9C7624BEA73736CA3984087789C1E05A0C2D73AD3FF1CE67C39C4FDBD132C4ED7C8AD9808795BF230FA14,
        size=57,
        cofactor_bits=2,
        top_bit=447,
    ),
}
