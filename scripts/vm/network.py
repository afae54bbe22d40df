# SPDX-License-Identifier: Apache-2.0
"""The machine's network: TCP ports of it that programs of this side reach on the loopback, and nothing else."""

import json
import re
import socket
from collections.abc import Iterable

# The addresses that QEMU's user networking gives to a machine (QEMU, invocation.rst, "-netdev user").
ADDRESS = "10.0.2.15"


def options(ports: Iterable[int], bus: str, monitor: int) -> list[str]:
    """QEMU's: a card, forwarded ports of which the system chooses this side's, and a monitor on a descriptor."""
    forward = "".join(f",hostfwd=tcp:127.0.0.1:0-{ADDRESS}:{port}" for port in ports)
    line = ["-netdev", f"user,id=network,restrict=on,ipv6=off{forward}"]
    line += ["-device", f"virtio-net-{bus},netdev=network" + (",romfile=" if bus == "pci" else "")]
    return [*line, "-chardev", f"socket,id=monitor,fd={monitor}", "-mon", "chardev=monitor,mode=control"]


def chosen(monitor: socket.socket) -> dict[int, int]:
    """Ports of the machine and, of each, that of this side; OSError if QEMU does not say them within 10 s."""
    monitor.settimeout(10)
    with monitor.makefile("rw") as lines:
        for order, arguments in (("qmp_capabilities", {}), ("human-monitor-command", {"command-line": "info usernet"})):
            lines.write(json.dumps({"execute": order, "arguments": arguments}) + "\n")
        lines.flush()
        for line in lines:
            answer = json.loads(line).get("return")
            if isinstance(answer, str):
                # TCP[HOST_FORWARD] 12 127.0.0.1 43231 10.0.2.15 8443 0 0
                found = re.findall(r"HOST_FORWARD\]\s+\S+\s+\S+\s+(\d+)\s+\S+\s+(\d+)", answer)
                return {int(inside): int(outside) for outside, inside in found}
    raise OSError("QEMU's monitor is silent")
