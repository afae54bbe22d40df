#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One provider binary under the OpenSSL of each of Debian's suites: versions.py BUILD [--speed] [SUITE...].

The provider of BUILD and the programs that test it stay as they are, and run with another libcrypto and C library.
Where the library's name has changed (OpenSSL 4), the tests, but not the provider, are compiled again with its headers.
Packages come by apt, unpacked below build/deps/vm. Prints a line for each version and test; fails if a test does, or a
suite can't be had. --speed: what an update and a new key cost with each of them instead, as a table.
"""

import hmac
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts/vm"))
from packages import Failure, Suites  # noqa: E402
from roots import made  # noqa: E402

# The package of the library; with it comes its C library.
SUITES = {"bookworm": "libssl3", "trixie": "libssl3t64", "sid": "libssl3t64", "experimental": "libssl4"}
TESTS = ("aead", "cipher", "digest", "process", "sequences")
HANDSHAKES = ("12", "1")  # and MiB, of provider_soak
LIBRARIES = "usr/lib/x86_64-linux-gnu"
HERE = Path(__file__).parent
# provider_speed: name (two words or more), ns without, ns with, and what that makes.
FIGURE = re.compile(r"^(\S.*?)  +([\d.]+) +([\d.]+) +[+-][\d.]+ +[\d.]+$", re.M)


def library(suite: str) -> Path:
    """A folder with the suite's libcrypto, all that it needs."""
    packages = [SUITES[suite], "openssl"]
    new = suite == "experimental"

    def make(at: Path) -> None:
        source = Suites("amd64", ("sid", suite) if new else (suite,))
        needed = source.with_dependencies(packages[:1] if new else packages)
        if new:  # apt takes what is not named from sid: its libssl3 comes along, and its openssl
            needed = [name for name in needed if "libssl3" not in name and "legacy" not in name]
            needed += [f"{name}/{suite}" for name in ("openssl", "libssl-dev")]
        source.unpack(needed, at)

    return made(f"openssl-{suite}", " ".join(packages), f"fetching the OpenSSL of {suite}", make)


def program(build: Path, suite: str, root: Path, name: str) -> Path:
    """The test as it was built, or one for another name of the library."""
    own = name in ("soak", "speed")  # no test of cmocka's
    if (root / LIBRARIES / "libcrypto.so.3").exists():
        return build / "test/binding/openssl" / (f"provider_{name}" if own else f"test_provider_{name}")
    folder = build / "test/binding/openssl/versions" / suite
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"test_provider_{name}"
    flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE", "-O1", f"-I{ROOT}", f"-I{ROOT}/include"]
    flags += [f"-I{build}/generated/include", f"-I{root}/usr/include", f"-I{root}/usr/include/x86_64-linux-gnu"]
    sources = [HERE / (f"{name}.c" if own else f"test_{name}.c"), HERE / "evp.c"]
    libraries = [root / LIBRARIES / f"lib{stem}.so.4" for stem in ("ssl", "crypto")]
    libraries += ["-lcmocka", "-Wl,--allow-shlib-undefined"]
    subprocess.run(["cc", *flags, *sources, "-o", target, *libraries], check=True)
    return target


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


def settings_of(build: Path) -> dict[str, str]:
    return {
        "OB_TEST_PROVIDER_DIR": str(build / "test/binding/openssl"),
        "OUTBOARD": "auto",
        "OUTBOARD_ADAPT": "off",
        "OUTBOARD_PRICES": str(HERE / "prices.csv"),
    }


def speed(build: Path, suites: list[str]) -> int:
    """A row for each figure of provider_speed, a column for each version: ns without the provider, and with it."""
    rows: dict[str, list[str]] = {}
    head = []
    for suite in suites:
        root = library(suite)
        head += run(root, [root / "usr/bin/openssl", "version"]).stdout.split()[1:2]
        done = run(root, [program(build, suite, root, "speed")], **settings_of(build))
        found = FIGURE.findall(done.stdout)
        if done.returncode or not found:
            print(f"{suite}: FAILED: {done.stdout}{done.stderr}")
            return 1
        for name, without, beside in found:
            rows.setdefault(" ".join(name.split()), []).append(f"{without} / {beside}")
    print("|", " | ".join(["ns, without / with the provider", *head]), "|")
    print("|---" * (len(head) + 1) + "|")
    for name, cells in rows.items():
        print("|", " | ".join([name, *cells]), "|")
    return 0


def main(build: Path, suites: list[str]) -> int:
    failed = 0
    for suite in suites:
        try:
            root = library(suite)
        except Failure as failure:
            print(f"{suite}: FAILED: {failure}", flush=True)
            failed += 1
            continue
        version = run(root, [root / "usr/bin/openssl", "version"]).stdout.split()[1:2]
        for name in TESTS:
            done = run(root, [program(build, suite, root, name)], **settings_of(build))
            tests = done.stderr.count("[       OK ]") + done.stdout.count("[       OK ]")
            good = done.returncode == 0 and tests > 0
            print(f"{suite:12} {' '.join(version):7} {name:10} {'ok' if good else 'FAILED'}, {tests} tests", flush=True)
            if not good:
                failed += 1
                print((done.stdout + done.stderr)[-2000:], flush=True)
        done = run(root, [program(build, suite, root, "soak"), *HANDSHAKES], **settings_of(build))
        good = done.returncode == 0 and "every byte right" in done.stdout
        print(f"{suite:12} {' '.join(version):7} {'handshakes':10} {'ok' if good else 'FAILED'}", flush=True)
        if not good:
            failed += 1
            print(done.stdout + done.stderr, flush=True)
        if not (root / LIBRARIES / "libcrypto.so.3").exists():
            continue  # the command's program needs the library under the name that it was linked with
        good, output = key_derivation(build, root, " ".join(version))
        print(f"{suite:12} {' '.join(version):7} {'passwords':10} {'ok' if good else 'FAILED'}", flush=True)
        if not good:
            failed += 1
            print(output, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    options = sys.argv[2:]
    fast = options[:1] == ["--speed"]
    chosen = options[fast:] or list(SUITES)
    if len(sys.argv) < 2 or not set(chosen) <= set(SUITES):
        sys.exit(f"versions.py BUILD [--speed] [SUITE...]: the suites are {', '.join(SUITES)}")
    sys.exit((speed if fast else main)(Path(sys.argv[1]).resolve(), chosen))
