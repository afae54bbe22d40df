# SPDX-License-Identifier: Apache-2.0
"""What the tables say of errors and of published figures: the band of each board is that of its rows in
bench/peers/validation.csv, a core without rows says so, wait states have bands of their own; where ours is larger than
what it is compared with, that one's sizes stand beside it; and the README of the simulator says the same of errors."""

from __future__ import annotations

import contextlib
import io
import math
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import cortexm  # noqa: E402
import pareto  # noqa: E402

README = (ROOT / "sim/cortexm/README.md").read_text()
PARTS = {"F0": "stm32f0", "F1": "stm32f1", "F4": "stm32f4", "L0": "stm32l0"}
CORE = re.compile(r"Cortex-M|\bM0\+?\b|\bM[347]\b")
CYCLES = re.compile(r"\d (?:simulated )?cycles|cycles a byte of \d", re.IGNORECASE)
# The history; the page that has the bands as a table; and one whose cycles are of other boards, of which it says so.
APART = ("CHANGELOG.md", "sim/cortexm/README.md", "docs/figures.md")
wrong: list[str] = []


def expect(good: bool, what: str) -> None:
    if not good:
        wrong.append(what)


def relative(core: str, code: str = "assembly") -> list[float]:
    """The errors of a core, or of a part with wait states, in percent, the M7's key schedule apart."""
    rows = cortexm.read(ROOT / "bench/peers/validation.csv")
    rows = [row for row in rows if (row["core"], row["code"]) == (core, code)]
    rows = [row for row in rows if core != "m7" or "keyschedule_enc" not in row["symbol"]]
    return [100 * (float(row["simulated"]) - float(row["published"])) / float(row["published"]) for row in rows]


def rounded_up(percent: float) -> float:
    return math.ceil(10 * percent - 1e-9) / 10


def shown(board: str) -> list[str]:
    out = io.StringIO()
    rows = [row for row in cortexm.read(ROOT / f"bench/results/{board}.csv") if row["engine"] == cortexm.RAW]
    with contextlib.redirect_stdout(out):
        cortexm.show(board, rows, cortexm.read(ROOT / "bench/peers/cortexm-aes.csv"))
    return out.getvalue().strip().splitlines()


def table() -> None:
    peers, beside = cortexm.read(ROOT / "bench/peers/cortexm-aes.csv"), 0
    for board, core in cortexm.CORES.items():
        head, _, *lines = shown(board)
        found = relative(core)
        band = f"at most {rounded_up(max(map(abs, found)))} %" if found else "not validated"
        expect(head.endswith(f"error of the model: {band}"), f"{head}: not {band}")
        expect(bool(found), f"{core}: no figure to compare with")
        rows = [row for row in cortexm.read(ROOT / f"bench/results/{board}.csv") if row["engine"] == cortexm.RAW]
        expect(len(rows) == len(lines), f"{board}: {len(lines)} lines for {len(rows)} figures")
        for row, line in zip(rows, lines, strict=False):
            best = cortexm.published(row, peers)
            if not best:
                continue
            ours, theirs = (sum(int(of[n] or 0) for n in ("code_bytes", "table_bytes")) for of in (row, best))
            larger = best["code_bytes"] and ours > theirs
            deeper = best["stack_bytes"] and int(row["stack_bytes"]) > int(best["stack_bytes"])
            beside += bool(larger or deeper)
            sizes = f"{best['code_bytes']} + {best['table_bytes']}"
            expect(not larger or sizes in line, f"{line}: larger than {sizes}, which it does not say")
            expect(not deeper or f"stack {best['stack_bytes']})" in line, f"{line}: stack of {best['stack_bytes']}")
    expect(beside > 0, "nothing of ours is larger than what it is compared with, so that nothing was checked")


def fronts() -> None:
    work = {
        "board": "b",
        "algorithm": "a",
        "operation": "enc",
        "bits": "128",
        "len_bytes": "16",
        "table_bytes": "",
        "mode": "t1",
    }

    def row(cycles: int, code: int, stack: int) -> dict[str, str]:
        return work | {"cycles": str(cycles), "code_bytes": str(code), "stack_bytes": str(stack)}

    small, fast, knee, worse = row(300, 100, 40), row(100, 1000, 40), row(110, 200, 40), row(120, 300, 40)
    found = pareto.places([small, fast, knee, worse])
    expect(found == ["front", "front", "knee", ""], f"the front: {found}")
    expect(pareto.places([worse, row(200, 400, 8)]) == ["knee", "front"], "less stack alone is on the front")
    expect(pareto.places([small, fast | {"bits": "256"}]) == ["", ""], "other work is no choice")
    for mode in ("fs", "fs-small"):
        expect(pareto.places([small, fast | {"mode": mode}]) == ["", ""], "constant time is not weighed against size")
    both = [small | {"mode": "fs-small"}, fast | {"mode": "fs"}]
    expect(pareto.places(both) == ["knee", "front"], "variants of constant time are weighed against each other")


def bands() -> None:
    for core in ("m0", "stm32f0"):
        expect(cortexm.band(core) == cortexm.errors()["m0"], f"{core}: {cortexm.band(core)}")
    low, high = min(relative("stm32f1-2ws")), max(relative("stm32f1-2ws"))
    expect(cortexm.band("stm32f1", 2).startswith(f"{low:+.1f} % to {high:+.1f} %"), cortexm.band("stm32f1", 2))
    for core, error in cortexm.errors(cortexm.verdicts.COMPILED).items():
        found = relative(core, "C")
        of = f"at most {rounded_up(max(map(abs, found)))} %{cortexm.COMPILERS}" if found else "not validated"
        expect(error == of, f"{core}: the error of compiled code is {of}, not {error}")
        name = core.upper().replace("PLUS", "+")
        said = f"{of.removeprefix('at most ').removesuffix(cortexm.COMPILERS)} on the {name}"
        expect(not found or said in cortexm.sentence(), core)
        expect(bool(found) or f"not validated for compiled code on the {name}." in cortexm.sentence(), core)
        expect(bool(found) or core == "m0", f"{core}: no published figure of compiled code to compare with")
    for text, column in (("at most 1.3 %", "1.3"), ("at most 6.9 %, and more", "6.9"), ("not validated", "?")):
        expect(cortexm.short(text) == column, f"the column of errors: {text}")
    for part, flash, ram in (("stm32f1", 1, 0), ("stm32f1", 2, 1), ("stm32f4", 0, 1), ("stm32l0", 1, 0)):
        expect(cortexm.band(part, flash, ram).startswith("not validated"), f"{part} {flash} {ram}")


def readme() -> None:
    for core in cortexm.CORES.values():
        name = core.upper().replace("PLUS", "+")
        row = re.search(rf"^\| {re.escape(name)} \|[^|]*\| (.*) \|$", README, re.MULTILINE)
        expect(row is not None and row[1].startswith(cortexm.errors()[core]), f"the README's error of the {name}")
    for part, wait, text in re.findall(r"^\| (\w+), (\d) ws \|[^|]*\|[^|]*\| (.*) \|$", README, re.MULTILINE):
        found = relative(f"{PARTS[part]}-{wait}ws")
        most = rounded_up(max(map(abs, found)))
        either = (f"at most {most} %", f"{min(found):.1f} % to {max(found):+.1f} %")
        expect(text.startswith(either), f"the README's error of the {part} with wait states: {text}, not {either}")


def choice() -> None:
    """Of each board, every message of AES is there; constant time is what has no table."""
    for board in cortexm.CORES:
        rows = cortexm.read(ROOT / f"bench/results/{board}.csv")
        lines = {(line[0], line[1]): line for line in cortexm.choices(rows)}
        whole = [row for row in rows if row["engine"] == cortexm.ENGINE and row["algorithm"].startswith("aes")]
        expect(bool(lines) and len(lines) == len(whole), f"{board}: a line for each message of AES")
        for variant, answer in (("fs", "yes"), ("t1", "no")):
            line = lines["aes-gcm-128 enc", variant]
            expect(line[-1] == answer and int(line[2]) > 0, f"{board}: GCM with {variant}: {line}")


def pages() -> None:
    """Each page that quotes cycles of a core says how far they may be wrong, by both bands."""
    command = ["git", "-C", str(ROOT), "ls-files", "*.md"]
    files = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    found = []
    for name in files:
        text = " ".join((ROOT / name).read_text().split())
        if name not in APART and CORE.search(text) and CYCLES.search(text):
            found.append(name)
            expect(cortexm.sentence() in text, f"{name} quotes cycles without: {cortexm.sentence()}")
    expect("engine/cortexm/README.md" in found, "no page quotes cycles, so that none was checked")


table()
pages()
fronts()
choice()
bands()
readme()
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
