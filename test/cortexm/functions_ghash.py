# SPDX-License-Identifier: Apache-2.0
"""GHASH in constant time, from SP 800-38D, 6.3 and 6.4, bit by bit."""

from __future__ import annotations

import random
import struct

from function import V6M, Case, Function
from simulator import data, inout, out

HASH_BYTES = 4096
REDUCTION = 0xE1 << 120
ONES = (1 << 128) - 1


def multiply(x: int, y: int) -> int:
    """Product in the field, blocks as big-endian numbers (SP 800-38D, algorithm 1)."""
    z = 0
    for i in range(127, -1, -1):
        if x >> i & 1:
            z ^= y
        y = y >> 1 ^ (REDUCTION if y & 1 else 0)
    return z


def ghash(y: bytes, h: bytes, text: bytes) -> bytes:
    """Y after the blocks of text (SP 800-38D, algorithm 2)."""
    state, key = int.from_bytes(y, "big"), int.from_bytes(h, "big")
    for i in range(0, len(text), 16):
        state = multiply(state ^ int.from_bytes(text[i : i + 16], "big"), key)
    return state.to_bytes(16, "big")


def table(h: bytes, reverses: bool) -> bytes:
    """The key times x, as four words from the last and their sums; then the same with each word reversed."""
    number = int.from_bytes(h, "big") << 1
    if number > ONES:
        number ^= 1 << 128 | 0xC2 << 120 | 1
    words = [number >> 32 * i & 0xFFFFFFFF for i in range(4)]
    words += [words[3] ^ words[2], words[1] ^ words[0], words[3] ^ words[1], words[2] ^ words[0]]
    words.append(words[4] ^ words[5])
    if reverses:
        words += [int(f"{word:032b}"[::-1], 2) for word in words]
    return struct.pack(f"<{len(words)}I", *words)


def _functions(folder: str, cores: tuple[str, ...], reverses: bool, small: bool = False) -> list[Function]:
    def key_case(source: random.Random, shift: int) -> Case:
        h = source.randbytes(16)
        found = table(h, reverses)
        return Case([out(len(found), 4 * shift), data(h, 4 * shift)], [found])

    def hash_case(source: random.Random, shift: int) -> Case:
        """Aligned: 4 KiB, for the figures. Else a few blocks, none too; some of ones, where the most carries meet."""
        blocks = source.randrange(0, 5) if shift else HASH_BYTES // 16
        ones = shift and source.random() < 0.5
        h, y, text = (b"\xff" * n if ones else source.randbytes(n) for n in (16, 16, 16 * blocks))
        arguments = [inout(y, 4 * shift), data(table(h, reverses), 4 - 4 * shift), data(text, 4 * shift), blocks]
        return Case(arguments, [ghash(y, h, text)])

    parts = [("obi_ghash_holes_key", "key", 16, key_case), ("obi_ghash_holes", "mac", HASH_BYTES, hash_case)]
    file, image, mode = ("ghash_holes_small.S", "small", "small") if small else ("ghash_holes.S", "ghash", "holes")
    return [
        Function(symbol, f"{folder}/{file}", image, cores, mode, "ghash", operation, 128, n, (), True, case)
        for symbol, operation, n, case in parts
    ]


GHASH = [
    *_functions("armv6m", V6M, True),
    *_functions("armv7m", ("m3",), True),
    *_functions("armv7m", ("m3",), True, True),
    *_functions("armv7em", ("m4", "m7"), False),
    *_functions("armv7em", ("m4", "m7"), False, True),
]
