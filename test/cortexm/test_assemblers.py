# SPDX-License-Identifier: Apache-2.0
"""Every assembly file of algo/ and engine/, and of what the build schedules, assembles with GNU as and with clang's own
assembler, into the same instructions of the same width and the same constants. What clang would move to another address
at run time (-fropi, -frwpi) is refused, since the assembly finds its tables at absolute addresses.

Usage: test_assemblers.py SCHEDULED GCC CLANG...

Three differences are none: what fills a gap before an alignment, where the constants behind a function begin, and which
of two 16-bit forms an addition of a small constant to its own register has."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["-mthumb", f"-I{ROOT}", f"-I{ROOT / 'include'}", "-c"]
# By folder; a file elsewhere has constants alone.
CPUS = {"armv6m": "cortex-m0", "armv7m": "cortex-m3", "armv7em": "cortex-m4", "cortexm7": "cortex-m7"}
LINE = re.compile(r" +[0-9a-f]+:\t([0-9a-f ]+?) *\t(.*)")
BRANCH = re.compile(r"(b(?:l|eq|ne|[ch]s|cc|lo|mi|pl|v[sc]|hi|l[ste]|g[et])?(?:\.[nw])?|cbn?z r\d+,) [0-9a-f]+")
# What must be noticed: another instruction, another width, another constant, and an instruction that clang refuses.
PLANTED = {
    "other": "#ifdef __clang__\n    adds r0, r0, #1\n#else\n    adds r0, r0, #2\n#endif\n",
    "wider": "#ifdef __clang__\n    eor.w r0, r0, r1\n#else\n    eors r0, r1\n#endif\n",
    "constant": "    .data\n#ifdef __clang__\n    .word 1\n#else\n    .word 2\n#endif\n",
}
REFUSED = "    .syntax unified\n    .thumb\n    movw.w r0, #1\n"
Sections = dict[str, list[str]]


def assemble(compiler: list[str], source: Path, cpu: str, to: Path) -> str:
    """What the assembler says if it refuses the file, or nothing."""
    command = [*compiler, f"-mcpu={cpu}", *FLAGS, str(source), "-o", str(to)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return "" if done.returncode == 0 else done.stderr or "refused without a word"


def instruction(width: int, text: str) -> str | None:
    """The instruction without what may differ; nothing for padding and constants."""
    text = re.split("[@;<]", text)[0].strip().replace("\t", " ")
    if text.startswith(".") or text in ("nop", "nop.w", "movs r0, r0"):
        return None
    text = re.sub(r"\[pc, #-?\d+\]", "[pc]", text)
    text = re.sub(r"^((?:add|sub)s) (r\d), \2, #", r"\1 \2, #", text)
    branch = BRANCH.fullmatch(text)
    return f"{width} {branch[1] if branch else text}"


def contents(objdump: str, made: Path) -> Sections:
    """By section: the instructions, or the bytes of a section that has none."""
    sections: Sections = {}
    listing = subprocess.run([objdump, "-d", str(made)], capture_output=True, text=True, check=True, timeout=60).stdout
    for line in listing.splitlines():
        if line.startswith("Disassembly of section "):
            sections[line.split()[-1].rstrip(":")] = now = []
        elif found := LINE.match(line):
            now += filter(None, [instruction(len(found[1].replace(" ", "")) // 2, found[2])])
    dump = subprocess.run([objdump, "-s", str(made)], capture_output=True, text=True, check=True, timeout=60).stdout
    for line in dump.splitlines():
        if line.startswith("Contents of section "):
            name = line.split()[-1].rstrip(":")
            now = [] if name in sections or name.startswith(".ARM") else sections.setdefault(name, [])
        elif line.startswith(" "):
            now.append(line[1:].split(" ", 1)[1][:35])
    return sections


def difference(one: Sections, other: Sections) -> str:
    for name in sorted(one.keys() | other.keys()):
        a, b = one.get(name, []), other.get(name, [])
        if a != b:
            at = next((i for i, pair in enumerate(zip(a, b)) if pair[0] != pair[1]), min(len(a), len(b)))
            return f"{name}, entry {at} of {len(a)} and {len(b)}: {a[at:][:1]} by GNU as, {b[at:][:1]} by clang"
    return ""


def check(gcc: str, clang: list[str], source: Path, folder: Path) -> str:
    """What is wrong with a file, or nothing."""
    objdump = gcc.removesuffix("gcc") + "objdump"
    cpu = next((cpu for part, cpu in CPUS.items() if part in source.parts), "cortex-m0")
    made = folder / "gnu.o", folder / "clang.o"
    for compiler, to in zip(([gcc], clang), made):
        if said := assemble(compiler, source, cpu, to):
            return f"{Path(compiler[0]).name}: {said}"
    return difference(contents(objdump, made[0]), contents(objdump, made[1]))


def version_of(program: str) -> int:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    return int(re.search(r"version (\d+)", said)[1])


def accepts(clang: list[str], flags: list[str]) -> bool:
    """Whether the engine's header lets itself be compiled with these flags; what it includes is of no concern here."""
    header = ROOT / "engine/cortexm/internal.h"
    command = [*clang, "-mcpu=cortex-m4", *FLAGS[:-1], *flags, "-E", "-x", "c", str(header)]
    return "absolute addresses" not in subprocess.run(command, capture_output=True, text=True, timeout=60).stderr


def wrong_of(gcc: str, program: str, files: list[Path], folder: Path) -> list[str]:
    """What one clang does otherwise than GNU as, and which planted difference is not noticed."""
    clang, wrong = [program, "--target=arm-none-eabi"], []
    for planted, text in PLANTED.items():
        source = folder / f"{planted}.S"
        source.write_text(f"    .syntax unified\n    .thumb\n    .text\n{text}")
        if "by clang" not in check(gcc, clang, source, folder):
            wrong.append(f'the planted difference "{planted}" is not noticed')
    refused = folder / "refused.S"
    refused.write_text(REFUSED)
    if not assemble(clang, refused, "cortex-m3", folder / "refused.o"):
        wrong.append(f"{program} does not refuse {REFUSED.splitlines()[-1]}")
    for flags in ([], ["-fropi"], ["-frwpi"]):
        if accepts(clang, flags) != (not flags):
            wrong.append(f"{program} {' '.join(flags)}: code that moves is refused, and no other")
    return wrong + [f"{source}: {said}" for source in files if (said := check(gcc, clang, source, folder))]


def main() -> int:
    scheduled, gcc, *clangs = sys.argv[1:]
    files = sorted([*ROOT.glob("algo/**/*.S"), *ROOT.glob("engine/**/*.S"), *Path(scheduled).glob("*.S")])
    if missing := [program for program in clangs if program.endswith("NOTFOUND")]:
        print(f"not installed, see scripts/setup/analysis.apt: {' '.join(missing)}")
        return 1
    versions = [version_of(program) for program in clangs]
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        for program, version in zip(clangs, versions):
            folder = Path(name) / str(version) / "armv7m"
            folder.mkdir(parents=True)
            wrong += wrong_of(gcc, program, files, folder)
            print(f"{len(files)} files with GNU as and clang {version}")
    if len(set(versions)) < 2 or not files:
        wrong.append(f"two versions of clang are to be compared, not {versions}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
