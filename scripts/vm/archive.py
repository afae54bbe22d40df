# SPDX-License-Identifier: Apache-2.0
"""The archive that a kernel unpacks as its first root: cpio in the format "newc" (linux, buffer-format.rst)."""


def newc(files: dict[str, tuple[int, bytes]]) -> bytes:
    """An archive of these: path from the root to mode (with its type, as 0o100644) and content."""
    out = bytearray()
    for number, (name, (mode, data)) in enumerate([*files.items(), ("TRAILER!!!", (0, b""))], 1):
        path = name.encode() + b"\0"
        links = 2 if mode & 0o170000 == 0o040000 else 1
        fields = (number, mode, 0, 0, links, 0, len(data), 0, 0, 0, 0, len(path), 0)
        out += b"070701" + b"".join(b"%08X" % value for value in fields) + path
        out += bytes(-len(out) % 4) + data
        out += bytes(-len(out) % 4)
    return bytes(out) + bytes(-len(out) % 512)


def folder(mode: int = 0o755) -> tuple[int, bytes]:
    return 0o040000 | mode, b""


def file(data: bytes, mode: int = 0o644) -> tuple[int, bytes]:
    return 0o100000 | mode, data


def link(target: str) -> tuple[int, bytes]:
    return 0o120777, target.encode()
