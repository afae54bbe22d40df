#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One provider binary under the OpenSSL of each of Debian's suites: versions.py BUILD [SUITE...].

The provider of BUILD and the programs that test it stay as they are, and run with another libcrypto and C library.
Packages come by apt, unpacked below build/deps/vm. Prints a line for each version and test; fails if a test does, or a
suite can't be had.
"""

import os
import subprocess
import sys
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
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(SUITES):
        sys.exit(f"versions.py BUILD [SUITE...]: the suites are {', '.join(SUITES)}")
    sys.exit(main())
