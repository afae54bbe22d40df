#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the library's public functions by what the binding does for them, from the relocations of its archive.

functions.py --archive libmbedcrypto.a --headers <include> [--write]: compares with binding/mbedtls/functions.md, or
writes it. The archive is compiled with -ffunction-sections and -fdata-sections: each section is one function or
object, and a relocation is a call or a reference. The linker's --wrap redirects a reference to a wrapped function only
if it comes from another object file.
"""

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TABLE = ROOT / "binding/mbedtls/functions.md"
MODULES = {
    "md5": "MD5",
    "sha1": "SHA-1",
    "sha256": "SHA-224 and SHA-256",
    "sha512": "SHA-384 and SHA-512",
    "md": "message digests and HMAC",
    "hkdf": "HKDF",
    "pkcs5": "PBKDF2 and PBES2",
    "aes": "AES",
    "gcm": "GCM",
    "ccm": "CCM",
    "cmac": "CMAC",
    "chachapoly": "ChaCha20-Poly1305",
    "chacha20": "ChaCha20",
    "poly1305": "Poly1305",
    "des": "DES and triple DES",
    "cipher": "cipher layer",
    "nist_kw": "AES key wrap",
    "ctr_drbg": "CTR_DRBG",
    "hmac_drbg": "HMAC_DRBG",
    "rsa": "RSA",
    "ecp": "elliptic curves",
    "ecdh": "ECDH",
    "ecdsa": "ECDSA",
    "ecjpake": "EC J-PAKE",
    "dhm": "Diffie-Hellman",
    "bignum": "big numbers",
    "pk": "public keys",
    "../psa/crypto": "PSA: hash, MAC, cipher, AEAD, keys and public keys, key derivation, random numbers",
}
PSA = re.compile(
    r"^psa_(hash|mac|cipher|aead|key_derivation|generate_(random|key)|export_public|(sign|verify)_(hash|message)"
    r"|asymmetric|raw_key)"
)
# Wrapped, and declared in the library's own headers only: pk.c calls it.
INTERNAL = {"mbedtls_rsa_rsassa_pss_sign_no_mode_check"}
# What takes a key over or forgets it reaches no engine.
KEYS = re.compile(r"(^|_)(free|setkey|setkey_enc|setkey_dec|set[23]key_(enc|dec))$")
HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# What becomes of each function of Mbed TLS {version}

Made by `test/binding/mbedtls/functions.py --write` from the archive of the library in its default configuration; a
test compares. **wrapped**: the binding takes it over, with the library's code as fallback; **engine**: not taken over
itself, but what it computes arrives at wrapped functions; **untouched**: the library's own code alone (set-up, queries,
and algorithms or modes that the binding has nothing for).
"""

Node = tuple[str, str]  # object file, section


def readelf(archive: Path, *options: str) -> list[tuple[str, str]]:
    """The lines of readelf's output, each with its object file."""
    out = subprocess.run(["readelf", "-W", *options, archive], capture_output=True, text=True, check=True).stdout
    lines, name = [], ""
    for line in out.splitlines():
        if line.startswith("File: "):
            name = line.rpartition("(")[2].rstrip(")")
        lines.append((name, line))
    return lines


def graph(archive: Path) -> tuple[dict[Node, set[str]], dict[Node, set[Node]], dict[str, Node]]:
    """References by symbol, references within an object by section, and where global symbols are defined."""
    sections: dict[tuple[str, str], str] = {}
    for name, line in readelf(archive, "-S"):
        if match := re.match(r"\s*\[\s*(\d+)\] (\S+)", line):
            sections[name, match[1]] = match[2]
    defined: dict[str, Node] = {}
    local: dict[tuple[str, str], str] = {}
    for name, line in readelf(archive, "-s"):
        cells = line.split()
        if len(cells) == 8 and cells[0].endswith(":") and cells[6].isdigit():
            section = sections[name, cells[6]]
            if cells[4] == "GLOBAL":
                defined[cells[7]] = (name, section)
            else:
                local[name, cells[7]] = section
    by_symbol: dict[Node, set[str]] = defaultdict(set)
    inside: dict[Node, set[Node]] = defaultdict(set)
    at = ""
    for name, line in readelf(archive, "-r"):
        if match := re.match(r"Relocation section '\.rela?(\S+)'", line):
            at = match[1]
        elif re.match(r"[0-9a-f]{8}", line):
            target = line.split()[4]
            if target.startswith("."):
                inside[name, at].add((name, target))
            elif (name, target) in local:
                inside[name, at].add((name, local[name, target]))
            else:
                by_symbol[name, at].add(target)
    return by_symbol, inside, defined


def reaches(start: str, archive: tuple, wrapped: set[str]) -> bool:
    """True if the code of start comes to a wrapped function through another object file."""
    by_symbol, inside, defined = archive
    todo, seen = [defined[start]], set()
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        todo += inside[node]
        for symbol in by_symbol[node]:
            place = defined.get(symbol)
            if symbol in wrapped and place != node and (place is None or place[0] != node[0]):
                return True
            if place:
                todo.append(place)
    return False


def declared(header: Path) -> list[str]:
    text = re.sub(r"/\*.*?\*/|//[^\n]*|^\s*#.*?(?<!\\)$", "", header.read_text(), flags=re.S | re.M)
    return re.findall(r"\b((?:mbedtls|psa)_\w+)\s*\([^;{]*\)\s*;", text)


def table(archive_path: Path, headers: Path) -> str:
    wraps = re.findall(r"W\((\w+), (\w+)\)", (ROOT / "binding/mbedtls/wraps.h").read_text())
    wrapped = {f"mbedtls_{function}" for _, function in wraps}
    served = {name for name in wrapped if not KEYS.search(name)}
    archive = graph(archive_path)
    listed: set[str] = set()
    version = re.search(r'MBEDTLS_VERSION_STRING\s+"(.*)"', (headers / "mbedtls/build_info.h").read_text())[1]
    out = [HEAD.format(version=version.rpartition(".")[0])]
    for module, title in MODULES.items():
        rows: dict[str, list[str]] = {"wrapped": [], "engine": [], "untouched": []}
        for name in dict.fromkeys(declared((headers / "mbedtls" / f"{module}.h").resolve())):
            if name not in archive[2] or (name.startswith("psa_") and not PSA.match(name)) or name in listed:
                continue
            listed.add(name)
            kind = "wrapped" if name in wrapped else "untouched"
            if kind == "untouched" and not KEYS.search(name) and reaches(name, archive, served):
                kind = "engine"
            rows[kind].append(name)
        out.append(f"\n## {title}\n\n| | |\n|---|---|")
        out += [f"| {kind} | {', '.join(f'`{name}`' for name in names)} |" for kind, names in rows.items() if names]
    missing = wrapped - listed - INTERNAL
    if missing:
        sys.exit(f"wrapped, but not a public function of the modules: {', '.join(sorted(missing))}")
    return "\n".join(out) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--archive", type=Path, required=True)
    parser.add_argument("--headers", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    text = table(options.archive, options.headers)
    if options.write:
        TABLE.write_text(text)
    elif text != TABLE.read_text():
        sys.exit(f"{TABLE.relative_to(ROOT)} is not what the library and wraps.h say: functions.py --write")


if __name__ == "__main__":
    main()
