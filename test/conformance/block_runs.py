#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Full runs of the suite on the simulated blocks hasher and cryp, by the CPU and by DMA: every vector in every layout.
What has passed is kept, algorithm by algorithm, those of many vectors part by part, so that a run that is stopped goes
on where it was. Several run at a time. A result of an older block or driver stays until the new one is there; the
block's page signoff.md must name it."""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import NamedTuple

sys.path += [str(Path(__file__).resolve().parents[1] / folder) for folder in ("rtl", "vectors")]

import wycheproof  # of this folder: imported before what finds that of the vectors
from sample import source_names
from vector import ALG

from build import sources as rtl_sources

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "test/conformance/blocks.csv"
BLOCKS = ("hasher", "cryp")
# What decides over the answers: the RTL with its DMA, the driver, and how it reaches them. Prices do not.
DRIVER = ("engine/{}/*.c", "engine/{}/[!p]*.h", "port/block.[ch]", "port/udma.[ch]", "port/sim/*.[ch]")
# What a row is, the other columns count.
KEYS = {
    "engine",
    "algorithm",
    "curve",
    "bits_min",
    "bits_max",
    "mode",
    "directions",
    "part",
    "sources",
    "vectors_digest",
}
# The most vectors that run at once; more are several parts: a quarter of an hour each, with short messages.
PART = 2000
Row = dict[str, str]


class Task(NamedTuple):
    """A run: an algorithm on a block, as a whole (1/1) or a part of its vectors."""

    block: str
    alg: str
    part: str

    @property
    def name(self) -> str:
        return f"{self.block}, {self.alg}" + (f", part {self.part}" if self.part != "1/1" else "")


def parts_of(count: int) -> list[str]:
    """The parts of so many vectors."""
    n = -(-count // PART)
    return [f"{k}/{n}" for k in range(1, n + 1)]


def share(count: int, part: str) -> int:
    """How many of the vectors a part has."""
    k, n = map(int, part.split("/"))
    return (count - k) // n + 1


def task_of(row: Row) -> Task:
    return Task(row["engine"], row["algorithm"], row["part"])


def code(path: Path) -> str:
    """A source without its comments and spaces."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    if path.suffix == ".sv":
        text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r"\s", "", text)


def sources_digest(block: str) -> str:
    digest = hashlib.sha256()
    paths = [path for pattern in DRIVER for path in sorted(ROOT.glob(pattern.format(block)))]
    for path in [*map(Path, rtl_sources(f"{block}_udma")), *paths]:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + code(path).encode() + b"\0")
    return digest.hexdigest()[:16]


def read_vectors(data: bytes) -> dict[str, tuple[str, int]]:
    """Of each algorithm, by the suite's name: a digest of its vectors and how many there are."""
    names, digests, counts = source_names(data), defaultdict(hashlib.sha256), defaultdict(int)
    algs = {number: name.lower().replace("_", "-") for name, number in ALG.items()}
    for body, group in wycheproof.walk(data):
        alg = algs[body[0]]
        name = names[int.from_bytes(body[6:8], "little")]
        for part in (name.encode(), group, body[:5], body[8:12], body[20:]):  # without source number, rank and count
            digests[alg].update(len(part).to_bytes(4, "little") + part)
        counts[alg] += 1
    return {alg: (digests[alg].hexdigest()[:16], counts[alg]) for alg in digests}


def is_older(row: Row) -> bool:
    """Whether the block or its driver has changed since this result."""
    return row["sources"] != sources_digest(row["engine"])


def replaced(row: Row, by: list[Row]) -> bool:
    """Whether newer rows have what this one has."""
    task = task_of(row)
    return not {task, task._replace(part="1/1")}.isdisjoint(map(task_of, by))


def check_page(block: str, page: str, rows: list[Row]) -> None:
    """Raise wycheproof.StaleError unless a block's page says of which algorithms the results are older, and of no
    other."""
    older = sorted({row["algorithm"] for row in rows if row["engine"] == block and is_older(row)})
    said = [name for names in re.findall(r"of an older block: ([^;|]+)", page) for name in names.strip().split(", ")]
    if said != older:
        wanted = "of an older block: " + ", ".join(older) if older else "nothing of an older block"
        raise wycheproof.StaleError(f"hw/{block}/signoff.md must say of the full runs: {wanted}")


def check(rows: list[Row], vectors: dict[str, tuple[str, int]]) -> None:
    """Raise wycheproof.StaleError unless each kept part is of these vectors and has run all of them by the CPU, and by
    DMA all but those that must be refused: that may happen before the DMA is asked."""
    ran: dict[Task, Counter[str]] = defaultdict(Counter)
    for row in rows:
        task = task_of(row)
        if row["vectors_digest"] != vectors[task.alg][0]:
            what = "the vectors have changed since this result"
            raise wycheproof.StaleError(f"{task.name}: {what}; ./run conformance --blocks {task.block} runs it anew")
        counts = ran[task]
        done = int(row["vectors"]) + int(row["declined"])
        counts[row["mode"]] += done
        counts[f"{row['mode']}, served"] += done - int(row["negatives"])
    for task, counts in ran.items():
        for what, wanted in (("cpu", share(vectors[task.alg][1], task.part)), ("dma, served", counts["cpu, served"])):
            if counts[what] != wanted:
                mode = what.partition(",")[0]
                raise wycheproof.StaleError(f"{task.name}: {counts[what]} vectors of {wanted} in mode {mode}")


def join(rows: list[Row]) -> list[Row]:
    """The rows, those of an algorithm whose parts are all there as the sums of them."""
    parts: dict[tuple[str, str, int], set[str]] = defaultdict(set)
    for row in rows:
        parts[row["engine"], row["algorithm"], int(row["part"].split("/")[1])].add(row["part"])
    sums: dict[Sequence[str], Row] = {}
    for row in rows:
        n = int(row["part"].split("/")[1])
        if len(parts[row["engine"], row["algorithm"], n]) == n:
            row = row | {"part": "1/1"}
        key = tuple(row[name] for name in row if name in KEYS)
        if key in sums:
            row = row | {name: str(int(row[name]) + int(sums[key][name])) for name in row if name not in KEYS}
        sums[key] = row
    return list(sums.values())


def write(rows: list[Row]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(sorted(rows, key=lambda row: (BLOCKS.index(row["engine"]), row["algorithm"])))
    RESULTS.write_text(text.getvalue())


def run(program: Path, task: Task, seconds: float) -> list[Row] | None:
    """The vectors of a task: its rows, None if the time did not suffice. Raises CalledProcessError if one fails."""
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts"
        command = [
            str(program),
            "--vectors",
            str(wycheproof.VECTORS),
            "--full",
            "--quiet",
            "--alg",
            task.alg,
            "--part",
            task.part,
            "--counts",
            str(counts),
            task.block,
        ]
        try:
            subprocess.run(command, check=True, timeout=seconds, stdout=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return None
        with counts.open(newline="") as file:
            return list(csv.DictReader(file))


def listed(program: Path, block: str) -> list[str]:
    return subprocess.run([str(program), "--list", block], check=True, capture_output=True, text=True).stdout.split()


class Runs:
    """The kept rows, those of an older block apart, and what adds to them."""

    def __init__(self, program: Path, vectors: dict[str, tuple[str, int]], rows: list[Row], seconds: float) -> None:
        self.program, self.vectors = program, vectors
        rows = [row for row in rows if row["vectors_digest"] == vectors[row["algorithm"]][0]]
        self.rows = [row for row in rows if not is_older(row)]
        self.older = [row for row in rows if is_older(row)]
        self.end = time.monotonic() + seconds
        self.lock = Lock()
        self.failed: list[str] = []
        self.unfinished: list[str] = []

    def left(self, words: Sequence[str]) -> list[Task]:
        """What the words ask for and no row has, what is short first."""
        whole = {(row["engine"], row["algorithm"]) for row in self.rows if row["part"] == "1/1"}
        done = {task_of(row) for row in self.rows}
        tasks = [
            Task(block, alg, part)
            for block, _, one in (word.partition("=") for word in words)
            for alg in ([one] if one else listed(self.program, block))
            if (block, alg) not in whole
            for part in parts_of(self.vectors[alg][1])
        ]
        return sorted((task for task in tasks if task not in done), key=lambda task: self.vectors[task.alg][1])

    def run(self, task: Task) -> None:
        begun = time.monotonic()
        try:
            found = run(self.program, task, self.end - begun) if begun < self.end else None
        except subprocess.CalledProcessError:
            print(f"{task.name}: failed", file=sys.stderr, flush=True)
            self.failed.append(task.name)
            return
        if found is None:
            self.unfinished.append(task.name)
            return
        own = {
            "part": task.part,
            "sources": sources_digest(task.block),
            "vectors_digest": self.vectors[task.alg][0],
        }
        with self.lock:
            self.rows = join(self.rows + [row | own for row in found])
            self.older = [row for row in self.older if not replaced(row, self.rows)]
            write(self.rows + self.older)
            print(f"{task.name}: passed in {time.monotonic() - begun:.0f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="block_runs.py", description=__doc__)
    parser.add_argument("--program", type=Path, help="the suite; without it, the kept results are only compared")
    parser.add_argument("--seconds", type=float, default=3600, help="for all; another run does the rest")
    parser.add_argument("--jobs", type=int, default=1, help="how many run at a time")
    parser.add_argument("block", nargs="*", help="block or block=algorithm; default: all")
    options = parser.parse_args()
    vectors = read_vectors(wycheproof.VECTORS.read_bytes())
    rows = wycheproof.read(RESULTS)
    if options.program:
        runs = Runs(options.program, vectors, rows, options.seconds)
        with ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(runs.run, runs.left(options.block or BLOCKS)))
        rows = runs.rows + runs.older
        if runs.unfinished:
            print("not finished in time, another run goes on: " + "; ".join(sorted(runs.unfinished)))
        if runs.failed:
            return 1
    try:
        check(rows, vectors)
    except wycheproof.StaleError as error:
        print(f"{RESULTS.relative_to(ROOT)}: {error}", file=sys.stderr)
        return 1
    kept = {task_of(row) for row in rows if not is_older(row)}
    whole = sorted(f"{task.block}/{task.alg}" for task in kept if task.part == "1/1")
    print(f"{len(whole)} algorithms of the blocks have passed in full: " + ", ".join(whole))
    if parts := sorted(task.name for task in kept if task.part != "1/1"):
        print("parts have passed of: " + "; ".join(parts))
    if older := sorted({task_of(row).name for row in rows if is_older(row)}):
        print("results of an older block or driver: " + "; ".join(older))
    return 0


if __name__ == "__main__":
    sys.exit(main())
