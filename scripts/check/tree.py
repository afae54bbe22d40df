# SPDX-License-Identifier: Apache-2.0
"""What all checks share: the files of the project, and how findings are reported."""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def files(root: Path, *suffixes: str) -> Iterator[Path]:
    """The files of the tree that are part of the project, by path from the root, with one of the suffixes if given."""
    listing = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        text=True,
    )
    if listing.returncode == 0:
        names: Iterable[str] = sorted(set(filter(None, listing.stdout.split("\0"))))
    else:  # an unpacked archive
        names = sorted(str(p.relative_to(root)) for p in root.rglob("*") if p.is_file())
        names = [n for n in names if not n.startswith(("build/", ".git/"))]
    for name in names:
        if (not suffixes or name.endswith(suffixes)) and (root / name).is_file():
            yield Path(name)


def main(check: Callable[[Path], Iterable[str]]) -> None:
    """Run a check on the tree given as argument, or on this one; print what it finds, and fail if there is anything."""
    found = list(check(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT))
    for line in found:
        print(line)
    sys.exit(f"{len(found)} findings" if found else 0)
