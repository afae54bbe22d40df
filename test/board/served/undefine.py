# SPDX-License-Identifier: Apache-2.0
"""undefine.py OBJECT NEW SUFFIX: copy a 32-bit little-endian object file and make every global function whose
name does not end in SUFFIX undefined there, so that calls among the functions of one source reach the linker."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

SHT_SYMTAB, STT_FUNC, STB_GLOBAL, SHN_UNDEF = 2, 2, 1, 0
SECTION, SYMBOL = struct.Struct("<10I"), struct.Struct("<3I2BH")  # System V ABI, chapter 4


def undefine(content: bytearray, suffix: str) -> int:
    """Change the symbols in place; how many there were."""
    if content[:6] != b"\x7fELF\x01\x01":
        sys.exit("not a 32-bit little-endian object file")
    (offset,) = struct.unpack_from("<I", content, 0x20)
    size, count = struct.unpack_from("<2H", content, 0x2E)
    sections = [SECTION.unpack_from(content, offset + i * size) for i in range(count)]
    changed = 0
    for _, kind, _, _, start, length, link, *_ in sections:
        if kind != SHT_SYMTAB:
            continue
        names = sections[link][4]
        for at in range(start, start + length, SYMBOL.size):
            name, _, _, info, other, section = SYMBOL.unpack_from(content, at)
            end = content.index(0, names + name)
            text = content[names + name : end].decode()
            if info == STB_GLOBAL << 4 | STT_FUNC and section != SHN_UNDEF and not text.endswith(suffix):
                SYMBOL.pack_into(content, at, name, 0, 0, STB_GLOBAL << 4, other, SHN_UNDEF)
                changed += 1
    return changed


def main() -> None:
    source, target, suffix = sys.argv[1:]
    content = bytearray(Path(source).read_bytes())
    if undefine(content, suffix) == 0:
        sys.exit(f"{source} has no such function")
    Path(target).write_bytes(content)


if __name__ == "__main__":
    main()
