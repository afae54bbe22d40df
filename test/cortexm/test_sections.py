# SPDX-License-Identifier: Apache-2.0
"""Every assembly file of algo/, and of what the build schedules, links with a script that has the standard sections
alone, and what it may write to lies in .data, which every start code copies: a table elsewhere would be read before it
has its values.

Usage: test_sections.py SCHEDULED GCC"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("standard.ld")
# By folder; a file elsewhere has constants alone.
CPUS = {"armv6m": "cortex-m0", "armv7m": "cortex-m3", "armv7em": "cortex-m4", "cortexm7": "cortex-m7"}
TABLES = ("obi_aes_te", "obi_aes_td", "obi_aes_sbox", "obi_aes_inv_sbox")
PLANTED = '    .section .sram.table, "aw", %progbits\n    .global obi_aes_te\nobi_aes_te:\n    .word 1\n'


def link(gcc: str, source: Path, to: Path) -> str:
    """What the linker says of a section that the script does not name, or nothing."""
    cpu = CPUS.get(source.parent.name, "cortex-m4")
    command = [
        gcc,
        f"-mcpu={cpu}",
        "-mthumb",
        f"-I{ROOT}",
        f"-I{ROOT / 'include'}",
        str(source),
        "-nostdlib",
        f"-T{SCRIPT}",
        "-Wl,--orphan-handling=error,--unresolved-symbols=ignore-all,-e0",
        "-o",
        str(to),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return "" if done.returncode == 0 else done.stderr or "refused without a word"


def outside(gcc: str, made: Path) -> list[str]:
    """The tables of a linked file that do not lie between the ends of .data."""
    listing = subprocess.run(
        [gcc.removesuffix("gcc") + "nm", str(made)], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    symbols = (line.split() for line in listing.splitlines() if not line.startswith(" "))
    at = {name: int(address, 16) for address, _, name in symbols}
    return [name for name in TABLES if name in at and not at["data_start"] <= at[name] < at["data_end"]]


def main() -> int:
    scheduled, gcc, faults, seen = Path(sys.argv[1]), sys.argv[2], [], 0
    sources = sorted([*(ROOT / "algo").rglob("*.S"), *scheduled.glob("*.S")])
    with tempfile.TemporaryDirectory() as folder:
        made, planted = Path(folder) / "made", Path(folder) / "planted.S"
        for source in sources:
            said = link(gcc, source, made)
            if said:
                faults.append(f"{source}: {said}")
                continue
            seen += "tables" in source.name
            faults += [f"{source}: {name} is outside .data" for name in outside(gcc, made)]
        planted.write_text(PLANTED)
        if not link(gcc, planted, made):
            faults.append("a planted section with a name of its own went unnoticed")
    if seen < 3:
        faults.append(f"{seen} files of tables were looked at, not 3")
    print("\n".join(faults) or f"{len(sources)} files")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
