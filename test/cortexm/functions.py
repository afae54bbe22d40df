# SPDX-License-Identifier: Apache-2.0
"""The assembly functions: where each runs, what it computes, what its tables are, and a test case for it."""

from __future__ import annotations

import random
from collections.abc import Callable

import aes_reference as aes
from function import BOARDS, CTR_BYTES, KEY_BITS, M7, V6M, V7M, Case, Function
from functions_fs import FIXSLICED
from functions_ghash import GHASH
from functions_hash import HASHES
from simulator import data, inout, out

__all__ = ["BOARDS", "FUNCTIONS", "KEY_BITS", "Function"]


def _plain_keys(key: bytes) -> bytes:
    return b"".join(aes.expand(key))


def _row_keys(key: bytes) -> bytes:
    """Round keys as aes_row.S wants them: all but the first and the last are transposed."""
    keys = aes.expand(key)
    rows = [bytes(round_key[4 * (i % 4) + i // 4] for i in range(16)) for round_key in keys[1:-1]]
    return b"".join([keys[0], *rows, keys[-1]])


def _inverse_keys(key: bytes) -> bytes:
    keys = aes.expand(key)
    return b"".join([keys[0], *(aes.inverse_mix(round_key) for round_key in keys[1:-1]), keys[-1]])


def _key_case(bits: int, layout: Callable[[bytes], bytes]) -> Callable[[random.Random, int], Case]:
    def case(source: random.Random, shift: int) -> Case:
        key = source.randbytes(bits // 8)
        keys = layout(key)
        return Case([out(len(keys), 4 * shift), data(key, 4 * shift)], [keys])

    return case


def _key_dec_case(bits: int) -> Callable[[random.Random, int], Case]:
    def case(source: random.Random, shift: int) -> Case:
        key = source.randbytes(bits // 8)
        return Case([inout(_plain_keys(key), 4 * shift), bits // 32 + 6], [_inverse_keys(key)])

    return case


def _block_case(
    bits: int, layout: Callable[[bytes], bytes], block: Callable[[bytes, bytes], bytes], with_rounds: bool
) -> Callable[[random.Random, int], Case]:
    def case(source: random.Random, shift: int) -> Case:
        key, text = source.randbytes(bits // 8), source.randbytes(16)
        arguments: list[str | int] = [data(layout(key), 4 * shift), out(16, 4 * shift), data(text, 4 - 4 * shift)]
        return Case(arguments + ([bits // 32 + 6] if with_rounds else []), [block(key, text)])

    return case


def _ctr_case(bits: int) -> Callable[[random.Random, int], Case]:
    """Aligned: 4 KiB from counter 0, for the figures. Else a few blocks, over the end of the counter or of a group."""

    def case(source: random.Random, shift: int) -> Case:
        blocks = source.randrange(1, 24) if shift else CTR_BYTES // 16
        last = source.choice((0xFFFFFFF8, 0x12F4, source.getrandbits(32))) if shift else 0
        key, text = source.randbytes(bits // 8), source.randbytes(16 * blocks)
        nonce = source.randbytes(12)
        counter, after = nonce + last.to_bytes(4, "big"), nonce + ((last + blocks) & 0xFFFFFFFF).to_bytes(4, "big")
        arguments = [data(_plain_keys(key), 4 * shift), inout(counter), out(len(text), 4 * shift), data(text), blocks]
        return Case(arguments, [after, aes.counter_mode(key, counter, text)])

    return case


def _aes_sbox(
    name: str, layout: Callable[[bytes], bytes], folder: str, image: str, cores: tuple[str, ...], mode: str
) -> list[Function]:
    """The functions of algo/aes_<name>.h, whose round keys serve both directions and are laid out so."""
    found = []
    sbox, inverse = ("obi_aes_sbox",), ("obi_aes_inv_sbox",)
    for bits in KEY_BITS:
        parts: list[tuple[str, str, str, tuple[str, ...], Callable[..., Case]]] = [
            (f"obi_aes_{name}_key{bits}", f"aes_{name}_key.S", "key", sbox, _key_case(bits, layout)),
            (f"obi_aes_{name}_enc", f"aes_{name}.S", "enc", sbox, _block_case(bits, layout, aes.encrypt, True)),
            (f"obi_aes_{name}_dec", f"aes_{name}.S", "dec", inverse, _block_case(bits, layout, aes.decrypt, True)),
        ]
        for symbol, file, operation, tables, case in parts:
            source = f"{folder}/{file}"
            found.append(
                Function(symbol, source, image, cores, mode, "aes-ecb", operation, bits, 16, tables, False, case)
            )
    return found


def _aes_t1(
    cores: tuple[str, ...], file_of: Callable[[str], str], key_dec_tables: tuple[str, ...], unrolled: bool = True
) -> list[Function]:
    """The functions of algo/aes_t1.h without counter mode; file_of gives the source of one, by its name without the
    prefix."""
    found = []
    te, td = ("obi_aes_te",), ("obi_aes_td", "obi_aes_inv_sbox")
    for bits in KEY_BITS:
        encrypt = _block_case(bits, _plain_keys, aes.encrypt, True), _block_case(bits, _plain_keys, aes.encrypt, False)
        decrypt = (
            _block_case(bits, _inverse_keys, aes.decrypt, True),
            _block_case(bits, _inverse_keys, aes.decrypt, False),
        )
        parts: list[tuple[str, str, str, tuple[str, ...], Callable[..., Case]]] = [
            (f"key{bits}", "t1", "key", te, _key_case(bits, _plain_keys)),
            ("key_dec", "t1-inverse", "key", key_dec_tables, _key_dec_case(bits)),
            ("enc", "t1", "enc", te, encrypt[0]),
            ("dec", "t1", "dec", td, decrypt[0]),
            (f"enc{bits}", "t1-unrolled", "enc", te, encrypt[1]),
            (f"dec{bits}", "t1-unrolled", "dec", td, decrypt[1]),
        ]
        if cores == V7M:
            parts.append((f"unrolled_key{bits}", "t1-unrolled", "key", te, _key_case(bits, _plain_keys)))
        for name, mode, operation, tables, case in parts if unrolled else parts[:4]:
            found.append(
                Function(
                    f"obi_aes_t1_{name}",
                    file_of(name),
                    "aes",
                    cores,
                    mode,
                    "aes-ecb",
                    operation,
                    bits,
                    16,
                    tables,
                    not tables,
                    case,
                )
            )
    return found


def _t1_file_v6m(name: str) -> str:
    return "armv6m/aes_t1_key.S" if name.startswith("key") else "armv6m/aes_t1.S"


def _t1_file_v7m(name: str) -> str:
    if name.startswith("unrolled_key"):
        return "armv7m/aes_t1_key_unrolled.S"
    if name.startswith("key"):
        return "armv7m/aes_t1_key.S"
    return "armv7m/aes_t1_unrolled.S" if name[-1].isdigit() else "armv7m/aes_t1.S"


def _t1_file_m7(name: str) -> str:
    if name.startswith("key"):
        return "cortexm7/aes_key_dec.S" if name == "key_dec" else "cortexm7/aes_t1_key.S"
    return f"cortexm7/aes_t1_{name}.S" if name[-1].isdigit() else "cortexm7/aes_t1.S"


def _aes_t1_deconly() -> list[Function]:
    """The keys of a program that only decrypts, on the M3 and M4."""
    found = []
    for bits in KEY_BITS:
        parts: list[tuple[str, str, tuple[str, ...], Callable[..., Case]]] = [
            (f"key{bits}", "t1-deconly", ("obi_aes_sbox",), _key_case(bits, _plain_keys)),
            ("key_dec", "t1-inverse-deconly", ("obi_aes_sbox", "obi_aes_td"), _key_dec_case(bits)),
        ]
        for name, mode, tables, case in parts:
            symbol, source = f"obi_aes_t1_deconly_{name}", "armv7m/aes_t1_deconly_key.S"
            found.append(Function(symbol, source, "aes", V7M, mode, "aes-ecb", "key", bits, 16, tables, False, case))
    return found


def _aes_t1_ctr(cores: tuple[str, ...], source: str) -> list[Function]:
    return [
        Function(
            f"obi_aes_t1_ctr{bits}",
            source.format(bits),
            "aes",
            cores,
            "t1-unrolled",
            "aes-ctr",
            "enc",
            bits,
            CTR_BYTES,
            ("obi_aes_te",),
            False,
            _ctr_case(bits),
            public=(1,),
        )
        for bits in KEY_BITS
    ]


def _cbc_case(bits: int, decrypt: bool) -> Callable[[random.Random, int], Case]:
    def case(source: random.Random, shift: int) -> Case:
        blocks = source.randrange(1, 24) if shift else CTR_BYTES // 16
        key, text, iv = source.randbytes(bits // 8), source.randbytes(16 * blocks), source.randbytes(16)
        layout, mode = (_inverse_keys, aes.cbc_decrypt) if decrypt else (_plain_keys, aes.cbc_encrypt)
        expected = mode(key, iv, text)
        after = (text if decrypt else expected)[-16:]
        arguments = [data(layout(key), 4 * shift), inout(iv), out(len(text), 4 * shift), data(text), blocks]
        return Case(arguments, [after, expected])

    return case


def _aes_t1_loops(cores: tuple[str, ...], file: str) -> list[Function]:
    """Whole messages: CBC, and counter mode that hides its counter."""
    found = []
    for bits in KEY_BITS:
        parts = [
            ("cbc_enc", "t1", "aes-cbc", "enc", ("obi_aes_te",), _cbc_case(bits, False)),
            ("cbc_dec", "t1", "aes-cbc", "dec", ("obi_aes_td", "obi_aes_inv_sbox"), _cbc_case(bits, True)),
            ("ctr_uncached", "t1-uncached", "aes-ctr", "enc", ("obi_aes_te",), _ctr_case(bits)),
        ]
        for name, mode, algorithm, operation, tables, case in parts:
            symbol, source = f"obi_aes_t1_{name}{bits}", file.format(name, bits)
            found.append(
                Function(symbol, source, "aes", cores, mode, algorithm, operation, bits, CTR_BYTES, tables, False, case)
            )
    return found


def _aes_looped(cores: tuple[str, ...], family: str, file: str) -> list[Function]:
    """Single blocks with a round to a turn of the loop, which builds for size have."""
    one_table = family == "t1"
    inverse_keys = _inverse_keys if one_table else _plain_keys
    te, td = ("obi_aes_te",), ("obi_aes_td", "obi_aes_inv_sbox")
    tables = (te, td) if one_table else (("obi_aes_sbox",), ("obi_aes_inv_sbox",))
    found = []
    for bits in KEY_BITS:
        parts = [("enc", _plain_keys, aes.encrypt, tables[0]), ("dec", inverse_keys, aes.decrypt, tables[1])]
        for name, keys, block, used in parts:
            symbol, source, mode = f"obi_aes_{family}_{name}", file.format(name), f"{family}-small"
            case = _block_case(bits, keys, block, True)
            found.append(Function(symbol, source, "small", cores, mode, "aes-ecb", name, bits, 16, used, False, case))
    return found


def _aes_dsp_m7() -> list[Function]:
    found = []
    sbox, inverse = ("obi_aes_sbox",), ("obi_aes_inv_sbox",)
    for bits in KEY_BITS:
        parts: list[tuple[str, str, tuple[str, ...], Callable[..., Case]]] = [
            (f"key{bits}", "key", sbox, _key_case(bits, _plain_keys)),
            ("enc", "enc", sbox, _block_case(bits, _plain_keys, aes.encrypt, True)),
            ("dec", "dec", inverse, _block_case(bits, _plain_keys, aes.decrypt, True)),
        ]
        for name, operation, tables, case in parts:
            source = f"cortexm7/aes_dsp_{operation}.S"
            symbol = f"obi_aes_dsp_{name}"
            found.append(
                Function(symbol, source, "aes", M7, "dsp", "aes-ecb", operation, bits, 16, tables, False, case)
            )
    return found


FUNCTIONS = (
    _aes_sbox("row", _row_keys, "armv6m", "aes", V6M, "row")
    + _aes_sbox("small", _plain_keys, "armv6m", "aes", V6M, "small")
    + _aes_sbox("row", _row_keys, "armv7em", "dsp", ("m4",), "dsp")
    + _aes_sbox("small", _plain_keys, "armv7em", "dsp", ("m4",), "small")
    + _aes_t1(V6M, _t1_file_v6m, (), unrolled=False)
    + _aes_t1(V7M, _t1_file_v7m, ("obi_aes_te", "obi_aes_td"))
    + _aes_t1_deconly()
    + _aes_t1(M7, _t1_file_m7, ())
    + _aes_t1_ctr(V7M, "armv7m/aes_t1_ctr.S")
    + _aes_t1_ctr(M7, "cortexm7/aes_t1_ctr{}.S")
    + _aes_t1_loops(V7M, "armv7m/aes_t1_{}.S")
    + _aes_t1_loops(M7, "cortexm7/aes_t1_{}{}.S")
    + _aes_dsp_m7()
    + _aes_looped(V7M, "t1", "armv7m/aes_t1_small.S")
    + _aes_looped(M7, "t1", "cortexm7/aes_t1_small.S")
    + _aes_looped(M7, "dsp", "cortexm7/aes_dsp_{}_small.S")
    + HASHES
    + FIXSLICED
    + GHASH
)
