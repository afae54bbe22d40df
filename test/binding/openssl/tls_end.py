# SPDX-License-Identifier: Apache-2.0
"""One end of a TLS connection over a socket of this machine, by Python's ssl module under whatever OpenSSL has: sends
one record of each length, takes the same from its peer, and compares. A server says first which port it has."""

import argparse
import socket
import ssl
import sys

BYTES = bytes(i * 11 % 253 for i in range(16384 + 253))
NO_ENCRYPT_THEN_MAC = 1 << 19  # SSL_OP_NO_ENCRYPT_THEN_MAC
VERSIONS = {
    "1.0": ssl.TLSVersion.TLSv1,
    "1.1": ssl.TLSVersion.TLSv1_1,
    "1.2": ssl.TLSVersion.TLSv1_2,
    "1.3": ssl.TLSVersion.TLSv1_3,
}


def record(length: int) -> bytes:
    """Content of a record, by its length."""
    return BYTES[length % 253 : length % 253 + length]


def lengths(step: int) -> list[int]:
    """From 1 to 16384: each one at either end, then every step-th."""
    return [*range(1, 70), *range(70, 16384 - 20, step), *range(16384 - 20, 16385)]


def send(end: ssl.SSLSocket, step: int) -> None:
    for length in lengths(step):
        end.sendall(record(length))


def receive(end: ssl.SSLSocket, step: int) -> None:
    for length in lengths(step):
        got = b""
        while len(got) < length:
            part = end.recv(length - len(got))
            if not part:
                sys.exit("the peer ended the connection")
            got += part
        if got != record(length):
            sys.exit(f"a record of {length} bytes came in with another content")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, help="connect to it; else serve")
    parser.add_argument("--cert")
    parser.add_argument("--key")
    parser.add_argument("--version", choices=VERSIONS, required=True)
    parser.add_argument("--suite", required=True)
    parser.add_argument("--no-etm", action="store_true")
    parser.add_argument("--step", type=int, default=500)
    r = parser.parse_args()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT if r.port else ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = context.maximum_version = VERSIONS[r.version]
    if r.version != "1.3":
        context.set_ciphers(f"{r.suite}:@SECLEVEL=0")
    if r.no_etm:
        context.options |= NO_ENCRYPT_THEN_MAC
    if r.port:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with context.wrap_socket(socket.create_connection(("127.0.0.1", r.port), 60)) as end:
            receive(end, r.step)
            send(end, r.step)
            end.recv(1)
        return
    context.load_cert_chain(r.cert, r.key)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        connection, _ = listener.accept()
        connection.settimeout(60)
        with context.wrap_socket(connection, server_side=True) as end:
            send(end, r.step)
            receive(end, r.step)
            print(end.version(), *(end.cipher() or ())[:1], flush=True)


if __name__ == "__main__":
    main()
