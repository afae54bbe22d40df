# SPDX-License-Identifier: Apache-2.0
"""The longest register-to-register path of a placed design, from the delays that nextpnr writes as SDF (IEEE 1497).

nextpnr reports paths only of routed designs, but its SDF holds the delays that it estimates from the places.
"""

import re
from collections import defaultdict
from pathlib import Path

CLOCKS = {"CLK", "WCK"}
NAME = r"((?:\\.|[^\s()\\])+)"
WORST = r"\([\d.]*:[\d.]*:([\d.]+)\)"
INSTANCE = re.compile(rf"\(INSTANCE {NAME}\)")
IOPATH = re.compile(rf"\(IOPATH (?:\((?:pos|neg)edge )?(\w+)\)? (\w+) {WORST}")
SETUP = re.compile(rf"\(SETUPHOLD \((?:pos|neg)edge (\w+)\) \((?:pos|neg)edge (\w+)\) {WORST}")
WIRE = re.compile(rf"\(INTERCONNECT {NAME} {NAME} {WORST}")


class Delays:
    """The pins of a design, "cell/pin", and the worst delays between them in ps."""

    def __init__(self, sdf: Path) -> None:
        self.before: dict[str, list[tuple[str, float]]] = defaultdict(list)  # pin: what drives it, and the delay
        self.launched: dict[str, float] = {}  # outputs of registers: the delay from the clock
        self.setup: dict[str, float] = {}  # inputs of registers: the time before the clock
        cell = ""
        with sdf.open() as lines:
            for line in lines:
                if match := WIRE.search(line):
                    self.before[match[2]].append((match[1], float(match[3])))
                elif match := INSTANCE.search(line):
                    cell = match[1]
                elif match := IOPATH.search(line):
                    source, sink, delay = match.groups()
                    pin = f"{cell}/{sink}"
                    if source in CLOCKS:
                        self.launched[pin] = max(self.launched.get(pin, 0), float(delay))
                    else:
                        self.before[pin].append((f"{cell}/{source}", float(delay)))
                elif (match := SETUP.search(line)) and match[2] in CLOCKS:
                    pin = f"{cell}/{match[1]}"
                    self.setup[pin] = max(self.setup.get(pin, 0), float(match[3]))

    def arrivals(self) -> dict[str, tuple[float, str]]:
        """When the last change reaches each pin that a register drives, in ps, and the pin it comes from."""
        found: dict[str, tuple[float, str]] = {pin: (delay, "") for pin, delay in self.launched.items()}
        done = set(found)
        for end in self.setup:
            todo = [end]
            while todo:
                pin = todo[-1]
                missing = [source for source, _ in self.before[pin] if source not in done] if pin not in done else []
                if missing:
                    todo += missing
                    continue
                todo.pop()
                if pin in done:
                    continue
                done.add(pin)
                reached = [(found[s][0] + delay, s) for s, delay in self.before[pin] if s in found]
                if reached:
                    found[pin] = max(reached)
        return found


def longest(sdf: Path) -> tuple[float, list[str]]:
    """Its length in ns, set-up time included, and its cells from register to register."""
    delays = Delays(sdf)
    found = delays.arrivals()
    length, pin = max((found[pin][0] + setup, pin) for pin, setup in delays.setup.items() if pin in found)
    cells: list[str] = []
    while pin:
        cell = re.sub(r"\\(.)", r"\1", pin.rsplit("/", 1)[0])
        if not cells or cells[-1] != cell:
            cells.append(cell)
        pin = found[pin][1]
    return length / 1000, cells[::-1]
