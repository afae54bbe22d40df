#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the form of every file: licence line, opening sentence, at most 800 lines, nothing of the maker's machine."""

import re
from collections.abc import Iterator
from pathlib import Path

import tree

MAX_LINES = 800
DATA = {".csv", ".json", ".png", ".pem", ".der", ".bin"}
NO_HEAD = DATA | {".md", ".svg", ".gitignore", ".editorconfig", ".clang-format"}
# Folders under another licence: the kernel's interfaces for drivers are under the GPL, and so is code that uses them.
LICENCES = {Path("test/vm/module"): "GPL-2.0"}
COMMENT = re.compile(r"^\s*(/\*|\*|//|#|;|\.\\\"|\"\"\"|<!--|--)\s*(?P<text>.*?)\s*(\*/|\"\"\"|-->)?\s*$")
UNWANTED = {
    "a machine's path": re.compile(r"(?<![\w$}])/(home|root|Users|work|tmp)/\w"),
    "a registry's host name": re.compile(r"(pythonhosted|npmjs)\.org|pypi\.(org|io)|crates\.io|deb\.debian\.org"),
    "unfinished work": re.compile(r"\b(TOD[O]|FIXM[E]|XX[X]|not implemente[d])\b"),
}


def check(root: Path) -> Iterator[str]:
    for path in tree.files(root):
        suffix = path.suffix or path.name
        if path.name == "LICENSE" or "corpus" in path.parts:
            continue
        try:
            text = (root / path).read_text()
        except UnicodeDecodeError:
            if suffix not in DATA:
                yield f"{path}: not text"
            continue
        lines = text.splitlines()
        if suffix not in NO_HEAD:
            yield from head(path, lines)
        if suffix not in DATA and len(lines) > MAX_LINES:
            yield f"{path}: {len(lines)} lines, more than {MAX_LINES}"
        for number, line in enumerate(lines, 1):
            for what, pattern in UNWANTED.items():
                if pattern.search(line):
                    yield f"{path}:{number}: {what}"


def head(path: Path, lines: list[str]) -> Iterator[str]:
    body = lines[1:] if lines and lines[0].startswith(("#!", "#compdef", "CAPI=2:")) else lines
    first = COMMENT.match(body[0]) if body else None
    licence = next((name for folder, name in LICENCES.items() if path.is_relative_to(folder)), "Apache-2.0")
    if not first or first["text"] != f"SPDX-License-Identifier: {licence}":
        yield f"{path}: does not begin with its SPDX line"
        return
    second = COMMENT.match(body[1]) if len(body) > 1 else None
    if path.name != "CMakeLists.txt" and (not second or len(second["text"].split()) < 3):
        yield f"{path}: no sentence on what the file is, after the SPDX line"


if __name__ == "__main__":
    tree.main(check)
