# SPDX-License-Identifier: Apache-2.0
"""Strict DER (X.690), as far as signatures and public keys need it: what is not exact raises ValueError."""

from __future__ import annotations

SEQUENCE, INTEGER, BIT_STRING, OBJECT = 0x30, 0x02, 0x03, 0x06


def element(data: bytes, tag: int) -> tuple[bytes, bytes]:
    """The content of the element at the head of data, and what follows it."""
    if len(data) < 2 or data[0] != tag:
        raise ValueError("wrong tag")
    length, at = data[1], 2
    if length >= 0x80:
        size = length & 0x7F
        at += size
        length = int.from_bytes(data[2:at], "big")
        if size == 0 or len(data) < at or length < 0x80 or data[2] == 0:
            raise ValueError("length is not minimal")
    if at + length > len(data):
        raise ValueError("too short")
    return data[at : at + length], data[at + length :]


def whole(data: bytes, tag: int) -> bytes:
    """The content of the one element that data is."""
    content, rest = element(data, tag)
    if rest:
        raise ValueError("bytes follow")
    return content


def integer(data: bytes) -> tuple[int, bytes]:
    """A minimal integer, and what follows it."""
    content, rest = element(data, INTEGER)
    if not content or (len(content) > 1 and content[0] in (0, 0xFF) and (content[0] ^ content[1]) < 0x80):
        raise ValueError("integer is not minimal")
    return int.from_bytes(content, "big", signed=True), rest


def signature(data: bytes) -> tuple[int, int]:
    """r and s of an ECDSA signature."""
    content = whole(data, SEQUENCE)
    r, content = integer(content)
    s, content = integer(content)
    if content:
        raise ValueError("more than r and s")
    return r, s


def ec_public_key(data: bytes) -> tuple[bytes, bytes]:
    """The curve's object identifier and the encoded point of a SubjectPublicKeyInfo with a named curve (RFC 5480)."""
    content = whole(data, SEQUENCE)
    algorithm, content = element(content, SEQUENCE)
    ec, algorithm = element(algorithm, OBJECT)
    curve = whole(algorithm, OBJECT)
    if ec != bytes.fromhex("2a8648ce3d0201"):
        raise ValueError("not an elliptic curve key")
    point = whole(content, BIT_STRING)
    if not point or point[0] != 0:
        raise ValueError("not whole bytes")
    return curve, point[1:]
