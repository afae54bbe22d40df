#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/fpga.py without LiteX and with tools that only write what it reads: fake_fpga.py FOLDER PROGRAM [option...].

All files are in FOLDER. FOLDER/mhz is the clock that the router reports; while FOLDER/wait is there, it does not end;
with FOLDER/cut, its report has no end. Of the seed s it writes FOLDER/router-<s>, its process number.
"""

import json
import os
import shutil
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import fpga  # noqa: E402
import fpga_table  # noqa: E402

NETLIST = {"modules": {fpga.NAME: {"cells": {}}}}


def generate(folder: Path) -> tuple[list[str], None]:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in ("ulx3s.v", "ulx3s_rom.init", "ulx3s.lpf"):
        (folder / name).write_text("\n")
    return ["ulx3s.v"], None


def route(folder: Path, options: dict[str, str]) -> None:
    mark = folder / f"router-{options['--seed']}"
    mark.write_text(str(os.getpid()))
    while (folder / "wait").exists():
        time.sleep(0.05)
    report = {
        "critical_paths": [{"from": "posedge clk", "to": "posedge clk", "path": []}],
        "fmax": {"clk": {"achieved": float((folder / "mhz").read_text())}},
        "utilization": {"TRELLIS_COMB": {"available": 2, "used": 1}},
    }
    end = "" if (folder / "cut").exists() else "\n"
    Path(options["--report"]).write_text(json.dumps(report) + end)
    Path(options["--textcfg"]).write_text(".bram_init 0\n001 002\n\n")


def tool(name: str) -> None:
    """In the place of a tool, in its working folder."""
    options = dict(zip(sys.argv[2:], sys.argv[3:]))
    if name == "yosys":
        Path(f"{fpga.NAME}.json").write_text(json.dumps(NETLIST, indent=1) + "\n")
    elif name == "nextpnr-ecp5":
        route(Path.cwd().parent, options)
    elif name == "ecpbram":
        words = " ".join(Path(options["-t"]).read_text().split())
        Path(options["-o"]).write_text(f".bram_init 0\n{words}\n\n")
    else:
        for option in ("--bit", "--svf"):
            shutil.copy(options["--compress"], options[option])


def main() -> int:
    folder = Path(sys.argv.pop(1)).resolve()
    for name in ("yosys", "nextpnr-ecp5", "ecppack"):
        path = folder / name
        path.write_text(f'#!/bin/sh\nexec {sys.executable} {__file__} --tool {name} "$@"\n')
        path.chmod(0o755)
    fpga.OUT, fpga.WORK = folder, folder / "work"
    fpga.ECPBRAM = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import fake_fpga\n"
    fpga.ECPBRAM += "sys.argv.insert(1, '--tool'); fake_fpga.tool('ecpbram')"
    fpga.generate, fpga.tool = generate, lambda name: str(folder / name)
    fpga_table.TABLE, fpga_table.PAGE = folder / "kept/ulx3s.csv", folder / "README.md"
    return fpga.main()


if __name__ == "__main__":
    sys.exit(tool(sys.argv[2]) if sys.argv[1] == "--tool" else main())
