#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kept fuzz corpora are text, one input a line in hexadecimal, sorted: unpack one into a folder, or pack a folder.

Usage: corpus.py unpack FILE FOLDER | corpus.py pack FOLDER FILE
"""
import hashlib
import sys
from pathlib import Path


def unpack(file: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        return
    for line in file.read_text().split():
        data = bytes.fromhex(line)
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def pack(folder: Path, file: Path) -> None:
    inputs = sorted(p.read_bytes() for p in folder.iterdir() if p.is_file())
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(data.hex() + "\n" for data in inputs if data))


def main() -> None:
    if len(sys.argv) != 4 or sys.argv[1] not in ("pack", "unpack"):
        sys.exit(__doc__)
    source, target = Path(sys.argv[2]), Path(sys.argv[3])
    unpack(source, target) if sys.argv[1] == "unpack" else pack(source, target)


if __name__ == "__main__":
    main()
