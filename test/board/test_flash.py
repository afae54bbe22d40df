#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/flash.py with made-up USB devices and a stand-in for OpenOCD: what it calls, what it says when it can't."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/flash.py"


def main() -> int:
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        tools, usb, log = Path(folder) / "bin", Path(folder) / "usb", Path(folder) / "log"
        tools.mkdir()

        def flash(*words: str) -> tuple[int, str]:
            environment = os.environ | {"PATH": str(tools)}
            command = [sys.executable, str(SCRIPT), *words, "--usb", str(usb)]
            done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
            return done.returncode, done.stdout + done.stderr

        def expect(what: str, got: tuple[int, str], status: int, word: str) -> None:
            nonlocal failures
            if (got[0] != 0) != (status != 0) or word not in got[1]:
                print(f"{what}: {got}")
                failures += 1

        def probe(name: str, vendor: str, product: str) -> None:
            (usb / name).mkdir(parents=True)
            (usb / name / "idVendor").write_text(f"{vendor}\n")
            (usb / name / "idProduct").write_text(f"{product}\n")

        expect("no probe", flash("stm32f4", "x.elf"), 1, "no debug probe")
        probe("1-1", "1d6b", "0002")  # a hub
        expect("a hub is no probe", flash("stm32f4", "x.elf"), 1, "no debug probe")
        probe("1-2", "0483", "374b")
        expect("no tool", flash("stm32f4", "x.elf"), 1, "neither openocd nor pyocd")
        tool = tools / "openocd"
        tool.write_text(f'#!/bin/sh\necho "$@" >"{log}"\nexit "${{FAIL:-0}}"\n')
        tool.chmod(0o755)
        expect("the host has none", flash("host", "x.elf"), 1, "no flash")
        expect("written", flash("stm32f4", "x.elf"), 0, "in the flash of stm32f4")
        called = log.read_text()
        for word in ("interface/stlink.cfg", "target/stm32f4x.cfg", "flash write_image erase {x.elf}", "verify_image"):
            if word not in called:
                print(f"not called with {word}: {called}")
                failures += 1
        os.environ["FAIL"] = "1"
        expect("a failure", flash("stm32f4", "x.elf"), 1, "openocd ended with 1")
        del os.environ["FAIL"]
        probe("1-3", "0d28", "0204")
        expect("two probes", flash("stm32f4", "x.elf"), 1, "choose with --probe")
        expect("chosen", flash("stm32f4", "x.elf", "--probe", "cmsis-dap", "--console"), 0, "")
        if "interface/cmsis-dap.cfg" not in log.read_text() or "arm semihosting enable" not in log.read_text():
            print(f"chosen: {log.read_text()}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
