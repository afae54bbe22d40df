# SPDX-License-Identifier: Apache-2.0
"""AES straight from FIPS 197, and counter mode and CBC of SP 800-38A, to check assembly against; slow and plain."""

from __future__ import annotations

from functools import lru_cache


def _multiply(a: int, b: int) -> int:
    """Product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 (FIPS 197, 4.2)."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


# The S-box: the inverse, then the affine map (FIPS 197, 5.1.1).
SBOX = [0] * 256
for _a in range(256):
    _b = next((b for b in range(256) if _multiply(_a, b) == 1), 0)
    SBOX[_a] = 0x63 ^ _b
    for _i in range(1, 5):
        SBOX[_a] ^= (_b << _i | _b >> (8 - _i)) & 0xFF
INVERSE_SBOX = [SBOX.index(value) for value in range(256)]
_TIMES = {factor: [_multiply(value, factor) for value in range(256)] for factor in (1, 2, 3, 9, 11, 13, 14)}


@lru_cache
def expand(key: bytes) -> list[bytes]:
    """The round keys, 16 bytes each (FIPS 197, 5.2)."""
    words = [list(key[i : i + 4]) for i in range(0, len(key), 4)]
    length, rounds, constant = len(words), len(key) // 4 + 6, 1
    while len(words) < 4 * (rounds + 1):
        word = list(words[-1])
        if len(words) % length == 0:
            word = [SBOX[value] for value in word[1:] + word[:1]]
            word[0] ^= constant
            constant = _TIMES[2][constant]
        elif length == 8 and len(words) % 8 == 4:
            word = [SBOX[value] for value in word]
        words.append([a ^ b for a, b in zip(word, words[-length], strict=True)])
    return [bytes(sum(words[i : i + 4], [])) for i in range(0, len(words), 4)]


def _mix(state: bytes, factors: tuple[int, int, int, int]) -> bytes:
    """MixColumns with the given first row, or its inverse (FIPS 197, 5.1.3 and 5.3.3)."""
    mixed = bytearray(16)
    for i in range(16):
        column, row = i & ~3, i & 3
        for j in range(4):
            mixed[i] ^= _TIMES[factors[(j - row) % 4]][state[column + j]]
    return bytes(mixed)


def _add(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def inverse_mix(block: bytes) -> bytes:
    return _mix(block, (14, 11, 13, 9))


def encrypt(key: bytes, block: bytes) -> bytes:
    keys = expand(key)
    state = _add(block, keys[0])
    for i, round_key in enumerate(keys[1:], 1):
        state = bytes(SBOX[state[(5 * j) % 16]] for j in range(16))
        if i < len(keys) - 1:
            state = _mix(state, (2, 3, 1, 1))
        state = _add(state, round_key)
    return state


def decrypt(key: bytes, block: bytes) -> bytes:
    keys = expand(key)
    state = _add(block, keys[-1])
    for i in range(len(keys) - 2, -1, -1):
        state = _add(bytes(INVERSE_SBOX[state[(13 * j) % 16]] for j in range(16)), keys[i])
        if i:
            state = inverse_mix(state)
    return state


def counter_mode(key: bytes, counter: bytes, data: bytes) -> bytes:
    """CTR with a 32-bit big-endian counter in the last word, which wraps without carry (as in GCM)."""
    out = bytearray()
    for i in range(0, len(data), 16):
        number = (int.from_bytes(counter[12:], "big") + i // 16) & 0xFFFFFFFF
        pad = encrypt(key, counter[:12] + number.to_bytes(4, "big"))
        out += bytes(a ^ b for a, b in zip(data[i : i + 16], pad, strict=False))
    return bytes(out)


def cbc_encrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    out = b""
    for i in range(0, len(data), 16):
        iv = encrypt(key, _add(data[i : i + 16], iv))
        out += iv
    return out


def cbc_decrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    out = b""
    for i in range(0, len(data), 16):
        out += _add(decrypt(key, data[i : i + 16]), iv)
        iv = data[i : i + 16]
    return out
