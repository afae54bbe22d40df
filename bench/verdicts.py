# SPDX-License-Identifier: Apache-2.0
"""Which variant of ours answers each published figure of a Cortex-M part, and whether it leads by more than the model's
error: ahead, equal or behind. Each figure that is not ahead must be in bench/peers/cortexm-behind.csv with our figure
and the reason."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PEERS, BEHIND = ROOT / "bench/peers/cortexm-aes.csv", ROOT / "bench/peers/cortexm-behind.csv"
VALIDATION = ROOT / "bench/peers/validation.csv"
CORES = {"stm32f0": "m0", "stm32l0": "m0plus", "stm32f1": "m3", "stm32f4": "m4", "stm32h7": "m7"}
KEY = ("board", "mode", "algorithm", "operation", "bits")
ASSEMBLY, COMPILED = "assembly", "C"  # column code of validation.csv
# Our modes that are compared with a published mode of another name.
ALSO = {
    ("aes-ctr", "t1"): ["t1-unrolled"],
    ("aes-cbc", "t1"): ["t1-unrolled"],
    ("aes-ecb", "t1"): ["t1-unrolled"],
    # The published S-box code is both the small one and, without tables, the fast one; two variants of ours answer it.
    # Each is complete, so that a key of one never counts beside a block of the other (test/cortexm/rows.py).
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


def worst(core: str, code: str = ASSEMBLY) -> float | None:
    """The largest error of the model for a core and a kind of code, as a fraction; None where nothing was compared. The
    M7's key schedules stand apart: theirs have loops whose branches are predicted, none of ours has."""
    found = []
    for row in read(VALIDATION):
        if row["core"] == core and row["code"] == code and not (core == "m7" and "keyschedule_enc" in row["symbol"]):
            found.append(abs(float(row["simulated"]) / float(row["published"]) - 1))
    return max(found, default=None)


def counterparts(peer: Row, ours: list[Row]) -> list[Row]:
    modes = [peer["config"], *ALSO.get((peer["algorithm"], peer["config"]), [])]
    names = ("board", "algorithm", "operation", "bits")
    return [row for row in ours if row["mode"] in modes and all(row[name] == peer[name] for name in names)]


@dataclass(frozen=True)
class Verdict:
    peer: Row
    best: Row | None  # the fastest of ours for the same work; of the same name, where that is ahead, too
    lead: float  # by which fraction ours takes fewer cycles
    band: float
    word: str  # ahead, equal, behind or none

    @property
    def name(self) -> tuple[str, ...]:
        return tuple(self.peer["config"] if field == "mode" else self.peer[field] for field in KEY)

    def line(self) -> str:
        start = f"{' '.join(self.name)} ({self.peer['mode']}): published {self.peer['cycles']}"
        if self.best is None:
            return f"{start}, ours none"
        lead = f"{100 * self.lead:+.2f} %, band {100 * self.band:.2f} %"
        return f"{start}, ours {self.best['cycles']} ({self.best['mode']}), {lead}: {self.word}"


def verdict(peer: Row, ours: list[Row]) -> Verdict:
    band = worst(CORES[peer["board"]])
    if band is None:
        raise ValueError(f"{peer['board']}: no figure says how good its model is")
    found = counterparts(peer, ours)
    if not found:
        return Verdict(peer, None, 0.0, band, "none")

    def lead(row: Row) -> float:
        return 1 - per_byte(row) / per_byte(peer)

    same = [row for row in found if row["mode"] == peer["config"] and lead(row) > band]
    best = max(same or found, key=lead)
    word = "ahead" if lead(best) > band else "equal" if lead(best) >= -band else "behind"
    return Verdict(peer, best, lead(best), band, word)


def verdicts(peers: list[Row], ours: list[Row]) -> list[Verdict]:
    return [verdict(peer, ours) for peer in peers if peer["cycles"]]


def unexcused(found: list[Verdict], listed: list[Row]) -> list[str]:
    """Figures that are not ahead and not listed with their present value; and those that are listed but are ahead."""
    left = {tuple(row[name] for name in KEY): row for row in listed}
    wrong = []
    needed = set()
    for each in found:
        if each.word == "ahead":
            continue
        known = left.get(each.name)
        if known and known["reason"] and each.word == known["verdict"] and each.best:
            needed.add(each.name)
            if known["cycles"] == each.best["cycles"]:
                continue
        wrong.append(each.line())
    return wrong + [f"{' '.join(name)}: listed in {BEHIND.name}, but ahead" for name in left if name not in needed]


def show(found: list[Verdict], listed: list[Row]) -> bool:
    """Print every verdict, and the reason of each that is not ahead. True if none is unexcused."""
    reasons = {tuple(row[name] for name in KEY): row["reason"] for row in listed}
    print("\npublished figures, our variant that answers each, by how much it leads, and the model's error:")
    for each in found:
        print(each.line() + (f" because {reasons[each.name]}" if each.name in reasons else ""))
    count = {word: sum(each.word == word for each in found) for word in ("ahead", "equal", "behind", "none")}
    print(", ".join(f"{number} {word}" for word, number in count.items() if number))
    wrong = unexcused(found, listed)
    for line in wrong:
        print(f"wrong, and not listed: {line}")
    return not wrong
