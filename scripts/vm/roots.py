# SPDX-License-Identifier: Apache-2.0
"""The layers of the machine's root: a kernel's modules, packages for the tests, and this system or a foreign Debian."""

import shutil
from collections.abc import Callable
from pathlib import Path

from kernel import DEBIAN, Kernel
from packages import CACHE, Suites, locked, missing_here, say

HERE = Path(__file__).parent
# The release whose packages make the root for another architecture.
RELEASE = {"armhf": "bookworm", "riscv64": "trixie"}
FOREIGN = (
    *("base-files", "bash", "coreutils", "findutils", "grep", "kmod", "mawk", "mount", "openssl", "sed"),
    "util-linux",
)


def packages_here() -> list[str]:
    lines = (HERE / "packages.txt").read_text().splitlines()
    return [line for line in (line.partition("#")[0].strip() for line in lines) if line]


def made(name: str, key: str, what: str, make: Callable[[Path], None]) -> Path:
    """A folder of the cache, made anew if its description has changed."""
    root = CACHE / name
    with locked(name):
        stamp = CACHE / f"{name}.made"
        if not root.exists() or not stamp.exists() or stamp.read_text() != key:
            say(what)
            work = CACHE / f"{name}.new"
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            make(work)
            shutil.rmtree(root, ignore_errors=True)
            work.rename(root)
            stamp.write_text(key)
    return root


def layers(kernel: Kernel) -> list[Path]:
    """Of the root, the uppermost first."""
    if kernel.arch != "x86_64":
        return [kernel.root, foreign(kernel.arch)]
    wanted = packages_here()
    key = "\n".join(wanted)
    tests = made("packages", key, "fetching what runs in the machine", lambda at: missing_here(wanted, at))
    return [kernel.root, tests, Path("/")]


def foreign(arch: str) -> Path:
    """A Debian root for another architecture, of unpacked packages: no script of theirs has run."""
    suites = Suites(DEBIAN[arch][0], (RELEASE[arch],))

    def make(at: Path) -> None:
        suites.unpack(suites.with_dependencies(FOREIGN), at)
        (at / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/:/bin/false\n")
        (at / "etc/group").write_text("root:x:0:\nnogroup:x:65534:\n")

    return made(f"root-{arch}", "\n".join(FOREIGN), f"fetching a Debian root for {arch}", make)


def busybox(arch: str) -> Path:
    """A static busybox for the kernel's first root."""
    release = RELEASE.get(arch, "bookworm")
    suites = Suites(DEBIAN[arch][0], (release,))

    def make(at: Path) -> None:
        suites.unpack(["busybox-static"], at)

    return made(f"busybox-{arch}", release, f"fetching busybox for {arch}", make) / "usr/bin/busybox"
