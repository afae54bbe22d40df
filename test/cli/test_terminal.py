# SPDX-License-Identifier: Apache-2.0
"""On a terminal: progress, the password prompt without echo, and that no secret shows in the command line."""

import fcntl
import os
import pty
import re
import resource
import select
import struct
import subprocess
import termios
import time
import unittest
from pathlib import Path

from common import PROGRAM, USAGE, CliTest, some_bytes

LIMIT = 60  # seconds that anything here may take


class Terminal:
    """A program whose controlling terminal is a pseudo-terminal of ours."""

    def __init__(self, test: CliTest, *args: str, stdin: int | None = None, stdout: int | None = None) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        self.seen = b""

        def take_terminal() -> None:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [PROGRAM, *args],
            cwd=test.folder,
            env=test.environment,
            stdin=slave if stdin is None else stdin,
            stdout=slave if stdout is None else stdout,
            stderr=slave,
            preexec_fn=take_terminal,
            pass_fds=(slave,),
        )
        os.close(slave)
        test.addCleanup(os.close, self.master)
        test.addCleanup(self.end)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def read(self, seconds: float) -> bytes:
        """What comes within so many seconds."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self.master, 65536)
        except OSError:  # the other side is closed
            return b""
        self.seen += data
        return data

    def wait_for(self, pattern: bytes) -> None:
        end = time.monotonic() + LIMIT
        while not re.search(pattern, self.seen):
            if time.monotonic() > end:
                raise AssertionError(f"{pattern!r} does not come: {self.seen[-300:]!r}")
            self.read(0.1)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def finish(self) -> int:
        end = time.monotonic() + LIMIT
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.05)
        while self.read(0.05):
            pass
        return self.process.wait(1)

    def echoes(self) -> bool:
        return bool(termios.tcgetattr(self.master)[3] & termios.ECHO)


def spent_by(pid: int) -> float:
    """The processor's time of a running program, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class OnTerminal(CliTest):
    def rounds(self, seconds: float) -> str:
        """Rounds of PBKDF2 that take the processor about so long."""
        self.write("password", "p")
        args = ("enc", "-q", "--password-file", "password", "-o", "/dev/null", "/dev/null", "--rounds")
        began = self.spent()
        self.outboard(*args, "1000")
        start = self.spent()
        self.outboard(*args, "101000")
        end = self.spent()
        return str(int(seconds * 100000 / max(end - start - (start - began), 0.01)) + 1000)

    @staticmethod
    def spent() -> float:
        """The processor's time of programs that have ended: what the machine does beside them does not count."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def enter(self, terminal: Terminal, prompt: bytes, password: str) -> None:
        terminal.wait_for(prompt)
        end = time.monotonic() + LIMIT
        while terminal.echoes() and time.monotonic() < end:
            time.sleep(0.01)
        self.assertFalse(terminal.echoes())
        terminal.type(password + "\n")

    def test_prompt(self) -> None:
        self.write("data", some_bytes(1000))
        run = Terminal(self, "enc", "--rounds", "1000", "data")
        self.enter(run, b"Password: ", "tr0ub4dor")
        self.enter(run, b"Password again: ", "tr0ub4dor")
        self.assertEqual(run.finish(), 0, run.seen)
        self.assertNotIn(b"tr0ub4dor", run.seen)
        self.assertTrue(run.echoes())
        self.write("password", "tr0ub4dor\n")
        self.outboard("dec", "--password-file", "password", "-o", "one", "data.ob")
        run = Terminal(self, "dec", "-o", "two", "data.ob")
        self.enter(run, b"Password: ", "tr0ub4dor")
        self.assertEqual(run.finish(), 0, run.seen)
        self.assertEqual(self.read("one"), self.read("data"))
        self.assertEqual(self.read("two"), self.read("data"))

    def test_prompt_when_standard_streams_are_taken(self) -> None:
        """The data come through standard input; the password still comes from the terminal."""
        reader, writer = os.pipe()
        os.write(writer, b"the data")
        os.close(writer)
        with open(self.folder / "out", "wb") as out:
            run = Terminal(self, "enc", "--rounds", "1000", stdin=reader, stdout=out.fileno())
            os.close(reader)
            self.enter(run, b"Password: ", "x")
            self.enter(run, b"again: ", "x")
            self.assertEqual(run.finish(), 0, run.seen)
        self.write("password", "x")
        self.assertEqual(
            self.outboard("dec", "--password-file", "password", input=self.read("out")).stdout, b"the data"
        )

    def test_passwords_that_differ_or_are_empty(self) -> None:
        self.write("data", b"data")
        run = Terminal(self, "enc", "data")
        self.enter(run, b"Password: ", "one")
        self.enter(run, b"again: ", "other")
        self.assertEqual(run.finish(), USAGE)
        run = Terminal(self, "enc", "data")
        self.enter(run, b"Password: ", "")
        self.assertEqual(run.finish(), USAGE)
        self.assertEqual(self.names(), {"data"})

    def test_interrupted_prompt_restores_the_echo(self) -> None:
        self.write("data", b"data")
        run = Terminal(self, "enc", "data")
        run.wait_for(b"Password: ")
        end = time.monotonic() + LIMIT
        while run.echoes() and time.monotonic() < end:
            time.sleep(0.01)
        run.type("\x03")
        self.assertLess(run.finish(), 0)
        self.assertTrue(run.echoes())
        self.assertEqual(self.names(), {"data"})

    def test_no_terminal_to_ask(self) -> None:
        self.write("data", b"data")
        run = self.outboard("enc", "data", code=USAGE, start_new_session=True)
        self.assertIn(b"--password-file", run.stderr)

    def test_progress(self) -> None:
        """Slow input of known size shows a bar that grows; the line is clear at the end."""
        self.write("password", "p")
        args = ("enc", "--password-file", "password", "-o", "/dev/null", "data")
        times, seconds = [], 4
        for size in (0, 256 << 20):  # both derive a key: the difference is the time of the cipher
            with open(self.folder / "data", "wb") as data:
                data.truncate(size)
            began = self.spent()
            self.outboard(*args)
            times.append(self.spent() - began)
        with open(self.folder / "data", "ab") as data:
            data.truncate(int(seconds / max(times[1] - times[0], 0.04) * (256 << 20)))
        run = Terminal(self, *args)
        run.wait_for(rb"deriving the key")
        run.wait_for(rb"\[#+ *\] +\d+ %")
        run.wait_for(rb"left")
        self.assertEqual(run.finish(), 0, run.seen)
        self.assertTrue(run.seen.endswith(b"\r\x1b[K"), run.seen[-50:])
        for line in run.seen.split(b"\r"):
            self.assertLess(len(line), 100 + 10)

    def test_progress_of_a_pipe(self) -> None:
        """The size of a pipe is not known: bytes and speed are shown."""
        self.write("key", bytes(32))
        reader, writer = os.pipe()
        with open(self.folder / "out", "wb") as out:
            run = Terminal(self, "enc", "--key-file", "key", stdin=reader, stdout=out.fileno())
            os.close(reader)
            for _ in range(12):
                os.write(writer, bytes(65536))
                run.read(0.1)
            os.close(writer)
            self.assertEqual(run.finish(), 0, run.seen)
        self.assertRegex(run.seen, rb"standard input +\d+(\.\d)? [KM]iB +\d+(\.\d)? [KM]?i?B/s")

    def test_quiet_and_no_terminal_show_nothing(self) -> None:
        args = ("--password-file", "password", "--rounds", self.rounds(1), "-o", "/dev/null", "/dev/null")
        run = Terminal(self, "enc", "-q", *args)
        self.assertEqual(run.finish(), 0)
        self.assertEqual(run.seen, b"")
        self.assertEqual(self.outboard("enc", *args).stderr, b"")

    def test_no_ciphertext_to_a_terminal(self) -> None:
        self.write("key", bytes(32))
        self.write("data", b"data")
        run = Terminal(self, "enc", "--key-file", "key", "-o", "-", "data")
        self.assertEqual(run.finish(), USAGE)
        self.assertIn(b"terminal", run.seen)
        run = Terminal(self, "enc", "--key-file", "key", "-f", "-o", "-", "data")
        self.assertEqual(run.finish(), 0)

    def test_no_secret_in_the_command_line(self) -> None:
        """While it works, the command line and environment of the process hold neither password nor key."""
        self.write("password", "s3cr3t-passw0rd")
        process = subprocess.Popen(
            [PROGRAM, "enc", "--password-file", "password", "--rounds", "20000000", "-o", "out", "/dev/null"],
            cwd=self.folder,
            env=self.environment,
            stderr=subprocess.DEVNULL,
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        end = time.monotonic() + LIMIT
        while process.poll() is None and spent_by(process.pid) < 0.3 and time.monotonic() < end:
            time.sleep(0.01)
        self.assertIsNone(process.poll())
        self.assertGreaterEqual(spent_by(process.pid), 0.3)  # it derives the key
        for name in ("cmdline", "environ"):
            self.assertNotIn(b"s3cr3t", Path(f"/proc/{process.pid}/{name}").read_bytes())
        for command in ("enc", "dec"):
            help_text = self.outboard(command, "--help").stdout.decode()
            for option in re.findall(r"--([a-z-]*(?:key|pass)[a-z-]*)", help_text):
                self.assertRegex(option, "-(file|fd)$")


if __name__ == "__main__":
    unittest.main()
