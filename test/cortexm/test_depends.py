# SPDX-License-Identifier: Apache-2.0
"""Whether the build remakes the objects of its images when a header of theirs changes: each must have a file of
dependencies that Ninja reads, with every header of this project that the source includes by itself."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#include "([^"]+)"', re.MULTILINE)


RULE = re.compile(r"^build (\S+\.o)[ :].*\n((?:  .*\n)*)", re.MULTILINE)
DEPFILE = re.compile(r"^  depfile = (.+)$", re.MULTILINE)


def known(build: Path, folder: str) -> dict[Path, set[Path]]:
    """By object of the folder, if it is made: the files that Ninja knows its compiler to have read."""
    found = {}
    for output, rule in RULE.findall((build / "build.ninja").read_text()):
        if output.startswith(f"{folder}/") and (build / output).exists():
            depfile = DEPFILE.search(rule)
            words = (build / depfile[1]).read_text().replace("\\\n", " ").partition(":")[2] if depfile else ""
            found[build / output] = {(build / word).resolve() for word in words.split()}
    return found


def lacking(sources: set[Path]) -> list[str]:
    """Headers that a source of these includes and that are not among them."""
    found = []
    for source in sources:
        if source.suffix in (".c", ".cpp"):
            for name in INCLUDE.findall(source.read_text()):
                header = ROOT / name if (ROOT / name).exists() else ROOT / "include" / name
                if header.exists() and header.resolve() not in sources:
                    found.append(name)
    return found


def main() -> int:
    build, folder = Path(sys.argv[1]), sys.argv[2]
    objects, wrong = known(build, folder), []
    for each, sources in objects.items():
        if not any(source.suffix in (".c", ".cpp", ".S") for source in sources):
            wrong.append(f"{each}: its dependencies are not known")
        wrong += [f"{each} does not depend on {name}" for name in lacking(sources)]
    # The check can fail: a source alone lacks its headers.
    if not objects or not lacking({ROOT / "algo/aes_ct.c"}):
        wrong.append("nothing is checked")
    print("\n".join(wrong) or f"{len(objects)} objects depend on their headers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
