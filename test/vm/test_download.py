#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench/download.py: what it takes for an error, a server on this side as if on a board, and one suite in the virtual
machine. ./run provider download does all suites and ways."""

import csv
import os
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from machine import SOURCE

sys.path.insert(0, str(SOURCE / "bench"))
import download  # noqa: E402
from download_server import content  # noqa: E402

PROGRAM = SOURCE / "bench/download.py"
PROVIDER = Path(os.environ["OB_BUILD"]) / "binding/openssl/outboard.so"
SIZE = 1 << 20


def measure(*words: str) -> tuple[str, list[dict[str, str]]]:
    """What the program says, and the lines of its file; it downloads 1 MiB."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "out.csv"
        command = [sys.executable, "-B", PROGRAM, "--size", str(SIZE >> 20), "--output", output, *words]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=800)
        print(done.stdout, done.stderr)
        if done.returncode:
            raise AssertionError(f"exit {done.returncode}")
        with output.open(newline="") as file:
            return done.stdout, list(csv.DictReader(file))


def operations(row: dict[str, str]) -> dict[str, int]:
    return {name: int(n) for name, _, n in (word.partition("=") for word in row["operations"].split())}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as end:
        return int(end.getsockname()[1])


class Judgement(unittest.TestCase):
    def wrong(
        self, way: str, promised: list[tuple[str, str]], threads: bool = False, **counts: dict[str, int]
    ) -> list[str]:
        by = {(name, who): (n, 0) for who, names in counts.items() for name, n in names.items()}
        return download.wrong(download.Case("AES128-SHA", way, 1, threads, promised, counts=by))

    def test_counters(self) -> None:
        cbc, mac = ("aes-cbc", "devcrypto"), ("hmac-sha1", "devcrypto")
        both = {"aes-cbc": 70, "hmac-sha1": 69}
        self.assertEqual(self.wrong("devcrypto-hash", [cbc, mac], devcrypto=both), [])
        self.assertEqual(self.wrong("devcrypto", [cbc], devcrypto={"aes-cbc": 70}, default={"hmac-sha1": 69}), [])
        given_back = {"afalg": {"aes-cbc": 9}, "default": {"aes-cbc": 2}, "failed": {"aes-cbc": 1}}
        self.assertEqual(self.wrong("afalg", [("aes-cbc", "afalg")], threads=True, **given_back), [])
        self.assertEqual(self.wrong("auto", [], default=both), [])
        self.assertEqual(self.wrong("software", []), [])
        for faulty, text in (
            (self.wrong("devcrypto-hash", [cbc, mac], devcrypto={"aes-cbc": 70}), "no hmac-sha1 by devcrypto"),
            (self.wrong("auto", [("aes-cbc", "afalg")], default=both), "no aes-cbc by afalg"),
            (self.wrong("devcrypto", [cbc], devcrypto=both), "was not to hash"),
            (
                self.wrong("afalg", [("aes-cbc", "afalg")], **given_back),
                "1 operations of aes-cbc that an engine gave back",
            ),
            (self.wrong("software", [], afalg={"aes-cbc": 70}), "70 operations of aes-cbc by afalg"),
        ):
            self.assertEqual(len(faulty), 1, faulty)
            self.assertIn(text, faulty[0])

    def test_bytes(self) -> None:
        """A file that is too short, too long, changed in one byte, or not there."""
        good = b"".join(content(200_000))
        changed = bytearray(good)
        changed[150_000] ^= 1
        self.answer(b"HTTP/1.1 200 OK\r\n\r\n", good)
        for head, body in (
            (b"HTTP/1.1 200 OK\r\n\r\n", good[:-1]),
            (b"HTTP/1.1 200 OK\r\n\r\n", good + b"\0"),
            (b"HTTP/1.1 200 OK\r\n\r\n", bytes(changed)),
            (b"HTTP/1.1 404 Not Found\r\n\r\n", good),
            (b"", b""),
        ):
            with self.assertRaises(ValueError):
                self.answer(head, body)

    def answer(self, head: bytes, body: bytes) -> None:
        here, there = socket.socketpair()

        def send() -> None:
            with there:
                there.recv(1000)
                there.sendall(head + body)

        server = threading.Thread(target=send)
        server.start()
        try:
            download.download(here, 200_000)
        finally:
            here.close()
            server.join()


class Server(unittest.TestCase):
    def test_board(self) -> None:
        """A server by a command of the user's, here without any accelerator."""
        ports = f"--http {free_port()} --https {free_port()}"
        control = f"{sys.executable} -B {SOURCE / 'bench/download_server.py'} --module {PROVIDER} {ports}"
        options = ["--at", "127.0.0.1", "--control", control, "--server", "apache2", "--runs", "2"]
        said, rows = measure(*options, "--suites", "AES128-GCM-SHA256,HTTP", "--ways", "software,devcrypto")
        self.assertRegex(said, "(?m)^devcrypto: left out for AES128-GCM-SHA256: .")
        self.assertEqual(
            [(row["suite"], row["downloads"]) for row in rows[::2]],
            [("AES128-GCM-SHA256", "1"), ("AES128-GCM-SHA256", "2"), ("HTTP", "1"), ("HTTP", "2")],
        )
        for row in rows:
            self.assertEqual(int(row["bytes"]), SIZE * int(row["downloads"]))
            self.assertGreater(float(row["seconds"]), 0)
            self.assertEqual(operations(row), {})

    def test_machine(self) -> None:
        ways = ["--ways", "afalg,devcrypto-hash", "--downloads", "1", "--runs", "1", "--time-limit", "600"]
        _, rows = measure("--suites", "AES128-SHA,HTTP", *ways)
        promised = ["afalg:aes-cbc", "devcrypto:aes-cbc devcrypto:hmac-sha1", ""]
        self.assertEqual([row["promised"] for row in rows], promised)
        afalg, devcrypto, plain = (operations(row) for row in rows)
        records = 2 * SIZE // 16384  # of the run and of the one before it
        self.assertGreaterEqual(afalg["afalg:aes-cbc"], records)
        self.assertNotIn("afalg:hmac-sha1", afalg)
        self.assertGreaterEqual(devcrypto["devcrypto:aes-cbc"], records)
        self.assertGreaterEqual(devcrypto["devcrypto:hmac-sha1"], records)
        self.assertEqual(plain, {})
        for row in rows:
            self.assertGreater(float(row["user_s"]) + float(row["system_s"]) + float(row["softirq_s"]), 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
