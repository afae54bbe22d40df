# SPDX-License-Identifier: Apache-2.0
"""The hash and stream cipher functions in assembly: SHA-1, SHA-256, SHA-512, ChaCha20 and Poly1305."""

from __future__ import annotations

import hashlib
import random
import struct
from collections.abc import Callable

from function import HASH_BYTES, M7, V6M, V7M, Case, Function
from simulator import data, inout, out

M4_M7 = ("m4", "m7")

# FIPS 180-4, 5.3.1, 5.3.3 and 5.3.5.
START = {
    "sha1": (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
    "sha256": (
        *(0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A),
        *(0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19),
    ),
    "sha512": (
        *(0x6A09E667, 0xF3BCC908, 0xBB67AE85, 0x84CAA73B, 0x3C6EF372, 0xFE94F82B, 0xA54FF53A, 0x5F1D36F1),
        *(0x510E527F, 0xADE682D1, 0x9B05688C, 0x2B3E6C1F, 0x1F83D9AB, 0xFB41BD6B, 0x5BE0CD19, 0x137E2179),
    ),
}


def _hash_case(algorithm: str) -> Callable[[random.Random, int], Case]:
    """Whole padded messages, since the compression of such a message from the initial value is its digest."""

    size = 128 if algorithm == "sha512" else 64

    def case(source: random.Random, shift: int) -> Case:
        blocks = source.randrange(1, 9) if shift else HASH_BYTES // size
        message = source.randbytes(size * blocks - size // 8 - 1)
        padded = message + b"\x80" + (8 * len(message)).to_bytes(size // 8, "big")
        misalign = source.randrange(8) if shift else 0
        words = len(START[algorithm])
        digest = struct.unpack(f">{words}I", hashlib.new(algorithm, message).digest())
        start = struct.pack(f"<{words}I", *START[algorithm])
        return Case([inout(start, 4 * shift), data(padded, misalign), blocks], [struct.pack(f"<{words}I", *digest)])

    return case


def _quarter(x: list[int], a: int, b: int, c: int, d: int) -> None:
    """RFC 8439, 2.1."""
    for target, source, changed, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[target] = (x[target] + x[source]) & 0xFFFFFFFF
        mixed = x[changed] ^ x[target]
        x[changed] = (mixed << turn | mixed >> (32 - turn)) & 0xFFFFFFFF


def chacha20_block(state: tuple[int, ...]) -> bytes:
    """RFC 8439, 2.3.1: the key stream of one state."""
    x = list(state)
    for _ in range(10):
        for i in range(4):
            _quarter(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            _quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(x, state, strict=True)))


def _chacha20_case(source: random.Random, shift: int) -> Case:
    blocks = source.randrange(1, 6) if shift else HASH_BYTES // 64
    state = [source.getrandbits(32) for _ in range(16)]
    state[12] = 0xFFFFFFFE if shift and source.randrange(2) else 1
    text, stream = source.randbytes(64 * blocks), b""
    before = struct.pack("<16I", *state)
    for _ in range(blocks):
        stream += chacha20_block(tuple(state))
        state[12] = (state[12] + 1) & 0xFFFFFFFF
    misalign = source.randrange(8) if shift else 0
    expected = bytes(a ^ b for a, b in zip(text, stream, strict=True))
    arguments = [inout(before, 4 * shift), out(len(text), misalign), data(text, (3 * misalign) % 8), blocks]
    return Case(arguments, [struct.pack("<16I", *state), expected])


PRIME = 2**130 - 5


def poly1305_blocks(h: int, r: int, text: bytes, high: int) -> int:
    """RFC 8439, 2.5.1: the accumulator, below the prime, after blocks with that bit above them."""
    for i in range(0, len(text), 16):
        h = (h + (high << 128) + int.from_bytes(text[i : i + 16], "little")) * r % PRIME
    return h


def _poly1305_case(source: random.Random, shift: int) -> Case:
    """An accumulator from the prime on up to where the functions stop reducing does not come from random numbers:
    test_functions.py has those."""
    blocks = source.randrange(1, 9) if shift else HASH_BYTES // 16
    h, r = source.randrange(PRIME), source.getrandbits(128) & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    high = source.randrange(2) if shift else 1
    text = source.randbytes(16 * blocks)
    rest = r.to_bytes(16, "little") + source.randbytes(16)
    before, after = (each.to_bytes(20, "little") + rest for each in (h, poly1305_blocks(h, r, text, high)))
    misalign = source.randrange(8) if shift else 0
    return Case([inout(before, 4 * shift), data(text, misalign), blocks, high], [after])


def _of(
    symbol: str, file: str, cores: tuple[str, ...], mode: str, algorithm: str, bits: int, case: Callable[..., Case]
) -> Function:
    folder = {V6M: "armv6m", V7M: "armv7m", M7: "cortexm7", M4_M7: "armv7em", ("m3",): "armv7m"}[cores]
    tables = (f"{algorithm}_constants",) if algorithm in ("sha256", "sha512") else ()
    operation = {"chacha20": "enc", "poly1305": "mac"}.get(algorithm, "hash")
    source = f"{folder}/{file}"
    return Function(symbol, source, "hash", cores, mode, algorithm, operation, bits, HASH_BYTES, tables, True, case)


def _small(
    symbol: str,
    algorithm: str,
    operation: str,
    bits: int,
    cores: tuple[str, ...],
    case: Callable[..., Case],
    tables: tuple[str, ...] = (),
) -> Function:
    """What builds for size have on these cores, under the same name."""
    source = f"{'cortexm7' if cores == M7 else 'armv7m'}/{algorithm}_small.S"
    return Function(symbol, source, "small", cores, "small", algorithm, operation, bits, HASH_BYTES, tables, True, case)


HASHES = [
    *[
        _of(
            "obi_sha256_blocks",
            "sha256.S",
            cores,
            "looped" if cores == V6M else "unrolled",
            "sha256",
            256,
            _hash_case("sha256"),
        )
        for cores in (V6M, V7M, M7)
    ],
    _small("obi_sha256_blocks", "sha256", "hash", 256, (*V7M, *M7), _hash_case("sha256"), ("sha256_constants",)),
    _small("obi_sha1_blocks", "sha1", "hash", 160, (*V7M, *M7), _hash_case("sha1")),
    *[_small("obi_chacha20_xor", "chacha20", "enc", 256, cores, _chacha20_case) for cores in (V7M, M7)],
    *[
        _of("obi_sha512_blocks", "sha512.S", cores, "looped", "sha512", 512, _hash_case("sha512"))
        for cores in (V6M, V7M, M7)
    ],
    *[
        _of(
            "obi_sha1_blocks",
            "sha1.S",
            cores,
            "looped" if cores == V6M else "unrolled",
            "sha1",
            160,
            _hash_case("sha1"),
        )
        for cores in (V6M, V7M, M7)
    ],
    *[
        _of(
            "obi_chacha20_xor",
            "chacha20.S",
            cores,
            "looped" if cores == V6M else "unrolled",
            "chacha20",
            256,
            _chacha20_case,
        )
        for cores in (V6M, V7M, M7)
    ],
    *[
        _of("obi_poly1305_blocks", "poly1305.S", cores, "looped", "poly1305", 256, _poly1305_case)
        for cores in (V6M, ("m3",), M4_M7)
    ],
]
