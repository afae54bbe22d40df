#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy on the sources of configured builds: tidy.py [--quick] [root [build folder...]].

With --quick, as in the tests, the analyser follows QUICK_NODES states of a function instead of clang's 225,000: half
the time. ./run check goes to clang's depth.

Of each build only the sources that no earlier one has; by default host, and host-single for the core for one engine.

A source that passed is looked at again only when it, a header of ours that it includes, its flags or the configuration
have changed: what passed is remembered in the user's cache, for all working copies.
"""

import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import tree

BUILDS = ("build/host", "build/host-single")
QUICK_NODES = 60_000
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "outboard" / "tidy"
QUICK = "--quick" in sys.argv
if QUICK:
    sys.argv.remove("--quick")


def commands(root: Path, build: Path, seen: set[Path]) -> Iterator[tuple[Path, list[str]]]:
    """Each source of ours that is not in seen, with the flags of its first compilation."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = Path(entry["file"])
        if source.is_relative_to(root) and not source.is_relative_to(root / "build") and source not in seen:
            seen.add(source)
            words = shlex.split(entry["command"])
            output = words.index("-o") if "-o" in words else len(words)
            yield source, words[:output] + words[output + 2 :]


def compiled(command: list[str]) -> list[str]:
    """The compiler and its flags, without those that say what to write."""
    flags = [word for word in command if word not in ("-c", "-MD")]
    return [word for i, word in enumerate(flags) if word not in ("-MT", "-MF") and flags[i - 1] not in ("-MT", "-MF")]


def key(root: Path, source: Path, command: list[str], options: list[str]) -> str:
    """What decides over the findings: the configuration, the flags, the source and the headers below root."""
    flags = [word for word in compiled(command) if not word.startswith(str(root))]
    listing = subprocess.run([*flags, "-MM", source], cwd=root, capture_output=True, text=True)
    names = {Path(name) for name in re.split(r"[\s\\]+", listing.stdout.partition(":")[2]) if name}
    digest = hashlib.sha256((root / ".clang-tidy").read_bytes())
    for path in sorted(names):
        if path.is_relative_to(root):
            digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    digest.update(" ".join(options + flags[1:]).replace(str(root), "").encode())
    return digest.hexdigest()


def check(root: Path) -> Iterator[str]:
    root = root.resolve()
    options = []
    if QUICK:
        words = ("-Xclang", "-analyzer-config", "-Xclang", f"max-nodes={QUICK_NODES}")
        options = [f"--extra-arg-before={word}" for word in words]
    builds = [root / build for build in sys.argv[2:]]
    builds = builds or [root / build for build in BUILDS if (root / build / "compile_commands.json").exists()]
    CACHE.mkdir(parents=True, exist_ok=True)
    seen: set[Path] = set()
    jobs = [job for build in builds for job in commands(root, build, seen)]

    def one(job: tuple[Path, list[str]]) -> str:
        source, command = job
        mark = CACHE / key(root, source, command, options)
        if mark.exists():
            return ""
        # clang's -Wconversion reports more about signs than gcc's, for which the sources are written. clang also does
        # not know all the passes that gcc is told to leave out.
        flags = [word for word in compiled(command)[1:] if not word.startswith("-fno-") and word != str(source)]
        tidy = ["clang-tidy-14", "--quiet", *options, source, "--", *flags, "-Wno-sign-conversion"]
        done = subprocess.run(tidy, cwd=root, capture_output=True, text=True)
        if done.returncode == 0:
            mark.touch()
            return ""
        return (done.stdout or done.stderr).strip()

    with ThreadPoolExecutor(int(os.environ.get("OB_JOBS") or os.cpu_count() or 1)) as pool:
        yield from filter(None, pool.map(one, jobs))


if __name__ == "__main__":
    tree.main(check)
