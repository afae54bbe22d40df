# SPDX-License-Identifier: Apache-2.0
"""The blocks of GHASH for ARMv6-M: as algo/armv7m/ghash_holes.inc and ghash_holes.S have it, in 16-bit instructions."""

from __future__ import annotations

from blocks import SLOT_COUNT, Block
from program import SP, ThumbProgram

HOLES = (0x11111111, 0x22222222, 0x44444444, 0x88888888)
SWAPS = ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F))


class HashProgram(ThumbProgram):
    MASKS = (*HOLES, *(mask for _, mask in SWAPS))


# The frame: four words, the masks, spilled words, y, the nine factors, the same reversed, nine products of two words.
SLOTS = HashProgram.AT + 4 * len(HashProgram.MASKS)
STATE = SLOTS + 4 * SLOT_COUNT
FACTORS = STATE + 16
REVERSED = FACTORS + 36
PRODUCTS = REVERSED + 36


def _low(p: HashProgram, x: int, y: int) -> int:
    """The low word of a product without carries."""
    a, b = ([p.add("and", value, p.constant(mask)) for mask in HOLES] for value in (x, y))
    result = None
    for r in range(4):
        total = None
        for i in range(4):
            one = p.add("mul", a[i], b[(r - i) % 4])
            total = one if total is None else p.eor(total, one)
        assert total is not None
        part = p.add("and", total, p.constant(HOLES[r]))
        result = part if result is None else p.add("orr", result, part)
    assert result is not None
    return result


def _reverse(p: HashProgram, x: int) -> int:
    for places, mask in SWAPS:
        high = p.add("and", p.add("lsr", x, immediate=places), p.constant(mask))
        low = p.add("lsl", p.add("and", x, p.constant(mask)), immediate=places)
        x = p.add("orr", high, low)
    return p.add("rev", x)


def _sums(p: HashProgram, x: list[int]) -> list[int]:
    """Four words from the last, and their sums."""
    high, low = p.eor(x[3], x[2]), p.eor(x[1], x[0])
    return [*x, high, low, p.eor(x[3], x[1]), p.eor(x[2], x[0]), p.eor(high, low)]


def _product(name: str, what: str, high: bool) -> Block:
    p = HashProgram()
    x, y = p.input(), p.input()
    found = _low(p, x, y)
    if high:
        found = p.add("lsr", _reverse(p, found), immediate=1)
    return Block(name, what, p, [(x, 0), (y, 1)], [(found, 0)])


def _spread() -> Block:
    p = HashProgram()
    text = p.input()
    words = [p.eor(p.add("rev", p.load(text, 12 - 4 * i)), p.load(SP, STATE + 4 * i)) for i in range(4)]
    for base, values in ((FACTORS, words), (REVERSED, [_reverse(p, word) for word in words])):
        for i, value in enumerate(_sums(p, values)):
            p.store(value, SP, base + 4 * i)
    return Block("hash_spread", "The block at r0 added, as factors", p, [(text, 0)])


def _combine(p: HashProgram, high: int, low: int, middle: int) -> list[int]:
    """Four words from the last, of products of two words."""
    (h0, h1), (l0, l1), (m0, m1) = (
        [p.load(SP, PRODUCTS + 8 * n + 4 * i) for i in range(2)] for n in (high, low, middle)
    )
    m0, m1 = p.eor(p.eor(m0, h0), l0), p.eor(p.eor(m1, h1), l1)
    return [l0, p.eor(l1, m0), p.eor(h0, m1), h1]


def _gather() -> Block:
    p = HashProgram()
    high, low, middle = _combine(p, 3, 2, 4), _combine(p, 1, 0, 5), _combine(p, 6, 7, 8)
    middle = [p.eor(p.eor(middle[i], high[i]), low[i]) for i in range(4)]
    v = [low[0], low[1], p.eor(low[2], middle[0]), p.eor(low[3], middle[1])]
    v += [p.eor(high[0], middle[2]), p.eor(high[1], middle[3]), high[2], high[3]]
    for i in range(4):
        w = v[i]
        for places in (31, 30, 25):
            v[i + 3] = p.eor(v[i + 3], p.add("lsl", w, immediate=places))
        v[i + 4] = p.eor(v[i + 4], w)
        for places in (1, 2, 7):
            v[i + 4] = p.eor(v[i + 4], p.add("lsr", w, immediate=places))
    for i in range(4):
        p.store(v[4 + i], SP, STATE + 4 * i)
    return Block("hash_gather", "y of the products", p)


def _key() -> Block:
    """The four words of the key times x in r4 to r7, at r0 with their sums, and the same reversed."""
    p = HashProgram()
    target = p.input()
    words = [p.input() for _ in range(4)]
    for base, values in ((0, words), (36, [_reverse(p, word) for word in words])):
        for i, value in enumerate(_sums(p, values)):
            p.store(value, target, base + 4 * i)
    return Block("hash_key", "The table of a key", p, [(target, 0), *zip(words, range(4, 8))])


def hashing() -> list[Block]:
    return [
        _product("low_product", "r0 = the low word of the product of r0 and r1 without carries", False),
        _product("high_product", "r0 = the high word of the product of the reverses of r0 and r1", True),
        _spread(),
        _gather(),
        _key(),
    ]
