#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compute what the README of hmac_demo says with Python's hmac, an independent implementation."""

import hmac
import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "example/hmac_demo/README.md"
MESSAGE = bytes(i * 7 % 256 for i in range(300))
DIGESTS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512-224", "sha512-256", "sm3")
KEYS = (20, 150)


def main() -> int:
    found = dict(re.findall(r"^hmac-(\S+, key of \d+) bytes\n +([0-9a-f]+)$", README.read_text(), re.MULTILINE))
    wrong = []
    for digest in DIGESTS:
        for length in KEYS:
            name = digest.replace("-", "_") if digest.startswith("sha512-") else digest
            mac = hmac.new(bytes(range(1, length + 1)), MESSAGE, name).hexdigest()
            if found.pop(f"{digest}, key of {length}", "") != mac:
                wrong.append(f"{digest} with a key of {length} bytes: {mac}")
    wrong += [f"not known here: {what}" for what in found]
    print("\n".join(wrong) if wrong else f"{len(DIGESTS) * len(KEYS)} HMACs are right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
