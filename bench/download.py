#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Downloads over HTTPS: the client runs here, the server on the machine with the accelerator.

By default the server runs in the virtual machine with the test module; its figures are those of an interpreter on this
host. With --at and --control it runs on a board: --control is the command that runs bench/download_server.py there,
with this program at its standard input and output. Each suite is served in software, by each engine, and as the
provider chooses, and plain HTTP is the reference; a file is downloaded once, and by two connections at a time. The
clock and the processor's counters begin when the connections are open and end with the last byte. The program fails if
a byte is wrong, or if an engine that should serve did nothing.
"""

import argparse
import contextlib
import csv
import json
import os
import re
import shlex
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import download_server
from download_server import PATTERN, STAT, SUITES, WAYS

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_WAYS = ("software", "afalg", "devcrypto-hash", "devcrypto", "auto")
PLAIN = "HTTP"  # the name here of plain HTTP
LIMIT = 300  # s that a connection may stand still
OURS = ("afalg", "devcrypto")


@dataclass
class Run:
    """One download, or some at a time."""

    size: int  # bytes of all
    seconds: float
    processor: dict[str, float]  # s, of all processors, by their states


@dataclass
class Case:
    """The runs of a suite and a way, and what the provider counted meanwhile."""

    suite: str
    way: str
    downloads: int
    threads: bool = False  # of one process, at a time: an engine serves one and gives back what the others ask for
    promised: list[tuple[str, str]] = field(default_factory=list)  # algorithm, engine
    runs: list[Run] = field(default_factory=list)
    counts: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)  # algorithm, who: operations, bytes

    def __str__(self) -> str:
        return f"{self.suite or PLAIN}, {self.way}, {self.downloads} at a time"

    def rates(self) -> list[float]:
        """MiB/s of each run, the lowest first."""
        return sorted(run.size / run.seconds / (1 << 20) for run in self.runs)

    def share(self, *states: str) -> float:
        """The share of the time of all processors, over all runs."""
        total = sum(sum(run.processor.values()) for run in self.runs)
        return sum(run.processor[state] for run in self.runs for state in states) / total if total else 0.0

    def busy(self) -> float:
        """Seconds of processor for 1 MiB."""
        busy = sum(run.processor[state] for run in self.runs for state in STAT if state not in ("idle", "iowait"))
        return busy / (sum(run.size for run in self.runs) / (1 << 20))


def wrong(case: Case) -> list[str]:
    """What the provider's counters should show and do not."""
    found = []
    way = WAYS[case.way]
    for key in case.promised:
        if not case.counts.get(key, (0, 0))[0]:
            found.append(f"{case}: no {key[0]} by {key[1]}")
    for (algorithm, who), (operations, _) in case.counts.items():
        if who == "failed" and operations and not case.threads:
            found.append(f"{case}: {operations} operations of {algorithm} that an engine gave back")
        if who in OURS and operations and way.mode not in (who, "auto"):
            found.append(f"{case}: {operations} operations of {algorithm} by {who}")
        if who in OURS and operations and way.mode == who and algorithm.startswith("hmac") and not way.hashing:
            found.append(f"{case}: {operations} operations of {algorithm} by {who}, which was not to hash")
    return found


class Server:
    """bench/download_server.py by its standard input and output."""

    def __init__(self, command: list[str | Path], address: str) -> None:
        self.address = address
        self.ports: dict[int, int] = {}  # of the virtual machine, here
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
        )
        self.errors = threading.Thread(target=self.pass_on, daemon=True)
        self.errors.start()

    def pass_on(self) -> None:
        """What it says beside its answers, and the ports of the virtual machine."""
        for line in self.process.stderr:
            if match := re.fullmatch(r"vm: port (\d+) of the machine is port (\d+) of 127.0.0.1\n", line):
                self.ports[int(match[1])] = int(match[2])
            else:
                sys.stderr.write(line)

    def ask(self, do: str, **order: object) -> dict:
        try:
            self.process.stdin.write(json.dumps({"do": do, **order}) + "\n")
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            sys.exit(f"the server's side ended with {self.close()}")
        answer = json.loads(line)
        if "failure" in answer:
            self.close()
            sys.exit(answer["failure"])
        return answer

    def close(self) -> int:
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        code = self.process.wait(120)
        self.errors.join(10)
        return code

    def connect(self, port: int, suite: str, certificate: str) -> socket.socket:
        """A connection on which nothing was asked for yet."""
        end = socket.create_connection((self.address, self.ports.get(port, port)), 60)
        end.settimeout(LIMIT)
        if suite:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.maximum_version = ssl.TLSVersion.TLSv1_2
            context.set_ciphers(f"{suite}:@SECLEVEL=0")
            end = context.wrap_socket(end)
            if end.getpeercert(binary_form=True) != ssl.PEM_cert_to_DER_cert(certificate) or end.cipher()[0] != suite:
                sys.exit(f"not the server, or not its suite: {end.cipher()}")
        return end


def download(end: socket.socket, size: int) -> None:
    """Ask for the file, read all of it and compare it."""
    end.sendall(b"GET /file HTTP/1.0\r\n\r\n")
    got = b""
    while b"\r\n\r\n" not in got:
        part = end.recv(1 << 16)
        if not part:
            raise ValueError(f"no answer: {got[:200]!r}")
        got += part
    head, _, part = got.partition(b"\r\n\r\n")
    if b" 200 " not in head.partition(b"\r\n")[0] + b" ":
        raise ValueError(f"the server says {head[:200]!r}")
    pattern, at = PATTERN * 3, 0
    while True:
        begin = at % len(PATTERN)
        if part != pattern[begin : begin + len(part)]:
            raise ValueError(f"wrong bytes after {at}")
        at += len(part)
        part = end.recv(1 << 16)
        if not part:
            break
    if at != size:
        raise ValueError(f"{at} bytes of {size}")


def measure(server: Server, case: Case, start: dict, size: int) -> Run:
    def connect(_: int) -> socket.socket:
        return server.connect(start["port"], case.suite, start["certificate"])

    with ThreadPoolExecutor(case.downloads) as pool:
        ends = list(pool.map(connect, range(case.downloads)))
        before = server.ask("stat")
        began = time.monotonic()
        try:
            list(pool.map(lambda end: download(end, size), ends))
        except (OSError, ValueError) as error:
            server.close()
            sys.exit(f"{case}: {error}")
        seconds = time.monotonic() - began
        after = server.ask("stat")
        for end in ends:
            end.close()
    return Run(size * case.downloads, seconds, {name: after[name] - before[name] for name in STAT})


def measure_all(server: Server, options: argparse.Namespace, without: set[tuple[str, str]]) -> Iterator[Case]:
    for name in options.suites:
        suite = "" if name == PLAIN else name
        for way in options.ways if suite else ["software"]:
            if (way, suite) in without:
                continue
            for downloads in options.downloads:
                case = Case(suite, way, downloads, threads=options.server == "apache2" and downloads > 1)
                size = options.size << 20
                start = server.ask("start", server=options.server, suite=suite, way=way, size=size)
                case.promised = [(algorithm, engine) for algorithm, engine in start["promised"]]
                measure(server, case, start, size)  # the first asks for drivers and starts the helper
                case.runs = [measure(server, case, start, size) for _ in range(options.runs)]
                counts = server.ask("stop")["counts"]
                case.counts = {(algorithm, who): (n, octets) for algorithm, who, n, octets in counts}
                yield case


def row(case: Case) -> list[str]:
    rates = case.rates()
    records = [algorithm.name for algorithm in SUITES[case.suite]]
    by = [f"{who} {name} {n}" for (name, who), (n, _) in sorted(case.counts.items()) if n and name in records]
    cells = [case.suite or PLAIN, case.way if case.suite else "-", str(case.downloads)]
    cells += [f"{rates[0]:.2f}-{rates[-1]:.2f}", f"{case.share('user', 'nice'):.0%}", f"{case.share('system'):.0%}"]
    cells += [f"{case.share('irq', 'softirq'):.0%}", f"{case.share('idle', 'iowait'):.0%}", f"{case.busy() * 1e3:.0f}"]
    return [*cells, ", ".join(by) or "-"]


HEAD = ("suite", "way", "at a time", "MiB/s", "user", "system", "irq", "idle", "CPU ms/MiB", "operations on records")
WIDTHS = (18, 15, 10, 12, 6, 7, 5, 5, 11, 0)


def line(cells: list[str] | tuple[str, ...]) -> str:
    aligned = (f"{cell:<{w}}" if n in (0, 1, 9) else f"{cell:>{w}}" for n, (cell, w) in enumerate(zip(cells, WIDTHS)))
    return " ".join(aligned).rstrip()


def write(path: Path, where: str, cases: list[Case]) -> None:
    """A line for each run; the counters are of all runs of the case and of one before them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        columns = ["where", "suite", "way", "downloads", "run", "bytes", "seconds"]
        out.writerow([*columns, *(f"{name}_s" for name in STAT), "operations", "promised"])
        for case in cases:
            by = " ".join(f"{who}:{name}={n}" for (name, who), (n, _) in sorted(case.counts.items()) if n)
            promised = " ".join(f"{engine}:{name}" for name, engine in case.promised)
            for number, run in enumerate(case.runs, 1):
                cells = [where, case.suite or PLAIN, case.way, case.downloads, number, run.size, f"{run.seconds:.4f}"]
                out.writerow([*cells, *(f"{run.processor[name]:.2f}" for name in STAT), by, promised])


def machine(options: argparse.Namespace, out: str) -> list[str | Path]:
    """The command that runs the server's side in the virtual machine."""
    build = Path(os.environ.get("OB_BUILD") or ROOT / "build/host").resolve()
    ports = download_server.arguments([])
    command = [ROOT / "scripts/verbs/vm", "--stdin", "--accel", options.accel, "--time-limit", str(options.time_limit)]
    command += ["--forward", str(ports.http), "--forward", str(ports.https), "--env", f"OB_BUILD={build}"]
    command += ["--out", f"{out}/out"]
    (Path(out) / "out").mkdir()
    download_server.make_certificate(Path(out) / "out/server.pem")  # takes that machine many seconds
    command += ["--append", "cryptomgr.notests"] if options.accel == "module" else []
    command += [sys.executable, "-B", ROOT / "test/vm/guest_download.py"]
    return [*command, *(["prices"] if "auto" in options.ways else [])]


def arguments() -> argparse.Namespace:
    def names(known: object, name: str) -> list[str]:
        parts = name.split(",")
        if unknown := [part for part in parts if part not in known]:
            raise argparse.ArgumentTypeError(f"{unknown[0]} is none of {', '.join(known)}")
        return parts

    suites = [suite or PLAIN for suite in SUITES]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at", metavar="ADDRESS", help="of the board")
    parser.add_argument("--control", help="as 'ssh root@ADDRESS python3 download_server.py'")
    parser.add_argument("--accel", choices=("module", "virtio"), default="module", help="of the virtual machine")
    parser.add_argument("--time-limit", type=int, default=3600, help="seconds, of the virtual machine")
    parser.add_argument("--server", choices=list(download_server.SERVERS), default="nginx")
    parser.add_argument("--suites", type=lambda text: names(suites, text), default=suites, help=", ".join(suites))
    ways = parser.add_argument("--ways", type=lambda text: names(WAYS, text), default=list(DEFAULT_WAYS))
    ways.help = ", ".join(WAYS)
    parser.add_argument("--downloads", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--size", type=int, default=4, help="MiB of the file (4)")
    parser.add_argument("--output", type=Path, default=ROOT / "build/download.csv", help="CSV, a line for each run")
    options = parser.parse_args()
    if bool(options.at) != bool(options.control):
        parser.error("--at and --control go together")
    return options


def main(stack: contextlib.ExitStack) -> None:
    options = arguments()
    where = "board" if options.at else "vm"
    out = stack.enter_context(tempfile.TemporaryDirectory(prefix="outboard-download-"))
    command = shlex.split(options.control) if options.control else machine(options, out)
    server = Server(command, options.at or "127.0.0.1")
    here = server.ask("hello")
    print(f"{options.server} on {here['kernel']}, processors: {here['processors']}; a file of {options.size} MiB")
    if not options.at:
        print("in a VM without KVM, beside whatever else this host does: not a board's figures")
    without: dict[tuple[str, str], list[str]] = {}
    for way, suite, why in here["without"]:
        if way in options.ways and suite and suite in options.suites:
            without.setdefault((way, why), []).append(suite)
    for (way, why), suites in without.items():
        print(f"{way}: left out for {', '.join(suites)}: {why}")
    if options.server not in here["servers"]:
        server.close()
        sys.exit(f"there is no {options.server}")
    print("\n" + line(HEAD))
    cases, problems = [], []
    for case in measure_all(server, options, {(way, suite) for way, suite, _ in here["without"]}):
        print(line(row(case)), flush=True)
        cases.append(case)
        problems += wrong(case)
    code = server.close()
    write(options.output, where, cases)
    print(f"\n{options.output} has each run")
    if problems or code:
        sys.exit("\n".join(problems) or f"the server's side ended with {code}")


if __name__ == "__main__":
    with contextlib.ExitStack() as stack:
        main(stack)
