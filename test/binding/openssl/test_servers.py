#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Servers under the provider: Apache's mod_ssl, and a login with OpenSSH, which must work whatever is broken."""

import os
import shutil
import socket
import ssl
import subprocess
import time
import unittest
from pathlib import Path

from common import SOURCE, ProviderTest
from test_tls import NO_AESNI

SSHD = SOURCE / "build/deps/openssh/usr/sbin/sshd"
FILE = bytes(i * 17 % 255 for i in range(3_000_000))
NOBODY = 65534

APACHE = """ServerName localhost
PidFile {folder}/pid
Listen 127.0.0.1:{port}
DocumentRoot {folder}/www
ErrorLog {folder}/error.log
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule ssl_module {modules}/mod_ssl.so
{user}
SSLSessionCache none
SSLEngine on
SSLCertificateFile {folder}/cert.pem
SSLCertificateKeyFile {folder}/key.pem
SSLProtocol all -SSLv3 {protocol}
SSLCipherSuite {suite}:@SECLEVEL=0
"""

SSHD_CONFIG = """ListenAddress 127.0.0.1:{port}
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
PidFile none
UsePAM yes
StrictModes no
PasswordAuthentication no
Ciphers +aes128-cbc
Subsystem sftp internal-sftp
ForceCommand internal-sftp
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as s:
        return int(s.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise AssertionError(f"nobody listens: {process.communicate()[1][-1000:]!r}")


def download(port: int, name: str) -> bytes:
    """A file by HTTPS, over an OpenSSL without the provider."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("ALL:@SECLEVEL=0")
    got = b""
    with context.wrap_socket(socket.create_connection(("127.0.0.1", port), 60)) as end:
        end.sendall(f"GET /{name} HTTP/1.0\r\n\r\n".encode())
        while part := end.recv(1 << 16):
            got += part
    return got.partition(b"\r\n\r\n")[2]


class AsyncServer(ProviderTest):
    """openssl s_server -async: an op that is under way pauses its job, and the connection goes on later."""

    def test_jobs(self) -> None:
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
        self.run_under(self.environment(None), *make, "-keyout", "key.pem", "-out", "cert.pem")
        text = FILE[:300_000]
        self.write("file", text)
        port = free_port()
        command = f"s_server -accept {port} -cert cert.pem -key key.pem -WWW -async -tls1_2 -naccept 2"
        server = subprocess.Popen(
            ["openssl", *command.split(), "-cipher", "AES128-GCM-SHA256"],
            env=self.environment("accel", OUTBOARD_TEST_FAULT="late:1000"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
        )
        self.addCleanup(server.communicate)
        self.addCleanup(server.kill)
        wait_for(port, server)  # the first of two connections
        self.assertTrue(download(port, "file") == text)
        server.communicate(timeout=60)
        self.assertGreater(self.counts()["aes-gcm", "accel"], 0)


@unittest.skipUnless(shutil.which("apache2", path=os.environ["PATH"] + ":/usr/sbin"), "needs apache2-bin")
class Apache(ProviderTest):
    def setUp(self) -> None:
        super().setUp()
        self.folder.chmod(0o755)
        (self.folder / "www").mkdir()
        (self.folder / "www/file").write_bytes(FILE)
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
        self.run_under(self.environment(None), *make, "-keyout", "key.pem", "-out", "cert.pem")

    def serve(self, mode: str, suite: str, protocol: str) -> None:
        port = free_port()
        user = "User nobody\nGroup nogroup" if os.geteuid() == 0 else ""
        text = APACHE.format(
            folder=self.folder, port=port, user=user, suite=suite, protocol=protocol, modules="/usr/lib/apache2/modules"
        )
        config = self.write("apache.conf", text)
        self.report.touch()
        self.report.chmod(0o666)
        command = ["apache2", "-f", str(config), "-D", "FOREGROUND"]
        path = os.environ["PATH"] + ":/usr/sbin"
        server = subprocess.Popen(
            [shutil.which(command[0], path=path) or "apache2", *command[1:]],
            env=self.environment(mode, **NO_AESNI),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            wait_for(port, server)
            for _ in range(2):
                self.assertTrue(download(port, "file") == FILE)
        finally:
            server.terminate()
            server.communicate(timeout=60)
        counts = self.counts()
        self.assertGreater(sum(n for (_, who), n in counts.items() if who == "accel"), 0, dict(counts))

    def test_cbc(self) -> None:
        self.serve("auto", "AES128-SHA256", "-TLSv1.3")

    def test_gcm(self) -> None:
        self.serve("auto", "AES128-GCM-SHA256", "-TLSv1.3")

    def test_tls13(self) -> None:
        self.serve("accel", "ALL", "")


@unittest.skipUnless(SSHD.exists() and shutil.which("sftp"), "needs OpenSSH: ./run setup provider")
class Ssh(ProviderTest):
    """sshd as a user of its own, who logs in to it: with the sandbox, without the rights of root."""

    def setUp(self) -> None:
        super().setUp()
        self.folder.chmod(0o755)
        # Where that user can read them, as it may not in the working copy.
        self.sshd = shutil.copy(SSHD, self.folder / "sshd")
        self.module = shutil.copy(self.module, self.folder / "outboard.so")
        self.prices = shutil.copy(self.prices, self.folder / "prices.csv")
        for name in ("host", "user"):
            self.run_under(self.environment(None), "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", name)
        self.write("file", FILE)
        self.user = "nobody" if os.geteuid() == 0 else os.environ.get("USER", "")
        if os.geteuid() == 0:
            (self.folder / "host").chmod(0o600)
            os.chown(self.folder / "host", NOBODY, NOBODY)

    def login(self, server: dict[str, str], client: dict[str, str], cipher: str) -> None:
        port = free_port()
        config = self.write("sshd_config", SSHD_CONFIG.format(port=port, folder=self.folder))
        rights = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        process = subprocess.Popen(
            [str(self.sshd), "-D", "-e", "-f", str(config)],
            env=server,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **rights,  # type: ignore[call-overload]
        )
        try:
            wait_for(port, process)
            options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", f"Ciphers={cipher}", "BatchMode=yes"]
            command = ["sftp", "-q", "-b", "-", "-P", str(port), "-i", str(self.folder / "user")]
            for option in options:
                command += ["-o", option]
            got = self.folder / "got"
            got.unlink(missing_ok=True)
            batch = f"get {self.folder}/file {got}\n".encode()
            self.run_under(client, *command, f"{self.user}@127.0.0.1", input=batch)
            self.assertTrue(got.read_bytes() == FILE)
        finally:
            process.terminate()
            said = process.communicate(timeout=60)[1].decode()
        self.assertIn("Accepted publickey", said)

    def test_login(self) -> None:
        for mode in ("auto", "accel"):
            for cipher in ("aes128-cbc", "aes256-ctr", "aes128-gcm@openssh.com"):
                environment = self.environment(mode)
                del environment["OUTBOARD_REPORT"]
                self.login(environment, environment, cipher)

    def test_client_offloads(self) -> None:
        for cipher, name in (("aes128-cbc", "aes-cbc"), ("aes256-ctr", "aes-ctr")):
            self.login(self.environment(None), self.environment("auto"), cipher)
            self.assertGreater(self.counts()[name, "accel"], 0)

    def test_nobody_is_locked_out(self) -> None:
        """A missing module, a file that is none, broken prices, nonsense in the settings, a device that is gone."""
        for what, environment in (
            ("missing", self.environment("auto", self.folder / "missing.so")),
            ("broken", self.environment("auto", self.write("broken.so", b"\x7fELF" + bytes(1000)))),
            ("prices", self.environment("auto", OUTBOARD_PRICES=str(self.write("prices", "nonsense")))),
            ("settings", self.environment("", more="mode = quick\n")),
            ("device", self.environment("accel", OUTBOARD_TEST_FAULT="io:1000")),
        ):
            with self.subTest(what):
                config = environment["OPENSSL_CONF"]
                own = self.write(f"{what}.cnf", Path(config).read_bytes())
                environment |= {"OPENSSL_CONF": str(own)}
                del environment["OUTBOARD_REPORT"]
                self.login(environment, environment, "aes256-ctr")


if __name__ == "__main__":
    unittest.main()
