# SPDX-License-Identifier: Apache-2.0
"""The constant-time functions on two blocks: fixsliced AES. Their round keys are laid out as algo/armv7m/aes_fs.inc has
it, from the standard's key schedule."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable

import aes_reference as aes
from function import CTR_BYTES, KEY_BITS, V6M, V7M, Case, Function
from simulator import data, inout, out

CONSTANT = 0x63


def _slices(key: bytes, k: int) -> bytes:
    """Bit i of byte r of the key's column (p - k * r) modulo 4, at bits 8 * r + 2 * p and one more of word i."""
    words = [0] * 8
    for i in range(8):
        for row in range(4):
            for place in range(4):
                bit = key[4 * ((place - k * row) % 4) + row] >> i & 1
                words[i] |= 3 * bit << (8 * row + 2 * place)
    return struct.pack("<8I", *words)


def keys(key: bytes) -> bytes:
    plain = aes.expand(key)
    flipped = [bytes(value ^ CONSTANT for value in round_key) for round_key in plain]
    first = 0 if len(key) == 24 else 2
    middle = [_slices(flipped[j], (j + first) % 4) for j in range(1, len(plain) - 1)]
    return b"".join([plain[0], *middle, flipped[-1]])


def small_keys(key: bytes) -> bytes:
    """As above, with every byte in its place: no ShiftRows is due."""
    flipped = [bytes(value ^ CONSTANT for value in round_key) for round_key in aes.expand(key)]
    return b"".join([key[:16], *(_slices(round_key, 0) for round_key in flipped[1:-1]), flipped[-1]])


def _small_key_case(bits: int) -> Callable[[random.Random, int], Case]:
    def case(source: random.Random, shift: int) -> Case:
        key = source.randbytes(bits // 8)
        found = small_keys(key)
        return Case([out(len(found), 4 * shift), data(key, 4 * shift), bits // 32], [found])

    return case


def _key_case(bits: int) -> Callable[[random.Random, int], Case]:
    def case(source: random.Random, shift: int) -> Case:
        key = source.randbytes(bits // 8)
        found = keys(key)
        return Case([out(len(found), 4 * shift), data(key, 4 * shift)], [found])

    return case


def _two_case(
    bits: int, block: Callable[[bytes, bytes], bytes], layout: Callable[[bytes], bytes] = keys
) -> Callable[[random.Random, int], Case]:
    def case(source: random.Random, shift: int) -> Case:
        key, text = source.randbytes(bits // 8), source.randbytes(32)
        arguments = [data(layout(key), 4 * shift), out(32, 4 * shift), data(text, 4 - 4 * shift), bits // 32 + 6]
        return Case(arguments, [block(key, text[:16]) + block(key, text[16:])])

    return case


def _ctr_case(bits: int) -> Callable[[random.Random, int], Case]:
    """Aligned: 4 KiB from counter 0, for the figures. Else some blocks, none too, over the end of the counter, of 256
    of them or of 32."""

    def case(source: random.Random, shift: int) -> Case:
        blocks = source.randrange(0, 24) if shift else CTR_BYTES // 16
        last = source.choice((0xFFFFFFF5, 0x12F2, 0x1217, source.getrandbits(32))) if shift else 0
        key, text = source.randbytes(bits // 8), source.randbytes(16 * blocks)
        nonce = source.randbytes(12)
        counter, after = nonce + last.to_bytes(4, "big"), nonce + ((last + blocks) & 0xFFFFFFFF).to_bytes(4, "big")
        arguments: list[str | int] = [data(keys(key), 4 * shift), inout(counter), out(len(text), 4 * shift)]
        arguments += [data(text), blocks, bits // 32 + 6]
        return Case(arguments, [after, aes.counter_mode(key, counter, text)])

    return case


def _fixsliced(folder: str, cores: tuple[str, ...]) -> list[Function]:
    found = []
    for bits in KEY_BITS:
        parts: list[tuple[str, str, str, str, int, Callable[..., Case]]] = [
            (f"obi_aes_fs_key{bits}", "aes_fs_key.S", "aes-ecb", "key", 16, _key_case(bits)),
            ("obi_aes_fs_enc", "aes_fs_enc.S", "aes-ecb", "enc", 32, _two_case(bits, aes.encrypt)),
            ("obi_aes_fs_dec", "aes_fs_dec.S", "aes-ecb", "dec", 32, _two_case(bits, aes.decrypt)),
            ("obi_aes_fs_ctr", "aes_fs_enc.S", "aes-ctr", "enc", CTR_BYTES, _ctr_case(bits)),
        ]
        for symbol, file, algorithm, operation, length, case in parts:
            source, mode, public = f"{folder}/{file}", "fs", (1,) if algorithm == "aes-ctr" else ()
            found.append(
                Function(symbol, source, "fs", cores, mode, algorithm, operation, bits, length, (), True, case, public)
            )
    return found


def _small() -> list[Function]:
    found = []
    for bits in KEY_BITS:
        parts: list[tuple[str, str, int, Callable[..., Case]]] = [
            ("obi_aes_fs_small_key", "key", 16, _small_key_case(bits)),
            ("obi_aes_fs_small_enc", "enc", 32, _two_case(bits, aes.encrypt, small_keys)),
            ("obi_aes_fs_small_dec", "dec", 32, _two_case(bits, aes.decrypt, small_keys)),
        ]
        for symbol, operation, length, case in parts:
            source = "armv7m/aes_fs_small.S"
            found.append(
                Function(symbol, source, "fs", V7M, "fs-small", "aes-ecb", operation, bits, length, (), True, case)
            )
    return found


FIXSLICED = _fixsliced("armv6m", V6M) + _fixsliced("armv7m", V7M) + _fixsliced("cortexm7", ("m7",)) + _small()
