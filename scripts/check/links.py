#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the links between the documents: file and heading exist, and docs/README.md names every page of docs/."""

import re
from collections.abc import Iterator
from pathlib import Path

import tree

FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
ELSEWHERE = re.compile(r"[a-z]+:")
INDEX = Path("docs/README.md")


def anchors(text: str) -> set[str]:
    """The names that GitHub gives to the headings."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def targets(page: Path, text: str) -> Iterator[tuple[str, Path, str]]:
    """The page's links into this tree: as they are written, the file, and the heading or an empty string."""
    for match in LINK.finditer(FENCED.sub("", text)):
        if not ELSEWHERE.match(match["target"]):
            path, _, heading = match["target"].partition("#")
            yield match["target"], page.parent / path if path else page, heading


def check(root: Path) -> Iterator[str]:
    named: set[Path] = set()
    pages = list(tree.files(root, ".md"))
    for page in pages:
        for link, path, heading in targets(root / page, (root / page).read_text()):
            if not path.exists():
                yield f"{page}: no file for the link {link}"
            elif heading and path.suffix == ".md" and heading not in anchors(path.read_text()):
                yield f"{page}: no heading for the link {link}"
            elif page == INDEX:
                named.add(path.resolve())
    for page in pages:
        if page.parent == INDEX.parent and page != INDEX and (root / page).resolve() not in named:
            yield f"{INDEX}: does not name {page.name}"


if __name__ == "__main__":
    tree.main(check)
