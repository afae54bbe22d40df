# SPDX-License-Identifier: Apache-2.0
"""One run of a command in a virtual machine: its initial root, the command line of QEMU, output, status, time limit."""

import contextlib
import os
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import archive
import network
from kernel import Kernel, closure, module_bytes
from packages import ROOT

HERE = Path(__file__).parent
# What the first process needs to mount its root and to communicate with the host.
FIRST_MODULES = ("virtio_pci", "virtio_mmio", "virtio_console", "virtio_rng", "9pnet_virtio", "9p", "overlay")
QEMU = {
    "x86_64": ["qemu-system-x86_64", "-M", "q35"],
    "armhf": ["qemu-system-arm", "-M", "virt", "-global", "virtio-mmio.force-legacy=false"],
    "arm64": ["qemu-system-aarch64", "-M", "virt", "-global", "virtio-mmio.force-legacy=false"],
    "riscv64": ["qemu-system-riscv64", "-M", "virt", "-global", "virtio-mmio.force-legacy=false"],
}
# A processor without AES instructions, as in systems that have a crypto block; QEMU has none such of 64-bit Arm.
CPU = {"x86_64": "max,-aes,-pclmulqdq", "armhf": "cortex-a15", "arm64": "cortex-a53", "riscv64": "rv64"}
CONSOLE = {"x86_64": "ttyS0", "armhf": "ttyAMA0", "arm64": "ttyAMA0", "riscv64": "ttyS0"}
# On a busy host the kernel finds its timer too slow for its clock, and panics.
KERNEL = {"x86_64": ["no_timer_check"]}
# The machine's own, whatever its root has there.
EMPTY = ("/dev", "/run", "/tmp", "/var/tmp")
# As in time(1) and timeout(1): the machine itself failed; the time limit passed.
FAILED, TIMED_OUT = 125, 124


@dataclass
class Run:
    kernel: Kernel
    layers: list[Path]  # layers of the root, the uppermost first
    share_project: bool  # the machine would not see this folder: it is in EMPTY, or the layers are another system
    command: list[str]
    out: Path
    busybox: Path
    environment: dict[str, str] = field(default_factory=dict)
    icount: bool = False
    cpu: str = ""
    memory: int = 1024  # MiB
    limit: float = 300  # seconds, after which the machine is stopped
    load: list[str] = field(default_factory=list)
    accel: Path | None = None
    accel_parameters: list[str] = field(default_factory=list)
    devices: list[str] = field(default_factory=list)  # more of QEMU's command line
    forward: list[int] = field(default_factory=list)  # TCP ports of the machine that the host can reach
    stdin: bool = False  # the command reads this process's standard input
    append: str = ""  # more of the kernel's
    log: Path = ROOT / "build/vm/console.log"


def initial_root(run: Run) -> bytes:
    """The kernel's first root, with what this run is about."""
    files = {name: archive.folder() for name in ("bin", "modules")}
    files["bin/busybox"] = archive.file(run.busybox.read_bytes(), 0o755)
    files["bin/sh"] = archive.link("busybox")
    for number, module in enumerate(closure(run.kernel, list(FIRST_MODULES))):
        files[f"modules/{number:02} {module.name.split('.ko')[0]}.ko".replace(" ", "-")] = archive.file(
            module_bytes(module)
        )
    conf = {
        "LAYERS": " ".join(f"layer{n}" for n in range(len(run.layers))),
        "LOAD": " ".join([*run.load, *(["virtio_net"] if run.forward else [])]),
        "FOLDER": str(ROOT),
        "PROJECT": "1" if run.share_project else "",
        "ACCEL_PARAMETERS": " ".join(run.accel_parameters),
        "ACCEL_NEEDS": "",
        "ADDRESS": network.ADDRESS if run.forward else "",
    }
    if run.accel:
        files["accel.ko"] = archive.file(run.accel.read_bytes())
        info = subprocess.run(["/sbin/modinfo", "-F", "depends", run.accel], capture_output=True, text=True, check=True)
        conf["ACCEL_NEEDS"] = info.stdout.strip().replace(",", " ")
    exports = {"OB_VM_OUT": "/run/vm/out", "OB_VM_ICOUNT": "1" if run.icount else "", **run.environment}
    command = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in exports.items())
    command += f"exec {shlex.join(run.command)}\n"
    files |= {
        "init": archive.file((HERE / "init.sh").read_bytes(), 0o755),
        "guest.sh": archive.file((HERE / "guest.sh").read_bytes()),
        "command": archive.file(command.encode()),
        "run.conf": archive.file("".join(f"{name}={shlex.quote(value)}\n" for name, value in conf.items()).encode()),
    }
    return archive.newc(files)


def command_line(run: Run, initrd: Path, ports: dict[str, int], sockets: dict[str, int]) -> list[str]:
    pci = run.kernel.arch == "x86_64"
    bus = "pci" if pci else "device"
    line = [*QEMU[run.kernel.arch], "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"]
    line += ["-monitor", "none", "-smp", "1", "-m", str(run.memory), "-cpu", run.cpu or CPU[run.kernel.arch]]
    line += ["-accel", "tcg"]
    if run.icount:  # no time or random value of the host goes in
        line += ["-icount", "shift=0,sleep=off", "-seed", "1", "-rtc", "base=2020-01-01T00:00:00,clock=vm"]
    line += ["-kernel", str(run.kernel.image), "-initrd", str(initrd)]
    append = [f"console={CONSOLE[run.kernel.arch]}", "quiet", "loglevel=4", "panic=-1", "mitigations=off", "nokaslr"]
    append += ["norandmaps", "random.trust_cpu=on", "net.ifnames=0", *KERNEL.get(run.kernel.arch, []), run.append]
    line += ["-append", " ".join(append).strip()]
    line += ["-chardev", f"file,id=console,path={run.log}", "-serial", "chardev:console"]
    line += ["-device", f"virtio-serial-{bus}", "-device", f"virtio-rng-{bus}"]
    for name, number in ports.items():
        line += ["-chardev", f"file,id={name},path=/proc/self/fd/{number}"]
        line += ["-device", f"virtserialport,chardev={name},name={name}"]
    if run.stdin:
        line += ["-chardev", f"socket,id=stdin,fd={sockets['stdin']}"]
        line += ["-device", "virtserialport,chardev=stdin,name=stdin"]
    if run.forward:
        line += network.options(run.forward, bus, sockets["monitor"])
    shares = [(f"layer{n}", path, ",readonly=on,multidevs=remap") for n, path in enumerate(run.layers)]
    if run.share_project:
        shares.append(("project", ROOT, ",readonly=on,multidevs=remap"))
    for name, path, options in [*shares, ("out", run.out, "")]:
        line += ["-fsdev", f"local,id={name},path={path},security_model=none{options}"]
        line += ["-device", f"virtio-9p-{bus},fsdev={name},mount_tag={name}"]
    return [*line, *run.devices]


def run_machine(run: Run, write: Callable[[str, bytes], None], progress: Callable[[str], None]) -> int:
    """Run it; write gets "stdout" or "stderr" and what came there. The command's status, FAILED or TIMED_OUT."""
    run.out.mkdir(parents=True, exist_ok=True)
    run.log.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    status = b""
    booted = 0.0
    with tempfile.TemporaryDirectory(prefix="outboard-vm-") as work:
        initrd = Path(work) / "initrd"
        initrd.write_bytes(initial_root(run))
        pipes = {name: os.pipe() for name in ("stdout", "stderr", "status", "qemu")}
        ports = {name: pipes[name][1] for name in ("stdout", "stderr", "status")}
        pairs = {name: socket.socketpair() for name in ("stdin", "monitor")}  # this side's end, the machine's
        ends = {name: pair[1].fileno() for name, pair in pairs.items()}
        machine = subprocess.Popen(
            # It never outlives the verb.
            ["setpriv", "--pdeathsig", "KILL", *command_line(run, initrd, ports, ends)],
            stdin=subprocess.DEVNULL,
            stdout=pipes["qemu"][1],
            stderr=pipes["qemu"][1],
            pass_fds=[*ports.values(), *ends.values()],
            start_new_session=True,
        )
        for _, end in pairs.values():
            end.close()
        if run.stdin:
            threading.Thread(target=feed, args=(pairs["stdin"][0],), daemon=True).start()
        selector = selectors.DefaultSelector()
        for name, (reader, writer) in pipes.items():
            os.close(writer)
            selector.register(reader, selectors.EVENT_READ, name)
        said = b""
        timed_out = False
        try:
            if run.forward:
                said += announce(pairs["monitor"][0], machine)
            while selector.get_map():
                left = began + run.limit - time.monotonic()
                if left <= 0 and not timed_out:
                    timed_out = True
                    machine.kill()
                for key, _ in selector.select(min(max(left, 0), 0.5)):
                    data = os.read(key.fd, 1 << 16)
                    if not data:
                        selector.unregister(key.fd)
                        os.close(key.fd)
                    elif key.data == "status":
                        status += data
                        if b"booted\n" in status and not booted:
                            booted = time.monotonic()
                    elif key.data == "qemu":
                        said += data
                    else:
                        write(key.data, data)
                now = time.monotonic()
                progress(f"running, {now - booted:.0f} s" if booted else f"booting, {now - began:.0f} s")
            machine.wait()
        finally:
            if machine.poll() is None:
                os.killpg(machine.pid, signal.SIGKILL)
                machine.wait()
            selector.close()
            for end, _ in pairs.values():
                end.close()
    progress("")
    end = time.monotonic()
    if timed_out:
        report(f"stopped at the time limit of {run.limit:.0f} s" + ("" if booted else ", while it booted"), run.log)
        return TIMED_OUT
    for line in status.decode(errors="replace").splitlines():
        if line.startswith("exit "):
            print(
                f"vm: {run.kernel.release} {run.kernel.arch}: booted in {booted - began:.1f} s,"
                f" ran {end - booted:.1f} s, exit {line[5:]}",
                file=sys.stderr,
            )
            return int(line[5:])
    report(said.decode(errors="replace") or "the machine stopped before the command had ended", run.log)
    return FAILED


def announce(monitor: socket.socket, machine: subprocess.Popen[bytes]) -> bytes:
    """Say which ports of this side are those of the machine, or stop it; the reason, if there is one."""
    try:
        for inside, outside in network.chosen(monitor).items():
            print(f"vm: port {inside} of the machine is port {outside} of 127.0.0.1", file=sys.stderr, flush=True)
    except OSError as error:
        machine.kill()
        return f"no network: {error}\n".encode()
    return b""


def feed(end: socket.socket) -> None:
    """Send what this process reads, until its end or that of the machine."""
    with contextlib.suppress(OSError):
        while data := os.read(0, 1 << 16):
            end.sendall(data)
        end.shutdown(socket.SHUT_WR)


def report(what: str, log: Path) -> None:
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    died = next((number for number, line in enumerate(lines) if "Kernel panic" in line), None)
    lines = lines[-20:] if died is None else lines[died : died + 20]
    print("".join(f"  {line}\n" for line in lines) + f"vm: {what.strip()}", file=sys.stderr)
