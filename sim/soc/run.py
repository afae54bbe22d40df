#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run a program on the simulated SoC: run.py PROGRAM [--vcd FILE | --fst FILE] [options of soc-sim].

The simulator is built first if it is not up to date. One that traces or writes waveforms is a program of its own,
because it is slower.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def cached_run(command: list[str], program: Path, simulator: str) -> int:
    """Run the program, or print the kept output of an equal run: same program, simulator and options."""
    with tempfile.NamedTemporaryFile() as flat:
        subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", str(program), flat.name], check=True)
        image = Path(flat.name).read_bytes()
    if not image:
        sys.exit(f"{program} holds nothing to run")
    key = hashlib.sha256(b"\0".join([image, simulator.encode(), *(word.encode() for word in command[2:])])).hexdigest()
    kept = ROOT / "build/sim/runs" / key
    if not kept.exists():
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        if done.returncode:
            sys.stdout.buffer.write(done.stdout)
            return done.returncode
        kept.parent.mkdir(parents=True, exist_ok=True)
        new = kept.with_suffix(f".{os.getpid()}")
        new.write_bytes(done.stdout)
        new.replace(kept)
    sys.stdout.buffer.write(kept.read_bytes())
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("program", type=Path)
    waves = parser.add_mutually_exclusive_group()
    waves.add_argument("--vcd", metavar="FILE", help="write a waveform as VCD")
    waves.add_argument("--fst", metavar="FILE", help="write a waveform as FST, much smaller")
    parser.add_argument("--trace", metavar="FILE", help="write every completed instruction")
    parser.add_argument("--profile", metavar="FILE", help="write the cycles spent in each function")
    parser.add_argument("--from", metavar="N", dest="from_", help="begin trace, profile and waveform at cycle N")
    parser.add_argument("--max-cycles", metavar="N", help="give up after N cycles, with exit code 124")
    parser.add_argument("--buffer-cycles", metavar="N", help="cycles to the first word of the buffer RAM, 1 to 8")
    parser.add_argument("--until", metavar="TEXT", help="end after a line of the console that begins so")
    parser.add_argument("--long", action="store_true", help="run the long parts of the program, too")
    parser.add_argument("--cache", action="store_true", help="print the kept output of an equal run, if there is one")
    parser.add_argument("--quiet", action="store_true", help="no progress and no summary")
    options = parser.parse_args()
    if options.buffer_cycles == "1":
        options.buffer_cycles = None  # the default: the same run, so the kept output fits

    if options.fst and subprocess.run([ROOT / "run", "setup", "wave"], stdout=sys.stderr, check=False).returncode:
        return 1
    kind = "vcd" if options.vcd else "fst" if options.fst else "trace" if options.trace or options.profile else ""
    folder = ROOT / "build/sim" / ("soc" + (f"-{kind}" if kind else ""))
    make = [sys.executable, str(ROOT / "sim/soc/build.py"), str(folder), *(["--with", kind] if kind else [])]
    log = folder.with_suffix(".log")
    log.parent.mkdir(parents=True, exist_ok=True)
    if not options.quiet and not (folder / "stamp").exists():
        print("translating the SoC (takes one to two minutes)", file=sys.stderr)
    with log.open("w") as out:
        if subprocess.run(make, stdout=out, stderr=subprocess.STDOUT, check=False).returncode:
            print(f"the simulator could not be made, see {log}", file=sys.stderr)
            return 1
    command = [str(folder / "soc-sim"), str(options.program)]
    for name in ("trace", "profile", "from_", "max_cycles", "buffer_cycles", "until"):
        if value := getattr(options, name):
            command += [f"--{name.strip('_').replace('_', '-')}", value]
    if wave := options.vcd or options.fst:
        command += ["--wave", wave]
    command += [f"--{name}" for name in ("long", "quiet") if getattr(options, name)]
    if options.cache and not kind:
        return cached_run(command, options.program, (folder / "stamp").read_text())
    sys.stdout.flush()
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
