#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One provider binary under the OpenSSL of each of Debian's suites: versions.py BUILD [SUITE...].

The provider of BUILD and the programs that test it stay as they are, and run with another libcrypto and C library.
Packages come by apt, unpacked below build/deps/vm. Prints a line for each version and test; fails if a test does, or a
suite can't be had.
"""

import hmac
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts/vm"))
from packages import Failure, Suites  # noqa: E402
from roots import made  # noqa: E402

# The package of the library; with it comes its C library.
SUITES = {"bookworm": "libssl3", "trixie": "libssl3t64", "sid": "libssl3t64"}
TESTS = ("aead", "cipher", "digest", "sequences")
LIBRARIES = "usr/lib/x86_64-linux-gnu"
HERE = Path(__file__).parent


def library(suite: str) -> Path:
    """A folder with the suite's libcrypto, all that it needs."""
    packages = [SUITES[suite], "openssl"]

    def make(at: Path) -> None:
        source = Suites("amd64", (suite,))
        source.unpack(source.with_dependencies(packages), at)

    return made(f"openssl-{suite}", " ".join(packages), f"fetching the OpenSSL of {suite}", make)


def run(root: Path, command: list[str | Path], **environment: str) -> subprocess.CompletedProcess[str]:
    loader = root / "usr/lib64/ld-linux-x86-64.so.2"
    if not loader.exists():
        loader = root / LIBRARIES / "ld-linux-x86-64.so.2"
    own = root / "cmocka"  # this system's, which needs nothing of a newer C library
    own.mkdir(exist_ok=True)
    for path in Path("/", LIBRARIES).glob("libcmocka.so*"):
        if not (own / path.name).exists():
            (own / path.name).symlink_to(path)
    words = [loader, "--library-path", f"{root / LIBRARIES}:{own}", *command]
    settings = {**os.environ, "OPENSSL_CONF": "/dev/null", "OPENSSL_MODULES": str(root / LIBRARIES / "ossl-modules")}
    return subprocess.run(words, env={**settings, **environment}, capture_output=True, text=True, timeout=600)


def key_derivation(build: Path, root: Path, version: str) -> tuple[bool, str]:
    """Files of "outboard enc" by a password: the header is the one that "openssl kdf" gives (docs/file-format.md)."""
    program = build / "cli/outboard"
    with tempfile.TemporaryDirectory() as folder:
        password = Path(folder, "password")
        password.write_text("correct horse\n")
        costs = {"scrypt": ["n:131072", "r:8", "p:1"], "argon2id": ["iter:3", "memcost:65536", "lanes:4"]}
        for name, cost in costs.items():
            file = Path(folder, name)
            enc = [program, "enc", "-q", "--password-file", password, "--kdf", name, "-o", file, "/dev/null"]
            done = run(root, enc)
            if name == "argon2id" and version.startswith(("3.0.", "3.1.")):
                good = done.returncode == 4 and "no argon2id" in done.stderr
                return good, done.stdout + done.stderr
            if done.returncode:
                return False, done.stdout + done.stderr
            head = file.read_bytes()
            options = ["pass:correct horse", f"hexsalt:{head[16:32].hex()}", *cost]
            words = [word for option in options for word in ("-kdfopt", option)]
            told = run(root, [root / "usr/bin/openssl", "kdf", "-keylen", "32", *words, name.upper()])
            master = bytes.fromhex(told.stdout.replace(":", "").strip())
            tag = hmac.digest(master, b"outboard file header\0" + head[:40], "sha256")[:16]
            if tag != head[40:56]:
                return False, f"{name}: another key than that of openssl kdf: {told.stdout}{told.stderr}"
    return True, ""


def main() -> int:
    build = Path(sys.argv[1]).resolve()
    failed = 0
    for suite in sys.argv[2:] or SUITES:
        try:
            root = library(suite)
        except Failure as failure:
            print(f"{suite}: FAILED: {failure}", flush=True)
            failed += 1
            continue
        version = run(root, [root / "usr/bin/openssl", "version"]).stdout.split()[1:2]
        for name in TESTS:
            settings = {
                "OB_TEST_PROVIDER_DIR": str(build / "test/binding/openssl"),
                "OUTBOARD": "auto",
                "OUTBOARD_ADAPT": "off",
                "OUTBOARD_PRICES": str(HERE / "prices.csv"),
            }
            done = run(root, [build / f"test/binding/openssl/test_provider_{name}"], **settings)
            tests = done.stderr.count("[       OK ]") + done.stdout.count("[       OK ]")
            good = done.returncode == 0 and tests > 0
            print(f"{suite:12} {' '.join(version):7} {name:10} {'ok' if good else 'FAILED'}, {tests} tests", flush=True)
            if not good:
                failed += 1
                print((done.stdout + done.stderr)[-2000:], flush=True)
        good, output = key_derivation(build, root, " ".join(version))
        print(f"{suite:12} {' '.join(version):7} {'passwords':10} {'ok' if good else 'FAILED'}", flush=True)
        if not good:
            failed += 1
            print(output, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(SUITES):
        sys.exit(f"versions.py BUILD [SUITE...]: the suites are {', '.join(SUITES)}")
    sys.exit(main())
