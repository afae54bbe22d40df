#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All public-key vectors of Wycheproof, NIST and the standards on the microcode of the block acryp, behind its driver:
runs them and keeps what they gave. That the RTL executes the microcode so is for test_acryp_core.py, in each run of the
tests.

acryp_vectors.py PROGRAM runs them with this build of the suite; --check compares the kept results with the vectors and
sources at hand. Stale are results of another microcode, driver, interpreter or set of vectors."""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import wycheproof
from wycheproof import Case, StaleError

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "test/conformance/acryp.csv"
ENGINE = "acryp:iss"
COLUMNS = (
    *("engine", "sources", "vectors_digest", "algorithm", "curve", "bits_min", "bits_max", "mode", "directions"),
    *("vectors", "negatives", "declined", "failures"),
)
SOURCES = (
    *("hw/acryp/rtl/acryp_ucode_pkg.sv", "hw/acryp/ucode/*.ucode", "engine/acryp/*.[ch]"),
    "test/conformance/acryp_iss.c",
    *(
        "test/conformance/acryp_limbs.h",
        "algo/curves.c",
        "algo/ecdsa_nonce.c",
        "algo/number.[ch]",
        "algo/rsa_*.c",
        "algo/shake256.c",
    ),
)
NO_ANSWER = ("engine/acryp/prices.h",)
AGAIN = "./run conformance --acryp writes it anew"


def sources_digest() -> str:
    """A digest of what decides over the answers, without comments and spaces."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            if name not in NO_ANSWER:
                code = re.sub(r"/\*.*?\*/|//[^\n]*|\s", "", path.read_text(), flags=re.S)
                digest.update(name.encode() + b"\0" + code.encode() + b"\0")
    return digest.hexdigest()[:16]


def check(rows: list[dict[str, str]], vectors_digest: str, cases: Counter[Case]) -> None:
    """Raise StaleError unless the rows are the good results of these vectors and of the sources as they are."""
    if not rows:
        raise StaleError(f"there is no result; {AGAIN}")
    served: Counter[Case] = Counter()
    for row in rows:
        name = f"{row['algorithm']} {row['curve'] or row['bits_max']} {row['directions']}"
        if int(row["failures"]):
            raise StaleError(f"{name}: {row['failures']} failures")
        if row["sources"] != sources_digest():
            raise StaleError(f"the microcode, the driver or the interpreter has changed since the results; {AGAIN}")
        if row["vectors_digest"] != vectors_digest:
            raise StaleError(f"the vectors have changed since the results; {AGAIN}")
        mine = {case: count for case, count in cases.items() if wycheproof.serves(row, case)}
        served.update(mine)
        if int(row["vectors"]) + int(row["declined"]) != sum(mine.values()):
            ran = f"{row['vectors']} vectors and {row['declined']} declined, of {sum(mine.values())}"
            raise StaleError(f"{name}: {ran}; {AGAIN}")
    left = cases - served
    if any(case.curve or 1024 <= case.bits <= 8192 for case in left):
        raise StaleError(f"no row is for {next(iter(left))}; {AGAIN}")


def write(rows: list[dict[str, str]]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    RESULTS.write_text(text.getvalue())


def run(program: Path, vectors_digest: str) -> list[dict[str, str]]:
    own = {"engine": ENGINE, "sources": sources_digest(), "vectors_digest": vectors_digest}
    with tempfile.TemporaryDirectory() as name:
        data = wycheproof.only(wycheproof.VECTORS, Path(name) / "keys.bin", "")
    return [{**row, **own} for row in wycheproof.run_all(program, ENGINE, data)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="acryp_vectors.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare the kept results with vectors and sources")
    parser.add_argument("program", nargs="?", type=Path, help="run the suite of this build and keep its results")
    options = parser.parse_args()
    digest, cases = wycheproof.read_vectors(wycheproof.VECTORS.read_bytes(), "")
    if not options.check:
        write(run(options.program, digest))
    rows = wycheproof.read(RESULTS)
    try:
        check(rows, digest, cases)
    except StaleError as error:
        print(f"{RESULTS.relative_to(ROOT)}: {error}", file=sys.stderr)
        return 1
    print(f"{sum(int(row['vectors']) for row in rows)} vectors, of them "
          f"{sum(int(row['negatives']) for row in rows)} that must not pass, no failure")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
