#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the kept full runs on the simulated blocks: they are complete, and the blocks' pages name those of an older
block or driver."""

import contextlib
import io
import os
import subprocess
import unittest
from pathlib import Path
from unittest import mock

import block_runs

VECTORS = block_runs.read_vectors(block_runs.wycheproof.VECTORS.read_bytes())


def made(engine: str, alg: str, split: int = 0, part: str = "1/1") -> list[dict[str, str]]:
    """Rows as a run gives them: all vectors by the CPU, and by DMA, some of those declined."""
    digest, count = VECTORS[alg][0], block_runs.share(VECTORS[alg][1], part)
    own = {"engine": engine, "algorithm": alg, "vectors_digest": digest, "negatives": "0", "part": part}
    own["sources"] = block_runs.sources_digest(engine)
    rest = {"mode": "dma", "vectors": str(count - split), "declined": str(split)}
    return [own | {"mode": "cpu", "vectors": str(count), "declined": "0"}, own | rest]


class Kept(unittest.TestCase):
    def setUp(self) -> None:
        self.rows = made("hasher", "sha256") + made("cryp", "aes-gcm", 3)

    def wrong(self, why: str) -> None:
        with self.assertRaisesRegex(block_runs.wycheproof.StaleError, why):
            block_runs.check(self.rows, VECTORS)

    def test_what_is_kept(self) -> None:
        """The kept results are those of the vectors at hand, and of the blocks and drivers, unless a page says so."""
        rows = block_runs.wycheproof.read(block_runs.RESULTS)
        block_runs.check(rows, VECTORS)
        for block in block_runs.BLOCKS:
            page = (block_runs.ROOT / f"hw/{block}/signoff.md").read_text()
            block_runs.check_page(block, page, rows)
        block_runs.check(self.rows, VECTORS)

    def test_other_sources_make_them_older(self) -> None:
        read = type(block_runs.RESULTS).read_text
        for name in ("hasher_core.sv", "udma_ctl.sv", "hasher_udma.sv", "hasher.c", "udma.c"):

            def changed(path: object, name: str = name) -> str:
                return read(path) + ("int more;" if path.name == name else "")

            with self.subTest(name), mock.patch.object(type(block_runs.RESULTS), "read_text", changed):
                block_runs.check(self.rows, VECTORS)
                older = [True] * 2 + [name.startswith("udma")] * 2
                self.assertEqual([block_runs.is_older(row) for row in self.rows], older)

    def test_the_page_names_what_is_older(self) -> None:
        rows = made("cryp", "aes-ctr") + made("cryp", "des-ecb") + made("hasher", "md5")
        for row in rows[:2] + rows[-2:]:
            row["sources"] = "0" * 16
        page = "| all vectors | of an older block: {}; and more | `x` |"
        block_runs.check_page("cryp", page.format("aes-ctr"), rows)
        block_runs.check_page("cryp", "all done", rows[2:])
        for text in ("all done", page.format("des-ecb"), page.format("aes-ctr, des-ecb")):
            with self.assertRaisesRegex(block_runs.wycheproof.StaleError, "cryp/signoff.*block: aes-ctr$"):
                block_runs.check_page("cryp", text, rows)
        with self.assertRaisesRegex(block_runs.wycheproof.StaleError, "nothing of an older block"):
            block_runs.check_page("cryp", page.format("aes-ctr"), rows[2:])

    def test_what_is_older_stays_until_it_is_replaced(self) -> None:
        parts = block_runs.parts_of(VECTORS["aes-gcm"][1])
        whole = [row | {"sources": "0" * 16} for row in made("cryp", "aes-gcm")]
        old = [row | {"sources": "0" * 16} for part in parts[:2] for row in made("cryp", "aes-gcm", part=part)]
        runs = block_runs.Runs(block_runs.ROOT, VECTORS, whole + old, 600)
        self.assertEqual((runs.rows, runs.older), ([], whole + old))
        with mock.patch.object(block_runs, "listed", lambda *_: ["aes-gcm"]):
            self.assertEqual([task.part for task in runs.left(["cryp"])], parts)
        for part in parts:
            new = made("cryp", "aes-gcm", part=part)
            with (
                mock.patch.object(block_runs, "run", lambda *_, new=new: new),
                mock.patch.object(block_runs, "write") as write,
                contextlib.redirect_stdout(io.StringIO()),
            ):
                runs.run(block_runs.Task("cryp", "aes-gcm", part))
            left = [] if part == parts[-1] else whole + (old[2:] if part == parts[0] else [])
            self.assertEqual(runs.older, left)
            write.assert_called_once_with(runs.rows + left)
        self.assertEqual(runs.rows, made("cryp", "aes-gcm"))

    def test_comments_are_no_sources(self) -> None:
        read = type(block_runs.RESULTS).read_text

        def changed(path: object) -> str:
            return read(path) + {".sv": "// more\n", ".txt": ""}.get(path.suffix, "/* more */\n")

        with mock.patch.object(type(block_runs.RESULTS), "read_text", changed):
            block_runs.check(self.rows, VECTORS)

    def test_other_vectors_make_them_stale(self) -> None:
        self.rows[-1]["vectors_digest"] = "0" * 16
        self.wrong("cryp, aes-gcm: the vectors have changed")

    def test_a_vector_that_did_not_run_shows(self) -> None:
        self.rows[0]["vectors"] = str(int(self.rows[0]["vectors"]) - 1)
        self.wrong("hasher, sha256: .* in mode cpu")

    def test_a_refusal_before_the_dma(self) -> None:
        """What must be refused by both may be refused before the DMA is asked; nothing else may be missing there."""
        self.rows[-2]["negatives"] = "5"
        self.rows[-1]["vectors"] = str(int(self.rows[-1]["vectors"]) - 5)
        block_runs.check(self.rows, VECTORS)
        self.rows[-1]["vectors"] = str(int(self.rows[-1]["vectors"]) - 1)
        self.wrong("cryp, aes-gcm: .* in mode dma")

    def test_both_modes_must_have_run(self) -> None:
        del self.rows[-1]
        self.wrong("cryp, aes-gcm: 0 vectors of .* in mode dma")

    def test_parts(self) -> None:
        """A part must have run all of its own vectors; all parts together become the whole algorithm."""
        count = VECTORS["aes-gcm"][1]
        parts = block_runs.parts_of(count)
        self.assertGreater(len(parts), 2)
        self.assertEqual(sum(block_runs.share(count, part) for part in parts), count)
        self.assertLessEqual(block_runs.share(count, parts[0]), block_runs.PART)
        rows = [row for part in parts for row in made("cryp", "aes-gcm", 3, part)]
        self.rows = block_runs.join(rows[2:])
        self.assertEqual(self.rows, rows[2:])
        block_runs.check(self.rows, VECTORS)
        self.rows[-1] = self.rows[-1] | {"vectors": str(int(self.rows[-1]["vectors"]) - 1)}
        self.wrong(f"cryp, aes-gcm, part {parts[-1]}: .* in mode dma")
        self.assertEqual(block_runs.join(rows), made("cryp", "aes-gcm", 3 * len(parts)))

    def test_the_suite_runs_parts(self) -> None:
        """Its parts together are the whole: each vector in one of them, with the same cuts."""
        suite = Path(os.environ["OB_CONFORMANCE"])

        def rows(part: str) -> list[dict[str, str]]:
            found = block_runs.run(suite, block_runs.Task("soft", "aes-cmac", part), 100)
            # These two layouts take the vectors before into account, of which a part has fewer.
            return [row | {"part": part, "interleaved": "0", "migrated": "0"} for row in found]

        parts = [row for part in ("1/3", "2/3", "3/3") for row in rows(part)]
        self.assertEqual(block_runs.join(parts), rows("1/1"))
        for wrong in ("0/3", "4/3", "3", "x/3", "1/x"):
            command = [suite, "--vectors", block_runs.wycheproof.VECTORS, "--part", wrong, "soft"]
            done = subprocess.run(command, check=False, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, "is no part|is not a number")

    def test_what_is_left_to_do(self) -> None:
        """What is whole or has its part does not run again, and each vector is in one part."""
        parts = block_runs.parts_of(VECTORS["aes-gcm"][1])
        with mock.patch.object(
            block_runs, "listed", lambda _, block: {"cryp": ["aes-ctr", "des-ecb", "aes-gcm"]}[block]
        ):
            for kept, left in ((2, parts[1:]), (0, parts)):
                rows = made("cryp", "aes-ctr") + made("cryp", "aes-gcm", part=parts[0])[:kept]
                runs = block_runs.Runs(block_runs.ROOT, VECTORS, rows, 1)
                wanted = [("cryp", "des-ecb", "1/1"), *[("cryp", "aes-gcm", part) for part in left]]
                self.assertEqual(runs.left(["cryp"]), wanted)
                self.assertEqual(runs.left(["cryp=aes-gcm"]), wanted[1:])


if __name__ == "__main__":
    unittest.main()
