# SPDX-License-Identifier: Apache-2.0
"""Whether each published figure (bench/peers/cortexm-aes.csv) has a counterpart in bench/results that is as fast, and
that is as small in code, tables and stack unless it is faster. What is behind stands in bench/peers/cortexm-behind.csv
with our figure and the reason; an entry that no longer holds fails too. A key expanded and one block encrypted must
together never be behind. Prints every pair of figures."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PEERS, BEHIND = ROOT / "bench/peers/cortexm-aes.csv", ROOT / "bench/peers/cortexm-behind.csv"
KEY = ("board", "mode", "algorithm", "operation", "bits")
# Modes of ours that answer a published one besides that of the same name.
ALSO = {
    ("aes-ctr", "t1"): ["t1-unrolled"],
    ("aes-cbc", "t1"): ["t1-unrolled"],
    # The published S-box code is both the small one and, without tables, the fast one; two variants of ours answer it.
    # Each is complete, so that a key of one never counts beside a block of the other (first_blocks).
    ("aes-ecb", "row"): ["small"],
    ("aes-ecb", "dsp"): ["small"],
    ("aes-ecb", "t4"): ["t1"],  # four tables of theirs, one of ours
    ("aes-ecb", "t4-inverse"): ["t1-inverse"],
}

Row = dict[str, str]


def read(path: Path) -> list[Row]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def per_byte(row: Row) -> float:
    return float(row["cycles"]) / float(row["len_bytes"])


def counterparts(peer: Row, ours: list[Row]) -> list[Row]:
    modes = [peer["config"], *ALSO.get((peer["algorithm"], peer["config"]), [])]
    names = ("board", "algorithm", "operation", "bits")
    return [row for row in ours if row["mode"] in modes and all(row[name] == peer[name] for name in names)]


def larger(peer: Row, row: Row) -> list[str]:
    """What of ours is larger; the document leaves some sizes out."""
    found = []
    if peer["code_bytes"]:
        theirs = int(peer["code_bytes"]) + int(peer["table_bytes"])
        mine = int(row["code_bytes"]) + int(row["table_bytes"])
        if mine > theirs:
            found.append(f"code and tables {mine}, theirs {theirs}")
    if peer["stack_bytes"] and int(row["stack_bytes"]) > int(peer["stack_bytes"]):
        found.append(f"stack {row['stack_bytes']}, theirs {peer['stack_bytes']}")
    return found


def judge(peers: list[Row], ours: list[Row], behind: list[Row]) -> tuple[list[str], list[str]]:
    """A line for each published figure, and what is wrong."""
    lines, wrong = [], []
    left = {tuple(row[name] for name in KEY): row for row in behind}
    used = set()
    for peer in peers:
        name = tuple(peer["config"] if field == "mode" else peer[field] for field in KEY)
        text = f"{' '.join(name)} ({peer['mode']})"
        found = counterparts(peer, ours)
        known = left.get(name)
        if not found:
            lines.append(f"{text}: published {peer['cycles'] or 'sizes only'}, ours none")
            if known and not known["cycles"]:
                used.add(name)
            else:
                wrong.append(f"{text}: no counterpart")
            continue
        if not peer["cycles"]:
            lines.append(f"{text}: sizes only; ours {found[0]['code_bytes']} bytes of code")
            continue
        best = min(found, key=per_byte)
        sizes = larger(peer, best)
        slower = per_byte(best) > per_byte(peer)
        lines.append(
            f"{text}: published {per_byte(peer):.2f} a byte, ours {per_byte(best):.2f}"
            + "".join(f"; {s}" for s in sizes)
        )
        if slower or (sizes and per_byte(best) >= per_byte(peer)):
            if known and known["cycles"] == best["cycles"]:
                used.add(name)
            else:
                wrong.append(f"{text}: ours {best['cycles']} for {best['len_bytes']} bytes is behind {peer['cycles']}")
    wrong += [f"{' '.join(name)}: named in {BEHIND.name}, but not behind by it" for name in left if name not in used]
    return lines, wrong


def first_blocks(peers: list[Row], ours: list[Row]) -> tuple[list[str], list[str]]:
    """The same for a key expanded and one block encrypted with it: the fastest published of each kind, and the fastest
    variant of ours, which does both."""
    groups: dict[tuple[str, str, str], dict[str, list[Row]]] = {}
    for peer in peers:
        if peer["algorithm"] == "aes-ecb" and peer["cycles"]:
            group = groups.setdefault((peer["board"], peer["config"], peer["bits"]), {})
            group.setdefault(peer["operation"], []).append(peer)
    lines, wrong = [], []
    for name, group in groups.items():
        if {"key", "enc"} - set(group):
            continue
        theirs = sum(min(float(peer["cycles"]) for peer in group[operation]) for operation in ("key", "enc"))
        keys, blocks = (
            {
                row["mode"]: int(row["cycles"])
                for row in counterparts(group[operation][0], ours)
                if row["len_bytes"] == "16"  # not a message through the engine's verb
            }
            for operation in ("key", "enc")
        )
        mine = min((keys[mode] + blocks[mode] for mode in keys.keys() & blocks.keys()), default=None)
        lines.append(f"{' '.join(name)}, key and a block: published {theirs:g}, ours {mine or 'none'}")
        if mine is None or mine > theirs:
            wrong.append(lines[-1])
    return lines, wrong


def main() -> int:
    ours = [row for path in sorted((ROOT / "bench/results").glob("stm32*.csv")) for row in read(path)]
    peers, behind = read(PEERS), read(BEHIND)
    # The check can fail: without our figures every row is missing, with double the cycles many are behind.
    slow = [row | {"cycles": str(2 * int(row["cycles"]))} for row in ours if row["cycles"]]
    accepts = len(judge(peers, [], [])[1]) < len(peers) or not judge(peers, slow, behind)[1]
    if accepts or not first_blocks(peers, [])[1] or not first_blocks(peers, slow)[1]:
        print("the comparison accepts what is missing or slow")
        return 1
    lines, wrong = judge(peers, ours, behind)
    sums, above = first_blocks(peers, ours)
    lines, wrong = lines + sums, wrong + above
    print("\n".join(lines))
    for each in wrong:
        print(f"wrong: {each}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
