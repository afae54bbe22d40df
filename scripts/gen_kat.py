#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write core/kat.c: known answers of the symmetric self-test, computed with hashlib and the cryptography package.

Usage: gen_kat.py > core/kat.c   (core/pattern.h describes the patterns and the fold)
"""
import hashlib
import hmac
from collections.abc import Callable

from cryptography.hazmat.primitives import cmac
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, ChaCha20Poly1305

try:
    from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
except ImportError:
    TripleDES = algorithms.TripleDES

IN_LEN = 147
CIPHER_LEN = 35
WHOLE = 32
BUFFER = bytes((7 * i + 3) & 255 for i in range(256))
PATTERN = BUFFER[:IN_LEN]
TEXT = BUFFER[:CIPHER_LEN]
AAD = BUFFER[227:247]
HASHES = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256", "sm3"]


def key(n: int) -> bytes:
    return PATTERN[:n]


def iv(n: int) -> bytes:
    return BUFFER[211:211 + n]


def fold(out: bytes = b"", tag: bytes = b"") -> int:
    """The fold of the buffer that holds the output at its beginning and the tag behind the input."""
    buffer = out + BUFFER[len(out):IN_LEN] + tag + BUFFER[IN_LEN + len(tag):]
    acc = 0
    for b in reversed(buffer):
        acc = (33 * acc + b) & 0xFFFFFFFF
    return acc


def hashing(name: str, data: bytes = b"") -> "hashlib._Hash":
    return hashlib.new(name.replace("_", "-") if name.startswith("sha512_") else name, data)


def hmac_digest(name: str, k: bytes, data: bytes) -> bytes:
    return hmac.new(k, data, lambda d=b"": hashing(name, d)).digest()


class Table:
    def __init__(self) -> None:
        self.tags: list[str] = []
        self.rows: dict[str, list[str]] = {}

    def add(self, switch: str, alg: str, key_len: int, length: int, unit: int, enc: int, dec: int,
            tag: bytes | None = None) -> None:
        if alg.startswith("AES"):
            switch += f" && OB_WITH_AES_{8 * key_len // (2 if alg == 'AES_XTS' else 1)}"
        name = "NULL"
        if tag is not None:
            name = f"tag_{alg.lower()}_{key_len}"
            body = ", ".join(f"0x{b:02x}" for b in tag)
            self.tags.append(f"#if {switch}\nstatic const uint8_t {name}[] = {{{body}}};\n#endif\n")
        self.rows.setdefault(switch, []).append(
            f"    {{OB_{alg}, {key_len}, {length}, {unit}, {{0x{enc:08x}u, 0x{dec:08x}u}}, {name}}},\n")


def both_ways(make: Callable[[], Cipher], data: bytes) -> tuple[int, int]:
    e, d = make().encryptor(), make().decryptor()
    return fold(e.update(data) + e.finalize()), fold(d.update(data) + d.finalize())


def add_ciphers(t: Table) -> None:
    for n in (16, 24, 32):
        for mode, suffix in ((lambda: modes.ECB(), "ECB"), (lambda: modes.CBC(iv(16)), "CBC"),
                             (lambda: modes.CTR(iv(16)), "CTR")):
            data = TEXT if suffix == "CTR" else TEXT[:WHOLE]
            enc, dec = both_ways(lambda: Cipher(algorithms.AES(key(n)), mode()), data)
            switch, iv_len = f"OB_WITH_CIPHER && OB_WITH_AES_{suffix}", 0 if suffix == "ECB" else 16
            t.add(switch, f"AES_{suffix}", n, iv_len, 1 if suffix == "CTR" else 16, enc, dec)
    for n in (32, 64):
        enc, dec = both_ways(lambda: Cipher(algorithms.AES(key(n)), modes.XTS(iv(16))), TEXT)
        t.add("OB_WITH_CIPHER && OB_WITH_AES_XTS", "AES_XTS", n, 16, 1, enc, dec)
    for alg, n in (("DES", 8), ("DES3", 16), ("DES3", 24)):
        full = key(n) * 3 if n == 8 else key(16) + key(8) if n == 16 else key(n)
        for mode, suffix in ((lambda: modes.ECB(), "ECB"), (lambda: modes.CBC(iv(8)), "CBC")):
            enc, dec = both_ways(lambda: Cipher(TripleDES(full), mode()), TEXT[:WHOLE])
            t.add("OB_WITH_CIPHER && OB_WITH_DES", f"{alg}_{suffix}", n, 0 if suffix == "ECB" else 8, 8, enc, dec)
    for mode, suffix in ((lambda: modes.ECB(), "ECB"), (lambda: modes.CBC(iv(16)), "CBC"),
                         (lambda: modes.CTR(iv(16)), "CTR")):
        data = TEXT if suffix == "CTR" else TEXT[:WHOLE]
        enc, dec = both_ways(lambda: Cipher(algorithms.SM4(key(16)), mode()), data)
        t.add("OB_WITH_CIPHER && OB_WITH_SM4", f"SM4_{suffix}", 16, 0 if suffix == "ECB" else 16,
              1 if suffix == "CTR" else 16, enc, dec)
    t.add("OB_WITH_CIPHER", "NULL", 16, 0, 1, fold(TEXT), fold(TEXT))


def gcm(block: Callable[[bytes], object], n: int, data: bytes, encrypt: bool) -> tuple[bytes, bytes]:
    """Output and tag; in decryption the tag that belongs to data as ciphertext."""
    if not encrypt:  # GCM decryption is encryption of the same keystream: recover the text, then encrypt it
        zero = Cipher(block(key(n)), modes.GCM(iv(12))).encryptor()
        stream = zero.update(bytes(len(data)))
        text = bytes(a ^ b for a, b in zip(data, stream))
        out, tag = gcm(block, n, text, True)
        assert out == data
        return text, tag
    e = Cipher(block(key(n)), modes.GCM(iv(12))).encryptor()
    e.authenticate_additional_data(AAD)
    return e.update(data) + e.finalize(), e.tag


def add_aead(t: Table) -> None:
    for block, alg, sizes in ((algorithms.AES, "AES_GCM", (16, 24, 32)), (algorithms.SM4, "SM4_GCM", (16,))):
        for n in sizes:
            enc, (text, tag) = gcm(block, n, TEXT, True), gcm(block, n, TEXT, False)
            t.add(f"OB_WITH_AEAD && OB_WITH_{alg}", alg, n, 12, 1, fold(*enc), fold(text), tag)
    for name, make, sizes in (("AES_CCM", lambda k: AESCCM(k), (16, 24, 32)),
                              ("CHACHA20_POLY1305", lambda k: ChaCha20Poly1305(k), (32,))):
        for n in sizes:
            aead = make(key(n))
            enc = aead.encrypt(iv(12), TEXT, AAD)
            stream = aead.encrypt(iv(12), bytes(CIPHER_LEN), AAD)[:CIPHER_LEN]
            text = bytes(a ^ b for a, b in zip(TEXT, stream))
            sealed = aead.encrypt(iv(12), text, AAD)
            assert sealed[:CIPHER_LEN] == TEXT
            sums = fold(enc[:CIPHER_LEN], enc[CIPHER_LEN:]), fold(text)
            t.add(f"OB_WITH_AEAD && OB_WITH_{name}", name, n, 12, 1, *sums, sealed[CIPHER_LEN:])


def main() -> None:
    t = Table()
    for name in HASHES:
        switch = "OB_WITH_SHA224" if name == "sha224" else \
            "OB_WITH_SHA512" if name in ("sha384", "sha512", "sha512_224", "sha512_256") else f"OB_WITH_{name.upper()}"
        hashed = hashing(name, PATTERN).digest()
        t.add(f"OB_WITH_HASH && {switch}", name.upper(), 0, len(hashed), 1, fold(tag=hashed), 0)
        tag = hmac_digest(name, key(20), PATTERN)
        switch = f"OB_WITH_MAC && OB_WITH_HMAC && {switch}"
        t.add(switch, f"HMAC_{name.upper()}", 20, len(tag), hashing(name).block_size, fold(tag=tag), fold(), tag)
    for n in (16, 24, 32):
        c = cmac.CMAC(algorithms.AES(key(n)))
        c.update(PATTERN)
        tag = c.finalize()
        t.add("OB_WITH_MAC && OB_WITH_AES_CMAC", "AES_CMAC", n, 16, 1, fold(tag=tag), fold(), tag)
    add_ciphers(t)
    add_aead(t)
    print("/* SPDX-License-Identifier: Apache-2.0 */")
    print("/* Known answers of the symmetric self-test; generated by scripts/gen_kat.py, do not edit. */")
    print('#include "kat.h"\n\n#include <stddef.h>\n\n#include <outboard/config.h>\n')
    print("".join(t.tags))
    print("const struct obi_kat obi_kats[] = {")
    for switch, rows in t.rows.items():
        print(f"#if {switch}\n{''.join(rows)}#endif")
    print("    {OB_ALG_NONE, 0, 0, 0, {0, 0}, NULL},\n};")


if __name__ == "__main__":
    main()
