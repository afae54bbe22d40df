#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Full runs of the suite on the simulated blocks hasher and cryp, by the CPU and by DMA: every vector in every layout.
What has passed is kept, algorithm by algorithm, so that a run that is stopped goes on where it was."""

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
from pathlib import Path

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
Row = dict[str, str]


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


def problem(row: Row, vectors: dict[str, tuple[str, int]]) -> str:
    """Why a row is no result of today, or nothing."""
    if row["sources"] != sources_digest(row["engine"]):
        return "the block or its driver has changed since this result"
    if row["vectors_digest"] != vectors[row["algorithm"]][0]:
        return "the vectors have changed since this result"
    return ""


def check(rows: list[Row], vectors: dict[str, tuple[str, int]]) -> None:
    """Raise wycheproof.StaleError unless each kept algorithm is of today and has run all its vectors by the CPU, and by
    DMA all but those that must be refused: that may happen before the DMA is asked."""
    ran: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in rows:
        name = f"{row['engine']}, {row['algorithm']}"
        if what := problem(row, vectors):
            raise wycheproof.StaleError(f"{name}: {what}; ./run conformance --blocks {row['engine']} runs it anew")
        counts = ran[row["engine"], row["algorithm"]]
        done = int(row["vectors"]) + int(row["declined"])
        counts[row["mode"]] += done
        counts[f"{row['mode']}, served"] += done - int(row["negatives"])
    for (engine, alg), counts in ran.items():
        for what, wanted in (("cpu", vectors[alg][1]), ("dma, served", counts["cpu, served"])):
            if counts[what] != wanted:
                mode = what.partition(",")[0]
                raise wycheproof.StaleError(f"{engine}, {alg}: {counts[what]} vectors of {wanted} in mode {mode}")


def write(rows: list[Row]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(sorted(rows, key=lambda row: (BLOCKS.index(row["engine"]), row["algorithm"])))
    RESULTS.write_text(text.getvalue())


def run(program: Path, block: str, alg: str, seconds: float) -> list[Row] | None:
    """All vectors of an algorithm: its rows, None if the time did not suffice. A failure ends the program."""
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts"
        command = [
            str(program),
            "--vectors",
            str(wycheproof.VECTORS),
            "--full",
            "--quiet",
            "--alg",
            alg,
            "--counts",
            str(counts),
        ]
        try:
            subprocess.run([*command, block], check=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        except subprocess.CalledProcessError:
            sys.exit(f"{block}, {alg}: failed")
        return list(csv.DictReader(counts.open(newline="")))


def listed(program: Path, block: str) -> list[str]:
    return subprocess.run([str(program), "--list", block], check=True, capture_output=True, text=True).stdout.split()


def main() -> int:
    parser = argparse.ArgumentParser(prog="block_runs.py", description=__doc__)
    parser.add_argument("--program", type=Path, help="the suite; without it, the kept results are only compared")
    parser.add_argument("--seconds", type=float, default=3600, help="for all; another run does the rest")
    parser.add_argument("block", nargs="*", help="block or block=algorithm; default: all")
    options = parser.parse_args()
    vectors = read_vectors(wycheproof.VECTORS.read_bytes())
    rows = wycheproof.read(RESULTS)
    if options.program:
        end = time.monotonic() + options.seconds
        rows = [row for row in rows if not problem(row, vectors)]
        done = {(row["engine"], row["algorithm"]) for row in rows}
        wanted = [word.partition("=") for word in options.block or BLOCKS]
        todo = [
            (block, alg)
            for block, _, one in wanted
            for alg in ([one] if one else listed(options.program, block))
            if (block, alg) not in done
        ]
        for block, alg in sorted(todo, key=lambda pair: vectors[pair[1]][1]):  # what is short first
            begun = time.monotonic()
            found = run(options.program, block, alg, max(end - begun, 1))
            if found is None:
                print(f"{block}, {alg}: not finished in time; another run goes on here")
                break
            own = {"sources": sources_digest(block), "vectors_digest": vectors[alg][0]}
            rows += [row | own for row in found]
            write(rows)
            print(f"{block}, {alg}: passed in {time.monotonic() - begun:.0f} s", flush=True)
    try:
        check(rows, vectors)
    except wycheproof.StaleError as error:
        print(f"{RESULTS.relative_to(ROOT)}: {error}", file=sys.stderr)
        return 1
    kept = {(row["engine"], row["algorithm"]) for row in rows}
    print(f"{len(kept)} algorithms of the blocks have passed in full: " + ", ".join("/".join(k) for k in sorted(kept)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
