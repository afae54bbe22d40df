#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""idle.py CONNECTIONS LIMIT KEY: a process with so many TLS connections, both ends of each, under a limit of
descriptors. It lets them be idle, makes one more, then sends a record each way on every one; prints how many records
came and how many descriptors the process has beside the connections'.
"""

import contextlib
import os
import resource
import socket
import ssl
import sys

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


def main() -> None:
    number, limit, key = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    server, client = context(ssl.PROTOCOL_TLS_SERVER, key), context(ssl.PROTOCOL_TLS_CLIENT, key)
    connections: list[list[ssl.SSLSocket]] = []
    for _ in range(number + 1):
        connections.append(connect(server, client, connections[-1][0].session if connections else None))
    served = sum(pass_record(a, b) + pass_record(b, a) for a, b in connections)
    print(served, len(os.listdir("/proc/self/fd")) - 2 * len(connections))


if __name__ == "__main__":
    main()
