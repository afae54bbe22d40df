# SPDX-License-Identifier: Apache-2.0
"""A TLS client and server of Python's ssl module in one process, without a socket: megabytes in both directions."""

import contextlib
import ssl
import subprocess
import tempfile
from pathlib import Path

SUITES = ("AES128-SHA256", "AES256-SHA", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305")
DATA = bytes(i * 13 % 256 for i in range(100_000))


def certificate(folder: Path) -> tuple[str, str]:
    key, cert = str(folder / "key.pem"), str(folder / "cert.pem")
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
    subprocess.run([*make, "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


def connect(suite: str, cert: str, key: str) -> None:
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    server.load_cert_chain(cert, key)
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    for context in (server, client):
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(f"{suite}:@SECLEVEL=0")
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [client.wrap_bio(to_client, to_server), server.wrap_bio(to_server, to_client, server_side=True)]
    done = [False, False]
    for _ in range(20):
        for i, end in enumerate(ends):
            try:
                end.do_handshake()
                done[i] = True
            except ssl.SSLWantReadError:
                pass
        if all(done):
            break
    assert all(done), suite
    for sender, receiver in (ends, reversed(ends)):
        got, sent = b"", 0
        while len(got) < len(DATA):
            if sent < len(DATA):
                sent += sender.write(DATA[sent : sent + 16384])
            with contextlib.suppress(ssl.SSLWantReadError):
                got += receiver.read(65536)
        assert got == DATA, suite


with tempfile.TemporaryDirectory() as name:
    pair = certificate(Path(name))
    for one in SUITES:
        connect(one, *pair)
