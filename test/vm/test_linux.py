#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench/linux.py: what it says of figures that do not show what they have to, and what it keeps of an interrupted
run."""

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from machine import SOURCE

sys.path.insert(0, str(SOURCE / "bench"))
import linux  # noqa: E402

POINT = linux.Point("slower", "md5", "hash", 0, 64)
ENGINE = linux.Point("engine", "aes-cbc", "enc", 128, linux.ENGINE_LENGTH)


class Check(unittest.TestCase):
    def test_choice(self) -> None:
        for better, worse in (("software", "afalg"), ("afalg", "software")):
            by = {better: 9500, worse: 20000}
            self.assertEqual(linux.wrong({POINT: by | {"auto": 10000}}), [])
            found = linux.wrong({POINT: by | {"auto": 10001}})
            self.assertEqual(len(found), 1)
            self.assertIn("slower md5 hash 0 64: auto is 0.950", found[0])

    def test_engine(self) -> None:
        by = {"openssl:afalg": 9700, "afalg": 10000, "afalg:no-helper": 9700}
        self.assertEqual(linux.wrong({ENGINE: by}), [])
        self.assertEqual(len(linux.wrong({ENGINE: by | {"afalg": 10001}})), 1)
        self.assertEqual(len(linux.wrong({ENGINE: by | {"afalg:no-helper": 9701}})), 1)

    def test_missing(self) -> None:
        all_there = {linux.Point(*name, 0, length): {} for *name, length in linux.wanted()}
        self.assertEqual(linux.missing(all_there), [])
        for name in ("aes-xts", "des3-cbc", "sm4-cbc", "aes-gcm", "aes-ccm", "chacha20-poly1305"):
            self.assertTrue({("shared", name, way, 65536) for way in ("enc", "dec")} <= linux.wanted(), name)
        for name, way in (("sha512", "hash"), ("hmac-sha256", "mac"), ("aes-cmac", "mac")):
            self.assertIn(("shared", name, way, 16), linux.wanted())
        del all_there[POINT]
        self.assertEqual(linux.missing(all_there), ["slower md5 hash: not there: 64 bytes"])


# What stands in for the machine: it says what it was asked for, and ends in the middle of the last.
MACHINE = """#!/bin/sh
for all; do before=$last last=$all; name=$before; done
for each in $(echo "$name" | tr , ' '); do
    echo "$each" >>"$0.asked"
    [ "$each" != md5 ] || [ -e "$0.lets" ] || exit 3
    echo "slower,auto,$each,hash,0,16,7" && echo
done
"""


class Kept(unittest.TestCase):
    def test_goes_on(self) -> None:
        part = linux.Part("slower", "", (("sm3", "hash"), ("md5", "hash"), ("sha1", "hash")), (16,))
        names = [name for name, _ in part.algorithms]
        with tempfile.TemporaryDirectory() as folder:
            verb = Path(folder) / "scripts/verbs/vm"
            verb.parent.mkdir(parents=True)
            verb.write_text(MACHINE)
            verb.chmod(0o755)
            changed = {"ROOT": Path(folder), "KEPT": Path(folder) / "kept"}
            with mock.patch.multiple(linux, programs=lambda _: "digest", **changed):
                found = []
                with self.assertRaisesRegex(SystemExit, "ended with 3, without md5, sha1"):
                    for figures in linux.run(part, names):
                        found += [point.algorithm for point in figures]
                self.assertEqual(found, ["sm3"])
                Path(f"{verb}.lets").touch()
                again = [point.algorithm for each in linux.run(part, names) for point in each]
            self.assertEqual(again, names)
            self.assertEqual(Path(f"{verb}.asked").read_text().split(), ["sm3", "md5", "md5", "sha1"])


class Again(unittest.TestCase):
    def test_backwards(self) -> None:
        """What is wrong is measured again, and is wrong if it is so twice."""
        asked = []
        ways = {"openssl": 900, "software": 1000, "afalg": 2000}

        def run(part: linux.Part, names: list[str]) -> list[linux.Figures]:
            asked.append((names, part.lengths))
            back = part.lengths[0] > part.lengths[-1]
            auto = {"md5": 1000, "sm3": 1000 if back else 1100, "sha1": 1999}
            points = ((name, linux.Point(part.kind, name, "hash", 0, 64)) for name in names)
            return [{point: ways | {"auto": auto[name], "afalg": 1900 if back else 2000}} for name, point in points]

        part = linux.Part("slower", "", (("md5", "hash"), ("sm3", "hash"), ("sha1", "hash")), (16, 64))
        wrote = []
        with mock.patch.multiple(linux, PARTS=[part], run=run, write=wrote.append, read=dict):
            linux.renew({"slower": ""})
        self.assertEqual(asked, [(["md5", "sm3", "sha1"], (16, 64)), (["sm3", "sha1"], (64, 16))])
        found = {point.algorithm: (by["auto"], by["afalg"]) for point, by in wrote[-1].items()}
        self.assertEqual(found, {"md5": (1000, 2000), "sm3": (1000, 1900), "sha1": (1999, 2000)})
        self.assertEqual(len(linux.wrong(wrote[-1])), 1)


if __name__ == "__main__":
    unittest.main()
