# SPDX-License-Identifier: Apache-2.0
"""The accelerators as the guest tests see them: counters, knobs, interrupts, /proc/crypto."""

import subprocess
from pathlib import Path

PARAMETERS = Path("/sys/module/obaccel/parameters")
MODULE = "/run/vm/accel.ko"


def get(name: str) -> int:
    return int((PARAMETERS / name).read_text())


def put(name: str, value: int) -> None:
    (PARAMETERS / name).write_text(str(value))


def count(driver: str) -> int:
    """Operations of one driver of the module since it was loaded."""
    for line in (PARAMETERS / "counts").read_text().splitlines():
        name, operations, _ = line.split()
        if name == driver:
            return int(operations)
    return 0


def interrupts(*names: str) -> int:
    """Of all lines of /proc/interrupts that end in one of the names, or have one of the names as number."""
    total = 0
    for line in Path("/proc/interrupts").read_text().splitlines()[1:]:
        words = line.split()
        if words[-1] in names or words[0].rstrip(":") in names:
            total += int(words[1])
    return total


def listing() -> list[dict[str, str]]:
    """The drivers in /proc/crypto, each with what it says of them."""
    entries = Path("/proc/crypto").read_text().split("\n\n")
    split = [[line.partition(":") for line in entry.splitlines()] for entry in entries]
    return [{name.strip(): value.strip() for name, _, value in lines} for lines in split]


def crypto(driver: str) -> dict[str, str]:
    """What /proc/crypto says of a driver."""
    return next((fields for fields in listing() if fields.get("driver") == driver), {})


def load(*parameters: str) -> None:
    """Load the module again, with these parameters."""
    unload()
    subprocess.run(["/sbin/insmod", MODULE, *parameters], check=True)


def unload() -> None:
    if PARAMETERS.exists():
        subprocess.run(["/sbin/rmmod", "obaccel"], check=True)
