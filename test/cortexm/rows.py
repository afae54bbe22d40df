# SPDX-License-Identifier: Apache-2.0
"""Whether each published figure (bench/peers/cortexm-aes.csv) has a counterpart in bench/results that leads by more
than the model's error (bench/verdicts.py). What does not stands in bench/peers/cortexm-behind.csv with our figure and
the reason; an entry that no longer holds fails too. A key expanded and one block encrypted must together lead by more
than that error. Prints every pair of figures, and where ours is larger."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from verdicts import BEHIND, CORES, PEERS, Row, counterparts, read, unexcused, verdict, verdicts, worst  # noqa: E402


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


def judge(peers: list[Row], ours: list[Row], listed: list[Row]) -> tuple[list[str], list[str]]:
    """A line for each published figure, and what is wrong."""
    found = verdicts(peers, ours)
    lines = [
        each.line() + "".join(f"; {size}" for size in (larger(each.peer, each.best) if each.best else []))
        for each in found
    ]
    wrong = unexcused(found, listed)
    for peer in peers:
        if not peer["cycles"]:
            same = counterparts(peer, ours)
            lines.append(f"{peer['board']} {peer['config']}: sizes only; ours {same[0]['code_bytes'] if same else 0}")
            wrong += [] if same else [lines[-1]]
    return lines, wrong


def bands_hold() -> list[str]:
    """The border of a verdict: up to a lead of the band a row is equal, a little beyond it is ahead or behind."""
    band = worst("m4") or 0.0
    peer = {"board": "stm32f4", "config": "t1", "algorithm": "aes-ecb", "operation": "enc", "bits": "128"}
    peer |= {"cycles": "1000", "len_bytes": "16", "mode": "theirs"}
    wrong = []
    for lead, word in ((0.999, "equal"), (1.001, "ahead"), (-0.999, "equal"), (-1.001, "behind")):
        row = peer | {"mode": "t1", "cycles": str(1000 * (1 - lead * band))}
        found = verdict(peer, [row])
        listed = row | {"verdict": word, "reason": "some"}
        if found.word != word or bool(unexcused([found], [])) == (word == "ahead"):
            wrong.append(f"a lead of {lead} bands: {found.word}")
        if bool(unexcused([found], [listed])) != (word == "ahead"):
            wrong.append(f"listed without need, or not accepted: {word}")
        if word != "ahead" and not unexcused([found], [listed | {"reason": ""}]):
            wrong.append(f"{word} is accepted without a reason")
    return wrong


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
                row["mode"]: float(row["cycles"])
                for row in counterparts(group[operation][0], ours)
                if row["len_bytes"] == "16"  # not a message through the engine's verb
            }
            for operation in ("key", "enc")
        )
        mine = min((keys[mode] + blocks[mode] for mode in keys.keys() & blocks.keys()), default=None)
        band, lead = worst(CORES[name[0]]) or 0.0, 1 - mine / theirs if mine else -1.0
        sums = f"published {theirs:g}, ours {mine or 0:g}, {100 * lead:+.2f} %, band {100 * band:.2f} %"
        lines.append(f"{' '.join(name)}, key and a block: {sums}")
        if lead <= band:
            wrong.append(lines[-1])
    return lines, wrong


def main() -> int:
    files = sorted((ROOT / "bench/results").glob("stm32*.csv"))
    ours = [row for path in files for row in read(path) if row["engine"] == "cortexm:raw"]
    peers, behind = read(PEERS), read(BEHIND)
    # The check can fail: without our figures every row is missing, with double the cycles many are behind.
    slow = [row | {"cycles": str(2 * int(row["cycles"]))} for row in ours if row["cycles"]]
    accepts = len(judge(peers, [], [])[1]) < len(peers) or not judge(peers, slow, behind)[1]
    # A sum that leads by a ten thousandth is within the band of every core.
    close = [
        row | {"cycles": str(float(row["cycles"]) * 0.9999), "mode": row["config"]} for row in peers if row["cycles"]
    ]
    if accepts or any(not first_blocks(peers, of)[1] for of in ([], slow, close)):
        print("the comparison accepts what is missing or slow")
        return 1
    lines, wrong = judge(peers, ours, behind)
    sums, above = first_blocks(peers, ours)
    lines, wrong = lines + sums, wrong + above + bands_hold()
    print("\n".join(lines))
    for each in wrong:
        print(f"wrong: {each}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
