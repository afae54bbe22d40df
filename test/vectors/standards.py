# SPDX-License-Identifier: Apache-2.0
"""Vectors typed from the standards: the files of standards/, whose sections name what is to be done."""

from __future__ import annotations

import pathlib

from vector import Collection, Kind, Vector, unhex


def read(collection: Collection) -> None:
    """A section is [ALGORITHM KIND], with the curve and the hash as further words; then one vector after the other,
    each a paragraph of lines: "field = hexadecimal number", spaces allowed, "field = 'text'", or "repeat = count"."""
    for path in sorted((pathlib.Path(__file__).parent / "standards").glob("*.txt")):
        if path.name == "curves.txt":
            continue
        head: list[str] = []
        fields: dict[str, bytes] = {}
        first = 0
        for number, line in enumerate([*path.read_text().splitlines(), ""], 1):
            if line.startswith("#"):
                continue
            if line.startswith("["):
                head = [*line.strip("[]").split(), "CURVE_NONE", "ALG_NONE"]
            elif " = " in line:
                first = first if fields else number
                name, _, value = line.partition(" = ")
                if name == "repeat":
                    fields[name] = int(value).to_bytes(4, "little")
                else:
                    fields[name] = value[1:-1].encode() if value.startswith("'") else unhex(value.replace(" ", ""))
            elif fields:
                curve, hash_name = (head[2], head[3]) if len(head) > 4 else ("CURVE_NONE", "ALG_NONE")
                source = f"standard/{path.stem}"
                collection.add(Vector(head[0], Kind[head[1]], source, first, fields, curve=curve, hash=hash_name))
                fields = {}
