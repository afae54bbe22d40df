# SPDX-License-Identifier: Apache-2.0
"""Vectors of Wycheproof for the tests of acryp's RTL, chosen by their flags: there is no time for all of them."""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from acryp_sim import ROOT

sys.path.insert(0, str(ROOT / "test/vectors"))

import der  # noqa: E402

FOLDER = ROOT / "build/deps/wycheproof"
Test = dict[str, Any]


class Case(NamedTuple):
    """A test and the group that it is in."""

    name: str
    group: Test
    test: Test

    def number(self, field: str, order: str = "big") -> int:
        return int.from_bytes(bytes.fromhex(self.test[field]), "big" if order == "big" else "little")


def read(file: str) -> Iterator[Case]:
    for group in json.loads((FOLDER / f"{file}.json").read_text())["testGroups"]:
        for test in group["tests"]:
            yield Case(f"{file} {test['tcId']}", group, test)


def chosen(cases: list[Case], most: int) -> list[Case]:
    """Of each flag at most so many, from the first to the last; a case without flags is of a kind of its own."""
    kinds: dict[str, list[int]] = defaultdict(list)
    for i, case in enumerate(cases):
        for flag in case.test["flags"] or ["none"]:
            kinds[flag].append(i)
    taken = set()
    for members in kinds.values():
        few = min(most, len(members))
        taken |= {members[i * len(members) // few] for i in range(few)}
    return [cases[i] for i in sorted(taken)]


def public_point(case: Case, curve: str, size: int) -> tuple[int, int] | None:
    """The public point of a case of ECDH; None where the encoding is what it tests, or another curve is named."""
    data = bytes.fromhex(case.test["public"])
    if case.group["encoding"] == "asn":
        try:
            named, data = der.ec_public_key(data)
        except ValueError:
            return None
        if named != bytes.fromhex(curve):
            return None
    if len(data) != 2 * size + 1 or data[0] != 4:
        return None
    return int.from_bytes(data[1 : 1 + size], "big"), int.from_bytes(data[1 + size :], "big")
