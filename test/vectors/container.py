# SPDX-License-Identifier: Apache-2.0
"""Writes the converted file that test/conformance/vector.c reads; README.md here describes its layout."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterable

from vector import ALG, CURVE, FIELD_NUMBER, GROUP_FIELDS, Collection, Vector

MAGIC = b"OBV1"
GROUP, VECTOR = 0, 1


def _fields(fields: Iterable[tuple[str, bytes]]) -> bytes:
    return b"".join(
        struct.pack("<I", FIELD_NUMBER[name] | len(data) << 8) + data for name, data in fields if data is not None
    )


def _record(kind: int, body: bytes) -> bytes:
    return struct.pack("<I", kind | len(body) << 4) + body


def _ranks(vectors: list[Vector], seed: int) -> dict[int, tuple[int, int]]:
    """For each vector its rank in a shuffled stratum, and the size of that stratum."""
    strata: dict[tuple[str | int, ...], list[int]] = {}
    for index, vector in enumerate(vectors):
        strata.setdefault(vector.stratum(), []).append(index)
    ranks: dict[int, tuple[int, int]] = {}
    generator = random.Random(seed)  # noqa: S311 - a sample, not a secret
    for members in strata.values():
        generator.shuffle(members)
        ranks.update({index: (rank, len(members)) for rank, index in enumerate(members)})
    return ranks


def pack(collection: Collection, seed: int, most: int = 0, algs: set[str] | None = None) -> bytes:
    """The file's content. most: vectors taken from each stratum, 0 for all; algs: only these."""
    vectors = [v for v in collection.vectors if algs is None or v.alg in algs]
    vectors.sort(key=lambda v: ALG[v.alg])
    ranks = _ranks(vectors, seed)
    sources = sorted({v.source for v in vectors})
    source_number = {name: number for number, name in enumerate(sources)}
    chunks: list[bytes] = []
    group: tuple[tuple[str, bytes], ...] = ()
    taken = 0
    for index, v in enumerate(vectors):
        rank, count = ranks[index]
        if most and rank >= most:
            continue
        taken += 1
        wanted = tuple((name, v.fields[name]) for name in GROUP_FIELDS if name in v.fields)
        if wanted != group:
            group = wanted
            chunks.append(_record(GROUP, _fields(group)))
        head = struct.pack(
            "<BBBBBxHIII",
            ALG[v.alg],
            CURVE[v.curve],
            ALG[v.hash],
            v.kind,
            v.expect,
            source_number[v.source],
            v.number,
            rank,
            min(count, most) if most else count,
        )
        chunks.append(
            _record(VECTOR, head + _fields((name, data) for name, data in v.fields.items() if name not in GROUP_FIELDS))
        )
    names = b"".join(struct.pack("<B", len(name)) + name.encode() for name in sources)
    return MAGIC + struct.pack("<III", taken, len(sources), len(names)) + names + b"".join(chunks)
