# SPDX-License-Identifier: Apache-2.0
"""Converts the test vectors of the registries, of the standards and of our own reference into one file.

What the file was made of is noted beside it (.stamp): from the same, it is not made again, so that the builds of a tree
share it.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import pathlib
import sys

import container
import standards
from nist import Nist
from nist_pk import NistPk
from reference import Reference
from reference_pk import ReferencePk
from vector import ALG, Collection, Expect
from wycheproof import Wycheproof


def collect(nist: pathlib.Path, wycheproof: pathlib.Path) -> Collection:
    """All vectors there are."""
    everything = Collection()
    standards.read(everything)
    Nist(nist, everything).read()
    NistPk(nist, everything).read()
    Wycheproof(wycheproof, everything).read()
    Reference(everything).make()
    ReferencePk(everything).make()
    return everything


def summary(everything: Collection) -> str:
    """Two tables: vectors of each algorithm by collection and result, and what was left out."""
    families = ["standard", "nist", "wycheproof", "reference"]
    by_alg: collections.Counter[tuple[str, str]] = collections.Counter()
    for vector in everything.vectors:
        by_alg[vector.alg, vector.family()] += 1
        by_alg[vector.alg, "negative"] += vector.expect != Expect.OK
    columns = [*families, "negative"]
    lines = [f"{'algorithm':20}" + "".join(f"{name:>12}" for name in columns)]
    for alg in sorted({alg for alg, _ in by_alg}, key=ALG.__getitem__):
        lines.append(f"{alg:20}" + "".join(f"{by_alg[alg, name]:12}" for name in columns))
    lines += ["", "left out:"]
    lines += [f"{count:8} {alg:20} {reason}" for (alg, reason), count in sorted(everything.left_out.items())]
    return "\n".join([*lines, "", f"{len(everything.vectors)} vectors", ""])


def sources(arguments: argparse.Namespace) -> str:
    """A digest of these programs, of the numbers in alg.h, and of the names and sizes of the vectors' files."""
    here = pathlib.Path(__file__).resolve().parent
    digest = hashlib.sha256(repr((arguments.seed, arguments.most, arguments.algs)).encode())
    own = [*here.glob("*.py"), *here.glob("standards/*"), here.parents[1] / "include/outboard/alg.h"]
    for path in sorted(own):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for folder in (arguments.nist, arguments.wycheproof):
        for path in sorted(folder.rglob("*")):
            if path.suffix not in (".pyc", ""):
                digest.update(f"{path.relative_to(folder)} {path.stat().st_size}\n".encode())
    return digest.hexdigest()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nist", type=pathlib.Path, required=True, help="folder of the package cryptography_vectors")
    parser.add_argument("--wycheproof", type=pathlib.Path, required=True, help="folder of Wycheproof's JSON files")
    parser.add_argument("--seed", type=int, default=1, help="for the order in which samples are drawn")
    parser.add_argument("--most", type=int, default=0, help="at most so many vectors of a kind: a file for a board")
    parser.add_argument("--algs", help="only these algorithms, as alg.h names them without OB_, with commas between")
    parser.add_argument("--summary", type=pathlib.Path, help="file for a table of what was converted and left out")
    parser.add_argument("output", type=pathlib.Path)
    arguments = parser.parse_args()
    for folder in (arguments.nist, arguments.wycheproof):
        if not folder.is_dir():
            print(f"convert.py: there is no folder {folder}", file=sys.stderr)
            return 1
    algs = set(arguments.algs.split(",")) if arguments.algs else None
    if algs and (unknown := algs - set(ALG)):
        print(f"convert.py: unknown algorithms: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 1
    stamp, made_of = arguments.output.with_suffix(".stamp"), sources(arguments)
    if all(path.exists() for path in (arguments.output, stamp)) and stamp.read_text() == made_of:
        arguments.output.touch()  # for the build that asks
        return 0
    everything = collect(arguments.nist, arguments.wycheproof)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    if arguments.summary:
        arguments.summary.write_text(summary(everything))
    # In one step: a test that has the old file mapped keeps it.
    new = arguments.output.with_suffix(".new")
    new.write_bytes(container.pack(everything, arguments.seed, arguments.most, algs))
    stamp.unlink(missing_ok=True)
    new.replace(arguments.output)
    stamp.write_text(made_of)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
