# SPDX-License-Identifier: Apache-2.0
"""Debian packages for the virtual machine, fetched by apt through roots of its own and unpacked, not installed."""

import fcntl
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cmp_to_key
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / "build/deps/vm"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


class Failure(Exception):
    """Something is not available; the text is for the user."""


def run(command: list[str | Path], **options: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        raise Failure(f"{' '.join(map(str, command[:4]))} ... failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


@contextmanager
def locked(name: str) -> Iterator[None]:
    """A lock: only one process at a time makes the cache entry of this name."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def say(text: str) -> None:
    print(f"vm: {text}", file=sys.stderr, flush=True)


def mirrors() -> dict[str, str]:
    """The addresses that the system's own apt uses, by what is in them: "debian" and, if it has it, "security"."""
    found: dict[str, str] = {}
    targets = ["apt-get", "indextargets", "--format", "$(RELEASE) $(REPO_URI)", "Created-By: Packages"]
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    codename = release.get("VERSION_CODENAME", "")
    for line in run(targets).splitlines():
        suite, uri = line.split(" ", 1)
        if suite == codename:
            found.setdefault("debian", uri)
        elif suite == f"{codename}-security":
            found.setdefault("security", uri)
    if "debian" not in found:
        raise Failure("apt knows no Debian mirror")
    return found


class Suites:
    """A private apt root for some suites and one architecture, with nothing installed in it."""

    def __init__(self, arch: str, suites: Iterable[str]) -> None:
        self.arch = arch
        self.suites = tuple(suites)
        self.root = CACHE / "apt" / f"{'+'.join(self.suites)}-{arch}"
        options = {
            "Dir::Etc::sourcelist": self.root / "sources.list",
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::Etc::preferencesparts": "/dev/null",
            "Dir::State": self.root,
            "Dir::State::status": self.root / "status",
            "Dir::Cache": self.root / "cache",
            "APT::Architecture": arch,
            "APT::Architectures": arch,
            "APT::Sandbox::User": "root",
            "APT::Install-Recommends": "false",
            "Acquire::Languages": "none",
            "Debug::NoLocking": "true",
        }
        self.options = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]

    def update(self) -> None:
        if (self.root / "updated").exists():
            return
        for folder in ("lists/partial", "cache/archives/partial"):
            (self.root / folder).mkdir(parents=True, exist_ok=True)
        (self.root / "status").touch()
        addresses = mirrors()
        try:
            self.fetch_lists(addresses)
        except Failure as failure:
            if "security" not in addresses or not any(suite.endswith("-security") for suite in self.suites):
                raise
            say(f"going on without the security suite: {failure}")
            self.fetch_lists({"debian": addresses["debian"]})
        (self.root / "updated").touch()

    def fetch_lists(self, addresses: dict[str, str]) -> None:
        lines = []
        for suite in self.suites:
            uri = addresses.get("security" if suite.endswith("-security") else "debian")
            if uri:
                lines.append(f"deb [arch={self.arch} signed-by={KEYRING}] {uri} {suite} main\n")
        (self.root / "sources.list").write_text("".join(lines))
        # Without "any", apt only warns about a mirror that does not answer, and the lists stay empty.
        self.apt("the list of packages", "apt-get", "-q", "-o", "APT::Update::Error-Mode=any", "update")

    def outdated(self) -> None:
        """Make the next use fetch the lists again."""
        (self.root / "updated").unlink(missing_ok=True)

    def apt(self, what: str, program: str, *words: str, **options: object) -> str:
        """Run one of apt's programs in this root; what is named where it can't be had, with apt's first reason."""
        try:
            return run([program, *self.options, *words], **options)
        except Failure as failure:
            said = [line.partition(":")[2].strip() for line in str(failure).splitlines() if line[:2] in ("E:", "W:")]
            where = f"{what} of {' and '.join(self.suites)} for {self.arch}"
            raise Failure(f"{where} can't be fetched: {said[0] if said else failure}") from None

    def names(self) -> list[str]:
        self.update()
        return self.apt("the list of packages", "apt-cache", "pkgnames").split()

    def field(self, package: str, name: str) -> str:
        """A field of the newest version of a package."""
        for line in self.apt(package, "apt-cache", "show", "--no-all-versions", package).splitlines():
            if line.startswith(f"{name}: "):
                return line.partition(": ")[2]
        return ""

    def newest(self, packages: Iterable[str]) -> str | None:
        """Of these packages that with the highest version."""

        def order(a: tuple[str, str], b: tuple[str, str]) -> int:
            return 1 if subprocess.run(["dpkg", "--compare-versions", a[1], "gt", b[1]]).returncode == 0 else -1

        versions = [(name, self.field(name, "Version")) for name in packages]
        return max(versions, key=cmp_to_key(order))[0] if versions else None

    def with_dependencies(self, packages: Iterable[str]) -> list[str]:
        """The packages and all that they depend on, as apt would install them on an empty system."""
        self.update()
        plan = self.apt(" and ".join(packages), "apt-get", "-qq", "--simulate", "install", *packages)
        return [line.split()[1] for line in plan.splitlines() if line.startswith("Inst ")]

    def unpack(self, packages: Iterable[str], target: Path, exclude: Iterable[str] = ()) -> None:
        """Download packages and unpack them into a folder whose /lib, /bin and /sbin are links, as in Debian's own."""
        self.update()
        packages = list(packages)
        archives = self.root / "download"
        shutil.rmtree(archives, ignore_errors=True)
        archives.mkdir()
        self.apt(" and ".join(packages), "apt-get", "-q", "download", *packages, cwd=archives)
        extract(sorted(archives.glob("*.deb")), target, exclude)
        shutil.rmtree(archives)


def extract(archives: Iterable[Path], target: Path, exclude: Iterable[str] = ()) -> None:
    for name in ("bin", "lib", "sbin"):
        (target / "usr" / name).mkdir(parents=True, exist_ok=True)
        if not (target / name).is_symlink():
            (target / name).symlink_to(f"usr/{name}")
    for archive in archives:
        tar = ["tar", "-x", "--keep-directory-symlink", "--no-same-owner", "-C", target]
        tar += [f"--exclude={pattern}" for pattern in exclude]
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE) as source:
            done = subprocess.run(tar, stdin=source.stdout, capture_output=True, text=True)
        if done.returncode or source.returncode:
            raise Failure(f"{archive.name} can't be unpacked: {done.stderr}")


def missing_here(packages: Iterable[str], target: Path) -> None:
    """Unpack into target what the packages need and this system, whose root the machine shares, has not installed."""
    cache = target.with_name(f"{target.name}.cache")
    shutil.rmtree(cache, ignore_errors=True)
    (cache / "archives/partial").mkdir(parents=True)
    options = ["-o", f"Dir::Cache={cache}", "-o", "Debug::NoLocking=true", "-o", "APT::Sandbox::User=root"]
    fetch = ["install", "--yes", "--download-only", "--no-install-recommends", *packages]
    run(["apt-get", "-q", *options, *fetch])
    extract(sorted((cache / "archives").glob("*.deb")), target)
    shutil.rmtree(cache)
