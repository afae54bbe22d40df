#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All of Wycheproof's public-key vectors on the engines of libraries: runs them and keeps what they gave."""

from __future__ import annotations

import argparse
import csv
import dataclasses
import hashlib
import io
import os
import re
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "vectors"))

from container import GROUP, MAGIC
from sample import HEAD, source_names
from vector import ALG, CURVE, FIELD_NUMBER, Kind

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "test/conformance/wycheproof.csv"
VECTORS = ROOT / "build/vectors/vectors.bin"
COLUMNS = (
    *("engine", "library", "sources", "vectors_digest", "algorithm", "curve", "bits_min", "bits_max", "mode"),
    *("directions", "vectors", "negatives", "declined", "failures"),
)
ENGINES = ("mbedtls", "openssl", "wolfssl")  # those with public keys
PUBLIC_KEY = 5  # enum ob_class
# What decides over the answers, besides the library: the engine's public-key files. What core checks before it is for
# the sample, which has all vectors that must not pass; generation has no vectors.
SOURCES = ("engine/{}/pk.[ch]", "engine/{}/pk_[!g]*.[ch]", "algo/ecdsa_nonce.c", "algo/number.h", "algo/rsa_unpad.c")


@dataclasses.dataclass(frozen=True)
class Case:
    """What a vector needs of a capability row."""

    alg: int
    curve: int
    bits: int
    direction: str


class StaleError(Exception):
    """The kept results are not those of the vectors and sources at hand, or not good."""


def walk(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Every vector's record and that of its key fields."""
    at, group = HEAD + struct.unpack_from("<I", data, 12)[0], b""
    while at < len(data):
        head = struct.unpack_from("<I", data, at)[0]
        body = data[at + 4 : at + 4 + (head >> 4)]
        at += 4 + len(body)
        if head & 15 == GROUP:
            group = body
        else:
            yield body, group


def modulus_bits(group: bytes) -> int:
    at = 0
    while at < len(group):
        head = struct.unpack_from("<I", group, at)[0]
        if head & 255 == FIELD_NUMBER["n"]:
            return int.from_bytes(group[at + 4 : at + 4 + (head >> 8)], "big").bit_length()
        at += 4 + (head >> 8)
    return 0


def read_vectors(data: bytes, files: str = "wycheproof/") -> tuple[str, Counter[Case]]:
    """A digest of the public-key vectors of these files, which does not depend on other vectors, and what they need."""
    if data[:4] != MAGIC:
        raise StaleError(f"{VECTORS} is not a converted vector file")
    names, found, digest = source_names(data), Counter[Case](), hashlib.sha256()
    for body, group in walk(data):
        name = names[struct.unpack_from("<H", body, 6)[0]]
        if body[0] >> 5 != PUBLIC_KEY or not name.startswith(files):
            continue
        direction = "dec" if body[3] in (Kind.VERIFY, Kind.PRIVATE) else "enc"
        found[Case(body[0], body[1], 0 if body[1] else modulus_bits(group), direction)] += 1
        for part in (name.encode(), group, body[:5], body[8:12], body[20:]):  # without source number, rank and count
            digest.update(len(part).to_bytes(4, "little") + part)
    return digest.hexdigest()[:16], found


def sources_digest(engine: str) -> str:
    """A digest of the sources that matter, without their comments and spaces."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern.format(engine))):
            code = re.sub(r"/\*.*?\*/|\s", "", path.read_text(), flags=re.S)
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + code.encode() + b"\0")
    return digest.hexdigest()[:16]


def library_version(engine: str) -> str:
    """What the results were obtained with; for the reader alone."""
    if engine == "mbedtls":
        header = (ROOT / "build/deps/mbedtls/include/mbedtls/build_info.h").read_text()
        found = re.search(r'MBEDTLS_VERSION_STRING\s+"([^"]+)"', header)
        return found[1] if found else "unknown"
    package = {"openssl": "libcrypto", "wolfssl": "wolfssl"}[engine]
    command = ["pkg-config", "--modversion", package]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def read(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.open(newline=""))) if path.exists() else []


def run(program: Path, engine: str, data: bytes, vectors_digest: str) -> list[dict[str, str]]:
    """Run all vectors on one engine: its rows."""
    own = {"sources": sources_digest(engine), "library": library_version(engine), "vectors_digest": vectors_digest}
    return [{**row, **own} for row in run_all(program, engine, data)]


def run_all(program: Path, engine: str, data: bytes) -> list[dict[str, str]]:
    """Run the vectors of data on one engine: a row for each of its rows."""
    listed = subprocess.run([str(program), "--list", engine], check=True, capture_output=True, text=True).stdout.split()
    algs = [alg for alg in listed if ALG[alg.upper().replace("-", "_")] >> 5 == PUBLIC_KEY]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(int(os.environ.get("OB_JOBS", "2"))) as pool:
        folder = Path(name)
        (folder / "vectors.bin").write_bytes(data)
        found = pool.map(lambda alg: run_algorithm(program, engine, alg, folder), algs)
        return [row for rows in found for row in rows]


def run_algorithm(program: Path, engine: str, alg: str, folder: Path) -> list[dict[str, str]]:
    """Run the vectors of one algorithm: its rows."""
    results = folder / f"{alg}.csv"
    command = [str(program), "--vectors", str(folder / "vectors.bin"), "--full", "--layout", "one-shot"]
    command += ["--layout", "refused", "--alg", alg, "--results", str(results), engine]
    status = subprocess.run(command, check=False).returncode
    if status not in (0, 1):
        raise SystemExit(status)
    return read(results)


def only(source: Path, output: Path, files: str = "wycheproof/") -> bytes:
    """The public-key vectors of these files alone, cut out by sample.py."""
    algs = ",".join(name for name, number in ALG.items() if number >> 5 == PUBLIC_KEY)
    command = [sys.executable, "-B", str(ROOT / "test/conformance/sample.py"), str(source), str(output)]
    options = ["--algs", algs, "--files", files, "--most", str(1 << 30), "--negatives", "1"]
    subprocess.run([*command, *options, "--length", str(1 << 24)], check=True)
    return output.read_bytes()


def serves(row: dict[str, str], case: Case) -> bool:
    """Whether a row of the results is for such a vector."""
    alg = ALG[row["algorithm"].upper().replace("-", "_")]
    name = "SM2_CURVE" if row["curve"] == "sm2" else row["curve"].upper()
    curve = CURVE[name] if name else 0
    in_range = int(row["bits_min"]) <= case.bits <= int(row["bits_max"])
    return alg == case.alg and curve == case.curve and in_range and case.direction in row["directions"].split("+")


def check(rows: list[dict[str, str]], vectors_digest: str, cases: Counter[Case]) -> None:
    """Raise StaleError unless the rows are the good results of these vectors and of the sources as they are."""
    again = "./run conformance --wycheproof writes it anew"
    for engine in ENGINES:
        own = [row for row in rows if row["engine"] == engine]
        if not own:
            raise StaleError(f"there is no result of {engine}; {again}")
        for row in own:
            name = f"{engine}, {row['algorithm']} {row['curve'] or row['bits_max']} {row['directions']}"
            if int(row["failures"]):
                raise StaleError(f"{name}: {row['failures']} failures")
            if row["sources"] != sources_digest(engine):
                raise StaleError(f"{engine}: its sources have changed since its results were obtained; {again}")
            if row["vectors_digest"] != vectors_digest:
                raise StaleError(f"{engine}: the vectors have changed since its results were obtained; {again}")
            expected = sum(count for case, count in cases.items() if serves(row, case))
            if int(row["vectors"]) + int(row["declined"]) != expected:
                ran = f"{row['vectors']} vectors and {row['declined']} declined, of {expected}"
                raise StaleError(f"{name}: {ran}; {again}")


def write(rows: list[dict[str, str]]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(sorted(rows, key=lambda row: ENGINES.index(row["engine"])))
    RESULTS.write_text(text.getvalue())


def main() -> int:
    parser = argparse.ArgumentParser(prog="wycheproof.py", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare the kept results with vectors and sources")
    parser.add_argument("run", nargs="*", metavar="ENGINE=PROGRAM", help="run these and keep their results")
    options = parser.parse_args()
    digest, cases = read_vectors(VECTORS.read_bytes())
    rows = read(RESULTS)
    if not options.check:
        with tempfile.TemporaryDirectory() as folder:
            data = only(VECTORS, Path(folder) / "wycheproof.bin")
        for engine, _, program in (word.partition("=") for word in options.run):
            rows = [row for row in rows if row["engine"] != engine] + run(Path(program), engine, data, digest)
            write(rows)
    try:
        check(rows, digest, cases)
    except StaleError as error:
        print(f"{RESULTS.relative_to(ROOT)}: {error}", file=sys.stderr)
        return 1
    print(f"{sum(int(row['vectors']) for row in rows)} results of {cases.total()} vectors, no failure")
    return 0


if __name__ == "__main__":
    sys.exit(main())
