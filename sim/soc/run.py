#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run a program on the simulated SoC: run.py PROGRAM [--vcd FILE | --fst FILE] [options of soc-sim].

The simulator is made first if it is not up to date; one with waveforms is a program of its own, for it is slower.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("program", type=Path)
    waves = parser.add_mutually_exclusive_group()
    waves.add_argument("--vcd", metavar="FILE", help="write a waveform as VCD")
    waves.add_argument("--fst", metavar="FILE", help="write a waveform as FST, much smaller")
    parser.add_argument("--trace", metavar="FILE", help="write every completed instruction")
    parser.add_argument("--profile", metavar="FILE", help="write the cycles spent in each function")
    parser.add_argument("--max-cycles", metavar="N", help="give up after N cycles, with exit code 124")
    parser.add_argument("--buffer-cycles", metavar="N", help="cycles to the first word of the buffer RAM, 1 to 8")
    parser.add_argument("--quiet", action="store_true", help="no progress and no summary")
    options = parser.parse_args()

    if options.fst and subprocess.run([ROOT / "run", "setup", "wave"], stdout=sys.stderr, check=False).returncode:
        return 1
    kind = "vcd" if options.vcd else "fst" if options.fst else ""
    folder = ROOT / "build/sim" / ("soc" + (f"-{kind}" if kind else ""))
    make = [sys.executable, str(ROOT / "sim/soc/build.py"), str(folder), *(["--wave", kind] if kind else [])]
    log = folder.with_suffix(".log")
    log.parent.mkdir(parents=True, exist_ok=True)
    if not options.quiet and not (folder / "stamp").exists():
        print("translating the SoC, which takes a minute or two", file=sys.stderr)
    with log.open("w") as out:
        if subprocess.run(make, stdout=out, stderr=subprocess.STDOUT, check=False).returncode:
            print(f"the simulator could not be made, see {log}", file=sys.stderr)
            return 1
    command = [str(folder / "soc-sim"), str(options.program)]
    for name in ("trace", "profile", "max_cycles", "buffer_cycles"):
        if value := getattr(options, name):
            command += [f"--{name.replace('_', '-')}", value]
    if wave := options.vcd or options.fst:
        command += ["--wave", wave]
    if options.quiet:
        command.append("--quiet")
    sys.stdout.flush()
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
