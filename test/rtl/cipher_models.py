# SPDX-License-Identifier: Apache-2.0
"""Independent models of the cipher modes: cryptography (OpenSSL), and what it lacks built on its ECB."""

import warnings

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.utils import CryptographyDeprecationWarning

warnings.simplefilter("ignore", CryptographyDeprecationWarning)
try:
    from cryptography.hazmat.decrepit.ciphers.algorithms import SM4, TripleDES
except ImportError:
    from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
    from cryptography.hazmat.primitives.ciphers.algorithms import SM4


def cipher(alg: str, key: bytes) -> object:
    if alg == "AES":
        return algorithms.AES(key)
    if alg == "SM4":
        return SM4(key)
    return TripleDES(key * 3 if alg == "DES" else key)


def crypt(alg: str, key: bytes, mode: object, data: bytes, decrypt: bool) -> bytes:
    both = Cipher(cipher(alg, key), mode)
    run = both.decryptor() if decrypt else both.encryptor()
    return run.update(data) + run.finalize()


def ecb(alg: str, key: bytes, data: bytes, decrypt: bool = False) -> bytes:
    return crypt(alg, key, modes.ECB(), data, decrypt)


def cbc(alg: str, key: bytes, iv: bytes, data: bytes, decrypt: bool) -> bytes:
    return crypt(alg, key, modes.CBC(iv), data, decrypt)


def ctr(alg: str, key: bytes, iv: bytes, data: bytes) -> bytes:
    return crypt(alg, key, modes.CTR(iv), data, False)


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=False))


def pad16(data: bytes) -> bytes:
    return data + bytes(-len(data) % 16)


def ghash(h: bytes, data: bytes) -> bytes:
    """SP 800-38D section 6.4, bit by bit."""
    hn = int.from_bytes(h, "big")
    y = 0
    for i in range(0, len(data), 16):
        x = y ^ int.from_bytes(data[i : i + 16], "big")
        v, y = hn, 0
        for bit in range(127, -1, -1):
            if x >> bit & 1:
                y ^= v
            v = v >> 1 ^ (0xE1 << 120 if v & 1 else 0)
    return y.to_bytes(16, "big")


def gcm_j0(alg: str, key: bytes, iv: bytes) -> bytes:
    if len(iv) == 12:
        return iv + b"\0\0\0\1"
    return ghash(ecb(alg, key, bytes(16)), pad16(iv) + bytes(8) + (8 * len(iv)).to_bytes(8, "big"))


def counter_blocks(first: bytes, n: int, bits: int) -> bytes:
    """n counter blocks after the given one, counting in the last bits."""
    base, low = int.from_bytes(first, "big"), int.from_bytes(first, "big") % (1 << bits)
    return b"".join((base - low + (low + 1 + i) % (1 << bits)).to_bytes(16, "big") for i in range(n))


def gcm(alg: str, key: bytes, iv: bytes, aad: bytes, data: bytes) -> tuple[bytes, bytes]:
    """Encryption: ciphertext and tag, from ECB alone (cryptography's own GCM is compared in test_models)."""
    j0 = gcm_j0(alg, key, iv)
    out = xor(data, ecb(alg, key, counter_blocks(j0, (len(data) + 15) // 16, 32)))
    lengths = (8 * len(aad)).to_bytes(8, "big") + (8 * len(data)).to_bytes(8, "big")
    s = ghash(ecb(alg, key, bytes(16)), pad16(aad) + pad16(out) + lengths)
    return out, xor(s, ecb(alg, key, j0))


def ccm_blocks(nonce: bytes, aad_len: int, data_len: int, tag_len: int) -> tuple[bytes, bytes, bytes]:
    """A0, B0 and the encoded length that precedes the AAD: SP 800-38C section A.2."""
    q = 15 - len(nonce)
    a0 = bytes([q - 1]) + nonce + bytes(q)
    b0 = bytes([(64 if aad_len else 0) + 8 * ((tag_len - 2) // 2) + q - 1]) + nonce + data_len.to_bytes(q, "big")
    if aad_len == 0:
        return a0, b0, b""
    return a0, b0, aad_len.to_bytes(2, "big") if aad_len < 0xFF00 else b"\xff\xfe" + aad_len.to_bytes(4, "big")


def ccm(alg: str, key: bytes, nonce: bytes, aad: bytes, data: bytes, tag_len: int) -> tuple[bytes, bytes]:
    a0, b0, prefix = ccm_blocks(nonce, len(aad), len(data), tag_len)
    out = xor(data, ecb(alg, key, counter_blocks(a0, (len(data) + 15) // 16, 64)))
    mac = cbc(alg, key, bytes(16), b0 + pad16(prefix + aad) + pad16(data), False)[-16:]
    return out, xor(mac, ecb(alg, key, a0))[:tag_len]


def cmac(alg: str, key: bytes, data: bytes) -> bytes:
    """SP 800-38B section 6."""
    k = int.from_bytes(ecb(alg, key, bytes(16)), "big")
    full = len(data) > 0 and len(data) % 16 == 0
    for _ in range(1 if full else 2):
        k = k << 1 & (1 << 128) - 1 ^ (0x87 if k >> 127 else 0)
    data = data if full else pad16(data + b"\x80")
    data = data[:-16] + xor(data[-16:], k.to_bytes(16, "big"))
    return cbc(alg, key, bytes(16), data, False)[-16:]


def xts(alg: str, key: bytes, key2: bytes, tweak: bytes, data: bytes, decrypt: bool) -> bytes:
    """IEEE 1619 section 5.3 and 5.4, on ECB alone."""
    t = int.from_bytes(ecb(alg, key2, tweak), "little")
    tweaks = []
    for _ in range(len(data) // 16 + 1):
        tweaks.append(t.to_bytes(16, "little"))
        t = t << 1 & (1 << 128) - 1 ^ (0x87 if t >> 127 else 0)

    def block(x: bytes, tw: bytes) -> bytes:
        return xor(ecb(alg, key, xor(x, tw), decrypt), tw)

    n, rest = divmod(len(data), 16)
    out = [block(data[16 * i : 16 * i + 16], tweaks[i]) for i in range(n if rest == 0 else n - 1)]
    if rest:
        first, second = (tweaks[n], tweaks[n - 1]) if decrypt else (tweaks[n - 1], tweaks[n])
        last = block(data[16 * (n - 1) : 16 * n], first)
        out += [block(data[16 * n :] + last[rest:], second), last[:rest]]
    return b"".join(out)
