# SPDX-License-Identifier: Apache-2.0
"""The encodings of RSA by the book (RFC 8017)."""

from __future__ import annotations

import hashlib

# DigestInfo of SHA-256 without the digest (section 9.2, note 1).
SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


def mgf1(hash_name: str, seed: bytes, length: int) -> bytes:
    """Section B.2.1."""
    blocks = (hashlib.new(hash_name, seed + i.to_bytes(4, "big")).digest() for i in range(length // 20 + 1))
    return b"".join(blocks)[:length]


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def pkcs1_signature(digest: bytes, size: int) -> bytes:
    """EMSA-PKCS1-v1_5 of a SHA-256 digest (section 9.2)."""
    info = SHA256_INFO + digest
    return b"\0\1" + b"\xff" * (size - len(info) - 3) + b"\0" + info


def pss(hash_name: str, digest: bytes, salt: bytes, bits: int) -> bytes:
    """EMSA-PSS in a number of at most so many bits (section 9.1.1)."""
    size = (bits + 7) // 8
    h = hashlib.new(hash_name, bytes(8) + digest + salt).digest()
    block = bytes(size - len(salt) - len(h) - 2) + b"\1" + salt
    masked = bytearray(_xor(block, mgf1(hash_name, h, len(block))))
    masked[0] &= 0xFF >> (8 * size - bits)
    return bytes(masked) + h + b"\xbc"


def pkcs1_encryption(message: bytes, size: int) -> bytes:
    """EME-PKCS1-v1_5 with a fixed padding (section 7.2.1)."""
    return b"\0\2" + b"\x5a" * (size - len(message) - 3) + b"\0" + message


def oaep(hash_name: str, message: bytes, label: bytes, seed: bytes, size: int) -> bytes:
    """EME-OAEP (section 7.1.1)."""
    label_hash = hashlib.new(hash_name, label).digest()
    block = label_hash + bytes(size - len(message) - 2 * len(label_hash) - 2) + b"\1" + message
    masked = _xor(block, mgf1(hash_name, seed, len(block)))
    return b"\0" + _xor(seed, mgf1(hash_name, masked, len(seed))) + masked
