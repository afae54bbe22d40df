#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write a program into the flash of a real part: flash.py BOARD PROGRAM [--console] [--probe stlink|cmsis-dap|jlink].

It uses OpenOCD, or pyOCD if OpenOCD is not installed, and a debug probe on USB. --console starts the program and serves
as its console (semihosting) until it is interrupted.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from board import read

USB = Path("/sys/bus/usb/devices")
# USB vendor, and product if the vendor makes other devices too, to the name of OpenOCD's interface.
PROBES = {
    ("0483", "3744"): "stlink",
    ("0483", "3748"): "stlink",
    ("0483", "374b"): "stlink",
    ("0483", "374d"): "stlink",
    ("0483", "374e"): "stlink",
    ("0483", "374f"): "stlink",
    ("0483", "3752"): "stlink",
    ("0483", "3753"): "stlink",
    ("0483", "3754"): "stlink",
    ("0d28", "0204"): "cmsis-dap",
    ("1366", ""): "jlink",
}


def attached(usb: Path) -> list[str]:
    """The kinds of the debug probes that the kernel sees."""
    found = []
    for file in sorted(usb.glob("*/idVendor")):
        vendor, product = file.read_text().strip(), (file.parent / "idProduct").read_text().strip()
        if kind := PROBES.get((vendor, product)) or PROBES.get((vendor, "")):
            found.append(kind)
    return found


def openocd(probe: str, target: str, program: Path, console: bool) -> list[str]:
    after = "; arm semihosting enable; reset run" if console else "; reset run; shutdown"
    load = f"init; reset halt; flash write_image erase {{{program}}}; verify_image {{{program}}}; reset halt{after}"
    return ["openocd", "-f", f"interface/{probe}.cfg", "-f", f"target/{target}.cfg", "-c", load]


def pyocd(target: str, program: Path, console: bool) -> list[str]:
    return ["pyocd", *(["run", "--semihosting"] if console else ["load"]), "--target", target, str(program)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("board")
    parser.add_argument("program", type=Path)
    parser.add_argument("--console", action="store_true", help="start the program and stay as its console")
    parser.add_argument("--probe", choices=sorted(set(PROBES.values())), help="which, if there are several")
    parser.add_argument("--usb", type=Path, default=USB, help=argparse.SUPPRESS)
    options = parser.parse_args()

    board = read(options.board)
    if "openocd" not in board:
        sys.exit(f"the board {options.board} has no flash to write")
    probes = attached(options.usb)
    if options.probe:
        probes = [probe for probe in probes if probe == options.probe]
    if not probes:
        sys.exit(f"no debug probe is attached: looked for {options.probe or 'ST-Link, CMSIS-DAP and J-Link'} on USB")
    if len(set(probes)) > 1:
        sys.exit(f"several probes are attached ({', '.join(probes)}): choose with --probe")
    if shutil.which("openocd"):
        command = openocd(probes[0], board["openocd"], options.program, options.console)
    elif shutil.which("pyocd"):
        command = pyocd(board["pyocd"], options.program, options.console)
    else:
        sys.exit("neither openocd nor pyocd is installed: apt-get install openocd, or pip install pyocd")
    if status := subprocess.run(command, check=False).returncode:
        sys.exit(f"{command[0]} ended with {status}: {options.program.name} may not be in the flash as a whole")
    print(f"{options.program.name} is in the flash of {options.board}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
