#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what makes the site: the check of links finds what is planted, and the reference has what a header says."""

import tempfile
import unittest
from pathlib import Path

import api
import browser
import dead
import stage

HEADER = b"""/* SPDX-License-Identifier: Apache-2.0 */
/* What the header is for. */
#ifndef OUTBOARD_X_H
#define OUTBOARD_X_H

struct ob_later;

/* Bytes of it. Default 8. */
#ifndef OB_SIZE
#define OB_SIZE 8
#endif

/* ---- calls ---- */

/* Text of its own.
 *
 *     ob_f(1); */

/* Does f. */
OB_MUST_CHECK static inline int ob_f(int a)
{
    return a * 4711;
}

struct ob_s {
    int a; /* the member */
};
#endif
"""


class Links(unittest.TestCase):
    def findings(self, body: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.html").write_text(f"<html><body>{body}</body></html>")
            (Path(folder) / "b.html").write_text('<html><body><p id="name"></p></body></html>')
            return list(dead.check(Path(folder)))

    def test_good(self) -> None:
        self.assertEqual(
            self.findings('<a href="b.html#name">x</a><a href="#"></a><a href="https://x.invalid">y</a>'), []
        )

    def test_planted(self) -> None:
        for body, said in (
            ('<a href="c.html">x</a>', "no file"),
            ('<a href="b.html#other">x</a>', "no name"),
            ('<img src="gone.svg">', "no file"),
            ('<script src="https://x.invalid/a.js"></script>', "from elsewhere"),
            ('<link rel="stylesheet" href="//x.invalid/a.css">', "from elsewhere"),
        ):
            with self.subTest(body=body):
                found = self.findings(body)
                self.assertEqual(len(found), 1)
                self.assertIn(said, found[0])

    def test_empty(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(len(list(dead.check(Path(folder)))), 1)


class Reference(unittest.TestCase):
    def test_page(self) -> None:
        text = api.page(Path("x.h"), list(api.items(HEADER)))
        for part in ("# outboard/x.h\n\nWhat the header is for.", "Bytes of it. Default 8.", "#define OB_SIZE 8"):
            self.assertIn(part, text)
        self.assertIn("## Calls\n", text)
        self.assertIn("```c\nob_f(1);\n```", text)
        self.assertIn("### ob_f\n\n```c\nOB_MUST_CHECK static inline int ob_f(int a);\n```\n\nDoes f.", text)
        self.assertIn("int a; /* the member */", text)
        for part in ("4711", "ob_later", "SPDX", "OUTBOARD"):
            self.assertNotIn(part, text)

    def test_every_function(self) -> None:
        """The names page has each function that the headers for applications declare."""
        names = api.pages(stage.ROOT)["docs/api/names.md"]
        for name in ("ob_aead_encrypt", "ob_hash_compute", "ob_session_close", "ob_start", "ob_engine_ops"):
            self.assertTrue(f"[`{name}`](" in names, name)


class Sections(unittest.TestCase):
    def test_patterns(self) -> None:
        self.assertTrue(stage.matches("docs/a.md", "docs/*.md"))
        self.assertFalse(stage.matches("docs/b/a.md", "docs/*.md"))
        self.assertTrue(stage.matches("test/b/c/README.md", "test/**/README.md"))
        self.assertFalse(stage.matches("other/README.md", "test/**/README.md"))


class Browser(unittest.TestCase):
    def test_planted(self) -> None:
        """A page as it should be has no finding; each fault has its own."""
        pages = {
            "good.html": "<h1>Title</h1><div style='overflow-x: auto'><pre style='width: 900px'>x</pre></div>",
            "headless.html": "<p>text</p>",
            "wide.html": "<h1>Title</h1><pre style='width: 900px'>x</pre>",
            "broken.html": "<h1>Title</h1><script>nosuch()</script>",
        }
        with tempfile.TemporaryDirectory() as place:
            for name, body in pages.items():
                (Path(place) / name).write_text(f"<!DOCTYPE html><html><body>{body}</body></html>")
            found = sorted(browser.findings(Path(place)))
            left = sorted(path.name for path in Path(place).iterdir())
        self.assertEqual(len(found), 3, found)
        self.assertIn("nosuch is not defined", found[0])
        self.assertEqual(found[1], "headless.html: no heading")
        self.assertRegex(found[2], r"^wide.html: 9\d\d pixels wide")
        self.assertEqual(left, sorted(pages))


if __name__ == "__main__":
    unittest.main()
