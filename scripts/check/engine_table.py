#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that docs/engines.md has the table of engines that the program gives: engine_table.py [--fix] [outboard]."""

import re
import subprocess
import sys
from collections import defaultdict

import tree

BEGIN, END = "<!-- table of engines: made by scripts/check/engine_table.py --fix -->", "<!-- end of the table -->"
ROW = re.compile(r"^  (?P<alg>[a-z][\w-]+) +(?P<curve>\S+) +\d+-\d+ +(?P<dirs>[edg]+) +\w+ *(?P<flags>.*)$")
# Lines of the table: what it is called, and the names of its algorithms.
FAMILIES = (
    ("MD5, SHA-1", r"md5|sha1"),
    ("SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224, SHA-512/256", r"sha(224|256|384|512|512-224|512-256)"),
    ("SM3", r"sm3"),
    ("HMAC with MD5, SHA-1 or SHA-2", r"hmac-(md5|sha.*)"),
    ("HMAC with SM3", r"hmac-sm3"),
    ("AES-CMAC", r"aes-cmac"),
    ("AES ECB, CBC, CTR", r"aes-(ecb|cbc|ctr)"),
    ("AES XTS", r"aes-xts"),
    ("AES GCM, CCM", r"aes-(gcm|ccm)"),
    ("DES, 3DES: ECB, CBC", r"des3?-(ecb|cbc)"),
    ("SM4 ECB, CBC, CTR", r"sm4-(ecb|cbc|ctr)"),
    ("SM4 GCM", r"sm4-gcm"),
    ("ChaCha20-Poly1305", r"chacha20-poly1305"),
    ("RSA to 8192 bits: raw, PKCS#1 v1.5 and PSS signatures, PKCS#1 v1.5 and OAEP encryption", r"rsa.*"),
    ("ECDSA", r"ecdsa"),
    ("ECDH, X25519 and X448 among its curves", r"ecdh"),
    ("EdDSA: Ed25519, Ed448", r"eddsa"),
    ("SM2 signatures", r"sm2-sign"),
)
# What the program says of a row, and the mark in the table.
MARKS = {"constant-time": "ct", "blinded": "blinded", "checked": "checked"}
# Public-key algorithms, and the direction in which they use a secret; the marks are about that alone.
SECRET = {"rsa": "d", "rsa-pkcs1-crypt": "d", "rsa-oaep": "d", "rsa-pkcs1-sign": "e", "rsa-pss": "e", "ecdsa": "e"}
SECRET |= {"ecdh": "e", "eddsa": "e", "sm2-sign": "e"}


def capabilities(program: str) -> dict[str, dict[str, list[re.Match[str]]]]:
    """The capability rows of every engine, by algorithm."""
    command = [program, "engines", "--capabilities", "--no-selftest"]
    listing = subprocess.run(command, capture_output=True, text=True, check=True)
    engines: dict[str, dict[str, list[re.Match[str]]]] = {}
    for line in listing.stdout.splitlines():
        if match := re.match(r"^([\w-]+): \d+ capabilities", line):
            engines[match[1]] = defaultdict(list)
        elif match := ROW.match(line):
            engines[list(engines)[-1]][match["alg"]].append(match)
    return engines


def cell(rows: list[re.Match[str]], names: set[str], have: set[str]) -> str:
    """What one engine can do of one family."""
    if not have:
        return ""
    text = "yes" if have == names else ", ".join(sorted(have))
    curves = len({row["curve"] for row in rows} - {"-"})
    if curves:
        count = f"{curves} curve{'s' if curves > 1 else ''}"
        text = count if have == names else f"{text}, {count}"
    private = [row for row in rows if SECRET.get(row["alg"], row["dirs"][0]) in row["dirs"]]
    marks = [mark for name, mark in MARKS.items() if all(name in row["flags"].split() for row in private)]
    return text + (f" ({', '.join(marks)})" if marks else "")


def table(program: str) -> str:
    engines = {name: caps for name, caps in capabilities(program).items() if name != "null"}
    known = {alg for caps in engines.values() for alg in caps}
    lines = [f"| | {' | '.join(engines)} |", "|---|" + "---|" * len(engines)]
    for title, pattern in FAMILIES:
        names = {alg for alg in known if re.fullmatch(pattern, alg)}
        if not names:
            continue
        known -= names
        cells = []
        for caps in engines.values():
            have = names & caps.keys()
            cells.append(cell([row for alg in have for row in caps[alg]], names, have))
        lines.append(f"| {title} | {' | '.join(cells)} |")
    if known:
        sys.exit(f"no line of the table is for {', '.join(sorted(known))}")
    return "\n".join(lines)


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "--fix"]
    page = tree.ROOT / "docs/engines.md"
    text = page.read_text()
    before, _, rest = text.partition(BEGIN)
    old, _, after = rest.partition(END)
    new = "\n" + table(words[0] if words else str(tree.ROOT / "build/host/cli/outboard")) + "\n"
    if "--fix" in sys.argv:
        page.write_text(before + BEGIN + new + END + after)
    elif old != new:
        sys.exit("docs/engines.md: the table is not that of the program; run scripts/check/engine_table.py --fix")


if __name__ == "__main__":
    main()
