# SPDX-License-Identifier: Apache-2.0
"""Which variants of one function pay their size: the Pareto front of cycles, of code with tables, and of stack, and its
knee, where cycles times bytes of code and tables are least. Variants that are constant time on any memory (`fs` and
`fs-small`) are compared with each other only. And which variant a build for size has of its own accord: the one on the
knee of those that keep the same promise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verdicts import CORES, Row, per_byte

WORK = ("board", "algorithm", "operation", "bits")


def work(row: Row) -> tuple[str | bool, ...]:
    return (*(row[name] for name in WORK), row["mode"].startswith("fs"))


def costs(row: Row) -> tuple[float, int, int]:
    return per_byte(row), int(row["code_bytes"]) + int(row["table_bytes"] or 0), int(row["stack_bytes"])


def price(row: Row) -> float:
    """What the knee has least of: cycles times bytes of code and tables."""
    cycles, size, _ = costs(row)
    return cycles * size


def places(rows: list[Row]) -> list[str]:
    """For each figure: knee, front (no variant is better in one cost and as good in the others), or nothing. A
    single variant gets nothing."""
    found = []
    for row in rows:
        same_work = [costs(other) for other in rows if work(other) == work(row)]
        mine = costs(row)
        beaten = any(other != mine and all(o <= m for o, m in zip(other, mine, strict=True)) for other in same_work)
        least = min(same_work, key=lambda cost: cost[0] * cost[1])
        found.append("" if beaten or len(same_work) == 1 else "knee" if mine == least else "front")
    return found


@dataclass(frozen=True)
class Choice:
    """Variants of which a build with OB_SMALL has one, unless the user names another: by core, the default. variant:
    the entry of OB_CORTEXM_AES that asks for it, if it is not there without one."""

    algorithm: str
    alternatives: tuple[str, ...]
    default: dict[str, str]
    variant: str = ""


FIXSLICED = Choice(
    "aes-ecb",
    ("fs", "fs-small"),
    {"m0": "fs", "m0plus": "fs", "m3": "fs-small", "m4": "fs-small", "m7": "fs"},
)
DEFAULTS = (
    FIXSLICED,
    Choice("sha256", ("unrolled", "small"), {"m3": "small", "m4": "small", "m7": "small"}),
    Choice("sha1", ("unrolled", "small"), {"m3": "small", "m4": "small", "m7": "small"}),
    Choice("chacha20", ("unrolled", "small"), {"m3": "small", "m4": "small", "m7": "small"}),
    Choice("ghash", ("holes", "small"), {"m3": "small", "m4": "small", "m7": "small"}),
    Choice("aes-ecb", ("t1", "t1-small", "t1-unrolled"), {"m3": "t1-small", "m4": "t1-small", "m7": "t1-small"}, "t1"),
    Choice("aes-ecb", ("dsp", "dsp-small"), {"m7": "dsp-small"}, "sbox"),
)


def default(row: Row) -> str:
    """Whether a build with OB_SMALL has this function by itself (default), by a named variant (of t1), or not."""
    core = CORES[row["board"]]
    for choice in DEFAULTS:
        if choice.algorithm == row["algorithm"] and choice.default.get(core) == row["mode"]:
            return f"of {choice.variant}" if choice.variant else "default"
    return ""


def off_the_knee(rows: list[Row], messages: Callable[[list[Row]], list[list[str]]]) -> list[str]:
    """Each figure of one board where another variant of the same choice takes fewer cycles times bytes than the
    default, and each choice without a figure. rows: functions and whole messages; messages: cortexm.choices."""
    core, wrong = CORES[rows[0]["board"]], []
    functions = [row for row in rows if row["engine"] == "cortexm:raw"]
    for choice in (choice for choice in DEFAULTS if core in choice.default):
        mine, compared = choice.default[core], 0
        prices: dict[str, dict[str, float]] = {}
        for row in functions:
            if row["algorithm"] == choice.algorithm and row["mode"] in choice.alternatives:
                prices.setdefault(f"{row['operation']} {row['bits']}", {})[row["mode"]] = price(row)
        if choice is FIXSLICED:
            for name, mode, code, tables, _, cycles, *_ in messages(rows):
                if mode in choice.alternatives:
                    prices.setdefault(name, {})[mode] = float(cycles) * (int(code) + int(tables))
        for name, of in prices.items():
            if mine in of:
                compared += 1
                best = min(of, key=lambda mode: of[mode])
                if of[best] < of[mine]:
                    wrong.append(f"{core} {choice.algorithm} {name}: the default is {mine}, the knee {best}")
        if not compared:
            wrong.append(f"{core} {choice.algorithm}: no figure of the default {mine}")
    return wrong
