#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine: the recipes of docs/recipes, installed where they say and with the files as the pages have them.

OB_VM_STAGE is a folder with what "cmake --install" installs, as docs/openssl.md has it. OB_VM_ENGINE is the engine
whose operations must be above zero, if the build has it.
OB_VM_FEW leaves out what repeats a case with another key length or suite.
"""

import contextlib
import os
import pwd
import random
import re
import resource
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from collections import Counter
from pathlib import Path

import accel

PAGES = Path(__file__).resolve().parents[2] / "docs/recipes"
REPORT = Path("/run/outboard.report")
ENGINE = os.environ.get("OB_VM_ENGINE", "")
FEW = bool(os.environ.get("OB_VM_FEW"))
FILE = bytes(i * 17 % 255 for i in range(300_000))
SUITES = ("AES128-SHA", "AES128-SHA256", "AES256-SHA256", "AES128-GCM-SHA256")
LOCALHOST = "127.0.0.1"
# Programs under the system's own configuration, and programs without it, which the expected results come from.
PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("OPENSSL_")}
WITHOUT = PLAIN | {"OPENSSL_CONF": "/dev/null"}


def block(page: str, name: str) -> str:
    """The indented block of a page that begins with this comment."""
    lines = (PAGES / page).read_text().splitlines()
    begin = lines.index(f"    # {name}")
    end = next((i for i in range(begin, len(lines)) if lines[i] and not lines[i].startswith("    ")), len(lines))
    return textwrap.dedent("\n".join(lines[begin:end])).rstrip() + "\n"


def install(page: str, path: str, *changes: tuple[str, str]) -> None:
    text = block(page, path)
    for old, new in changes:
        if old not in text:
            raise AssertionError(f"{page}: no {old}")
        text = text.replace(old, new)
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


def run(*command: str, environment: dict[str, str] = PLAIN, **more: object) -> str:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200, **more)
    if done.returncode:
        raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout[-1000:]}{done.stderr[-2000:]}")
    return done.stdout


def add_user(name: str, number: int, home: str, shell: str) -> None:
    if name not in {entry.pw_name for entry in pwd.getpwall()}:
        with Path("/etc/passwd").open("a") as users:
            users.write(f"{name}:x:{number}:{number}:{name}:{home}:{shell}\n")
        with Path("/etc/group").open("a") as groups:
            groups.write(f"{name}:x:{number}:\n")
        with Path("/etc/shadow").open("a") as shadow:
            shadow.write(f"{name}:*:19000:0:99999:7:::\n")


class Recipe(unittest.TestCase):
    """The provider installed as docs/recipes/openssl.md says, and an empty report that anyone may write."""

    @classmethod
    def setUpClass(cls) -> None:
        # What "cmake --install" puts where, and nothing else.
        shutil.copytree(os.environ["OB_VM_STAGE"], "/", dirs_exist_ok=True, symlinks=True)
        install("openssl.md", "/etc/ssl/openssl.cnf")

    def setUp(self) -> None:
        REPORT.write_text("")
        REPORT.chmod(0o666)

    def counts(self) -> Counter[tuple[str, str]]:
        """Operations by algorithm and by who did them, in all processes that have ended since the test began."""
        counts: Counter[tuple[str, str]] = Counter()
        for line in REPORT.read_text().splitlines():
            _, algorithm, _, who, operations, _ = re.split(r"[,\s]+", line.strip())
            counts[algorithm, who] += int(operations)
        return counts

    def offloaded(self, *algorithms: str) -> None:
        """That the engine, if there is one, has done operations of these since the test began."""
        counts = self.counts()
        for algorithm in algorithms if ENGINE else ():
            print(f"{algorithm}: {counts[algorithm, ENGINE]} operations by {ENGINE}", file=sys.stderr)
            self.assertGreater(counts[algorithm, ENGINE], 0, REPORT.read_text())

    def start(self, port: int, *command: str) -> subprocess.Popen[bytes]:
        server = subprocess.Popen(command, env=PLAIN, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection((LOCALHOST, port), 5).close()
                return server
            except OSError:
                if server.poll() is not None or time.monotonic() > deadline:
                    server.kill()
                    raise AssertionError(f"{command}: {server.communicate()[0][-2000:]!r}") from None
                time.sleep(0.2)

    def stop(self, server: subprocess.Popen[bytes], how: signal.Signals = signal.SIGTERM) -> bytes:
        server.send_signal(how)
        try:
            return server.communicate(timeout=60)[0]
        except subprocess.TimeoutExpired:
            server.kill()
            raise


class OpenSsl(Recipe):
    def enc(self, environment: dict[str, str]) -> dict[str, bytes]:
        folder = Path(tempfile.mkdtemp())
        run("bash", "-e", "-c", block("openssl.md", "enc.sh"), environment=environment, cwd=folder)
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    def test_enc(self) -> None:
        files = self.enc(PLAIN)
        for name in ("ecb", "ecb-nopad", "cbc", "cbc-nopad"):
            self.assertEqual(files[f"{name}.txt"], files["plain.txt"], name)
            self.assertEqual(len(files[f"{name}.bin"]), 16 if "nopad" in name else 32, name)
        self.assertEqual(files, self.enc(WITHOUT))
        self.offloaded("aes-ecb", "aes-cbc")

    def test_speed(self) -> None:
        script = block("openssl.md", "speed.sh")
        if FEW:
            script = script.replace("aes-{128,192,256}-{cbc,ecb,ctr}", "aes-128-cbc")
        # The first key, for which the engine starts, is within the time; on a busy host that takes a second.
        out = run("bash", "-e", "-c", script.replace("-seconds 1", "-seconds 3 -bytes 16384"))
        rows = re.findall(r"^AES-(\d+)-(CBC|ECB|CTR) +([\d.]+)k", out, re.MULTILINE)
        self.assertEqual(len(rows), 2 if FEW else 18, out)
        self.assertTrue(all(float(rate) > 0 for _, _, rate in rows), out)
        self.offloaded(*(["aes-cbc"] if FEW else ["aes-cbc", "aes-ecb", "aes-ctr"]))
        for bits, mode, rate in rows:
            print(f"AES-{bits}-{mode} {rate} kB/s, in a VM on this host", file=sys.stderr)


def prepare_server() -> None:
    """What nginx and Apache need beside their configuration."""
    for folder in ("/var/www/html", "/var/log/nginx", "/var/lib/nginx", "/var/log/apache2"):
        Path(folder).mkdir(parents=True, exist_ok=True)
    Path("/var/www/html/file").write_bytes(FILE)
    add_user("www-data", 33, "/var/www", "/bin/false")
    make = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2"
    run(*make.split(), "-keyout", "/etc/ssl/server.key", "-out", "/etc/ssl/server.pem", environment=WITHOUT)


def client_context() -> ssl.SSLContext:
    """Of a client without the provider."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("ALL:@SECLEVEL=1")
    return context


def processes(name: str, parent: int = 0) -> list[int]:
    """Those of this name as the kernel has it, of this parent unless it is 0."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            status = (folder / "status").read_text()
            if f"Name:\t{name}\n" in status and (not parent or f"PPid:\t{parent}\n" in status):
                found.append(int(folder.name))
    return found


def descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


class Https(Recipe):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        prepare_server()

    def download(self, suite: str) -> bytes:
        """By a client without the provider; over plain HTTP if there is no suite."""
        with socket.create_connection((LOCALHOST, 8443 if suite else 8080), 60) as end:
            if suite:
                end = client_context().wrap_socket(end)
                self.assertEqual(end.cipher()[0], suite)
            end.sendall(b"GET /file HTTP/1.0\r\n\r\n")
            got = bytearray()
            while part := end.recv(1 << 16):
                got += part
            end.close()
        return bytes(got).partition(b"\r\n\r\n")[2]

    def serve(self, suite: str, *command: str) -> None:
        REPORT.write_text("")
        server = self.start(8443, *command)
        try:
            self.assertTrue(self.download(suite) == FILE, suite)
            self.assertTrue(self.download("") == FILE, "plain HTTP")
        finally:
            said = self.stop(server)
        self.assertNotIn(b"error", said.lower())
        self.offloaded("aes-gcm" if "GCM" in suite else "aes-cbc")

    def test_nginx(self) -> None:
        for suite in SUITES[:1] if FEW else SUITES:
            with self.subTest(suite=suite):
                install("https.md", "/etc/nginx/nginx.conf", ("AES128-SHA", suite))
                self.serve(suite, "nginx", "-g", "daemon off;")

    def test_nginx_when_the_device_hangs(self) -> None:
        """The worker answers in software, stops as soon as it otherwise does, and starts again. By SIGQUIT, as Debian's
        service stops it, nobody kills a worker that does not end; by SIGTERM nginx itself does. The host may be busy
        with something else: the quickest of a few attempts counts."""
        install("https.md", "/etc/nginx/nginx.conf")
        command = ("nginx", "-g", "daemon off;")
        self.addCleanup(accel.put, "hang", 0)
        usual = {}
        for how in (signal.SIGQUIT, signal.SIGTERM):
            server = self.start(8443, *command)
            begun = time.monotonic()
            self.stop(server, how)
            usual[how] = time.monotonic() - begun
        for how, again in ((how, again) for how in usual for again in (False, True)):
            with self.subTest(how=how, again=again):
                took = [self.stopped_in_a_hang(how, again, *command)]
                while len(took) < 4 and min(took) >= usual[how] + 1:
                    took.append(self.stopped_in_a_hang(how, again, *command))
                each = ", ".join(f"{seconds:.2f} s" for seconds in took)
                print(f"{how.name}: stopped in {each}, without a hang {usual[how]:.2f} s", file=sys.stderr)
                self.assertLess(min(took), usual[how] + 1)
        accel.put("hang", 0)
        self.serve("AES128-SHA", *command)

    def stopped_in_a_hang(self, how: signal.Signals, again: bool, *command: str) -> float:
        """The seconds that a server takes to stop when the device hangs: since before its start, or while the worker
        has connections."""
        REPORT.write_text("")
        accel.put("hang", int(again))
        server = self.start(8443, *command)
        try:
            if not again:
                self.assertTrue(self.download("AES128-SHA") == FILE)
                accel.put("hang", 1)
            self.assertTrue(self.download("AES128-SHA") == FILE)
        finally:
            begun = time.monotonic()
            self.stop(server, how)
        took = time.monotonic() - begun
        if ENGINE:
            failed = [line for line in REPORT.read_text().splitlines() if ",failed," in line]
            self.assertGreater(sum(int(line.split(",")[4]) for line in failed), 0)
        return took

    def test_apache(self) -> None:
        for suite in SUITES[1:2] if FEW else SUITES:
            with self.subTest(suite=suite):
                install("https.md", "/etc/apache2/apache2.conf", ("AES128-SHA", suite))
                self.serve(suite, "apache2", "-f", "/etc/apache2/apache2.conf", "-D", "FOREGROUND")

    def test_ktls(self) -> None:
        """The kernel encrypts, and takes the accelerator's driver."""
        run("modprobe", "tls")
        lines = block("https.md", "ktls.conf").splitlines()[1:3]
        install("https.md", "/etc/nginx/nginx.conf", ("ssl_ciphers AES128-SHA;", "\n".join(lines)))
        before = accel.count("obaccel-gcm-aes")
        server = self.start(8443, "nginx", "-g", "daemon off;")
        try:
            self.assertTrue(self.download("AES128-GCM-SHA256") == FILE)
        finally:
            self.stop(server)
        statistics = dict(line.split() for line in Path("/proc/net/tls_stat").read_text().splitlines())
        self.assertGreater(int(statistics["TlsTxSw"]), 0)
        self.assertGreater(accel.count("obaccel-gcm-aes"), before)


class Idle(Recipe):
    """Many connections with keys of their own, few descriptors."""

    CONNECTIONS, LIMIT, PIECE = 2000, 4096, 4096  # PIECE: bytes that each connection gets

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        prepare_server()
        cls.file = random.Random(1).randbytes(cls.PIECE + cls.CONNECTIONS)
        Path("/var/www/html/random").write_bytes(cls.file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (2 * cls.LIMIT, 2 * cls.LIMIT))

    def connect(self, last: ssl.SSLSocket | None) -> ssl.SSLSocket:
        """Resumes the session of the last, which spares the work on the certificate's key."""
        context = last.context if last else client_context()
        end = socket.create_connection((LOCALHOST, 8443), 60)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return context.wrap_socket(end, session=last.session if last else None)

    def piece(self, end: ssl.SSLSocket, first: int) -> bytes:
        """The bytes of the file from the first on."""
        end.sendall(b"GET /random HTTP/1.1\r\nHost: x\r\nRange: bytes=%d-%d\r\n\r\n" % (first, first + self.PIECE - 1))
        got, end_of_head = bytearray(), -1
        while end_of_head < 0 or len(got) < end_of_head + 4 + self.PIECE:
            part = end.recv(1 << 14)
            self.assertTrue(part, f"connection {first} was closed")
            got += part
            end_of_head = got.find(b"\r\n\r\n")
        return bytes(got[end_of_head + 4 :])

    def test_idle_connections(self) -> None:
        """nginx with 2,000 connections under a limit of 4,096 descriptors serves another one, then each of them what
        it asks for, and neither the worker nor its helper has more than 64 descriptors beside the connections' own."""
        lines = block("https.md", "many.conf").splitlines()[1:]
        install(
            "https.md",
            "/etc/nginx/nginx.conf",
            ("events {\n    worker_connections 64;\n}", "\n".join(lines)),
            ("http {", "http {\n    keepalive_timeout 1h;\n    client_header_timeout 1h;"),
        )
        ends: list[ssl.SSLSocket] = []
        server = self.start(8443, "nginx", "-g", "daemon off;")
        try:
            began = time.monotonic()
            for _ in range(self.CONNECTIONS + 1):
                ends.append(self.connect(ends[-1] if ends else None))
            connected = time.monotonic()
            served = sum(self.piece(end, n) == self.file[n : n + self.PIECE] for n, end in enumerate(ends))
            took = f"{connected - began:.0f} s to connect, {time.monotonic() - connected:.0f} s to serve"
            worker = processes("nginx", server.pid)[0]
            limit = resource.prlimit(worker, resource.RLIMIT_NOFILE)[0]
            own = descriptors(worker) - len(ends)
            helpers = [descriptors(pid) for pid in processes("outboard-offloa")]
        finally:
            for end in ends:
                end.close()
            self.stop(server, signal.SIGQUIT)  # after SIGTERM it kills a worker that is not done in two seconds
        counts = self.counts()
        print(f"{len(ends)} connections, {took}; beside them {own} descriptors, the helper {helpers}", file=sys.stderr)
        self.assertEqual(limit, self.LIMIT)
        self.assertEqual(served, len(ends))
        self.assertLessEqual(own, 64)
        self.assertIn(len(helpers), (1, 2) if ENGINE else (0,))  # of the worker, and of the master if it did anything
        self.assertLessEqual(max(helpers, default=0), 64)
        # Each has two records of the handshake, the request and the answer.
        self.offloaded("aes-cbc", "hmac-sha1")
        for algorithm in ("aes-cbc", "hmac-sha1") if ENGINE else ():
            self.assertGreaterEqual(counts[algorithm, ENGINE], 4 * len(ends))
            self.assertEqual(counts[algorithm, "failed"], 0)
            self.assertEqual(counts[algorithm, "default"], 0)


class Ssh(Recipe):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        home = Path("/run/alice")
        (home / ".ssh").mkdir(parents=True)
        add_user("sshd", 105, "/run/sshd", "/bin/false")
        add_user("alice", 1234, str(home), "/bin/sh")
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        install("ssh.md", "/etc/ssh/sshd_config")
        for path in ("/etc/ssh/ssh_host_ed25519_key", "/run/client"):
            Path(path).unlink(missing_ok=True)
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path, environment=WITHOUT)
        shutil.copy("/run/client.pub", home / ".ssh/authorized_keys")
        run("chown", "-R", "1234:1234", str(home))

    def test_login_and_scp(self) -> None:
        source, goal = Path("/run/file"), Path("/run/alice/file")
        source.write_bytes(FILE)
        options = ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "BatchMode=yes"]
        for cipher in ("aes128-cbc", "aes128-ctr"):
            with self.subTest(cipher=cipher):
                REPORT.write_text("")
                goal.unlink(missing_ok=True)
                server = self.start(2222, "/usr/sbin/sshd", "-D", "-e")
                try:
                    each = ["-c", cipher, "-i", "/run/client", *options]
                    out = run("ssh", "-p", "2222", *each, f"alice@{LOCALHOST}", "echo it works")
                    self.assertEqual(out, "it works\n")
                    run("scp", "-P", "2222", *each, str(source), f"alice@{LOCALHOST}:file")
                finally:
                    self.stop(server)
                self.assertTrue(goal.read_bytes() == FILE)
                self.offloaded("aes-cbc" if "cbc" in cipher else "aes-ctr")
        killed = [line for line in run("dmesg").splitlines() if "type=1326" in line or "sig=31" in line]
        self.assertEqual(killed, [])


class Disk(Recipe):
    """dm-crypt on a file, with and without the flag of the driver for which it is passed by."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        for module in ("loop", "dm_crypt"):
            run("modprobe", module)
        Path("/run/keyfile").write_bytes(bytes(range(32)))

    @classmethod
    def tearDownClass(cls) -> None:
        accel.load()

    def mapping(self, recipe: str, driver: str) -> int:
        """Operations of the driver while 1 MiB is written to a new mapping, which is then on the disk encrypted."""
        disk, text = Path(tempfile.mkdtemp()) / "disk", bytes(range(256)) * 4096
        disk.write_bytes(bytes(32 << 20))
        device = run("losetup", "--show", "-f", str(disk)).strip()
        environment = PLAIN | {"device": device, "keyfile": "/run/keyfile", "DM_DISABLE_UDEV": "1"}
        # The key's own protection is made cheap here: it is not what is tried.
        script = block("disk.md", recipe).replace(
            "luksFormat", "luksFormat --pbkdf pbkdf2 --pbkdf-force-iterations 1000"
        )
        try:
            run("bash", "-e", "-c", script, environment=environment)
            before = accel.count(driver)
            with Path("/dev/mapper/secret").open("r+b", buffering=0) as mapped:
                mapped.write(text)
                os.fsync(mapped.fileno())
                done = accel.count(driver) - before
                os.posix_fadvise(mapped.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                mapped.seek(0)
                self.assertTrue(mapped.read(len(text)) == text)
            self.assertIn("crypt", run("dmsetup", "table", "secret", environment=environment))
            self.assertNotIn(text[:4096], disk.read_bytes())
        finally:
            subprocess.run(["cryptsetup", "close", "secret"], env=environment, capture_output=True)
            run("losetup", "-d", device)
            disk.unlink()
        return done

    def test_luks(self) -> None:
        if os.uname().machine == "aarch64":
            accel.load("allocates_memory=0", "classes=cipher")
            self.assertEqual(self.mapping("luks.sh", "obaccel-cbc-aes"), 0)
            path = "/etc/modprobe.d/outboard-essiv.conf"
            install("disk.md", path)
            # In place of another start.
            run("modprobe", "-r", "dm_crypt", *re.findall(r"^blacklist (\w+)", Path(path).read_text(), re.MULTILINE))
        cases = (("luks.sh", "obaccel-cbc-aes"), ("luks-xts.sh", "obaccel-xts-aes"))
        for flag in (1, 0):
            accel.load(f"allocates_memory={flag}", "classes=cipher")
            for recipe, driver in cases[:1] if FEW else cases:
                with self.subTest(recipe=recipe, allocates_memory=flag):
                    operations = self.mapping(recipe, driver)
                    (self.assertEqual if flag else self.assertGreater)(operations, 0)


if FEW:  # one and four minutes
    del Https.test_nginx_when_the_device_hangs
    del Idle.test_idle_connections

if __name__ == "__main__":
    unittest.main(verbosity=2)
