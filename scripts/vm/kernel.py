# SPDX-License-Identifier: Apache-2.0
"""Debian's kernels: finds the suite that has one; unpacks it with its modules, and the headers to build a module."""

import gzip
import lzma
import re
import shutil
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from packages import CACHE, Failure, Suites, locked, run, say

BOOKWORM = ("bookworm", "bookworm-security")
TRIXIE = (("trixie",), ("trixie-security",), ("trixie-proposed-updates",))
# Where a kernel is looked for, one place after the other. A release of Debian 12 where it has the kernel, so that its
# headers' programs run on Debian 12; else a newer one. What backports have, a mirror may not have for every
# architecture; the suites that they come from have it for a while.
SUITES = {
    ("6.1", "x86_64"): (BOOKWORM,),
    ("6.12", "x86_64"): (BOOKWORM, ("bookworm-backports",), ("trixie",)),
    ("7.2", "x86_64"): (("trixie-backports",), ("forky",), ("sid",)),
    ("7.3", "x86_64"): (("trixie-backports",), ("forky",), ("sid",)),
    ("6.1", "armhf"): (BOOKWORM,),
    ("6.12", "armhf"): TRIXIE,
    ("6.1", "arm64"): (BOOKWORM,),
    ("6.12", "arm64"): TRIXIE,
    ("6.12", "riscv64"): TRIXIE,
    ("7.2", "riscv64"): (("trixie-backports",), ("forky",), ("sid",)),
    ("7.3", "riscv64"): (("trixie-backports",), ("forky",), ("sid",)),
}
DEFAULT = {"x86_64": "6.1", "armhf": "6.1", "arm64": "6.1", "riscv64": "6.12"}
# By architecture as uname says it: Debian's name for it, and that of the kernel's flavour.
DEBIAN = {
    "x86_64": ("amd64", "amd64"),
    "armhf": ("armhf", "armmp"),
    "arm64": ("arm64", "arm64"),
    "riscv64": ("riscv64", "riscv64"),
}
HERE = "amd64"
# Modules that our virtual machines never need; they would be most of the unpacked size.
DRIVERS_LEFT_OUT = (
    *("accessibility", "ata", "bluetooth", "comedi", "gpu", "hid", "hwmon", "iio", "infiniband", "input", "isdn"),
    *("leds", "media", "message", "mfd", "mmc", "mtd", "net/can", "net/ethernet", "net/usb", "net/wireless", "nvme"),
    *("pcmcia", "platform", "power", "scsi", "staging", "target", "thunderbolt", "usb", "video"),
)


@dataclass(frozen=True)
class Kernel:
    arch: str
    series: str  # such as "6.1"
    release: str  # as uname -r prints it
    root: Path  # the unpacked packages: boot/vmlinu*, lib/modules/<release>

    @property
    def image(self) -> Path:
        """Unpacked, if it could be: unpacking it is half of the time that the machine takes to start."""
        return boot_file(self.root)

    @property
    def modules(self) -> Path:
        return self.root / "usr/lib/modules" / self.release


T = TypeVar("T")


def from_first(places: list[Suites], fetch: Callable[[Suites], T]) -> T:
    """What the first place gives that has it; says what is wrong with those before, and fails with all if none has."""
    wrong: list[str] = []
    for place in places:
        try:
            got = fetch(place)
        except Failure as failure:
            wrong.append(str(failure))
            continue
        for reason in wrong:
            say(f"taken from {' and '.join(place.suites)}: {reason}")
        return got
    raise Failure("; ".join(wrong))


def places(arch: str, series: str) -> list[Suites]:
    if (series, arch) not in SUITES:
        known = ", ".join(f"{s} for {a}" for s, a in SUITES)
        raise Failure(f"no kernel {series} for {arch}; there are {known}")
    return [Suites(DEBIAN[arch][0], suites) for suites in SUITES[series, arch]]


def kernel(arch: str, series: str) -> Kernel:
    """The newest kernel of a series in the first of Debian's suites that has one, from the cache if any is there."""
    sources = places(arch, series)
    root = CACHE / f"kernel-{series}-{arch}"
    with locked(root.name):
        if not (root / "release").exists():
            say(f"fetching Debian's kernel {series} for {arch}")
            work = root.with_name(f"{root.name}.new")
            from_first(sources, lambda source: unpack(source, arch, series, work))
            shutil.rmtree(root, ignore_errors=True)
            work.rename(root)
    return Kernel(arch, series, (root / "release").read_text(), root)


def unpack(source: Suites, arch: str, series: str, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    flavour = DEBIAN[arch][1]
    pattern = re.compile(rf"linux-image-(\d+\.\d+)([.+~][^-]*)?(-\d+)?-{flavour}")
    found = [match for match in map(pattern.fullmatch, source.names()) if match]
    image = source.newest(match[0] for match in found if match[1] == series)
    if not image:
        source.outdated()
        there = sorted({match[1] for match in found}, key=lambda name: [int(part) for part in name.split(".")])
        others = f", which now has {', '.join(there)}" if there else ""
        raise Failure(f"there is no kernel {series} for {arch} in {' and '.join(source.suites)}{others}")
    behind = re.search(r"linux-image-\d[^ ,]+", source.field(image, "Depends"))
    image = behind[0] if behind else image  # what a package that only depends on the newest stands for
    depends = re.findall(r"linux-(?:base|binary|modules)-\d[^ ,]+", source.field(image, "Depends"))
    left_out = [f"./*lib/modules/*/kernel/drivers/{name}" for name in DRIVERS_LEFT_OUT]
    source.unpack([image, *depends], target, [*left_out, "./usr/share/doc", "./*lib/modules/*/kernel/sound"])
    release = image.removeprefix("linux-image-")
    run(["/sbin/depmod", "-b", target, release])
    (target / "release").write_text(release)
    if arch == "x86_64":
        unpack_image(boot_file(target), target / "boot/vmlinux")


def boot_file(root: Path) -> Path:
    """The kernel's file: in boot/, or, since Linux 7.0, beside the modules."""
    files = sorted([*(root / "boot").glob("vmlinu*"), *root.glob("usr/lib/modules/*/vmlinu*")])
    if not files:
        raise Failure(f"there is no kernel in {root}")
    return next((file for file in files if file.name == "vmlinux"), files[0])


def unpack_image(packed: Path, unpacked: Path) -> None:
    """Write the ELF file in a bzImage (linux, x86/boot.rst), if it was compressed in a way that Python knows."""
    data = packed.read_bytes()
    setup_sectors = data[0x1F1] or 4
    offset, length = struct.unpack_from("<II", data, 0x248)
    payload = data[(setup_sectors + 1) * 512 + offset :][:length]
    unpacked.parent.mkdir(exist_ok=True)
    if payload.startswith(b"\xfd7zXZ\0"):
        unpacked.write_bytes(lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(payload))
    elif payload.startswith(b"\x1f\x8b"):
        unpacked.write_bytes(zlib.decompressobj(31).decompress(payload))


def headers(of: Kernel) -> Path:
    """The folder to build modules in (make -C), of the same release as the kernel."""
    root = CACHE / f"headers-{of.series}-{of.arch}"
    target = root / "usr/src" / f"linux-headers-{of.release}"
    with locked(root.name):
        if not target.exists():
            say(f"fetching the headers of kernel {of.release}")
            work = root.with_name(f"{root.name}.new")
            from_first(places(of.arch, of.series), lambda source: unpack_headers(source, of.release, work))
            relocate(work, root.resolve())
            shutil.rmtree(root, ignore_errors=True)
            work.rename(root)
    return target


def unpack_headers(source: Suites, release: str, target: Path) -> None:
    """The headers, and the programs of the kernel's own build, which run here."""
    shutil.rmtree(target, ignore_errors=True)
    source.update()
    package = f"linux-headers-{release}"
    depends = source.field(package, "Depends")
    source.unpack([package, *re.findall(r"linux-headers-[^ ,]+", depends)], target)
    for programs in re.findall(r"linux-kbuild-[^ ,]+", depends):
        if source.arch == HERE:
            source.unpack([programs], target)
        else:
            programs_here(programs, target)


def programs_here(wanted: str, target: Path) -> None:
    """Unpack the programs of a kernel's build under the name that another architecture's headers want. Those of a newer
    Debian may not run here: of their series, those that this machine's own kernel is taken with."""
    series = re.match(r"linux-kbuild-(\d+\.\d+)", wanted)
    if not series:
        raise Failure(f"{wanted} is of no known series")

    def unpack_programs(source: Suites) -> None:
        found = source.newest(n for n in source.names() if re.fullmatch(rf"linux-kbuild-{series[1]}([.+~].*)?", n))
        if not found:
            raise Failure(f"there is no linux-kbuild-{series[1]} in {' and '.join(source.suites)}")
        source.unpack([found], target)
        if found != wanted:
            (target / "usr/lib" / found).rename(target / "usr/lib" / wanted)

    from_first(places("x86_64", series[1]), unpack_programs)


def relocate(tree: Path, final: Path) -> None:
    """Debian's headers name each other by absolute paths; here they stand below another root."""
    for path in tree.glob("usr/src/*/Makefile"):
        text = path.read_text()
        path.write_text(re.sub(r"(?<![\w.])/usr/(src|lib)/linux-", rf"{final}/usr/\1/linux-", text))
    for path in tree.glob("usr/src/*/*"):
        if path.is_symlink() and str(path.readlink()).startswith("/usr/"):
            goal = f"{final}{path.readlink()}"
            path.unlink()
            path.symlink_to(goal)


def closure(of: Kernel, names: list[str]) -> list[Path]:
    """The files of these modules and of all that they need, in the order to load them; built-in ones have none."""
    depends: dict[str, list[str]] = {}
    files: dict[str, str] = {}
    for line in (of.modules / "modules.dep").read_text().splitlines():
        file, _, needed = line.partition(":")
        depends[file] = needed.split()
        files[module_name(file)] = file
    built_in = {module_name(line) for line in (of.modules / "modules.builtin").read_text().splitlines()}
    ordered: list[str] = []

    def add(file: str) -> None:
        for needed in reversed(depends[file]):
            if needed not in ordered:
                add(needed)
        if file not in ordered:
            ordered.append(file)

    for name in names:
        if name in files:
            add(files[name])
        elif name not in built_in:
            raise Failure(f"kernel {of.release} has no module {name}")
    return [of.modules / file for file in ordered]


def module_name(file: str) -> str:
    return file.rsplit("/", 1)[-1].split(".ko")[0].replace("-", "_")


def module_bytes(file: Path) -> bytes:
    """A module in the form that insmod of a small initial root accepts."""
    data = file.read_bytes()
    if file.suffix == ".xz":
        return lzma.decompress(data)
    if file.suffix == ".gz":
        return gzip.decompress(data)
    return data
