# SPDX-License-Identifier: Apache-2.0
"""A test vector as the converter sees it, and the numbers that stand for names in the converted file."""

from __future__ import annotations

import dataclasses
import enum
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def header_enum(name: str) -> dict[str, int]:
    """The values of one enumeration of include/outboard/alg.h, so that no number is written down twice."""
    text = re.sub(r"/\*.*?\*/", "", (ROOT / "include/outboard/alg.h").read_text(), flags=re.S)
    body = re.search(rf"enum {name} \{{(.*?)\}};", text, re.S)
    if not body:
        raise SystemExit(f"alg.h has no enum {name}")
    values: dict[str, int] = {}
    value = -1
    for item in filter(None, (part.strip() for part in body[1].split(","))):
        key, _, number = (word.strip() for word in item.partition("="))
        value = int(number, 0) if number else value + 1
        values[key] = value
    return values


ALG = {name.removeprefix("OB_"): value for name, value in header_enum("ob_alg").items()}
CURVE = {name.removeprefix("OB_"): value for name, value in header_enum("ob_curve").items()}
HASHES = ["MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512_224", "SHA512_256", "SM3"]

# Lengths of a coordinate in bytes.
CURVE_BYTES = {
    "SECP192R1": 24,
    "SECP224R1": 28,
    "SECP256R1": 32,
    "SECP384R1": 48,
    "SECP521R1": 66,
    "SECP192K1": 24,
    "SECP224K1": 28,
    "SECP256K1": 32,
    "BRAINPOOLP256R1": 32,
    "BRAINPOOLP384R1": 48,
    "BRAINPOOLP512R1": 64,
    "X25519": 32,
    "X448": 56,
    "ED25519": 32,
    "ED448": 57,
    "SM2_CURVE": 32,
}

# Lengths of a private key, r and s in bytes, where the group's order has more bits than a coordinate.
SCALAR_BYTES = {**CURVE_BYTES, "SECP224K1": 29}

BLOCK_BYTES = {"AES": 16, "SM4": 16, "DES": 8, "DES3": 8, "CHACHA20": 64}


class Kind(enum.IntEnum):
    """What is to be done with a vector; the same numbers as enum vector_kind of test/conformance/vector.h."""

    HASH = 1  # in -> tag
    MONTE = 2  # in is the seed of 1,000 chained hashes (SHAVS, section 6.4) -> tag
    MAC = 3  # key, in -> tag
    CIPHER = 4  # key, iv, in <-> out
    AEAD = 5  # key, iv, aad, in <-> out, tag
    OPEN = 6  # AEAD decryption alone: key, iv, aad, in, tag -> out
    SIGN = 7  # private key, in -> tag; without a tag the signature is verified instead
    VERIFY = 8  # public key, in, tag
    PUBLIC = 9  # encryption with the public key: in -> out
    PRIVATE = 10  # decryption with the private key: in -> out
    DERIVE = 11  # private key, in (the peer's point) -> out


class Expect(enum.IntEnum):
    """How it must end; the same numbers as enum vector_expect."""

    OK = 0
    AUTH = 1  # OB_E_AUTH
    ARG = 2  # OB_E_ARG
    EITHER = 3  # OB_OK with the result, or OB_E_AUTH: the source calls it acceptable
    IMPLICIT = 4  # PKCS#1 v1.5: OB_OK, with a result that is not the plaintext
    KEY = 5  # the key is refused: OB_E_ARG from open


FIELDS = [
    "key",
    "iv",
    "aad",
    "in",
    "out",
    "tag",
    "n",
    "e",
    "d",
    "p",
    "q",
    "dp",
    "dq",
    "qinv",
    "x",
    "y",
    "done",
    "repeat",
]
FIELD_NUMBER = {name: number for number, name in enumerate(FIELDS, 1)}
GROUP_FIELDS = ("n", "e", "d", "p", "q", "dp", "dq", "qinv", "x", "y")


@dataclasses.dataclass(slots=True)
class Vector:
    """One vector. fields: see Kind. number: what the source calls it, or its place there."""

    alg: str
    kind: Kind
    source: str
    number: int
    fields: dict[str, bytes]
    expect: Expect = Expect.OK
    curve: str = "CURVE_NONE"
    hash: str = "ALG_NONE"

    def family(self) -> str:
        """The collection that the source belongs to."""
        return self.source.partition("/")[0]

    def stratum(self) -> tuple[str | int, ...]:
        """What a sample must not leave out: each kind of key, result, collection, and class of length."""
        length = len(self.fields.get("in", b""))
        classes = [0, 1, 7, 8, 15, 16, 17, 31, 32, 63, 64, 65, 128, 256, 1024, 8192, 1 << 24]
        size = next(i for i, limit in enumerate(classes) if length <= limit)
        if self.kind >= Kind.SIGN:
            size = 0
        bits = len(self.fields.get("n", self.fields.get("key", b"")).lstrip(b"\0" if "n" in self.fields else b""))
        if self.alg.startswith("HMAC"):
            bits = min(bits, 200) // 32
        simulated = int("done" in self.fields)
        # What we made for a purpose is a kind of its own.
        origin = self.source if self.family() == "reference" else self.family()
        return self.alg, self.curve, self.hash, self.kind, self.expect, bits, origin, size, simulated


class Collection:
    """All vectors, with a count of those left out and why."""

    def __init__(self) -> None:
        self.vectors: list[Vector] = []
        self.left_out: dict[tuple[str, str], int] = {}

    def add(self, vector: Vector) -> None:
        """Take a vector."""
        self.vectors.append(vector)

    def skip(self, alg: str, reason: str, count: int = 1) -> None:
        """Count vectors that do not apply."""
        self.left_out[alg, reason] = self.left_out.get((alg, reason), 0) + count


def unhex(text: str) -> bytes:
    """Bytes of a hexadecimal number of any number of digits."""
    return bytes.fromhex(text if len(text) % 2 == 0 else "0" + text)


def to_bytes(number: int, length: int = 0) -> bytes:
    """Big-endian, of the given or the least length."""
    return number.to_bytes(length or max(1, (number.bit_length() + 7) // 8), "big")
