# SPDX-License-Identifier: Apache-2.0
"""Encrypted files: round trips, damage, wrong keys, and that nothing half done is ever left behind."""

import hashlib
import hmac
import os
import resource
import signal
import struct
import subprocess
import time
import unittest

from common import ENGINE, FILE, HEADER, NO, OK, PROGRAM, TAG, USAGE, CliTest, some_bytes

CHUNK = 1024
KEY = bytes(range(1, 33))


class Files(CliTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("key", KEY)

    def seal(self, data: bytes, *args: str) -> bytes:
        return self.outboard("enc", "--key-file", "key", "--chunk", str(CHUNK), *args, input=data).stdout

    def open(self, data: bytes, code: int = OK) -> bytes:
        return self.outboard("dec", "--key-file", "key", input=data, code=code).stdout

    def refuse(self, data: bytes, word: str) -> None:
        """Decrypting data to a file fails with the word in the message, and no file appears."""
        self.write("bad.ob", data)
        before = self.names()
        run = self.outboard("dec", "--key-file", "key", "bad.ob", code=NO)
        self.assertIn(word, run.stderr.decode())
        self.assertEqual(self.names(), before)

    def test_round_trips(self) -> None:
        for algorithm in ("aes-256-gcm", "chacha20-poly1305", "aes-128-gcm"):
            for size in (0, 1, 15, 16, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 10 * CHUNK + 77):
                with self.subTest(algorithm=algorithm, size=size):
                    data = some_bytes(size)
                    sealed = self.seal(data, "-a", algorithm)
                    chunks = max(1, -(-size // CHUNK))
                    self.assertEqual(len(sealed), HEADER + size + TAG * chunks)
                    self.assertEqual(self.open(sealed), data)
                    if size >= 16:
                        self.assertNotIn(data[:16], sealed)

    def test_large_file_with_default_chunks(self) -> None:
        data = some_bytes(5 * 1024 * 1024 + 3)
        path = self.write("data", data)
        os.chmod(path, 0o640)
        self.outboard("enc", "--key-file", "key", "data")
        self.assertEqual(os.stat(self.folder / "data.ob").st_mode & 0o777, 0o640 & ~os.umask(os.umask(0)))
        os.rename(path, self.folder / "original")
        self.outboard("dec", "--key-file", "key", "data.ob")
        self.assertEqual(self.read("data"), data)
        self.assertEqual(self.names(), {"key", "data", "data.ob", "original"})

    def test_modes_no_wider_than_the_umask(self) -> None:
        self.write("data", b"x")
        os.chmod(self.folder / "data", 0o666)
        self.outboard("enc", "--key-file", "key", "data", preexec_fn=lambda: os.umask(0o027))
        self.assertEqual(os.stat(self.folder / "data.ob").st_mode & 0o777, 0o640)
        os.chmod(self.folder / "data.ob", 0o777)
        for umask, mode in ((0o077, 0o700), (0o022, 0o755), (0o177, 0o600)):
            self.outboard("dec", "--key-file", "key", "-f", "data.ob", preexec_fn=lambda mask=umask: os.umask(mask))
            self.assertEqual(os.stat(self.folder / "data").st_mode & 0o777, mode)

    def test_files_differ_under_one_key(self) -> None:
        first, second = self.seal(b"x" * 100), self.seal(b"x" * 100)
        self.assertNotEqual(first[16:39], second[16:39])
        self.assertNotEqual(first[HEADER:], second[HEADER:])

    def test_every_chunk_size(self) -> None:
        data = some_bytes(70000)
        for log in range(10, 25):
            sealed = self.outboard("enc", "--key-file", "key", "--chunk", str(1 << log), input=data).stdout
            self.assertEqual(sealed[11], log)
            self.assertEqual(self.open(sealed), data)

    def test_header_is_as_documented(self) -> None:
        """docs/file-format.md is enough to compute the header tag, with Python's own HMAC and PBKDF2."""
        self.write("password", "correct horse\n")
        sealed = self.outboard("enc", "--password-file", "password", "--rounds", "1234", input=b"hello").stdout
        self.assertEqual(sealed[:12], b"\x89OBENC\r\n\x01\x01\x01\x10")
        self.assertEqual(struct.unpack(">I", sealed[12:16])[0], 1234)
        self.assertEqual(sealed[39], 0)
        master = hashlib.pbkdf2_hmac("sha256", b"correct horse", sealed[16:32], 1234)
        tag = hmac.digest(master, b"outboard file header\0" + sealed[:40], "sha256")[:16]
        self.assertEqual(tag, sealed[40:56])
        sealed = self.seal(b"hello")
        self.assertEqual(sealed[10:16], bytes([0, 10, 0, 0, 0, 0]))
        self.assertEqual(hmac.digest(KEY, b"outboard file header\0" + sealed[:40], "sha256")[:16], sealed[40:56])

    def test_scrypt(self) -> None:
        """The header tag is the one that Python's own scrypt gives, and no header asks for more than its limits."""
        self.write("password", "correct horse\n")
        sealed = self.outboard("enc", "--password-file", "password", "--kdf", "scrypt", input=b"hello").stdout
        self.assertEqual(sealed[10:16], bytes([2, 16, 17, 8, 1, 0]))
        master = hashlib.scrypt(b"correct horse", salt=sealed[16:32], n=1 << 17, r=8, p=1, maxmem=1 << 28, dklen=32)
        tag = hmac.digest(master, b"outboard file header\0" + sealed[:40], "sha256")[:16]
        self.assertEqual(tag, sealed[40:56])
        opened = self.outboard("dec", "--password-file", "password", input=sealed).stdout
        self.assertEqual(opened, b"hello")
        self.write("wrong", "wrong\n")
        self.outboard("dec", "--password-file", "wrong", input=sealed, code=NO)
        for place, value in ((12, 21), (12, 63), (12, 13), (13, 9), (14, 0), (14, 17), (15, 1)):
            damaged = bytearray(sealed)
            damaged[place] = value
            run = self.outboard("dec", "--password-file", "password", input=bytes(damaged), code=NO)
            self.assertIn(b"the header is damaged", run.stderr, (place, value))

    def test_argon2id(self) -> None:
        """With OpenSSL 3.2 and later; an older one says so. "./run provider versions" compares with openssl kdf."""
        self.write("password", "correct horse\n")
        run = subprocess.run(
            [PROGRAM, "enc", "--password-file", "password", "--kdf", "argon2id"],
            cwd=self.folder,
            env=self.environment,
            input=b"hello",
            capture_output=True,
            check=False,
        )
        if run.returncode == ENGINE:
            self.assertIn(b"no argon2id", run.stderr)
            return
        self.assertEqual(run.returncode, OK, run.stderr)
        self.assertEqual(run.stdout[10:16], bytes([3, 16, 16, 3, 4, 0]))
        self.assertEqual(self.outboard("dec", "--password-file", "password", input=run.stdout).stdout, b"hello")

    def test_kdf_usage(self) -> None:
        self.write("password", "p\n")
        for args in (
            ("enc", "--password-file", "password", "--kdf", "nosuch"),
            ("enc", "--password-file", "password", "--kdf", "scrypt", "--rounds", "1000"),
            ("enc", "--password-file", "password", "--kdf", "scrypt", "--openssl"),
            ("enc", "--key-file", "key", "--kdf", "scrypt"),
            ("dec", "--password-file", "password", "--kdf", "scrypt"),
        ):
            self.outboard(*args, input=b"", code=USAGE)

    def test_default_rounds(self) -> None:
        self.write("password", "p\n")
        sealed = self.outboard("enc", "--password-file", "password", input=b"").stdout
        self.assertEqual(struct.unpack(">I", sealed[12:16])[0], 600000)

    # ---- damage ----

    def test_every_bit_counts(self) -> None:
        sealed = self.seal(some_bytes(2 * CHUNK + 5))
        places = list(range(HEADER)) + [
            HEADER,
            HEADER + CHUNK - 1,
            HEADER + CHUNK,
            HEADER + CHUNK + TAG,
            len(sealed) - 1,
        ]
        for place in places:
            damaged = bytearray(sealed)
            damaged[place] ^= 1 << place % 8
            self.write("bad.ob", bytes(damaged))
            run = self.outboard("dec", "--key-file", "key", "bad.ob", code=NO)
            self.assertNotIn("bad", self.names(), f"byte {place}")
            self.assertTrue(run.stderr, f"byte {place}")

    def test_truncated(self) -> None:
        size = 3 * CHUNK
        sealed = self.seal(some_bytes(size))
        unit = CHUNK + TAG
        for cut in (1, TAG - 1, TAG, TAG + 1, unit - 1):
            self.refuse(sealed[:-cut], "")
        for chunks in (1, 2):
            self.refuse(sealed[: HEADER + chunks * unit], "the end of the file is missing")
        self.refuse(sealed[:HEADER], "the end of the file is missing")
        self.refuse(sealed[: HEADER - 1], "the end of the file is missing")
        self.refuse(sealed[:7], "not an encrypted file")
        self.refuse(b"", "not an encrypted file")

    def test_appended(self) -> None:
        for size in (CHUNK, 2 * CHUNK):
            sealed = self.seal(some_bytes(size))
            self.refuse(sealed + some_bytes(100), "added at the end")
            self.refuse(sealed + sealed[HEADER:], "added at the end")
            self.refuse(sealed + b"\0" * TAG, "added at the end")
        sealed = self.seal(some_bytes(100))
        self.refuse(sealed + b"\0", "damaged")

    def test_reordered(self) -> None:
        unit = CHUNK + TAG
        sealed = self.seal(some_bytes(4 * CHUNK))
        head, chunks = sealed[:HEADER], [sealed[HEADER + i * unit : HEADER + (i + 1) * unit] for i in range(4)]
        for order in ([1, 0, 2, 3], [0, 2, 1, 3], [0, 1, 1, 3], [0, 1, 3, 2], [0, 2, 3], [3], [0, 0, 1, 2, 3]):
            self.refuse(head + b"".join(chunks[i] for i in order), "chunk ")
        other = self.seal(some_bytes(4 * CHUNK))
        self.refuse(head + other[HEADER:], "chunk 0 is damaged")
        self.refuse(sealed[: HEADER + unit] + other[HEADER + unit :], "chunk 1 is damaged")

    def test_standard_output_gets_whole_genuine_chunks_only(self) -> None:
        data = some_bytes(3 * CHUNK)
        sealed = bytearray(self.seal(data))
        sealed[HEADER + CHUNK + TAG + 5] ^= 1
        run = self.outboard("dec", "--key-file", "key", input=bytes(sealed), code=NO)
        self.assertEqual(run.stdout, data[:CHUNK])
        self.assertIn("not the whole", run.stderr.decode())

    def test_wrong_key_and_password(self) -> None:
        self.write("a.ob", self.seal(b"secret"))
        self.write("other", bytes(32))
        self.write("password", "right\n")
        self.write("wrong", "wrong\n")
        self.write("b.ob", self.outboard("enc", "--password-file", "password", "--rounds", "1000", input=b"x").stdout)
        before = self.names()
        run = self.outboard("dec", "--key-file", "other", "a.ob", code=NO)
        self.assertIn("wrong key", run.stderr.decode())
        run = self.outboard("dec", "--password-file", "wrong", "b.ob", code=NO)
        self.assertIn("wrong password", run.stderr.decode())
        run = self.outboard("dec", "--password-file", "password", "a.ob", code=NO)
        self.assertIn("encrypted with a key", run.stderr.decode())
        run = self.outboard("dec", "--key-file", "key", "b.ob", code=NO)
        self.assertIn("encrypted with a password", run.stderr.decode())
        self.assertEqual(self.names(), before)

    def test_hostile_headers(self) -> None:
        self.write("password", "p\n")
        sealed = self.outboard("enc", "--password-file", "password", "--rounds", "1000", input=b"x").stdout
        for place, value, word in (
            (8, 2, "format 2"),
            (9, 0, "header"),
            (9, 9, "header"),
            (10, 7, "header"),
            (11, 63, "header"),
            (11, 9, "header"),
            (12, 255, "header"),
            (39, 1, "header"),
        ):
            damaged = bytearray(sealed)
            damaged[place] = value
            self.write("bad.ob", bytes(damaged))
            began = time.monotonic()
            run = self.outboard("dec", "--password-file", "password", "bad.ob", code=NO)
            self.assertIn(word, run.stderr.decode(), (place, value))
            self.assertLess(time.monotonic() - began, 20)  # no key was derived with 2^32 rounds

    def test_foreign_files(self) -> None:
        self.write("plain.ob", "just text, longer than a header of an encrypted file would have to be")
        self.assertIn(
            "not an encrypted file", self.outboard("dec", "--key-file", "key", "plain.ob", code=NO).stderr.decode()
        )
        self.write("salted.ob", b"Salted__" + bytes(100))
        self.assertIn("--openssl", self.outboard("dec", "--key-file", "key", "salted.ob", code=NO).stderr.decode())

    # ---- keys ----

    def test_keys_as_digits_and_from_descriptors(self) -> None:
        sealed = self.seal(b"data")
        self.write("hex", KEY.hex() + "\n")
        self.write("HEX", KEY.hex().upper())
        for name in ("hex", "HEX"):
            self.assertEqual(self.outboard("dec", "--key-file", name, input=sealed).stdout, b"data")
        for content in (KEY, KEY.hex().encode() + b"\n"):
            reader, writer = os.pipe()
            os.write(writer, content)
            os.close(writer)
            run = self.outboard("dec", "--key-fd", str(reader), input=sealed, pass_fds=(reader,))
            os.close(reader)
            self.assertEqual(run.stdout, b"data")

    def test_password_from_descriptor_leaves_the_rest(self) -> None:
        reader, writer = os.pipe()
        os.write(writer, b"pass word\r\nthe rest")
        os.close(writer)
        sealed = self.outboard(
            "enc", "--password-fd", str(reader), "--rounds", "1000", input=b"data", pass_fds=(reader,)
        )
        self.assertEqual(os.read(reader, 100), b"the rest")
        os.close(reader)
        self.write("password", "pass word")
        run = self.outboard("dec", "--password-file", "password", input=sealed.stdout)
        self.assertEqual(run.stdout, b"data")

    def test_bad_keys(self) -> None:
        for content in (b"", KEY[:31], KEY + b"\n", KEY.hex().encode()[:-1] + b"g", bytes(65)):
            self.write("bad", content)
            self.assertIn("32 bytes", self.outboard("enc", "--key-file", "bad", input=b"", code=USAGE).stderr.decode())
        for content in (b"", b"\n", b"\r\n", b"x" * 2000):
            self.write("bad", content)
            self.outboard("enc", "--password-file", "bad", input=b"", code=USAGE)
        self.outboard("enc", "--key-file", "absent", input=b"", code=FILE)
        self.outboard("enc", "--key-fd", "99", input=b"", code=FILE)
        self.outboard("enc", "--key-file", "key", "--password-file", "key", input=b"", code=USAGE)

    # ---- files ----

    def test_names(self) -> None:
        self.write("data", b"data")
        self.outboard("enc", "--key-file", "key", "data")
        run = self.outboard("enc", "--key-file", "key", "data", code=FILE)
        self.assertIn("exists already", run.stderr.decode())
        old = self.read("data.ob")
        self.outboard("enc", "--key-file", "key", "--force", "data")
        self.assertNotEqual(self.read("data.ob"), old)
        self.outboard("dec", "--key-file", "key", "data.ob", code=FILE)
        self.assertEqual(self.read("data"), b"data")
        self.outboard("dec", "--key-file", "key", "-o", "again", "data.ob")
        self.assertEqual(self.read("again"), b"data")
        self.outboard("dec", "--key-file", "key", "data", code=USAGE)
        os.rename(self.folder / "data.ob", self.folder / ".ob")
        self.outboard("dec", "--key-file", "key", ".ob", code=USAGE)
        self.assertEqual(self.names(), {"key", "data", ".ob", "again"})

    def test_link_stays_a_link(self) -> None:
        self.write("data", b"data")
        self.write("target", b"old")
        os.symlink("target", self.folder / "link")
        self.outboard("enc", "--key-file", "key", "-f", "-o", "link", "data")
        self.assertTrue(os.path.islink(self.folder / "link"))
        self.assertNotEqual(self.read("target"), b"old")

    def test_output_that_is_no_file(self) -> None:
        self.write("data", b"data")
        self.outboard("enc", "--key-file", "key", "-o", "/dev/null", "data")
        os.mkdir(self.folder / "folder")
        self.outboard("enc", "--key-file", "key", "-o", "folder", "data", code=FILE)
        self.outboard("enc", "--key-file", "key", "-o", "absent/data", "data", code=FILE)
        self.outboard("enc", "--key-file", "key", "folder", code=FILE)
        self.outboard("enc", "--key-file", "key", "absent", code=FILE)
        self.assertEqual(self.names(), {"key", "data", "folder"})

    def test_file_size_limit(self) -> None:
        """The disk is full, as far as the program can tell: the error is named, and nothing is left."""
        self.write("data", bytes(1 << 20))
        self.write("small", bytes(1000))
        self.outboard("enc", "--key-file", "key", "-o", "small.ob", "small")
        before = self.names()

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 18, 1 << 18))

        run = self.outboard("enc", "--key-file", "key", "data", code=FILE, preexec_fn=limit)
        self.assertIn("large", run.stderr.decode())
        self.assertEqual(self.names(), before)

    def test_full_device(self) -> None:
        """/dev/full refuses every write with "No space left on device"."""
        self.write("data", bytes(1 << 20))
        run = self.outboard("enc", "--key-file", "key", "-o", "/dev/full", "data", code=FILE)
        self.assertIn("No space left", run.stderr.decode())
        with open("/dev/full", "wb") as full:
            run = subprocess.run(
                [PROGRAM, "hash", "data"],
                cwd=self.folder,
                env=self.environment,
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
        self.assertEqual(run.returncode, FILE)
        self.assertIn(b"standard output", run.stderr)

    def test_closed_pipe(self) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        self.write("data", bytes(1 << 20))
        run = subprocess.run(
            [PROGRAM, "enc", "--key-file", "key", "-o", "-", "data"],
            cwd=self.folder,
            env=self.environment,
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
        )
        os.close(writer)
        self.assertEqual(run.returncode, FILE)

    # ---- interruption ----

    def test_signals_leave_no_file(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            for command, head in (("enc", b""), ("dec", self.seal(bytes(CHUNK)))):
                reader, writer = os.pipe()
                process = subprocess.Popen(
                    [PROGRAM, command, "--key-file", "key", "-o", "out"],
                    cwd=self.folder,
                    env=self.environment,
                    stdin=reader,
                    stderr=subprocess.PIPE,
                )
                os.close(reader)
                os.write(writer, head if head else bytes(70000))
                end = time.monotonic() + 20
                while not any(name.startswith("out.") for name in self.names()) and time.monotonic() < end:
                    time.sleep(0.01)
                self.assertTrue(any(name.startswith("out.") for name in self.names()))
                process.send_signal(number)
                self.assertEqual(process.wait(20), -number)
                process.stderr.close()
                os.close(writer)
                self.assertEqual(self.names(), {"key"})

    def test_killed_run_leaves_the_old_file(self) -> None:
        """Nothing can clean up after SIGKILL, but the file under the final name is still the old one."""
        self.write("out", b"old")
        process = subprocess.Popen(
            [PROGRAM, "enc", "--key-file", "key", "-f", "-o", "out"],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.PIPE,
        )
        process.stdin.write(bytes(200000))
        process.stdin.flush()
        end = time.monotonic() + 20
        while not any(name.startswith("out.") for name in self.names()) and time.monotonic() < end:
            time.sleep(0.01)
        process.kill()
        process.wait()
        process.stdin.close()
        self.assertEqual(self.read("out"), b"old")

    def test_a_file_that_appears_meanwhile_is_kept(self) -> None:
        process = subprocess.Popen(
            [PROGRAM, "enc", "--key-file", "key", "-o", "out"],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        end = time.monotonic() + 20
        while not any(name.startswith("out.") for name in self.names()) and time.monotonic() < end:
            time.sleep(0.01)
        self.write("out", b"somebody else's")
        _, message = process.communicate(b"data")
        self.assertEqual(process.returncode, FILE)
        self.assertIn(b"exists", message)
        self.assertEqual(self.read("out"), b"somebody else's")
        self.assertEqual(self.names(), {"key", "out"})


if __name__ == "__main__":
    unittest.main()
