#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cuts a small file of symmetric vectors for a board out of a converted one: sample.py IN OUT [options]."""

from __future__ import annotations

import argparse
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "vectors"))

from container import GROUP, MAGIC, VECTOR
from vector import ALG, FIELD_NUMBER, Kind

HEAD = 16  # bytes of the file before the names of its sources
DEFAULT = (
    *("SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512_224", "SHA512_256"),
    *("HMAC_SHA1", "HMAC_SHA224", "HMAC_SHA256", "HMAC_SHA384", "HMAC_SHA512", "HMAC_SHA512_224", "HMAC_SHA512_256"),
    *("AES_CMAC", "AES_ECB", "AES_CBC", "AES_CTR", "AES_XTS", "AES_GCM", "AES_CCM", "CHACHA20_POLY1305"),
)
HMACS = {number for name, number in ALG.items() if name.startswith("HMAC_")}


def fields(body: bytes) -> Iterator[tuple[int, int]]:
    """Number and bytes of each field of a record, from its first field on."""
    at = 0
    while at < len(body):
        head = struct.unpack_from("<I", body, at)[0]
        yield head & 255, head >> 8
        at += 4 + (head >> 8)


def longest(body: bytes) -> int:
    """Bytes of the longest field of a record's fields."""
    return max((length for _, length in fields(body)), default=0)


def has(body: bytes, name: str) -> bool:
    return any(number == FIELD_NUMBER[name] for number, _ in fields(body))


def source_names(data: bytes) -> list[str]:
    """The files that the vectors come from, by number."""
    at, found = HEAD, []
    for _ in range(struct.unpack_from("<I", data, 8)[0]):
        found.append(data[at + 1 : at + 1 + data[at]].decode())
        at += 1 + data[at]
    return found


def key_bits(body: bytes) -> int:
    """Of a record; 0 without a key, and for HMAC, whose keys have any length."""
    lengths = (length for number, length in fields(body[20:]) if number == FIELD_NUMBER["key"])
    return 0 if body[0] in HMACS else 8 * next(lengths, 0)


def spread(records: list[bytes], few: int, seed: int) -> list[bytes]:
    """Few of each algorithm and key length, from the shortest to the longest, and one that must not pass."""
    kinds: dict[tuple[int, int, bool], list[int]] = {}
    for index, record in enumerate(records):
        body = record[4:]
        kinds.setdefault((body[0], key_bits(body), body[4] != 0), []).append(index)
    taken = []
    for (_, _, negative), members in kinds.items():
        members.sort(key=lambda index: (len(records[index]), index))
        steps = 1 if negative else min(few, len(members))
        taken += [members[(step * len(members) + seed) // steps % len(members)] for step in range(steps)]
    return [records[index] for index in sorted(taken)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="sample.py", description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--algs", default=",".join(DEFAULT), help="names of alg.h without OB_, with commas between")
    parser.add_argument("--most", type=int, default=1, help="vectors of each kind that must pass")
    parser.add_argument("--seed", type=int, default=0, help="which of each kind")
    parser.add_argument("--negatives", type=int, default=16, help="one in so many of those that must not pass")
    parser.add_argument("--length", type=int, default=320, help="longest field in bytes")
    parser.add_argument(
        "--few", type=int, default=0, help="of each algorithm and key length so many that pass, and one that must not"
    )
    parser.add_argument("--files", default="", help="only of files whose name begins so")
    options = parser.parse_args()

    wanted = {ALG[name] for name in options.algs.split(",")}
    data = options.source.read_bytes()
    if data[:4] != MAGIC:
        parser.error(f"{options.source} is not a converted vector file")
    at = 16 + struct.unpack_from("<I", data, 12)[0]
    names = data[8:at]
    sources = [number for number, name in enumerate(source_names(data)) if name.startswith(options.files)]
    chunks, group, pending = [], b"", False
    while at < len(data):
        head = struct.unpack_from("<I", data, at)[0]
        record = data[at : at + 4 + (head >> 4)]
        at += len(record)
        if head & 15 == GROUP:
            group, pending = record, True
            continue
        assert head & 15 == VECTOR
        body = record[4:]
        alg, expect, number = body[0], body[4], struct.unpack_from("<I", body, 8)[0]
        rank, count = struct.unpack_from("<II", body, 12)
        if struct.unpack_from("<H", body, 6)[0] not in sources:
            continue
        if alg not in wanted or longest(body[20:]) > options.length or longest(group[4:]) > options.length:
            continue
        if options.few and (body[3] == Kind.MONTE or has(body[20:], "done")):
            continue
        if has(body[20:], "repeat") or (expect and (number + options.seed) % options.negatives):
            continue
        if not expect and (rank + options.seed) % count >= options.most:
            continue
        if pending and not options.few:
            chunks.append(group)
            pending = False
        chunks.append(record)
    if options.few:
        chunks = spread(chunks, options.few, options.seed)
    taken = sum(struct.unpack_from("<I", chunk)[0] & 15 == VECTOR for chunk in chunks)
    options.output.write_bytes(MAGIC + struct.pack("<I", taken) + names + b"".join(chunks))
    print(f"{taken} vectors")
    return 0


if __name__ == "__main__":
    sys.exit(main())
