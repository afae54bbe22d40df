#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The server's side of bench/download.py, on the machine with the accelerator; copy this one file there.

It reads orders and answers them, a line of JSON each, until there are no more: it starts nginx or Apache with a suite
and a way to encrypt, reads /proc/stat, and stops the server, which leaves the provider's counters. All that it writes
is in a folder of its own, which it removes at the end. Python 3.10, openssl and a server are all that it takes.
"""

import argparse
import contextlib
import csv
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Way(NamedTuple):
    mode: str  # the provider's setting
    hashing: bool = False  # a driver of the MAC may serve, too


WAYS = {
    "software": Way("off"),
    "afalg": Way("afalg"),
    "afalg-hash": Way("afalg", True),
    "devcrypto": Way("devcrypto"),
    "devcrypto-hash": Way("devcrypto", True),
    "auto": Way("auto"),
}


class Algorithm(NamedTuple):
    name: str  # in the provider's report
    kernel: str  # in /proc/crypto
    bits: int
    hashing: bool = False


HMAC_SHA1 = Algorithm("hmac-sha1", "hmac(sha1)", 160, True)
HMAC_SHA256 = Algorithm("hmac-sha256", "hmac(sha256)", 256, True)
# What protects the records of a suite (RFC 5246, RFC 5288); without a suite, plain HTTP.
SUITES = {
    "AES128-SHA": (Algorithm("aes-cbc", "cbc(aes)", 128), HMAC_SHA1),
    "AES128-SHA256": (Algorithm("aes-cbc", "cbc(aes)", 128), HMAC_SHA256),
    "AES256-SHA256": (Algorithm("aes-cbc", "cbc(aes)", 256), HMAC_SHA256),
    "AES128-GCM-SHA256": (Algorithm("aes-gcm", "gcm(aes)", 128),),
    "": (),
}
RECORD = (16384, 16384 + 64)  # bytes that a full record has, with and without MAC and padding
STAT = ("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal")  # proc(5)
EVIDENCE = "/var/cache/outboard/evidence.csv"
PATTERN = hashlib.shake_128(b"outboard").digest(65521)  # of a prime length: no two records are the same

NGINX = """
{user}
daemon off;
worker_processes auto;
pid {folder}/pid;
error_log stderr;
events {{ worker_connections 64; }}
http {{
    access_log off;
    sendfile on;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen {http};
        listen {https} ssl;
        root {folder}/html;
        ssl_certificate {folder}/server.pem;
        ssl_certificate_key {folder}/server.pem;
        ssl_protocols TLSv1.2;
        ssl_prefer_server_ciphers on;
        ssl_ciphers {suite};
    }}
}}
"""
APACHE = """
{user}
ServerName localhost
DefaultRuntimeDir {folder}
PidFile {folder}/pid
ErrorLog /dev/stderr
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule ssl_module /usr/lib/apache2/modules/mod_ssl.so
Listen {http}
Listen {https}
DocumentRoot {folder}/html
<VirtualHost *:{http}>
</VirtualHost>
<VirtualHost *:{https}>
    SSLEngine on
    SSLCertificateFile {folder}/server.pem
    SSLCertificateKeyFile {folder}/server.pem
    SSLProtocol -all +TLSv1.2
    SSLHonorCipherOrder on
    SSLCipherSuite {suite}
</VirtualHost>
"""
SERVERS = {
    "nginx": (NGINX, "user www-data;", ("nginx", "-e", "stderr", "-p", "{folder}", "-c", "{folder}/config")),
    "apache2": (APACHE, "User www-data\nGroup www-data", ("apache2", "-f", "{folder}/config", "-D", "FOREGROUND")),
}
OPENSSL = """openssl_conf = openssl_init
[openssl_init]
providers = provider_sect
alg_section = evp_properties
[evp_properties]
default_properties = ?provider=outboard
[provider_sect]
default = default_sect
outboard = outboard_sect
[default_sect]
activate = 1
[outboard_sect]
activate = 1
"""


class Failure(Exception):
    """What the other side reads if an order can't be done."""


def content(size: int) -> Iterator[bytes]:
    """The file that is downloaded: of this many bytes, in pieces."""
    while size > 0:
        yield PATTERN[:size]
        size -= len(PATTERN)


def drivers() -> dict[str, str]:
    """Drivers in /proc/crypto and the algorithm of each."""
    found = {}
    listing = Path("/proc/crypto")
    for entry in listing.read_text().split("\n\n") if listing.exists() else ():
        fields = dict(line.partition(":")[::2] for line in entry.splitlines())
        fields = {name.strip(): value.strip() for name, value in fields.items()}
        if "driver" in fields:
            found[fields["driver"]] = fields["name"]
    return found


def proven(evidence: Path) -> list[str]:
    """Drivers that outboard probe found to be hardware on this boot."""
    try:
        head, *lines = evidence.read_text().splitlines()
    except OSError:
        return []
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    if boot not in head:
        raise Failure(f"{evidence} is of another boot: outboard probe --output {evidence}")
    return [row["driver"] for row in csv.DictReader(lines) if row["verdict"] in ("hardware", "synchronous")]


def processor() -> dict[str, float]:
    """Seconds since the start, of all processors."""
    line = Path("/proc/stat").read_text().splitlines()[0].split()
    return {name: int(ticks) / os.sysconf("SC_CLK_TCK") for name, ticks in zip(STAT, line[1:])}


def make_certificate(path: Path) -> None:
    """A new RSA key, which all the suites take, and a certificate of two days, both in one file."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
    plain = {**os.environ, "OPENSSL_CONF": "/dev/null"}
    subprocess.run([*command, "-keyout", path, "-out", path], env=plain, check=True, stderr=subprocess.DEVNULL)


class Server:
    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options, self.folder = options, folder
        self.process: subprocess.Popen[bytes] | None = None
        self.offload = options.offload.split(",") if options.offload else proven(Path(options.evidence or EVIDENCE))
        self.drivers = drivers()

    def hello(self) -> dict[str, object]:
        """A description of this machine, with the reason for each way and suite that is missing."""
        return {
            "kernel": f"{os.uname().sysname} {os.uname().release} {os.uname().machine}",
            "processors": os.cpu_count(),
            "without": [[way, suite, why] for way in WAYS for suite in SUITES if (why := self.lacks(WAYS[way], suite))],
            "servers": [name for name in SERVERS if shutil.which(name)],
        }

    def lacks(self, way: Way, suite: str) -> str:
        if way.mode in ("off", "auto"):
            return ""
        if way.hashing and suite and not any(algorithm.hashing for algorithm in SUITES[suite]):
            return "it has no MAC beside the cipher"
        if way.mode == "devcrypto" and not os.path.exists("/dev/crypto"):
            return "there is no /dev/crypto"
        return "" if self.serving(way, suite) else "no driver for it is proven to be hardware (outboard probe)"

    def serving(self, way: Way, suite: str) -> list[str]:
        """The drivers for a suite's records alone: an engine that was asked for also does each small operation of the
        random generator for which it has a driver."""
        wanted = [algorithm.kernel for algorithm in SUITES[suite] if way.hashing or not algorithm.hashing]
        return [name for name in self.offload if self.drivers.get(name) in wanted]

    def settings(self, way: Way, suite: str) -> str:
        of = self.options
        values = {"mode": way.mode, "report": str(self.folder / "report"), "deadline": of.deadline}
        values |= {"module": of.module, "helper": of.helper, "prices": of.prices, "evidence": of.evidence}
        values["offload"] = of.offload if way.mode == "auto" else ",".join(self.serving(way, suite))
        return OPENSSL + "".join(f"{name} = {value}\n" for name, value in values.items() if value)

    def promised(self, suite: str, way: Way) -> list[tuple[str, str]]:
        """Algorithms and engines whose operations can't be zero while the suite serves."""
        if way.mode == "off":
            return []
        if way.mode == "auto":
            return self.by_price(suite)
        here = {self.drivers.get(name) for name in self.serving(way, suite)}
        return [(algorithm.name, way.mode) for algorithm in SUITES[suite] if algorithm.kernel in here]

    def by_price(self, suite: str) -> list[tuple[str, str]]:
        """What outboard doctor says of full records; nothing if it says nothing."""
        if not shutil.which(self.options.outboard):
            return []
        said = subprocess.run([self.options.outboard, "doctor", "--json"], stdout=subprocess.PIPE, check=False).stdout
        found = []
        for row in json.loads(said)["use"]:
            for algorithm in SUITES[suite]:
                if row["algorithm"] != algorithm.name or row["direction"] != "enc":
                    continue
                if not algorithm.hashing and not row["bits_min"] <= algorithm.bits <= row["bits_max"]:
                    continue
                by = {each["by"] for n in RECORD for each in row["lengths"] if each["from"] <= n <= each["to"]}
                found += [(algorithm.name, engine) for engine in by if len(by) == 1 and engine != "default"]
        return found

    def start(self, server: str, suite: str, way: str, size: int) -> dict[str, object]:
        template, user, command = SERVERS[server]
        of = self.options
        values = {"folder": self.folder, "http": of.http, "https": of.https, "suite": suite or next(iter(SUITES))}
        values["user"] = user if os.geteuid() == 0 else ""
        (self.folder / "config").write_text(template.format(**values))
        (self.folder / "openssl.cnf").write_text(self.settings(WAYS[way], suite))
        (self.folder / "report").write_text("")
        (self.folder / "report").chmod(0o666)  # the server's own user writes it
        file = self.folder / "html/file"
        if not file.exists() or file.stat().st_size != size:
            with file.open("wb") as out:
                out.writelines(content(size))
        without = {name: value for name, value in os.environ.items() if not name.startswith(("OPENSSL_", "OUTBOARD"))}
        pem = self.folder / "server.pem"
        if of.pem:
            shutil.copy(of.pem, pem)
        elif not pem.exists():
            make_certificate(pem)
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [word.format(folder=self.folder) for word in command],
                env={**without, "OPENSSL_CONF": f"{self.folder}/openssl.cnf"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.wait(of.https if suite else of.http)
        return {
            "port": of.https if suite else of.http,
            "certificate": re.search("-+BEGIN CERT.*?END CERTIFICATE-+", pem.read_text(), re.DOTALL)[0],
            "promised": self.promised(suite, WAYS[way]),
        }

    def wait(self, port: int) -> None:
        """Until the server that was started takes connections."""
        deadline = time.monotonic() + 60
        while True:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise Failure(f"the server does not start: {(self.folder / 'log').read_text()[-1000:]}")
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 5).close()
                return
            time.sleep(0.1)

    def stat(self) -> dict[str, float]:
        return processor()

    def stop(self) -> dict[str, object]:
        """The counters of all processes of the server: algorithm, who did it, operations, bytes."""
        self.process.terminate()
        self.process.wait(60)
        self.process = None
        operations: Counter[tuple[str, str]] = Counter()
        octets: Counter[tuple[str, str]] = Counter()
        for line in (self.folder / "report").read_text().splitlines():
            _, algorithm, _, who, number, of_bytes = re.split(r"[,\s]+", line.strip())
            operations[algorithm, who] += int(number)
            octets[algorithm, who] += int(of_bytes or 0)  # none, where the operations failed
        return {"counts": [[*key, n, octets[key]] for key, n in sorted(operations.items())]}

    def end(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--http", type=int, default=8080, help="port of plain HTTP (8080)")
    parser.add_argument("--https", type=int, default=8443, help="port of HTTPS (8443)")
    parser.add_argument("--folder", help="where the file to download lies (the system's temporary folder)")
    parser.add_argument("--pem", type=Path, help="certificate and its RSA key, in one file (a new one)")
    parser.add_argument("--offload", default="", help="drivers that may serve; default: those proven to be hardware")
    parser.add_argument("--outboard", default="outboard", help="the program, which says what auto will do")
    for name in ("module", "helper", "prices", "evidence", "deadline"):
        parser.add_argument(f"--{name}", default="", help="as docs/openssl.md has it, if it is not the default")
    return parser.parse_args(words)


def serve(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(prefix="outboard-download-", dir=options.folder) as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "html").mkdir()
        server = Server(options, folder)
        orders = {"hello": server.hello, "start": server.start, "stat": server.stat, "stop": server.stop}
        try:
            for line in sys.stdin:
                order = json.loads(line)
                try:
                    answer = orders[order.pop("do")](**order)
                except (Failure, OSError, subprocess.SubprocessError) as failure:
                    answer = {"failure": str(failure)}
                print(json.dumps(answer), flush=True)
        finally:
            server.end()


if __name__ == "__main__":
    try:
        serve(arguments())
    except Failure as failure:
        sys.exit(f"download_server.py: {failure}")
