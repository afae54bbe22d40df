#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Undo known corrections one by one: for each row of test/mutants/defects.toml, compile the source with the defect put
back, and run its tests, each of which must fail. The script fails if a test passes, or if a row no longer fits its
source. It keeps what was noticed in test/mutants/results/defects.txt.

defects.py --check runs no test: it compares the rows with the sources and with the kept results.
"""

import hashlib
import shutil
import sys
import tomllib
from pathlib import Path

import mutants

HEAD = (
    "# SPDX-License-Identifier: Apache-2.0",
    "# What ./run mutants --defects has noticed: digest of the row, row, tests.",
)
KEPT = mutants.PLACE / "results" / "defects.txt"


class Defect:
    """A row of the table, as mutants.Bench wants its plan."""

    def __init__(self, row: dict) -> None:
        self.what: str = row["what"]
        self.source: str = row["file"]
        self.build: Path = mutants.ROOT / "build" / row.get("build", "host")
        self.objects: list[str] = row.get("objects", [self.source])
        self.names: list[str] = row["tests"]
        self.programs = [f"test_{name}" for name in self.names]
        self.arguments: list[list[str]] = [[] for _ in self.names]
        self.before: str = row["before"]
        self.after: str = row["after"]

    def text(self) -> str:
        """The source with the defect in it."""
        return (mutants.ROOT / self.source).read_text().replace(self.before, self.after)

    def digest(self) -> str:
        """Of all that the row says."""
        row = "\0".join([self.what, self.source, self.before, self.after, *self.names])
        return hashlib.sha256(row.encode()).hexdigest()[:16]

    def noticed(self) -> str:
        """The kept line of a row whose tests have all failed."""
        return f"{self.digest()} {self.what}: noticed by {', '.join(self.names)}"

    def fault(self) -> str:
        """The error in the row itself, or nothing."""
        path = mutants.ROOT / self.source
        if not path.is_file():
            return "there is no such file"
        times = path.read_text().count(self.before)
        return "" if times == 1 and self.before != self.after else f"its text is there {times} times"


def table() -> list[Defect]:
    with (mutants.PLACE / "defects.toml").open("rb") as file:
        return [Defect(row) for row in tomllib.load(file)["defect"]]


def unnoticed(defect: Defect) -> list[str]:
    """The tests that do not fail."""
    quiet = []
    for at, name in enumerate(defect.names):
        one = Defect.__new__(Defect)
        one.__dict__.update(defect.__dict__)
        one.names, one.programs, one.arguments = [name], [defect.programs[at]], [[]]
        bench = mutants.Bench(one, 1, build=True)  # type: ignore[arg-type]
        code = bench.objects(defect.text())
        if code is None:
            return ["it does not compile"]
        verdict = bench.judge(code)
        shutil.rmtree(bench.folder, ignore_errors=True)
        if verdict.outcome not in mutants.DEAD:
            quiet.append(f"{name}: {verdict.outcome} {verdict.by}".strip())
    return quiet


def check(defects: list[Defect]) -> int:
    """Rows that do not fit their source, or have not been tried as they are."""
    kept = set(KEPT.read_text().splitlines()) if KEPT.is_file() else set()
    bad = 0
    for defect in defects:
        fault = defect.fault() or ("" if defect.noticed() in kept else "./run mutants --defects has not noticed it")
        if fault:
            print(f"{defect.source}: {defect.what}: {fault}")
        bad += bool(fault)
    return bad


def run(defects: list[Defect]) -> int:
    """Try all rows and keep those that were noticed. Returns the number of the others."""
    kept = []
    for defect in defects:
        fault = defect.fault()
        found = [fault] if fault else unnoticed(defect)
        print(f"{defect.source}: {defect.what}: {'; '.join(found) or 'noticed by ' + ', '.join(defect.names)}")
        sys.stdout.flush()
        if not found:
            kept.append(defect.noticed())
    KEPT.write_text("".join(line + "\n" for line in [*HEAD, *kept]))
    return len(defects) - len(kept)


def main() -> None:
    defects = table()
    bad = check(defects) if "--check" in sys.argv[1:] else run(defects)
    if bad:
        sys.exit(f"run: {bad} of {len(defects)} defects are not noticed, or not there")


if __name__ == "__main__":
    main()
