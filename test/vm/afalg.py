# SPDX-License-Identifier: Apache-2.0
"""AF_ALG sockets as the guest tests use them: one operation per call (linux, crypto/userspace-if.rst)."""

import socket

ENCRYPT, DECRYPT = socket.ALG_OP_ENCRYPT, socket.ALG_OP_DECRYPT


class Algorithm:
    """A transform of the kernel's by its name, which may be that of a driver. OSError as the kernel gives it."""

    def __init__(self, kind: str, name: str, key: bytes = b"", tag_length: int = 0) -> None:
        self.socket = socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)
        self.tag_length = tag_length
        try:
            self.socket.bind((kind, name))
            if key:
                self.socket.setsockopt(socket.SOL_ALG, socket.ALG_SET_KEY, key)
            if tag_length:
                self.socket.setsockopt(socket.SOL_ALG, socket.ALG_SET_AEAD_AUTHSIZE, None, tag_length)
        except OSError:
            self.socket.close()
            raise

    def __enter__(self) -> "Algorithm":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def cipher(self, operation: int, iv: bytes, data: bytes) -> bytes:
        with self.socket.accept()[0] as request:
            request.sendmsg_afalg([data], op=operation, **({"iv": iv} if iv else {}))
            return request.recv(len(data))

    def aead(self, operation: int, iv: bytes, aad: bytes, data: bytes) -> bytes:
        """Ciphertext and tag, or the plaintext; data is plaintext, or ciphertext and tag."""
        with self.socket.accept()[0] as request:
            request.sendmsg_afalg([aad, data], op=operation, iv=iv, assoclen=len(aad))
            length = len(data) + (self.tag_length if operation == ENCRYPT else -self.tag_length)
            return request.recv(len(aad) + length)[len(aad) :]

    def hash(self, *parts: bytes) -> bytes:
        """The digest or MAC of the parts, one after the other."""
        with self.socket.accept()[0] as request:
            for part in parts[:-1]:
                request.sendall(part, socket.MSG_MORE)
            request.sendall(parts[-1])
            return request.recv(64)
