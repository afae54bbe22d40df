#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the names that a user's program sees: ob_ and obi_ symbols in the archive given, OB_ macros in the headers."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import tree

TAG = re.compile(r"^\s*(?:typedef\s+)?(struct|enum|union)\s+(\w+)\s*\{", re.MULTILINE)
# A function or variable whose name contains the layout (session.h) is defined by its own macro.
MACRO = re.compile(r"^\s*#\s*define\s+(?!(ob_\w+) OB_LAYOUT_NAME\(\1\)$)(\w+)", re.MULTILINE)
TYPEDEF = re.compile(r"^typedef\b[^;{]*?(?:\(\s*\*\s*(\w+)\s*\)\s*\(|\b(\w+)\s*;)", re.MULTILINE)
FUNCTION = re.compile(r"^(?!typedef\b|#)(?:[A-Za-z_]\w*[\s*]+)+(\w+)\((?!\*)", re.MULTILINE)
# Headers that declare another project's interface, and the prefix of their names.
FOREIGN = {Path("include/outboard/utasker.h"): ("AES_", "SHA_", "fnAES_", "fnSHA256")}
CONSTANT = re.compile(r"(\w+)\s*(?:=[^,}]+)?,")


def symbols(archive: Path) -> Iterator[str]:
    nm = ["nm", "-g", "--defined-only", "--format=posix", archive]
    for line in subprocess.run(nm, capture_output=True, text=True, check=True).stdout.splitlines():
        words = line.split()
        # __asan_*, __odr_asan.* and the like come from the sanitizers, not from the sources.
        if len(words) >= 2 and not words[0].startswith(("ob_", "obi_", "__")):
            yield f"{archive.name}: symbol {words[0]} is neither ob_ nor obi_"


def headers(root: Path) -> Iterator[str]:
    for path in tree.files(root, ".h"):
        if path.parts[:2] != ("include", "outboard"):
            continue
        text = re.sub(r"/\*.*?\*/", "", (root / path).read_text(), flags=re.DOTALL)
        foreign = FOREIGN.get(path, ())
        for _, name in MACRO.findall(text):
            if not name.startswith(("OB_", "OUTBOARD_", *foreign)):
                yield f"{path}: macro {name} does not begin with OB_"
        for kind, name in TAG.findall(text):
            if not name.startswith("ob_"):
                yield f"{path}: {kind} {name} does not begin with ob_"
        for name in FUNCTION.findall(text):
            if not name.startswith(("ob_", *foreign)):
                yield f"{path}: function {name} does not begin with ob_"
        for names in TYPEDEF.findall(text):
            name = "".join(names)
            if not name.startswith("ob_"):
                yield f"{path}: type {name} does not begin with ob_"
        for body in re.findall(r"\benum\s+\w*\s*\{([^}]*)\}", text):
            for name in CONSTANT.findall(body.rstrip() + ",\n"):
                if not name.startswith("OB_"):
                    yield f"{path}: constant {name} does not begin with OB_"


def check(root: Path) -> Iterator[str]:
    yield from headers(root)
    for archive in sys.argv[2:]:
        yield from symbols(Path(archive))


if __name__ == "__main__":
    tree.main(check)
