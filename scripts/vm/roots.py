# SPDX-License-Identifier: Apache-2.0
"""The layers of the machine's root: a kernel's modules, packages for the tests, and this system or a foreign Debian."""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

from kernel import DEBIAN, Kernel, from_first
from packages import CACHE, Suites, locked, missing_here, say

HERE = Path(__file__).parent
# The releases whose packages make the root for another architecture: the first that the mirror has whole.
RELEASES = {"armhf": ("bookworm",), "arm64": ("bookworm",), "riscv64": ("trixie", "forky", "sid")}
FOREIGN = (
    *("base-files", "bash", "coreutils", "dash", "findutils", "grep", "kmod", "mawk", "mount", "openssl", "python3"),
    *("sed", "util-linux"),
)


def packages_here() -> list[str]:
    lines = (HERE / "packages.txt").read_text().splitlines()
    return [line for line in (line.partition("#")[0].strip() for line in lines) if line]


def made(name: str, key: str, what: str, make: Callable[[Path], None]) -> Path:
    """A folder of the cache for each description, so that a running machine keeps its own."""
    root = CACHE / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
    with locked(name):
        if not root.exists():
            say(what)
            work = CACHE / f"{name}.new"
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            make(work)
            work.rename(root)
    return root


def layers(kernel: Kernel) -> list[Path]:
    """The layers of the root, the uppermost first."""
    if kernel.arch != "x86_64":
        return [kernel.root, foreign(kernel.arch)]
    wanted = packages_here()
    key = "\n".join(wanted)
    tests = made("packages", key, "fetching what runs in the machine", lambda at: missing_here(wanted, at))
    return [kernel.root, tests, Path("/")]


def releases(arch: str) -> list[Suites]:
    return [Suites(DEBIAN[arch][0], (release,)) for release in RELEASES.get(arch, ("bookworm",))]


def foreign(arch: str) -> Path:
    """A Debian root for another architecture, of unpacked packages: no script of theirs has run."""
    wanted = [*FOREIGN, *packages_here()]

    def make(at: Path) -> None:
        from_first(releases(arch), lambda suites: suites.unpack(suites.with_dependencies(wanted), at))
        (at / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/:/bin/false\n")
        (at / "etc/group").write_text("root:x:0:\nnogroup:x:65534:\n")

    return made(f"root-{arch}", "\n".join(wanted), f"fetching a Debian root for {arch}", make)


def busybox(arch: str) -> Path:
    """A static busybox for the kernel's first root."""

    def make(at: Path) -> None:
        from_first(releases(arch), lambda suites: suites.unpack(["busybox-static"], at))

    key = RELEASES.get(arch, ("bookworm",))[0]
    return made(f"busybox-{arch}", key, f"fetching busybox for {arch}", make) / "usr/bin/busybox"
