# SPDX-License-Identifier: Apache-2.0
"""The provider and the program for the machine's other architectures, built here with Debian's cross compilers."""

import os
import shutil
from pathlib import Path
from typing import NamedTuple

from kernel import from_first
from packages import ROOT, Failure, run, say
from roots import made, releases


class Target(NamedTuple):
    triplet: str  # as the compiler and the folders of libraries have it
    processor: str  # as CMake and the kernel's own build call it
    kernel: str


TARGETS = {
    "armhf": Target("arm-linux-gnueabihf", "arm", "arm"),
    "arm64": Target("aarch64-linux-gnu", "aarch64", "arm64"),
    "riscv64": Target("riscv64-linux-gnu", "riscv64", "riscv"),
}
# Those that need no foreign library. The provider links to no libcrypto: it takes OpenSSL's headers alone.
ENGINES = "soft;null;afalg;devcrypto"


def openssl(arch: str) -> Path:
    """OpenSSL's headers, of the release that the machine's root is of."""

    def make(at: Path) -> None:
        from_first(releases(arch), lambda suites: suites.unpack(["libssl-dev"], at))

    return made(f"openssl-{arch}", "libssl-dev", f"fetching OpenSSL's headers for {arch}", make)


def configure(arch: str, build: Path, headers: Path) -> list[str | Path]:
    """CMake's command line."""
    target = TARGETS[arch]
    return [
        *("cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DOB_TESTS=OFF"),
        *("-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={target.processor}"),
        *(f"-DCMAKE_C_COMPILER={target.triplet}-gcc", f"-DOB_ENGINES={ENGINES}"),
        f"-DCMAKE_C_FLAGS=-isystem {headers}/usr/include/{target.triplet}",
        f"-DOPENSSL_INCLUDE_DIR={headers}/usr/include",
        f"-DOPENSSL_CRYPTO_LIBRARY={headers}/usr/lib/{target.triplet}/libcrypto.a",
        f"-DOB_OPENSSL_MODULES_DIR=/usr/lib/{target.triplet}/ossl-modules",
    ]


def stage(arch: str) -> Path:
    """A folder with what "cmake --install" installs there."""
    build, installed = ROOT / f"build/vm/cross-{arch}", ROOT / f"build/vm/stage-{arch}"
    say(f"building the provider for {arch}")
    headers = openssl(arch)
    complete = build / "build.ninja"
    if not complete.exists():  # nothing, or what a configuration left that failed, perhaps for want of a compiler
        shutil.rmtree(build, ignore_errors=True)
    try:
        run(configure(arch, build, headers))
    except Failure:
        complete.unlink(missing_ok=True)
        raise
    run(["cmake", "--build", build, "-j", os.environ.get("OB_JOBS", "2")])
    shutil.rmtree(installed, ignore_errors=True)
    run(["cmake", "--install", build], env={**os.environ, "DESTDIR": str(installed)})
    return installed
