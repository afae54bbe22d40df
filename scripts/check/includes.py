#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each folder includes only what the table in DESIGN.md, section 4, allows; the table itself is read."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import tree

# Foreign libraries, by the first component of an include path, and the engines and bindings that stand for them.
FOREIGN = {
    "mbedtls": {"mbedtls", "psa"},
    "psa": {"mbedtls", "psa"},
    "openssl": {"openssl"},
    "wolfssl": {"wolfssl"},
    "cmocka.h": set(),
}
OURS = {"core", "algo", "engine", "hw", "port", "offload", "sim", "binding", "board", "example", "cli", "test", "bench"}
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)


@dataclass
class Rule:
    """One row: what its folders may include besides themselves and outboard/."""

    folders: set[str] = field(default_factory=set)
    headers: set[str] | None = None  # the only system headers, or any
    own_registers: bool = False
    own_library: bool = False
    libraries: set[str] = field(default_factory=set)  # foreign ones that are named
    any_library: bool = False
    everything: bool = False


def table(design: str) -> dict[str, Rule]:
    """The rows of the table, by folder; engine/x stands for every engine without a row of its own."""
    rows = design.split("| folder | may include", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows]
    folders = {name.strip() for names, _ in cells for name in names.split(",")}
    known = {name.split("/")[0] for name in folders} | {"port", "hw"}
    rules = {}
    for names, allowed in cells:
        allowed = allowed.split(";")[0]  # what follows says what is not allowed
        words = re.findall(r"[\w/]+", allowed)
        rule = Rule(
            folders={word for word in words if word in known},
            libraries=set(words) & set(FOREIGN),
            own_registers="its hw/x registers" in allowed,
            own_library="its foreign library" in allowed,
            any_library="public headers" in allowed,
            everything="all" in words,
        )
        if all(word.startswith("std") for word in words):
            rule.headers = {f"{word}.h" for word in words}
        for name in names.split(","):
            rules[name.strip()] = rule
    return rules


def place(path: Path, rules: dict[str, Rule]) -> tuple[str, str, Rule]:
    """The folder that a file belongs to, the name that x stands for in its row, and its rule."""
    parts = path.parts
    two, name = "/".join(parts[:2]), parts[1] if len(parts) > 1 else ""
    for key in (two, f"{parts[0]}/x"):
        if key in rules:
            return two, name, rules[key]
    nested = parts[0] in {"engine", "binding"}
    return (two if nested else parts[0]), name, rules.get(parts[0], Rule())


def allowed(root: Path, path: Path, quote: str, target: str, rules: dict[str, Rule]) -> bool:
    folder, name, rule = place(path, rules)
    first = target.split("/")[0]
    if rule.everything or first == "outboard":
        return True
    beside = Path(os.path.normpath(path.parent / target))
    found = beside if (root / beside).exists() or first == ".." else Path(target)
    if quote == '"' and ((root / found).exists() or found.parts[0] in OURS):
        if str(found).startswith(f"{folder}/"):
            return True
        if rule.own_registers and found.parts[:2] == ("hw", name):
            return True
        if rule.any_library and found.parts[0] == "binding":
            return True
        return found.parts[0] in rule.folders
    if rule.headers is not None:
        return target in rule.headers
    if first in FOREIGN:
        return rule.any_library or first in rule.libraries or (rule.own_library and name in FOREIGN[first])
    return True


def check(root: Path) -> Iterator[str]:
    rules = table((root / "DESIGN.md").read_text())
    for path in tree.files(root, ".c", ".h", ".S", ".cpp", ".hpp"):
        for match in INCLUDE.finditer((root / path).read_text(errors="replace")):
            if not allowed(root, path, match[1], match[2], rules):
                yield f"{path}: may not include {match[2]} (DESIGN.md, section 4)"


if __name__ == "__main__":
    tree.main(check)
