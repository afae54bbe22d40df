# SPDX-License-Identifier: Apache-2.0
"""What the leak checks call of whole.c: every row of an engine that promises constant time, in each direction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from simulator import Simulator, inout, out

ALG_H = Path(__file__).resolve().parents[2] / "include/outboard/alg.h"
DECRYPT, LONG_IV = 1, 2
HASH_BYTES, HMAC_KEY = 300, 32  # two blocks of the largest hash and a part
WHOLE_BYTES, PART_BYTES = 80, 5  # blocks that are pairs and one alone; then a partial one
COUNTED_BYTES = 4080  # so many blocks that the last byte of almost any counter overflows in the message
CLASS_HASH, CLASS_MAC, CLASS_CIPHER = 1, 2, 3
KEY_STEP = 8


@dataclass(frozen=True)
class Whole:
    """One call: what it does, in words, and the arguments of whole_run."""

    algorithm: str
    name: str
    arguments: list[str | int]


def names() -> dict[int, str]:
    """Algorithms by number, as alg.h has them, without their prefix and in lower case."""
    found, number = {}, 0
    for name, value in re.findall(r"^    OB_(\w+)(?: = (\w+))?,", ALG_H.read_text(), re.MULTILINE):
        if not name.startswith("CLASS_"):
            number = int(value, 0) if value else number + 1
            found.setdefault(number, name.lower().replace("_", "-"))
    return found


def calls(simulator: Simulator, longest: bool) -> Iterator[Whole]:
    """With keys of each row's shortest length; if longest, of all its lengths."""
    known = names()
    session = inout(bytes(simulator.call("whole_session_len").result))
    for row in range(simulator.call("whole_rows").result):
        alg, dirs, low, high, constant_time = simulator.call("whole_describe", out(5), row).outputs[0]
        if not constant_time:
            continue
        kind, name = alg >> 5, known[alg]
        stream = name.endswith(("ctr", "xts", "gcm", "ccm", "poly1305", "cmac"))
        length = HASH_BYTES if "sha" in name or "md5" in name or "sm3" in name else WHOLE_BYTES
        length += PART_BYTES if stream else 0
        hmac = name.startswith("hmac")
        step = 2 * KEY_STEP if name.endswith("xts") else KEY_STEP
        keys = [HMAC_KEY] if hmac else range(low, high + 1, step) if longest and low else [low]
        for key_len in (n for n in keys if not name.endswith("xts") or n != 48):  # noqa: PLR2004 - XTS has no AES-192
            hows = [0] if dirs & 1 else []
            hows += [DECRYPT] if dirs & 2 and kind > CLASS_MAC else []
            hows += [LONG_IV] if name.endswith("gcm") else []
            for how in hows:
                secret = f"secret:{key_len}" if key_len else "in@0:00"
                text = f"{name} {8 * key_len}{' decrypt' * (how == DECRYPT)}{' long iv' * (how == LONG_IV)}"
                size = COUNTED_BYTES if how == LONG_IV and longest else length
                what = row | how << 8 | key_len << 12 | size << 20
                arguments = [session, secret, f"out:{max(size, 64)}", f"secret:{size}", what]
                yield Whole(name, text, arguments)
