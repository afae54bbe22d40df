#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run a program on the simulated part of a board: run.py PART PROGRAM [options].

The simulator is made first if it is not up to date, unless OB_CORTEXM_SIM names one.
"""

import argparse
import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
from cortexm import band  # noqa: E402


def simulator() -> Path:
    """The simulator of the host's build, up to date."""
    if given := os.environ.get("OB_CORTEXM_SIM"):
        return Path(given)
    log = ROOT / "build/log/cortexm-sim.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as out:
        for command in (["cmake", "--preset", "host"], ["cmake", "--build", "--preset", "host", "-t", "cortexm-sim"]):
            if subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, check=False).returncode:
                sys.exit(f"the simulator could not be made, see {log}")
    return ROOT / "build/host/cortexm-sim"


def run_qemu(board: str, program: Path, words: list[str]) -> int:
    """Run what is linked for QEMU; its console is standard output."""
    description = tomllib.loads((ROOT / "board" / board / "board.toml").read_text())
    config = ["enable=on", "target=native", "chardev=console"]
    config += [f"arg={word}" for word in (program.name, *words)]
    command = ["qemu-system-arm", "-nographic", "-monitor", "none", "-serial", "none"]
    command += ["-chardev", "stdio,id=console", "-semihosting-config", ",".join(config)]
    command += ["-machine", *description["emulator"], "-kernel", str(program)]
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("part")
    parser.add_argument("program", type=Path)
    parser.add_argument("--max-instructions", type=int, metavar="N", help="give up after N instructions")
    parser.add_argument("--trace", metavar="FILE", help="write every instruction")
    parser.add_argument("--flash-ws", type=int, default=0, metavar="N", help="wait states of the flash (0)")
    parser.add_argument("--ram-ws", type=int, default=0, metavar="N", help="wait states of data in RAM (0)")
    parser.add_argument("--device", metavar="WORD", action="append", default=[], help="what is wrong with its devices")
    parser.add_argument("--qemu", action="store_true", help="the same objects on a board of QEMU: no cycles")
    parser.add_argument("--short", action="store_true", help="the program leaves out what takes long")
    parser.add_argument("--quiet", action="store_true", help="no summary")
    options = parser.parse_args()

    words = ["--short"] if options.short else []
    if options.qemu:
        if options.trace or options.max_instructions is not None:
            parser.error("QEMU takes neither --trace nor --max-instructions")
        return run_qemu(options.part, options.program.with_name(f"{options.program.name}-qemu"), words)
    command = [str(simulator())]
    if options.max_instructions is not None:
        command.append(f"--max-instructions={options.max_instructions}")
    command += [f"--device={word}" for word in options.device]
    command += [f"--flash-ws={options.flash_ws}", f"--ram-ws={options.ram_ws}"]
    if options.quiet:
        command.append("--quiet")
    else:
        error = band(options.part, options.flash_ws, options.ram_ws)
        print(f"cycles by a model of the core; its error: {error} (bench/peers/validation.csv)", file=sys.stderr)
    if options.trace:
        command.append(f"--trace={options.trace}")
    command += ["run", options.part, str(options.program), *words]
    sys.stdout.flush()
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
