# SPDX-License-Identifier: Apache-2.0
"""Symmetric vectors computed here, by Python's own library and the cryptography package (which brings an OpenSSL of its
own): every length around the blocks, and counters that only a simulated history reaches."""

from __future__ import annotations

import hashlib
import hmac
import warnings
from collections.abc import Callable

import hash_model
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.cmac import CMAC
from vector import HASHES, Collection, Expect, Kind, Vector

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # DES and its kin are deprecated, which is no news
    from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES

SOURCE = "reference/"
Done = Callable[..., bytes]
KEY_LENGTHS = {"AES": (16, 24, 32), "SM4": (16,), "DES": (8,), "DES3": (16, 24)}
BLOCKS = {"AES": 16, "SM4": 16, "DES": 8, "DES3": 8}


def data(label: str, length: int) -> bytes:
    """Bytes that look random and depend on the label alone."""
    return hashlib.shake_128(label.encode()).digest(length)


def _algorithm(name: str, key: bytes) -> algorithms.AES | algorithms.SM4 | TripleDES:
    if name == "AES":
        return algorithms.AES(key)
    if name == "SM4":
        return algorithms.SM4(key)
    if len(key) == 16:
        key += key[:8]
    return TripleDES(key if len(key) == 24 else key * 3)


def encrypt_block(name: str, key: bytes, block: bytes) -> bytes:
    """The bare block cipher, on any number of blocks."""
    return Cipher(_algorithm(name, key), modes.ECB()).encryptor().update(block)


class Reference:
    """Adds all of them to a collection."""

    def __init__(self, collection: Collection) -> None:
        self.all = collection
        self.number = 0

    def make(self) -> None:
        """Every symmetric algorithm."""
        self._hashes()
        self._macs()
        for name in BLOCKS:
            for key_len in KEY_LENGTHS[name]:
                self._block_modes(name, key_len)
                if name in ("AES", "SM4"):
                    self._ctr(name, key_len)
                    self._gcm(name, key_len)
        for key_len in KEY_LENGTHS["AES"]:
            self._ccm(key_len)
        self._xts()
        self._chacha()
        self._null()
        self._simulated()

    def _add(self, alg: str, kind: Kind, what: str, expect: Expect = Expect.OK, **fields: bytes) -> None:
        self.number += 1
        named = {name.rstrip("_"): value for name, value in fields.items()}
        self.all.add(Vector(alg, kind, SOURCE + what, self.number, named, expect))

    @staticmethod
    def _lengths(unit: int) -> list[int]:
        return [
            *range(2 * unit + 3),
            3 * unit - 1,
            3 * unit,
            4 * unit + 1,
            8 * unit - 1,
            8 * unit,
            16 * unit + 1,
            1023,
            1025,
            4095,
            4096,
            4097,
            65537,
        ]

    def _hashes(self) -> None:
        for name in HASHES:
            for length in self._lengths(hash_model.block_len(name)):
                message = data(f"{name} {length}", length)
                self._add(name, Kind.HASH, "length", in_=message, tag=hashlib.new(name.lower(), message).digest())

    def _macs(self) -> None:
        for name in HASHES:
            block = hash_model.block_len(name)
            for key_len in (0, 1, 16, 32, block - 1, block, block + 1, 2 * block + 3):
                for length in (0, 1, block - 9, block - 8, block - 1, block, block + 1, 2 * block, 3 * block + 7, 4097):
                    key, message = data(f"{name} key {key_len}", key_len), data(f"{name} mac {length}", length)
                    tag = hmac.digest(key, message, name.lower())
                    self._add(f"HMAC_{name}", Kind.MAC, "length", key=key, in_=message, tag=tag)
        for key_len in KEY_LENGTHS["AES"]:
            key = data(f"cmac key {key_len}", key_len)
            for length in self._lengths(16):
                message = data(f"cmac {length}", length)
                mac = CMAC(algorithms.AES(key))
                mac.update(message)
                self._add("AES_CMAC", Kind.MAC, "length", key=key, in_=message, tag=mac.finalize())
        for key_len in (0, 1, 8, 15, 17, 20, 23, 25, 31, 33, 48, 64):
            self._add(
                "AES_CMAC", Kind.MAC, "key", Expect.KEY, key=data("cmac bad key", key_len), in_=b"", tag=bytes(16)
            )

    def _block_modes(self, name: str, key_len: int) -> None:
        block = BLOCKS[name]
        key = data(f"{name} key {key_len}", key_len)
        for count in (0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 255, 256, 257, 4096):
            plain = data(f"{name} {count}", count * block)
            out = encrypt_block(name, key, plain)
            self._add(f"{name}_ECB", Kind.CIPHER, "length", key=key, in_=plain, out=out)
            iv = data(f"{name} iv {count}", block)
            out = Cipher(_algorithm(name, key), modes.CBC(iv)).encryptor().update(plain)
            self._add(f"{name}_CBC", Kind.CIPHER, "length", key=key, iv=iv, in_=plain, out=out)
        for bad in {0, 1, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33, 64} - set(KEY_LENGTHS[name]):
            self._add(f"{name}_ECB", Kind.CIPHER, "key", Expect.KEY, key=data("bad", bad), in_=b"", out=b"")
            self._add(
                f"{name}_CBC", Kind.CIPHER, "key", Expect.KEY, key=data("bad", bad), iv=bytes(block), in_=b"", out=b""
            )

    def _ctr(self, name: str, key_len: int) -> None:
        key = data(f"{name} ctr key {key_len}", key_len)
        for length in self._lengths(16):
            ivs = [data(f"{name} ctr iv {length}", 16)]
            if length in (33, 129, 4097):  # carries out of 32, 64 and 128 bits
                ivs += [
                    bytes(12) + b"\xff" * 4,
                    b"\x12" * 8 + b"\xff" * 7 + b"\xfe",
                    b"\xff" * 16,
                    b"\xff" * 15 + b"\xf9",
                ]
            for iv in ivs:
                plain = data(f"{name} ctr {length}", length)
                out = Cipher(_algorithm(name, key), modes.CTR(iv)).encryptor().update(plain)
                self._add(f"{name}_CTR", Kind.CIPHER, "length", key=key, iv=iv, in_=plain, out=out)

    def _gcm(self, name: str, key_len: int) -> None:
        key = data(f"{name} gcm key {key_len}", key_len)
        ivs = (12, 12, 8, 9, 11, 13, 15, 16, 17, 31, 32, 60, 64, 65, 127)
        aads = (0, 13, 1, 16, 20, 15, 32, 17, 47, 0, 64, 128, 129)
        tags = (16, 16, 12, 13, 14, 15, 8, 4)
        extra = [(33, 4096), (65, 65537), (0, 65536), (129, 257)]
        cases = [(length, aads[i % len(aads)]) for i, length in enumerate(self._lengths(16))] + extra
        for i, (length, aad_len) in enumerate(cases):
            iv, aad = data(f"{name} gcm iv {i}", ivs[i % len(ivs)]), data(f"{name} gcm aad {i}", aad_len)
            plain = data(f"{name} gcm {length}", length)
            encryptor = Cipher(_algorithm(name, key), modes.GCM(iv)).encryptor()
            encryptor.authenticate_additional_data(aad)
            out = encryptor.update(plain)
            encryptor.finalize()
            tag = encryptor.tag[: tags[i % len(tags)]]
            self._add(f"{name}_GCM", Kind.AEAD, "length", key=key, iv=iv, aad=aad, in_=plain, out=out, tag=tag)

        self._gcm_edges(name, key)

    def _gcm_edges(self, name: str, key: bytes) -> None:
        """IVs whose first counter block is all zeros, all ones, or about to carry: solved for a 16-byte IV, from
        J0 = ((IV H) + length) H (SP 800-38D, section 7.1)."""
        h = int.from_bytes(encrypt_block(name, key, bytes(16)), "big")
        inverse = h
        for _ in range(126):  # h to the power 2^128 - 2
            inverse = _gf_multiply(_gf_multiply(inverse, inverse), h)
        inverse = _gf_multiply(inverse, inverse)
        for j0 in (0, 2**128 - 1, 2**32 - 2, 1):
            iv = _gf_multiply(_gf_multiply(j0, inverse) ^ 128, inverse).to_bytes(16, "big")
            plain = data(f"{name} gcm edge", 100)
            encryptor = Cipher(_algorithm(name, key), modes.GCM(iv)).encryptor()
            encryptor.authenticate_additional_data(plain[:21])
            out = encryptor.update(plain)
            encryptor.finalize()
            self._add(
                f"{name}_GCM", Kind.AEAD, "edge", key=key, iv=iv, aad=plain[:21], in_=plain, out=out, tag=encryptor.tag
            )

    def _ccm(self, key_len: int) -> None:
        key = data(f"ccm key {key_len}", key_len)
        aads = (0, 13, 14, 1, 15, 16, 30, 31, 32, 8, 64, 127)
        cases = [(length, aads[i % len(aads)]) for i, length in enumerate(self._lengths(16))]
        # The encoding of the length of the AAD changes at 2^16 - 2^8 (SP 800-38C, section A.2.2).
        cases += [(33, 0xFEFF), (16, 0xFF00), (17, 0xFF01), (32, 65536)]
        for i, (length, aad_len) in enumerate(cases):
            iv = data(f"ccm iv {i}", 7 + i % (6 if length > 65535 else 7))
            aad, plain = data(f"ccm aad {i}", aad_len), data(f"ccm {length}", length)
            tag_len = (16, 4, 6, 8, 10, 12, 14)[i // 7 % 7]
            sealed = AESCCM(key, tag_length=tag_len).encrypt(iv, plain, aad)
            self._add(
                "AES_CCM",
                Kind.AEAD,
                "length",
                key=key,
                iv=iv,
                aad=aad,
                in_=plain,
                out=sealed[:-tag_len],
                tag=sealed[-tag_len:],
            )

    def _xts(self) -> None:
        for key_len in (32, 64):
            key = data(f"xts key {key_len}", key_len)
            lengths = [n for n in self._lengths(16) if n >= 16]
            for length in [*lengths, *range(35, 48), 80, 81, 95, 96, 97, 512, 520]:
                iv, plain = data(f"xts iv {length}", 16), data(f"xts {length}", length)
                out = Cipher(algorithms.AES(key), modes.XTS(iv)).encryptor().update(plain)
                self._add("AES_XTS", Kind.CIPHER, "length", key=key, iv=iv, in_=plain, out=out)
            half = key[: key_len // 2]
            self._add("AES_XTS", Kind.CIPHER, "key", Expect.KEY, key=half + half, iv=bytes(16), in_=bytes(16), out=b"")
        for bad in (0, 16, 24, 31, 33, 48, 63, 65, 128):
            self._add(
                "AES_XTS", Kind.CIPHER, "key", Expect.KEY, key=data("bad", bad), iv=bytes(16), in_=bytes(16), out=b""
            )

    def _chacha(self) -> None:
        key = data("chacha key", 32)
        aads = (0, 12, 1, 16, 15, 17, 32, 63)
        for i, length in enumerate([*self._lengths(16), *self._lengths(64)]):
            iv, aad = data(f"chacha iv {i}", 12), data(f"chacha aad {i}", aads[i % len(aads)])
            plain = data(f"chacha {length}", length)
            sealed = ChaCha20Poly1305(key).encrypt(iv, plain, aad)
            self._add(
                "CHACHA20_POLY1305",
                Kind.AEAD,
                "length",
                key=key,
                iv=iv,
                aad=aad,
                in_=plain,
                out=sealed[:-16],
                tag=sealed[-16:],
            )
        for alg, lengths in (
            ("CHACHA20_POLY1305", (0, 16, 24, 31, 33)),
            ("AES_GCM", (0, 8, 15, 17, 31, 33, 64)),
            ("AES_CCM", (0, 8, 15, 17, 31, 33, 64)),
            ("SM4_GCM", (0, 15, 17, 24, 32)),
        ):
            for bad in lengths:
                self._add(
                    alg,
                    Kind.AEAD,
                    "key",
                    Expect.KEY,
                    key=data("bad", bad),
                    iv=bytes(12),
                    aad=b"",
                    in_=b"",
                    out=b"",
                    tag=bytes(16),
                )

    def _null(self) -> None:
        """The algorithm that copies, to measure the framework itself."""
        for length in (0, 1, 15, 16, 17, 64, 100, 4097):
            plain = data(f"null {length}", length)
            self._add("NULL", Kind.CIPHER, "length", key=bytes(16), in_=plain, out=plain)

    # ---- simulated counters ----

    def _simulated(self) -> None:
        """Vectors with a field done: two 64-bit numbers, bytes of AAD and of data that count as done before the first
        byte although the state is that of an empty stream (CMAC: after the first byte)."""

        def done(in_done: int, aad_done: int = 0) -> bytes:
            return aad_done.to_bytes(8, "little") + in_done.to_bytes(8, "little")

        for name in HASHES:
            block = hash_model.block_len(name)
            # Bits overflow 32 bits at 2^29 bytes, bytes at 2^32; a 64-bit count of bits ends at 2^61.
            for start in (2**29 - block, 2**32 - block, 2**32, 2**35 + block, 2**40, 2**61 - 8 * block):
                for length in (0, 1, block - 9, block - 1, block, block + 1, 2 * block + 5):
                    message = data(f"{name} done {length}", length)
                    self._add(
                        name,
                        Kind.HASH,
                        "simulated",
                        in_=message,
                        done=done(start),
                        tag=hash_model.digest(name, message, start),
                    )
                    if start < 2**60:
                        key = data(f"{name} done key", block)
                        inner = hash_model.digest(name, bytes(k ^ 0x36 for k in key) + message, start)
                        tag = hash_model.digest(name, bytes(k ^ 0x5C for k in key) + inner)
                        self._add(
                            f"HMAC_{name}", Kind.MAC, "simulated", key=key, in_=message, done=done(start), tag=tag
                        )
        for start in (2**31, 2**32 - 16, 2**32, 2**36 - 128, 2**40):
            for key_len in KEY_LENGTHS["AES"]:
                self._simulated_cmac(key_len, start, done(start))
                for length in (0, 5, 16, 40):
                    self._simulated_ccm(key_len, start, length, done)
            for name in BLOCKS:
                for key_len in KEY_LENGTHS[name]:
                    self._simulated_modes(name, key_len, done(start))
                    if BLOCKS[name] == 16 and start < 2**36:  # SP 800-38D, section 5.2.1.1
                        for length in (0, 5, 16, 40):
                            self._simulated_gcm(name, key_len, start, length, done)

    def _simulated_cmac(self, key_len: int, start: int, done: bytes) -> None:
        for length in (1, 16, 33):
            key, message = data("cmac done key", key_len), data(f"cmac done {length}", length)
            mac = CMAC(algorithms.AES(key))
            mac.update(message)
            self._add("AES_CMAC", Kind.MAC, "simulated", key=key, in_=message, done=done, tag=mac.finalize())

    def _simulated_modes(self, name: str, key_len: int, done: bytes) -> None:
        """CBC and CTR do not look at the count: their results stay the same."""
        key, iv, plain = (data(f"{name} done {n}", n) for n in (key_len, BLOCKS[name], 64))
        out = Cipher(_algorithm(name, key), modes.CBC(iv)).encryptor().update(plain)
        self._add(f"{name}_CBC", Kind.CIPHER, "simulated", key=key, iv=iv, in_=plain, out=out, done=done)
        if BLOCKS[name] == 16:
            out = Cipher(_algorithm(name, key), modes.CTR(iv)).encryptor().update(plain)
            self._add(f"{name}_CTR", Kind.CIPHER, "simulated", key=key, iv=iv, in_=plain, out=out, done=done)

    def _simulated_gcm(self, name: str, key_len: int, start: int, length: int, done: Done) -> None:
        """SP 800-38D, section 7.1, with the counter and the lengths moved on."""
        key, iv, aad, plain = (data(f"{name} gcm done {n}", n) for n in (key_len, 12, 32, length))
        h = int.from_bytes(encrypt_block(name, key, bytes(16)), "big")
        stream = b"".join(
            encrypt_block(name, key, iv + ((2 + start // 16 + i) % 2**32).to_bytes(4, "big"))
            for i in range(length // 16 + 1)
        )
        out = bytes(a ^ b for a, b in zip(plain, stream, strict=False))
        for aad_start in (0, 2**32 + 16):
            lengths = (8 * (aad_start + len(aad))).to_bytes(8, "big") + (8 * (start + length)).to_bytes(8, "big")
            y = 0
            text = aad + out + bytes(-length % 16) + lengths
            for at in range(0, len(text), 16):
                y = _gf_multiply(y ^ int.from_bytes(text[at : at + 16], "big"), h)
            mask = encrypt_block(name, key, iv + b"\0\0\0\1")
            tag = bytes(a ^ b for a, b in zip(y.to_bytes(16, "big"), mask, strict=True))
            self._add(
                f"{name}_GCM",
                Kind.AEAD,
                "simulated",
                key=key,
                iv=iv,
                aad=aad,
                in_=plain,
                out=out,
                tag=tag,
                done=done(start, aad_start),
            )

    def _simulated_ccm(self, key_len: int, start: int, length: int, done: Done) -> None:
        """SP 800-38C, sections 6.1 and A.2, with the counter moved on and the length in the first block."""
        key, iv, aad, plain = (data(f"ccm done {n}", n) for n in (key_len, 9, 30, length))
        y = encrypt_block("AES", key, bytes([0x40 | 7 << 3 | 5]) + iv + (start + length).to_bytes(6, "big"))
        text = len(aad).to_bytes(2, "big") + aad + plain + bytes(-length % 16)
        for at in range(0, len(text), 16):
            y = encrypt_block("AES", key, bytes(a ^ b for a, b in zip(y, text[at : at + 16], strict=True)))

        def keystream(counter: int) -> bytes:
            return encrypt_block("AES", key, b"\x05" + iv + counter.to_bytes(6, "big"))

        stream = b"".join(keystream(1 + start // 16 + i) for i in range(length // 16 + 1))
        out = bytes(a ^ b for a, b in zip(plain, stream, strict=False))
        tag = bytes(a ^ b for a, b in zip(y, keystream(0), strict=True))
        self._add(
            "AES_CCM", Kind.AEAD, "simulated", key=key, iv=iv, aad=aad, in_=plain, out=out, tag=tag, done=done(start)
        )


def _gf_multiply(x: int, y: int) -> int:
    """SP 800-38D, section 6.3."""
    z = 0
    for bit in range(127, -1, -1):
        if x >> bit & 1:
            z ^= y
        y = y >> 1 ^ (0xE1 << 120 if y & 1 else 0)
    return z
