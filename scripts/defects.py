#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mends undone one by one: for each row of test/mutants/defects.toml the source is compiled with the defect in it, and
each of its tests must fail. Fails if a test does not notice, or a row no longer fits its source.

defects.py --check only compares the rows with the sources and the plan.
"""

import shutil
import sys
import tomllib
from pathlib import Path

import mutants


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

    def fault(self) -> str:
        """What is wrong with the row itself, or nothing."""
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


def main() -> None:
    bad = 0
    defects = table()
    for defect in defects:
        fault = defect.fault()
        found = [fault] if fault else [] if "--check" in sys.argv[1:] else unnoticed(defect)
        if found or "--check" not in sys.argv[1:]:
            print(f"{defect.source}: {defect.what}: {'; '.join(found) or 'noticed by ' + ', '.join(defect.names)}")
        sys.stdout.flush()
        bad += bool(found)
    if bad:
        sys.exit(f"run: {bad} of {len(defects)} defects are not noticed, or not there")


if __name__ == "__main__":
    main()
