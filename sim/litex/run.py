#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run a program on the simulated LiteX example: run.py PROGRAM [--max-cycles N] [--quiet].

The simulator is made first if it is not up to date.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "hw/litex"))


def rom(program: Path) -> str:
    """A program's ELF file as words for $readmemh."""
    from soc import words  # noqa: PLC0415 # LiteX, which takes a second to load, only where it is needed

    with tempfile.NamedTemporaryFile() as flat:
        subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", str(program), flat.name], check=True)
        return "".join(f"{word:08x}\n" for word in words(Path(flat.name)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("program", type=Path)
    parser.add_argument("--max-cycles", metavar="N", help="give up after N cycles, with exit code 124")
    parser.add_argument("--quiet", action="store_true", help="no word about the translation")
    options = parser.parse_args()
    folder = ROOT / "build/sim/litex"
    log = folder.with_suffix(".log")
    log.parent.mkdir(parents=True, exist_ok=True)
    if not options.quiet and not (folder / "stamp").exists():
        print("translating the LiteX SoC, which takes a minute or two", file=sys.stderr)
    make = [sys.executable, str(ROOT / "sim/litex/build.py"), str(folder)]
    with log.open("w") as out:
        if subprocess.run(make, stdout=out, stderr=subprocess.STDOUT, check=False).returncode:
            print(f"the simulator could not be made, see {log}", file=sys.stderr)
            return 1
    command = [str(folder / "litex-sim"), *(["--max-cycles", options.max_cycles] if options.max_cycles else [])]
    with tempfile.TemporaryDirectory() as work:
        for memory in folder.glob("*.init"):
            (Path(work) / memory.name).write_bytes(memory.read_bytes())
        (Path(work) / "litex_soc_rom.init").write_text(rom(options.program.resolve()))
        return subprocess.run(command, cwd=work, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
