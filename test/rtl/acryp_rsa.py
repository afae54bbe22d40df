# SPDX-License-Identifier: Apache-2.0
"""Keys for the tests of acryp's RSA, of any length, also of lengths that libraries refuse."""

import random
from dataclasses import dataclass
from math import gcd


def is_prime(n: int, rng: random.Random) -> bool:
    """Miller and Rabin, 20 rounds; without small primes, as the numbers are short."""
    if n < 4 or n % 2 == 0:
        return n in (2, 3)
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for _ in range(20):
        x = pow(rng.randrange(2, n - 1), d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def prime(rng: random.Random, bits: int, e: int) -> int:
    while True:
        p = rng.getrandbits(bits) | 1 | 1 << (bits - 1)
        if gcd(p - 1, e) == 1 and is_prime(p, rng):
            return p


@dataclass
class Key:
    p: int
    q: int
    e: int

    @staticmethod
    def make(rng: random.Random, p_bits: int, q_bits: int, e: int) -> "Key":
        while True:
            p, q = prime(rng, p_bits, e), prime(rng, q_bits, e)
            if p != q:
                return Key(p, q, e)

    @property
    def n(self) -> int:
        return self.p * self.q

    @property
    def d(self) -> int:
        return pow(self.e, -1, (self.p - 1) * (self.q - 1))

    def params(self) -> list[int]:
        return [x.bit_length() for x in (self.p, self.q, self.n, self.e)]

    def operands(self, rng: random.Random, c: int, w: int, **changed: int) -> list[tuple[int, int]]:
        """As the operation takes them, with random blinding unless it is among what is changed."""
        p, q, n, e = self.params()
        words = min(w, 64)
        while gcd(r := rng.randrange(1, self.n), self.n) != 1:
            pass
        values = {
            "n": (self.n, n),
            "e": (self.e, e),
            "c": (c, n),
            "r": (r, n),
            "p": (self.p, p),
            "q": (self.q, q),
            "dp": (self.d % (self.p - 1), p),
            "dq": (self.d % (self.q - 1), q),
            "bp": (rng.getrandbits(words), words),
            "bq": (rng.getrandbits(words), words),
            "qi": (pow(self.q, -1, self.p), p),
        }
        return [(changed.get(name, value), bits) for name, (value, bits) in values.items()]
