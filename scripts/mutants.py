#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation tests: small wrong changes of a source file, each of which the tests have to notice.

mutants.py [FILE...] [--since COMMIT] tries mutants of the lines that were changed since COMMIT (default: the commit
before HEAD, and what is not committed), in all planned files or in those that are named, and fails if one survives.
--record FILE... tries a sample of each whole file (--all: of every planned file) and keeps the result in
test/mutants/results/. A mutant that was tried is not tried again, neither after an interruption nor by the next run,
until the source changes; a survivor is tried again when its tests change, too. --table prints the kept results. --check
compares them with the target and the present sources, and the excuses with the survivors.

A mutant is killed by a test that fails, or does not end in time. A mutant that does not compile, or gives the object
code of the source or of an earlier mutant, is dropped. test/mutants/plan.toml says which tests notice which file,
test/mutants/excuses.toml why a survivor cannot be noticed: it must be equivalent to the source, and the excuse is the
proof.
"""

import argparse
import contextlib
import csv
import hashlib
import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "test/mutants"
TOOL = ROOT / "build/deps/venv/bin/mutate"  # universalmutator
JOURNAL = ROOT / "build/mutants"  # what was tried, a file for each source
SAMPLE = 40  # mutants of a file in a kept result
SEED = 1
TARGET = 0.95  # the share of the mutants that must be killed or excused
STALE = 0.25  # the share of the sample that may be of lines that are no longer in the source
HEADER = ["source", "digest", "seed", "line", "before", "after", "outcome", "by"]
WITHOUT = {"-g", "-g3", "-ggdb"}  # debug information has line numbers, which would make equal code differ
# What is no C or has no defined result, and a warning only to some compilers.
WRONG = [f"-Werror={name}" for name in ("return-type", "int-conversion", "incompatible-pointer-types")]
DEAD = ("killed", "timeout")


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


class Test(NamedTuple):
    name: str
    link: Command
    program: Path
    arguments: list[str]


def fail(text: str) -> None:
    sys.exit(f"run: {text}")


def read_toml(name: str) -> dict:
    with (PLACE / name).open("rb") as file:
        return tomllib.load(file)


def digest_of(*data: bytes) -> str:
    return hashlib.sha256(b"\0".join(data)).hexdigest()[:16]


def source_digest(source: str) -> str:
    return digest_of((ROOT / source).read_bytes())


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
        self.names: list[str] = entry["tests"]
        self.programs: list[str] = [plan["test"].get(name, {}).get("program", f"test_{name}") for name in self.names]
        self.arguments: list[list[str]] = [
            [word.replace("{root}", str(ROOT)) for word in plan["test"].get(name, {}).get("arguments", [])]
            for name in self.names
        ]


def planned() -> list[str]:
    return list(read_toml("plan.toml")["source"])


def unplanned() -> list[str]:
    """Files in the plan's folders that are neither planned nor left out."""
    plan = read_toml("plan.toml")
    files = [path for folder in plan["folders"] for path in sorted((ROOT / folder).glob("*.[ch]"))]
    known = set(plan["source"]) | set(plan["left_out"])
    return [name for path in files if (name := str(path.relative_to(ROOT))) not in known]


# ---- mutants ----


def same_lines_after(after: list[str], start: int, added: int) -> str:
    """The mutated text, whose lines behind those that were added keep their numbers: a sanitizer's object code has the
    line of each check, so that it would differ where the code is the same."""
    end = start + 1 + added
    if added and not any(line.endswith("\\") for line in after[max(start - 1, 0) : end]):
        after = [*after[:end], f"#line {start + 2}", *after[end:]]
    return "\n".join(after) + "\n"


def mutants_of(source: str, lines: set[int] | None, seed: int) -> list[Mutant]:
    """All mutants of a file, or of these lines, each once. Their order is that of a hash of the seed and the change, so
    that a change of the source elsewhere leaves the sample as it is."""
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
                found[text] = Mutant(start + 1, before[start].strip(), changed, same_lines_after(after, start, added))
    times: Counter[tuple[str, str]] = Counter()
    order = {}
    for mutant in sorted(found.values(), key=lambda mutant: (mutant.line, mutant.after)):
        change = (mutant.before, mutant.after)
        times[change] += 1  # the same change may be possible at several lines
        order[mutant] = digest_of(f"{source} {seed} {times[change]}".encode(), *(word.encode() for word in change))
    return sorted(order, key=lambda mutant: order[mutant])


# ---- building ----


def compile_command(plan: Plan, source: str) -> Command:
    """How the build compiles a file of the library, without debug information, and without the compiler's cache: no
    mutant is seen twice."""
    part = f"{Path(source).parent}/CMakeFiles/"
    for entry in json.loads((plan.build / "compile_commands.json").read_text()):
        if Path(entry["file"]) == ROOT / source and f" -o {part}" in entry["command"]:
            words = [word for word in shlex.split(entry["command"]) if word not in WITHOUT]
            words = words[words.index(next(word for word in words if re.search(r"(gcc|clang|cc)$", word))) :]
            at = words.index("-o")
            del words[at : at + 2]
            words.remove(entry["file"])
            # Without it a statement that changes nothing, as a "continue" at the end of a loop, changes the code.
            words.append("-fno-guess-branch-probability")
            return Command(words, Path(entry["directory"]))
    fail(f"{plan.build.name} does not build {source}")
    raise AssertionError


def link_command(build: Path, program: str) -> Command:
    """How the build links a program: the last of the commands that make it."""
    done = subprocess.run(["ninja", "-C", build, "-t", "commands", program], capture_output=True, text=True, check=True)
    words = shlex.split(done.stdout.strip().splitlines()[-1])
    words = [word for word in words if word not in (":", "&&")]
    if shutil.which("ld.gold"):
        words += ["-fuse-ld=gold"]  # takes half of the time
    return Command([*words, "-Wl,-S"], build)


class Limits:
    """How long a test may take: its own time on this machine, measured once, gives the limits."""

    known: dict[tuple[str, ...], float] = {}

    @staticmethod
    def run(command: list[str], folder: Path, seconds: float) -> int | None:
        """The exit status, None if it took longer by the processor's time, or four times that and 20 s by the clock."""
        whole = int(seconds) + 1
        bounds = ["prlimit", f"--cpu={whole}", "--core=0", f"--fsize={1 << 26}"]
        with subprocess.Popen(
            [*bounds, *command],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": str(folder)},
            start_new_session=True,
        ) as process:
            try:
                status = process.wait(20 + 4 * whole)
            except subprocess.TimeoutExpired:
                status = None
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with what it has started
        return None if status in (-signal.SIGKILL, -signal.SIGXCPU) else status

    @classmethod
    def of(cls, test: Test, folder: Path) -> float:
        command = [str(test.program), *test.arguments]
        if tuple(command) not in cls.known:
            began = time.monotonic()
            if cls.run(command, folder, 300) != 0:
                fail(f"{test.name} fails without any mutant")
            cls.known[tuple(command)] = 1 + 4 * (time.monotonic() - began)
        return cls.known[tuple(command)]


class Bench:
    """One file's commands and times, and a folder for each job."""

    def __init__(self, plan: Plan, jobs: int, build: bool) -> None:
        self.plan = plan
        if build:
            targets = dict.fromkeys(plan.programs)
            subprocess.run(
                ["cmake", "--build", plan.build, "--target", *targets], check=True, stdout=subprocess.DEVNULL
            )
        self.compiles = {name: compile_command(plan, name) for name in plan.objects}
        self.tests = []
        for name, program, arguments in zip(plan.names, plan.programs, plan.arguments):
            path = self.path_of(program)
            self.tests.append(Test(name, link_command(plan.build, path), plan.build / path, arguments))
        # The tests as they are, which decide whether a survivor is tried again.
        self.digest = digest_of(
            *(digest_of(test.program.read_bytes(), " ".join(test.arguments).encode()).encode() for test in self.tests)
        )
        self.folder = Path(tempfile.mkdtemp(prefix="outboard-mutants-"))
        self.jobs = jobs
        self.free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for job in range(jobs):
            (self.folder / str(job)).mkdir()
            self.free.put(self.folder / str(job))

    def path_of(self, program: str) -> str:
        found = [path for path in self.plan.build.rglob(program) if path.is_file() and os.access(path, os.X_OK)]
        if len(found) != 1:
            fail(f"{self.plan.build.name} has no one program {program}")
        return str(found[0].relative_to(self.plan.build))

    def objects(self, text: str) -> list[bytes] | None:
        """Compile the files with the mutant in place of its source: their object code, None if they do not compile."""
        folder = self.free.get()
        mutated = ROOT / self.plan.source
        try:
            code = []
            if mutated.suffix == ".h":  # a copied file includes it, by itself or through a header beside it
                place = folder / mutated.parent.relative_to(ROOT)
                place.mkdir(parents=True, exist_ok=True)
                for header in mutated.parent.glob("*.h"):
                    shutil.copy(header, place)
            else:
                place = folder
            (place / mutated.name).write_text(text)
            for source, command in self.compiles.items():
                copy, made = place / Path(source).name, folder / f"{Path(source).stem}.o"
                if source != self.plan.source:
                    shutil.copy(ROOT / source, copy)
                # Copies find the files of their folder by -iquote; the name in the object is the same for all mutants.
                words = [command.words[0], f"-I{folder}", "-iquote", str((ROOT / source).parent), *command.words[1:]]
                words += [f"-ffile-prefix-map={folder}=.", "-Wno-error", *WRONG, str(copy), "-o", str(made)]
                if subprocess.run(words, cwd=command.folder, capture_output=True, check=False).returncode:
                    return None
                code.append(made.read_bytes())
            return code
        finally:
            self.free.put(folder)

    def judge(self, code: list[bytes]) -> Verdict:
        """Run the tests on these objects until one of them fails."""
        folder = self.free.get()
        try:
            made = [folder / f"{Path(source).stem}.o" for source in self.plan.objects]
            for path, data in zip(made, code):
                path.write_bytes(data)
            for test in self.tests:
                limit = Limits.of(test, folder)
                program = folder / "program"
                words = list(test.link.words)
                at = words.index("-o")
                words[at + 1] = str(program)
                words[at + 2 : at + 2] = map(str, made)  # before the library, so that its own object is not linked
                if subprocess.run(words, cwd=test.link.folder, capture_output=True, check=False).returncode:
                    return Verdict("dropped", "does not link")
                status = Limits.run([str(program), *test.arguments], folder, limit)
                if status is None:
                    return Verdict("timeout", test.name)
                if status:
                    return Verdict("killed", test.name)
            return Verdict("survived", "")
        finally:
            self.free.put(folder)


# ---- the journal ----


class Journal:
    """What was tried of one state of a source, a line for each mutant: an interrupted run goes on where it was, and the
    next run does only what is new."""

    def __init__(self, source: str, compiled: str, tests: str) -> None:
        JOURNAL.mkdir(parents=True, exist_ok=True)
        self.path = JOURNAL / (source.replace("/", "-") + ".jsonl")
        self.source = source_digest(source)
        self.digest = digest_of(self.source.encode(), compiled.encode())
        self.tests = tests
        self.lock = threading.Lock()
        self.known: dict[str, dict[str, str]] = {}
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                entry = json.loads(line)
                if entry["digest"] == self.digest:
                    self.known[entry["mutant"]] = entry

    def find(self, mutant: Mutant) -> dict[str, str] | None:
        entry = self.known.get(digest_of(mutant.text.encode()))
        if entry and entry["outcome"] == "survived" and entry["tests"] != self.tests:
            return None
        return entry

    def keep(self, mutant: Mutant, code: str, verdict: Verdict) -> None:
        entry = {
            "digest": self.digest,
            "mutant": digest_of(mutant.text.encode()),
            "code": code,
            "tests": self.tests,
            "outcome": verdict.outcome,
            "by": verdict.by,
        }
        with self.lock, self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")
            self.known[entry["mutant"]] = entry


# ---- kept results ----


def result_path(source: str) -> Path:
    return PLACE / "results" / (source.replace("/", "-") + ".csv")


def read_result(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def write_result(source: str, rows: list[dict[str, str]]) -> None:
    path = result_path(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
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


class Kept(NamedTuple):
    """The kept result of one source, in numbers of mutants."""

    source: str
    count: int
    killed: int
    excused: int
    stale: int  # of lines that are no longer in the source

    @property
    def survived(self) -> int:
        return self.count - self.killed - self.excused


def summary() -> list[Kept]:
    known = excuses()
    table = []
    for source in planned():
        if rows := read_result(result_path(source)):
            text = (ROOT / source).read_text() if (ROOT / source).exists() else ""
            lines = {line.strip() for line in text.splitlines()}
            killed = sum(row["outcome"] in DEAD for row in rows)
            # An excuse for a line that is gone proves nothing; it has to go with the next result of its file.
            excused = sum(
                row["outcome"] == "survived" and key_of(row) in known and row["before"] in lines for row in rows
            )
            table.append(Kept(source, len(rows), killed, excused, sum(row["before"] not in lines for row in rows)))
    return table


def print_table() -> None:
    table = summary()
    print(f"{'source':28}{'mutants':>8}{'killed':>8}{'excused':>8}{'survive':>8}{'good %':>8}{'stale':>8}")
    for kept in table:
        share = 100 * (kept.killed + kept.excused) / kept.count
        print(
            f"{kept.source:28}{kept.count:8}{kept.killed:8}{kept.excused:8}{kept.survived:8}{share:8.1f}{kept.stale:8}"
        )
    count, killed, excused, stale = (sum(row[i] for row in table) for i in (1, 2, 3, 4))
    if count:
        share = 100 * (killed + excused) / count
        print(f"{'all':28}{count:8}{killed:8}{excused:8}{count - killed - excused:8}{share:8.1f}{stale:8}")
        print(f"killed or excused: {share:.1f} %, the target is {100 * TARGET:.0f} %")
    if missing := [source for source in planned() if not result_path(source).exists()]:
        print(f"planned, no result kept: {' '.join(missing)}")
    if missing := unplanned():
        print(f"neither planned nor left out: {' '.join(missing)}")


def check() -> list[str]:
    """The errors in the kept results and the excuses."""
    table = summary()
    found = []
    count, good = sum(kept.count for kept in table), sum(kept.killed + kept.excused for kept in table)
    if not count or good < TARGET * count:
        found.append(f"{good} of {count} mutants are killed or excused, less than {100 * TARGET:.0f} %")
    later = read_toml("plan.toml")["later"]
    missing = [source for source in planned() if source not in later and not result_path(source).exists()]
    missing += unplanned()
    stale = sum(kept.stale for kept in table) + SAMPLE * len(missing)
    if stale > STALE * (count + SAMPLE * len(missing)):
        found.append(
            f"{stale} of {count + SAMPLE * len(missing)} mutants are of lines that are no longer there, or of files "
            f"without a result, more than {100 * STALE:.0f} %: ./run mutants --record FILE... of the worst of ./run "
            "mutants --table"
        )
    for source in later:
        if source not in planned() or result_path(source).exists():
            found.append(f"{source}: listed for later in plan.toml, but it is not planned, or has a result")
    survived = {}
    for source in planned():
        for row in read_result(result_path(source)):
            if row["outcome"] == "survived":
                survived[key_of(row)] = row
    for excuse, proof in excuses().items():
        if excuse not in survived:
            found.append(f'{excuse[0]}: the excuse for "{excuse[2]}" is of no kept survivor')
        if len(proof.split()) < 8:
            found.append(f'{excuse[0]}: the excuse for "{excuse[2]}" is no proof')
    kept = {result_path(source).name for source in planned()}
    for path in sorted((PLACE / "results").glob("*.csv")):
        if path.name not in kept:
            found.append(f"{path.relative_to(ROOT)}: the kept result of no planned source")
    return found


# ---- runs ----


def sample(bench: Bench, journal: Journal, mutants: list[Mutant], most: int) -> Iterator[tuple[Mutant, list[bytes]]]:
    """The first mutants that compile, to code that neither the source nor an earlier one has; with their code, which is
    empty if the journal has their verdict."""
    original = bench.objects((ROOT / bench.plan.source).read_text())
    if original is None:
        fail(f"{bench.plan.source} does not compile")
    seen = {digest_of(*original)}
    taken = 0
    with ThreadPoolExecutor(bench.jobs) as pool:
        for start in range(0, len(mutants), 8):
            if taken == most:
                return
            batch = mutants[start : start + 8]
            made = pool.map(lambda mutant: [] if journal.find(mutant) else bench.objects(mutant.text), batch)
            for mutant, code in zip(batch, made):
                entry = journal.find(mutant)
                if not entry and code is None:
                    journal.keep(mutant, "", Verdict("dropped", "does not compile"))
                    continue
                digest = entry["code"] if entry else digest_of(*code)
                if not digest or digest in seen or taken == most:
                    continue
                seen.add(digest)
                taken += 1
                yield mutant, code


def try_mutants(
    source: str, mutants: list[Mutant], most: int, jobs: int, seed: int, build: bool = True
) -> list[dict[str, str]]:
    """Judge mutants in this order until most of them count: the rows of a result, in the order of the lines."""
    bench = Bench(Plan(source), jobs, build)
    compiled = " ".join(word for command in bench.compiles.values() for word in command.words)
    journal = Journal(source, compiled, bench.digest)

    def row_of(mutant: Mutant, code: list[bytes]) -> dict[str, str]:
        entry = journal.find(mutant)
        if entry:
            verdict = Verdict(entry["outcome"], entry["by"])
        else:
            verdict = bench.judge(code)
            journal.keep(mutant, digest_of(*code), verdict)
        values = (source, journal.source, str(seed), str(mutant.line), mutant.before, mutant.after, *verdict)
        return dict(zip(HEADER, values))

    try:
        chosen = list(sample(bench, journal, mutants, most))
        with ThreadPoolExecutor(jobs) as pool:
            rows = [row for row in pool.map(lambda each: row_of(*each), chosen) if row["outcome"] != "dropped"]
    finally:
        shutil.rmtree(bench.folder, ignore_errors=True)
    return sorted(rows, key=lambda row: (int(row["line"]), row["after"]))


def record(source: str, seed: int, jobs: int) -> None:
    began = time.monotonic()
    rows = try_mutants(source, mutants_of(source, None, seed), SAMPLE, jobs, seed)
    write_result(source, rows)
    report(source, rows, time.monotonic() - began)


def report(source: str, rows: list[dict[str, str]], seconds: float) -> int:
    """Print what survives; the number of those without an excuse."""
    known = excuses()
    alive = [row for row in rows if row["outcome"] == "survived"]
    open_ones = [row for row in alive if key_of(row) not in known]
    killed, excused = len(rows) - len(alive), len(alive) - len(open_ones)
    print(f"{source}: {killed} of {len(rows)} killed, {excused} excused, {seconds:.0f} s", flush=True)
    for row in open_ones:
        print(f"  {source}:{row['line']}: survives\n    - {row['before']}\n    + {row['after']}", flush=True)
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
    survivors = tried = 0
    for source in sources:
        began = time.monotonic()
        lines = changed_lines(base, source)
        mutants = mutants_of(source, lines, seed) if lines else []
        rows = try_mutants(source, mutants, SAMPLE, jobs, seed) if mutants else []
        if rows:
            survivors += report(source, rows, time.monotonic() - began)
            tried += len(rows)
    print(f"{tried} mutants of the lines that were changed since {base}, {survivors} of them survive without an excuse")
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
