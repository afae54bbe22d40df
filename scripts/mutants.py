#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation tests: small wrong changes of a source file, each of which the tests have to notice.

mutants.py [FILE...] [--since COMMIT] tries mutants of the lines that were changed since COMMIT (default: the commit
before HEAD, and what is not committed), in all planned files or in those that are named, and fails if one survives.
--record FILE... tries a sample of each whole file (--all: of every planned file) and keeps the result in
test/mutants/results/; mutants that are in the kept result of the same source and seed are not tried again. --table
prints what is kept; --check holds it to the target, and the excuses to what survived.

A mutant is killed by a test that fails, or does not end in time. Mutants that do not compile, or give the same object
code, are dropped. test/mutants/plan.toml says which tests notice which file, test/mutants/excuses.toml why a survivor
cannot be noticed: it must be equivalent to the source, and the excuse is the proof.
"""

import argparse
import csv
import hashlib
import itertools
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "test/mutants"
RESULTS = PLACE / "results"
TOOL = ROOT / "build/deps/venv/bin/mutate"  # universalmutator
SAMPLE = 40  # mutants of a file in a kept result
SEED = 1
TARGET = 0.95  # the share of the mutants that must be killed or excused
HEADER = ["source", "digest", "seed", "line", "before", "after", "outcome", "by"]
WITHOUT = {"-g", "-g3", "-ggdb"}  # debug information has line numbers, which would make equal code differ


class Mutant(NamedTuple):
    line: int
    before: str  # the line, without the spaces around it
    after: str  # the mutated line, and lines that were added
    text: str  # the whole file


class Verdict(NamedTuple):
    outcome: str  # killed, timeout, survived, or dropped
    by: str  # the test, or why it was dropped


class Command(NamedTuple):
    words: list[str]
    folder: Path


def fail(text: str) -> None:
    sys.exit(f"run: {text}")


def read_toml(name: str) -> dict:
    with (PLACE / name).open("rb") as file:
        return tomllib.load(file)


# ---- the plan ----


class Plan:
    """How the mutants of one file are built and tried."""

    def __init__(self, source: str) -> None:
        plan = read_toml("plan.toml")
        entry = plan["source"].get(source)
        if entry is None:
            fail(f'test/mutants/plan.toml has no source "{source}"')
        self.source = source
        self.build = ROOT / "build" / entry.get("build", "host")
        self.objects: list[str] = entry.get("objects", [source])  # what to compile: of a header, who includes it
        tests = entry["tests"]
        self.programs: list[str] = [plan["test"][name]["program"] for name in tests]
        self.arguments = [plan["test"][name].get("arguments", []) for name in tests]
        self.names: list[str] = tests


def planned() -> list[str]:
    return list(read_toml("plan.toml")["source"])


# ---- mutants ----


def mutants_of(source: str, lines: set[int] | None) -> list[Mutant]:
    """All mutants of a file, or of these lines, each once, in a fixed order."""
    before = (ROOT / source).read_text().splitlines()
    found: dict[str, Mutant] = {}
    with tempfile.TemporaryDirectory() as folder:
        command = [TOOL, ROOT / source, "c", "--noCheck", "--mutantDir", folder]
        if lines is not None:
            (Path(folder) / "lines").write_text("\n".join(map(str, sorted(lines))))
            command += ["--lines", Path(folder) / "lines"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            fail(f"universalmutator fails on {source}:\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
        for path in Path(folder).glob("*.mutant.*"):
            text = path.read_text()
            after = text.splitlines()
            start = next((i for i, (a, b) in enumerate(zip(before, after)) if a != b), min(len(before), len(after)))
            added = len(after) - len(before)
            if start < len(before) and added >= 0:
                changed = " ".join(line.strip() for line in after[start : start + 1 + added])
                found[text] = Mutant(start + 1, before[start].strip(), changed, text)
    return sorted(found.values(), key=lambda mutant: (mutant.line, mutant.after))


# ---- building ----


def compile_command(plan: Plan, source: str) -> Command:
    """How the build compiles a file of the library, without debug information."""
    for entry in json.loads((plan.build / "compile_commands.json").read_text()):
        if Path(entry["file"]) == ROOT / source and "/test_" not in entry.get("output", entry["command"]):
            words = [word for word in shlex.split(entry["command"]) if word not in WITHOUT]
            words = words[words.index(next(word for word in words if re.search(r"(gcc|clang|cc)$", word))) :]
            at = words.index("-o")
            del words[at : at + 2]
            words.remove(str(ROOT / source) if str(ROOT / source) in words else entry["file"])
            return Command(words, Path(entry["directory"]))
    fail(f"{plan.build.name} does not build {source}")
    raise AssertionError


def link_command(plan: Plan, program: str) -> Command:
    """How the build links a program: the last of the commands that make it."""
    done = subprocess.run(
        ["ninja", "-C", plan.build, "-t", "commands", program], capture_output=True, text=True, check=True
    )
    words = shlex.split(done.stdout.strip().splitlines()[-1])
    words = [word for word in words if word not in (":", "&&")]
    return Command(words, plan.build)


class Bench:
    """One file's commands and times, and a folder for each thread that tries mutants."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        subprocess.run(
            ["cmake", "--build", plan.build, "--target", *plan.programs], check=True, stdout=subprocess.DEVNULL
        )
        self.compiles = {name: compile_command(plan, name) for name in plan.objects}
        paths = [self.path_of(program) for program in plan.programs]
        self.links = [link_command(plan, path) for path in paths]
        self.limits = []
        for name, path, arguments in zip(plan.names, paths, plan.arguments):
            began = time.monotonic()
            if self.run([str(plan.build / path), *arguments], 600) != 0:
                fail(f"{name} fails without any mutant")
            self.limits.append(5 + 5 * (time.monotonic() - began))
        self.folder = Path(tempfile.mkdtemp(prefix="outboard-mutants-"))
        self.original = self.objects(self.folder / "original", (ROOT / plan.source).read_text())
        if self.original is None:
            fail(f"{plan.source} does not compile")

    def path_of(self, program: str) -> str:
        found = [path for path in self.plan.build.rglob(program) if path.is_file() and os.access(path, os.X_OK)]
        if len(found) != 1:
            fail(f"{self.plan.build.name} has no one program {program}")
        return str(found[0].relative_to(self.plan.build))

    @staticmethod
    def run(command: list[str], limit: float) -> int | None:
        """The exit status, None if it took longer."""
        try:
            return subprocess.run(
                command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            return None

    def objects(self, folder: Path, text: str) -> list[bytes] | None:
        """Compile the files with the mutant in place of its source: their object code, None if they do not compile."""
        folder.mkdir(parents=True, exist_ok=True)
        code = []
        (folder / Path(self.plan.source).name).write_text(text)
        for source, command in self.compiles.items():
            copy, made = folder / Path(source).name, folder / f"{Path(source).stem}.o"
            if source != self.plan.source:
                shutil.copy(ROOT / source, copy)
            # Copies find the files of their folder by -iquote; the name in the object is the same for all mutants.
            words = [*command.words, "-iquote", str((ROOT / source).parent), f"-ffile-prefix-map={folder}=."]
            done = subprocess.run(
                [*words, "-Wno-error", "-w", str(copy), "-o", str(made)],
                cwd=command.folder,
                capture_output=True,
                check=False,
            )
            if done.returncode:
                return None
            code.append(made.read_bytes())
        return code

    def judge(self, folder: Path, mutant: Mutant) -> Verdict:
        code = self.objects(folder, mutant.text)
        if code is None:
            return Verdict("dropped", "does not compile")
        if code == self.original:
            return Verdict("dropped", "same object code")
        made = [str(folder / f"{Path(source).stem}.o") for source in self.plan.objects]
        for name, link, arguments, limit in zip(self.plan.names, self.links, self.plan.arguments, self.limits):
            program = folder / "program"
            words = list(link.words)
            at = words.index("-o")
            words[at + 1] = str(program)
            words[at + 2 : at + 2] = made  # before the library, so that the library's own object is not linked
            if subprocess.run(words, cwd=link.folder, capture_output=True, check=False).returncode:
                return Verdict("dropped", "does not link")
            status = self.run([str(program), *arguments], limit)
            if status is None:
                return Verdict("timeout", name)
            if status:
                return Verdict("killed", name)
        return Verdict("survived", "")


# ---- kept results ----


def digest_of(source: str) -> str:
    return hashlib.sha256((ROOT / source).read_bytes()).hexdigest()[:16]


def result_path(source: str) -> Path:
    return RESULTS / (source.replace("/", "-") + ".csv")


def read_result(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def write_result(source: str, rows: list[dict[str, str]]) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    with result_path(source).open("w", newline="") as file:
        writer = csv.DictWriter(file, HEADER, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def key_of(row: dict[str, str]) -> tuple[str, str, str]:
    return row["source"], row["before"], row["after"]


def excuses() -> dict[tuple[str, str, str], str]:
    """The proof of each excuse by source, line and mutant."""
    found = {}
    for entry in read_toml("excuses.toml").get("excuse", []):
        found[entry["source"], entry["before"], entry["after"]] = entry["proof"]
    return found


def summary() -> list[tuple[str, int, int, int, int, bool]]:
    """For each kept result: source, mutants, killed, excused, survived, and whether the source has changed since."""
    known = excuses()
    table = []
    for path in sorted(RESULTS.glob("*.csv")):
        rows = read_result(path)
        killed = sum(row["outcome"] in ("killed", "timeout") for row in rows)
        excused = sum(row["outcome"] == "survived" and key_of(row) in known for row in rows)
        source = rows[0]["source"]
        changed = not (ROOT / source).exists() or rows[0]["digest"] != digest_of(source)
        table.append((source, len(rows), killed, excused, len(rows) - killed - excused, changed))
    return table


def print_table() -> None:
    table = summary()
    print(f"{'source':28}{'mutants':>8}{'killed':>8}{'excused':>8}{'survive':>8}")
    for source, count, killed, excused, survived, changed in table:
        note = "  the source has changed since" if changed else ""
        print(f"{source:28}{count:8}{killed:8}{excused:8}{survived:8}{note}")
    count, killed, excused = (sum(row[i] for row in table) for i in (1, 2, 3))
    if count:
        print(f"{'all':28}{count:8}{killed:8}{excused:8}{count - killed - excused:8}")
        print(f"killed or excused: {100 * (killed + excused) / count:.1f} %, the target is {100 * TARGET:.0f} %")
    missing = [source for source in planned() if not result_path(source).exists()]
    if missing:
        print(f"planned, no result kept: {' '.join(missing)}")


def check() -> list[str]:
    """What is wrong with the kept results and the excuses."""
    table = summary()
    found = []
    count, good = sum(row[1] for row in table), sum(row[2] + row[3] for row in table)
    if not count or good < TARGET * count:
        found.append(f"{good} of {count} mutants are killed or excused, less than {100 * TARGET:.0f} %")
    survived = {
        key_of(row) for path in RESULTS.glob("*.csv") for row in read_result(path) if row["outcome"] == "survived"
    }
    for excuse, proof in excuses().items():
        if excuse not in survived:
            found.append(f'{excuse[0]}: the excuse for "{excuse[2]}" is of no kept survivor')
        if len(proof.split()) < 8:
            found.append(f'{excuse[0]}: the excuse for "{excuse[2]}" is no proof')
    return found


# ---- runs ----


def try_mutants(
    plan: Plan, mutants: list[Mutant], most: int, kept: list[dict[str, str]], jobs: int, seed: int
) -> Iterator[dict[str, str]]:
    """Judge mutants in this order until most of them count; what is kept is not tried again. Yields rows."""
    bench = Bench(plan)
    earlier = {(row["line"], row["after"]): row for row in kept}
    numbers = itertools.count()
    names: dict[int, int] = {}

    def row_of(mutant: Mutant) -> dict[str, str]:
        if (str(mutant.line), mutant.after) in earlier:
            return earlier[str(mutant.line), mutant.after]
        me = threading.get_ident()
        if me not in names:
            names[me] = next(numbers)
        verdict = bench.judge(bench.folder / str(names[me]), mutant)
        values = (
            plan.source,
            digest_of(plan.source),
            str(seed),
            str(mutant.line),
            mutant.before,
            mutant.after,
            *verdict,
        )
        return dict(zip(HEADER, values))

    counted = 0
    try:
        with ThreadPoolExecutor(jobs) as pool:
            for start in range(0, len(mutants), 2 * jobs):
                for row in pool.map(row_of, mutants[start : start + 2 * jobs]):
                    if row["outcome"] != "dropped" and counted < most:
                        counted += 1
                        yield row
                if counted >= most:
                    break
    finally:
        shutil.rmtree(bench.folder, ignore_errors=True)


def record(source: str, seed: int, jobs: int) -> None:
    kept = [
        row
        for row in read_result(result_path(source))
        if row["digest"] == digest_of(source) and row["seed"] == str(seed)
    ]
    mutants = mutants_of(source, None)
    random.Random(f"{source} {seed}").shuffle(mutants)
    # Survivors are tried again, because a test may have been added.
    kept = [row for row in kept if row["outcome"] != "survived"]
    rows = list(try_mutants(Plan(source), mutants, SAMPLE, kept, jobs, seed))
    write_result(source, sorted(rows, key=lambda row: (int(row["line"]), row["after"])))
    report(source, rows)


def report(source: str, rows: list[dict[str, str]]) -> int:
    """Print what survives; the number of those without an excuse."""
    known = excuses()
    alive = [row for row in rows if row["outcome"] == "survived"]
    open_ones = [row for row in alive if key_of(row) not in known]
    killed = len(rows) - len(alive)
    print(f"{source}: {killed} of {len(rows)} killed, {len(alive) - len(open_ones)} excused", flush=True)
    for row in open_ones:
        print(f"  {source}:{row['line']}: survives\n    - {row['before']}\n    + {row['after']}")
    return len(open_ones)


def changed_lines(base: str, source: str) -> set[int]:
    """The lines of a file that differ from the commit base."""
    done = subprocess.run(
        ["git", "diff", "-U0", base, "--", source], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        fail(f"git knows no commit {base}")
    lines: set[int] = set()
    for start, count in re.findall(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", done.stdout, re.MULTILINE):
        lines.update(range(int(start), int(start) + int(count or 1)))
    return lines


def since(base: str, sources: list[str], seed: int, jobs: int) -> int:
    survivors = 0
    for source in sources:
        lines = changed_lines(base, source)
        mutants = mutants_of(source, lines) if lines else []
        if mutants:
            random.Random(f"{source} {seed}").shuffle(mutants)
            survivors += report(source, list(try_mutants(Plan(source), mutants, SAMPLE, [], jobs, seed)))
    return survivors


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="./run mutants", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", nargs="*", help="a planned source file, as in core/session.c")
    parser.add_argument("--since", default="HEAD~1", metavar="COMMIT", help="mutants of the lines changed since then")
    parser.add_argument(
        "--record", action="store_true", help=f"sample {SAMPLE} mutants of each file and keep the result"
    )
    parser.add_argument("--all", action="store_true", help="with --record: every planned file")
    parser.add_argument("--table", action="store_true", help="print the kept results")
    parser.add_argument("--check", action="store_true", help="hold the kept results to the target")
    parser.add_argument("--known", action="store_true", help="only refuse what is not known")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the sample (default {SEED})")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("OB_JOBS", "1")), help="mutants at a time")
    options = parser.parse_args()

    for source in options.file:
        if source not in planned():
            fail(f'no planned source "{source}"; there are {" ".join(planned())}')
    if options.record and not options.file and not options.all:
        fail("mutants --record takes files, or --all")
    if options.known:
        return
    if options.table:
        print_table()
        return
    if options.check:
        if found := check():
            sys.exit("\n".join(found))
        return
    if not TOOL.exists():
        fail("universalmutator is missing: ./run setup mutants")
    if options.record:
        for source in options.file or planned():
            record(source, options.seed, options.jobs)
        print_table()
        return
    sys.exit(1 if since(options.since, options.file or planned(), options.seed, options.jobs) else 0)


if __name__ == "__main__":
    main()
