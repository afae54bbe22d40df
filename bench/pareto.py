# SPDX-License-Identifier: Apache-2.0
"""Which variants of one function pay their size: the Pareto front of cycles, of code with tables, and of stack, and its
knee, where cycles times bytes of code and tables are least. Variants that are constant time on any memory (`fs` and
`fs-small`) are compared with each other only."""

from __future__ import annotations

from verdicts import Row, per_byte

WORK = ("board", "algorithm", "operation", "bits")


def work(row: Row) -> tuple[str | bool, ...]:
    return (*(row[name] for name in WORK), row["mode"].startswith("fs"))


def costs(row: Row) -> tuple[float, int, int]:
    return per_byte(row), int(row["code_bytes"]) + int(row["table_bytes"] or 0), int(row["stack_bytes"])


def places(rows: list[Row]) -> list[str]:
    """For each figure: knee, front (no variant is better in one cost and as good in the others), or nothing. A
    single variant gets nothing."""
    found = []
    for row in rows:
        rivals = [costs(other) for other in rows if work(other) == work(row)]
        mine = costs(row)
        beaten = any(other != mine and all(o <= m for o, m in zip(other, mine, strict=True)) for other in rivals)
        least = min(rivals, key=lambda cost: cost[0] * cost[1])
        found.append("" if beaten or len(rivals) == 1 else "knee" if mine == least else "front")
    return found
