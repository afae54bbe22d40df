# SPDX-License-Identifier: Apache-2.0
"""The timing-leak check: finds the planted leaks at their lines and nothing in their constant-time twin; finds in table
ciphers the look-ups and nothing else; finds nothing in what is called constant time, assembly or portable C, as each
compiler makes it."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from functions import FUNCTIONS, Function
from simulator import Simulator, SimulatorFault
from soft_calls import LONG_MULTIPLIES, SOFT
from whole_calls import calls

CORES = ("m0", "m3", "m4", "m7")
SECRETS = 3  # tried for the number of cycles
NO_LONG_MULTIPLY = ("m0", "m3")  # by libgcc; in 3 to 5 cycles
PLANTED = Path(__file__).with_name("planted.c")


def line_of(image: Path, address: int) -> tuple[str, int]:
    """File and line of an instruction."""
    run = subprocess.run(
        ["arm-none-eabi-addr2line", "-e", image, hex(address)], capture_output=True, text=True, check=True
    )
    file, _, line = run.stdout.strip().rpartition(":")
    return file, int(line.split()[0]) if line.split()[0].isdigit() else 0


def where(image: Path, leaks: list[dict]) -> str:
    places = []
    for leak in leaks:
        file, line = line_of(image, leak["address"])
        places.append(f"{leak['kind']} at {Path(file).name}:{line} ({leak['place']}: {leak['instruction']})")
    return "; ".join(places) or "nothing"


def planted(program: Path, images: Path, core: str) -> int:
    """The wanted kinds, and that each is found at the marked line, or in a function of libgcc that it calls."""
    lines = PLANTED.read_text().splitlines()
    wanted = {
        "leak_branch": {"branch"},
        "leak_address": {"address"},
        "leak_store": {"address"},
        "leak_product": {"operand"} if core in NO_LONG_MULTIPLY else set(),
        "leak_quotient": {"operand"},
        "leak_bank": {"address", "bank"} if core == "m7" else {"address"},
        "no_leak": set(),
    }
    failures = 0
    image = images / f"planted_{core}.elf"
    with Simulator(program, core, image) as simulator:
        try:
            simulator.leaks("no_leak", 1)
            print(f"{core}: a check without a secret is not refused")
            failures += 1
        except SimulatorFault:
            pass
        for symbol, kinds in wanted.items():
            leaks = simulator.leaks(symbol, "secret:8")
            found = {leak["kind"] for leak in leaks}
            marked = not kinds
            for leak in leaks:
                file, line = line_of(image, leak["address"])
                library = not leak["place"].startswith(symbol)
                marked = marked or library or (Path(file).name == PLANTED.name and "planted" in lines[line - 1])
            if not kinds <= found or (not kinds and leaks) or not marked:
                print(f"{core} {symbol}: found {where(image, leaks)}, planted {kinds or 'nothing'}")
                failures += 1
    return failures


def cycles(simulator: Simulator, function: Function) -> set[int]:
    """What calls take that differ in their secrets alone; data lie in SRAM, on the M7 in DTCM."""
    found, source = set(), random.Random(2)
    arguments = function.case(random.Random(1), int(function.length > 64)).arguments
    for _ in range(SECRETS):
        for i, argument in enumerate(arguments):
            if isinstance(argument, str) and i not in function.public and argument.startswith("in"):
                kind, _, content = argument.partition(":")
                arguments[i] = f"{kind}:{source.randbytes(len(content) // 2).hex()}"
        found.add(simulator.call(function.symbol, *arguments).cycles)
    return found


def assembly(program: Path, images: Path, core: str) -> int:
    """Constant-time functions leak nothing; table functions look up secrets, but take the same time for each."""
    failures = 0
    for function in FUNCTIONS:
        if core not in function.cores:
            continue
        image = images / f"{function.image}_{core}.elf"
        secrets: list[str | int] = []
        short = int(function.length > 64)  # the other kind of case has a few blocks instead of 4 KiB
        for i, argument in enumerate(function.case(random.Random(1), short).arguments):
            if isinstance(argument, str) and i not in function.public and argument.startswith("in"):
                kind, _, content = argument.partition(":")
                kind = kind.replace("inout@", "secretio@").replace("in@", "secret@")
                argument = f"{kind}:{len(content) // 2}"
            secrets.append(argument)
        if not any(str(argument).startswith("secret") for argument in secrets):
            print(f"{core} {function.symbol} {function.bits}: no argument is secret, so that nothing could be found")
            failures += 1
        with Simulator(program, core, image) as simulator:
            leaks = simulator.leaks(function.symbol, *secrets)
            times = cycles(simulator, function)
        if len(times) > 1:
            print(f"{core} {function.symbol} {function.bits}: {sorted(times)} cycles for different secrets")
            failures += 1
        found = {leak["kind"] for leak in leaks}
        if found != (set() if function.constant_time else {"address"}):
            print(f"{core} {function.symbol} {function.bits}: {where(image, leaks)}")
            failures += 1
    return failures


def soft(program: Path, images: Path, core: str, build: str) -> int:
    failures = 0
    image = images / f"soft_{build}_{core}.elf"
    with Simulator(program, core, image) as simulator:
        for symbol, arguments in SOFT:
            leaks = simulator.leaks(symbol, *arguments)
            if leaks:
                print(f"{core} {build} {symbol}: {where(image, leaks)}")
                failures += 1
    return failures


def wide(program: Path, images: Path, core: str, build: str) -> int:
    """The portable C built with OB_WIDE_MUL leaks on cores whose long multiplication varies, and on no other."""
    failures = 0
    image = images / f"wide_{build}_{core}.elf"
    slow = core in NO_LONG_MULTIPLY
    with Simulator(program, core, image) as simulator:
        for symbol, arguments in SOFT:
            if symbol in LONG_MULTIPLIES:
                leaks = simulator.leaks(symbol, *arguments)
                if any(leak["kind"] == "operand" for leak in leaks) != slow or (leaks and not slow):
                    print(f"{core} {build} {symbol}, OB_WIDE_MUL: {where(image, leaks)}")
                    failures += 1
    return failures


def verbs(program: Path, images: Path, core: str) -> int:
    """Whole messages of AES through the verbs of engine cortexm, as compiled for size."""
    failures, called = 0, 0
    image = images / f"engine_{core}.elf"
    with Simulator(program, core, image) as simulator:
        for call in list(calls(simulator, longest=False)):
            if not call.algorithm.startswith("aes"):
                continue
            leaks = simulator.leaks("whole_run", *call.arguments)
            called += 1
            if leaks:
                print(f"{core} verb, {call.name}: {where(image, leaks)}")
                failures += 1
    return failures + (not called)


def main() -> int:
    program, images, builds = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    failures = 0
    for core in CORES:
        failures += planted(program, images, core) + assembly(program, images, core)
        failures += verbs(program, images, core)
        failures += sum(soft(program, images, core, build) + wide(program, images, core, build) for build in builds)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
