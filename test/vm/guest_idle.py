#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In the machine, and in test/binding/openssl: guest_idle.py CONNECTIONS LIMIT KEY. A process with so many TLS
connections, both ends of each, under a limit of descriptors. It lets them be idle, makes one more, then sends a record
each way on every one; prints how many records came, how many descriptors the process has beside the connections', and
how many its helper has.
"""

import contextlib
import os
import resource
import socket
import ssl
import sys
from pathlib import Path

RECORD = bytes(range(256)) * 16


def context(protocol: int, key: str) -> ssl.SSLContext:
    made = ssl.SSLContext(protocol)
    made.minimum_version = made.maximum_version = ssl.TLSVersion.TLSv1_2
    made.set_ciphers("AES128-SHA:@SECLEVEL=0")
    if protocol == ssl.PROTOCOL_TLS_SERVER:
        made.load_cert_chain(key.replace(".key", ".pem"), key)
    else:
        made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    return made


def connect(server: ssl.SSLContext, client: ssl.SSLContext, last: ssl.SSLSession | None) -> list[ssl.SSLSocket]:
    """Both ends of a connection; it resumes the last session, which spares the work on the certificate's key."""
    a, b = socket.socketpair()
    a.setblocking(False)
    b.setblocking(False)
    ends = [
        client.wrap_socket(a, do_handshake_on_connect=False, session=last),
        server.wrap_socket(b, server_side=True, do_handshake_on_connect=False),
    ]
    waiting = list(ends)
    while waiting:
        for end in list(waiting):
            with contextlib.suppress(ssl.SSLWantReadError):
                end.do_handshake()
                waiting.remove(end)
    return ends


def pass_record(source: ssl.SSLSocket, goal: ssl.SSLSocket) -> bool:
    source.sendall(RECORD)
    got = b""
    while len(got) < len(RECORD):
        got += goal.recv(len(RECORD) - len(got))
    return got == RECORD


def descriptors(pid: str) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def helper() -> str:
    """The helper that shares memory with this process: the machine has no other."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (folder / "comm").read_text().startswith("outboard-offloa"):
                return folder.name
    return ""


def main() -> None:
    number, limit, key = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    server, client = context(ssl.PROTOCOL_TLS_SERVER, key), context(ssl.PROTOCOL_TLS_CLIENT, key)
    connections: list[list[ssl.SSLSocket]] = []
    for _ in range(number + 1):
        connections.append(connect(server, client, connections[-1][0].session if connections else None))
    served = sum(pass_record(a, b) + pass_record(b, a) for a, b in connections)
    found = helper()
    own, its = descriptors("self") - 2 * len(connections), 0
    with contextlib.suppress(OSError):
        its = descriptors(found) if found else 0
    print(served, own, its)


if __name__ == "__main__":
    main()
