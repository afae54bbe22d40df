# SPDX-License-Identifier: Apache-2.0
"""Hashes written after their standards, which can begin as if `done` bytes had been hashed already: the reference for
counters that no real message reaches. Python's own library confirms them where done is 0."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

M32, M64 = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF


def _rol(x: int, n: int) -> int:
    return (x << n | (x & M32) >> (32 - n)) & M32


def _ror(x: int, n: int, bits: int) -> int:
    return (x >> n | x << (bits - n)) & ((1 << bits) - 1)


def _primes(count: int) -> list[int]:
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % p for p in found):
            found.append(candidate)
        candidate += 1
    return found


def _root_bits(value: int, degree: int, bits: int) -> int:
    """The first bits of the fractional part of a square or cube root."""
    target = value << (degree * bits)
    root = math.isqrt(target)
    if degree == 3:
        low, high = 0, root + 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle**3 <= target else (low, middle - 1)
        root = low
    return root & ((1 << bits) - 1)


K256 = [_root_bits(p, 3, 32) for p in _primes(64)]
K512 = [_root_bits(p, 3, 64) for p in _primes(80)]


def _sha2(h: list[int], block: bytes, bits: int) -> list[int]:
    """FIPS 180-4, sections 6.2.2 and 6.4.2."""
    mask = (1 << bits) - 1
    k = K256 if bits == 32 else K512
    s0, s1, e0, e1 = (
        ((7, 18, 3), (17, 19, 10), (2, 13, 22), (6, 11, 25))
        if bits == 32
        else ((1, 8, 7), (19, 61, 6), (28, 34, 39), (14, 18, 41))
    )
    w = list(struct.unpack(">16I" if bits == 32 else ">16Q", block))
    for t in range(16, len(k)):
        a, b = w[t - 15], w[t - 2]
        small0 = _ror(a, s0[0], bits) ^ _ror(a, s0[1], bits) ^ a >> s0[2]
        small1 = _ror(b, s1[0], bits) ^ _ror(b, s1[1], bits) ^ b >> s1[2]
        w.append((w[t - 16] + small0 + w[t - 7] + small1) & mask)
    a, b, c, d, e, f, g, last = h
    for t, kt in enumerate(k):
        t1 = last + (_ror(e, e1[0], bits) ^ _ror(e, e1[1], bits) ^ _ror(e, e1[2], bits)) + (e & f ^ ~e & g) + kt + w[t]
        t2 = (_ror(a, e0[0], bits) ^ _ror(a, e0[1], bits) ^ _ror(a, e0[2], bits)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, last = (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g
    return [(x + y) & mask for x, y in zip(h, (a, b, c, d, e, f, g, last), strict=True)]


def _sha1(h: list[int], block: bytes) -> list[int]:
    """FIPS 180-4, section 6.1.2."""
    w = list(struct.unpack(">16I", block))
    for t in range(16, 80):
        w.append(_rol(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1))
    a, b, c, d, e = h
    for t in range(80):
        f = (b & c ^ ~b & d, b ^ c ^ d, b & c ^ b & d ^ c & d, b ^ c ^ d)[t // 20]
        k = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)[t // 20]
        a, b, c, d, e = (_rol(a, 5) + (f & M32) + e + k + w[t]) & M32, a, _rol(b, 30), c, d
    return [(x + y) & M32 for x, y in zip(h, (a, b, c, d, e), strict=True)]


def _md5(h: list[int], block: bytes) -> list[int]:
    """RFC 1321, section 3.4."""
    x = struct.unpack("<16I", block)
    shifts = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
    a, b, c, d = h
    for i in range(64):
        f, at = (
            (b & c | ~b & d, i),
            (b & d | c & ~d, 5 * i + 1),
            (b ^ c ^ d, 3 * i + 5),
            (c ^ (b | ~d & M32), 7 * i),
        )[i // 16]
        total = a + (f & M32) + x[at % 16] + int(abs(math.sin(i + 1)) * (1 << 32))
        a, b, c, d = d, (b + _rol(total & M32, shifts[i // 16][i % 4])) & M32, b, c
    return [(x + y) & M32 for x, y in zip(h, (a, b, c, d), strict=True)]


def _sm3(h: list[int], block: bytes) -> list[int]:
    """GB/T 32905-2016, section 5.3."""

    def p1(x: int) -> int:
        return x ^ _rol(x, 15) ^ _rol(x, 23)

    w = list(struct.unpack(">16I", block))
    for j in range(16, 68):
        w.append(p1(w[j - 16] ^ w[j - 9] ^ _rol(w[j - 3], 15)) ^ _rol(w[j - 13], 7) ^ w[j - 6])
    a, b, c, d, e, f, g, last = h
    for j in range(64):
        t = 0x79CC4519 if j < 16 else 0x7A879D8A
        ss1 = _rol((_rol(a, 12) + e + _rol(t, j % 32)) & M32, 7)
        ff = a ^ b ^ c if j < 16 else a & b | a & c | b & c
        gg = e ^ f ^ g if j < 16 else e & f | ~e & g
        tt1 = (ff + d + (ss1 ^ _rol(a, 12)) + (w[j] ^ w[j + 4])) & M32
        tt2 = (gg + last + ss1 + w[j]) & M32
        a, b, c, d, e, f, g, last = tt1, a, _rol(b, 9), c, tt2 ^ _rol(tt2, 9) ^ _rol(tt2, 17), e, _rol(f, 19), g
    return [x ^ y for x, y in zip(h, (a, b, c, d, e, f, g, last), strict=True)]


def _start(bits: int, first: int, count: int = 8) -> list[int]:
    return [_root_bits(p, 2, bits) for p in _primes(first + count)[first:]]


_CHAIN = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
_SHA384 = _start(64, 8)
_SM3 = [0x7380166F, 0x4914B2B9, 0x172442D7, 0xDA8A0600, 0xA96F30BC, 0x163138AA, 0xE38DEE4D, 0xB0FB0E4E]

Step = Callable[[list[int], bytes], list[int]]

# Name: block and digest length, step, initial value.
_MODELS: dict[str, tuple[int, int, Step, list[int]]] = {
    "MD5": (64, 16, _md5, _CHAIN[:4]),
    "SHA1": (64, 20, _sha1, _CHAIN),
    "SHA224": (64, 28, lambda h, b: _sha2(h, b, 32), [x & M32 for x in _SHA384]),
    "SHA256": (64, 32, lambda h, b: _sha2(h, b, 32), _start(32, 0)),
    "SHA384": (128, 48, lambda h, b: _sha2(h, b, 64), _SHA384),
    "SHA512": (128, 64, lambda h, b: _sha2(h, b, 64), _start(64, 0)),
    "SM3": (64, 32, _sm3, _SM3),
}


def block_len(name: str) -> int:
    """Bytes of a block."""
    return _MODELS[name][0]


def digest(name: str, message: bytes, done: int = 0) -> bytes:
    """The digest as if done bytes, whole blocks, had left the initial value unchanged before the message."""
    block, size, step, h = _MODELS[name]
    total = 8 * (done + len(message))
    count = block // 8
    padded = message + b"\x80" + bytes(-(len(message) + 1 + count) % block)
    if name == "MD5":
        padded += (total & M64).to_bytes(8, "little")
    else:
        padded += total.to_bytes(count, "big")
    for at in range(0, len(padded), block):
        h = step(h, padded[at : at + block])
    if name == "MD5":
        return struct.pack("<4I", *h)
    return struct.pack(f">{len(h)}{'Q' if block == 128 else 'I'}", *h)[:size]


def _sha512_t(bits: int) -> None:
    """FIPS 180-4, section 5.3.6."""
    start = [x ^ 0xA5A5A5A5A5A5A5A5 for x in _MODELS["SHA512"][3]]
    _MODELS["SHA512T"] = (128, 64, lambda h, b: _sha2(h, b, 64), start)
    value = digest("SHA512T", f"SHA-512/{bits}".encode())
    _MODELS[f"SHA512_{bits}"] = (128, bits // 8, _MODELS["SHA512"][2], list(struct.unpack(">8Q", value)))
    del _MODELS["SHA512T"]


_sha512_t(224)
_sha512_t(256)
