#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the checks: each accepts a small clean tree, and finds the fault that is planted in it."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import tree

HERE = Path(__file__).resolve().parent
SPDX = "/* SPDX-License-Identifier: Apache-2.0 */\n/* A file of the clean tree. */\n"
CLEAN = {
    "core/a.c": SPDX
    + """#include "port/p.h"
#include <outboard/a.h>

int ob_a(int x)
{
    return x + OB_P;
}
""",
    "port/p.h": SPDX + "#define OB_P 1\n",
    "include/outboard/a.h": SPDX
    + """#include <stdint.h>

#define OB_A 1

enum ob_e { OB_E1, OB_E2 = 3 };

int ob_a(int x);
""",
    "engine/openssl/o.c": SPDX + "#include <openssl/evp.h>\n",
    "scripts/s.sh": """# SPDX-License-Identifier: Apache-2.0
# A script of the clean tree.
echo "$HOME"
""",
    "scripts/p.py": """# SPDX-License-Identifier: Apache-2.0
\"\"\"A module of the clean tree.\"\"\"

import os

print(os.sep)
""",
}


class Checks(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="outboard-check-"))
        self.addCleanup(shutil.rmtree, self.root)
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        for name in ("DESIGN.md", ".clang-format", ".clang-tidy", "ruff.toml"):
            shutil.copy(tree.ROOT / name, self.root)
        for name, text in CLEAN.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def build(self) -> None:
        """What tidy and cppcheck read of a configured build."""
        entry = {
            "directory": str(self.root),
            "command": f"cc -std=c11 -I{self.root}/include -I{self.root} -c {self.root}/core/a.c",
            "file": f"{self.root}/core/a.c",
        }
        self.write("build/host/compile_commands.json", json.dumps([entry], indent=2))

    def run_check(self, name: str, *arguments: str) -> tuple[int, str]:
        environment = dict(os.environ)
        environment.pop("GIT_DIR", None)
        done = subprocess.run([HERE / name, self.root, *arguments], capture_output=True, text=True, env=environment)
        return done.returncode, done.stdout + done.stderr

    def finds(self, check: str, name: str, text: str, words: str) -> None:
        """The check passes on the clean tree, and fails with these words when the file has this text."""
        code, out = self.run_check(check)
        self.assertEqual(code, 0, out)
        self.write(name, text)
        code, out = self.run_check(check)
        self.assertNotEqual(code, 0)
        self.assertIn(words, out)

    def test_includes(self) -> None:
        cases = (
            ("core/b.c", '#include "algo/aes.h"', "core/b.c: may not include algo/aes.h"),
            ("core/b.c", "#include <openssl/evp.h>", "core/b.c: may not include openssl/evp.h"),
            ("algo/b.c", '#include "port/p.h"', "algo/b.c: may not include port/p.h"),
            ("engine/soft/b.c", '#include "port/p.h"', "engine/soft/b.c: may not include port/p.h"),
            ("engine/b/b.c", '#include "core/core.h"', "engine/b/b.c: may not include core/core.h"),
            ("engine/b/b.c", '#include "engine/c/state.h"', "engine/b/b.c: may not include engine/c/state.h"),
            ("engine/b/b.c", '#include "hw/c/regs.h"', "engine/b/b.c: may not include hw/c/regs.h"),
            ("engine/mbedtls/b.c", "#include <openssl/evp.h>", "may not include openssl/evp.h"),
            ("include/outboard/b.h", "#include <stdio.h>", "include/outboard/b.h: may not include stdio.h"),
            ("bench/b.c", '#include "core/core.h"', "bench/b.c: may not include core/core.h"),
            ("cli/b.c", '#include "../core/core.h"', "cli/b.c: may not include ../core/core.h"),
        )
        for name, line, words in cases:
            with self.subTest(name=name, line=line):
                self.finds("includes.py", name, SPDX + line + "\n", words)
                (self.root / name).unlink()
        for name, line in (
            ("engine/b/b.c", '#include "hw/b/regs.h"'),
            ("engine/soft/b.c", '#include "algo/aes.h"'),
            ("engine/mbedtls/b.c", "#include <psa/crypto.h>"),
            ("test/unit/b.c", '#include "core/core.h"'),
            ("example/b/main.c", "#include <mbedtls/aes.h>"),
        ):
            self.write(name, SPDX + line + "\n")
        self.assertEqual(self.run_check("includes.py"), (0, ""))

    def test_heads(self) -> None:
        machine = "/" + "home/someone/x"
        for name, text, words in (
            ("core/b.c", "int x;\n", "core/b.c: does not begin with its SPDX line"),
            ("core/b.c", SPDX.splitlines()[0] + "\n\nint x;\n", "core/b.c: no sentence"),
            ("core/b.c", SPDX + "\n" * 799, "core/b.c: 801 lines"),
            ("core/b.c", SPDX + f"/* {machine} */\n", "core/b.c:3: a machine's path"),
            ("docs/b.md", "From " + "crates" + ".io.\n", "docs/b.md:1: a registry's host name"),
            ("scripts/b.sh", CLEAN["scripts/s.sh"] + "# TO" + "DO\n", "scripts/b.sh:4: unfinished work"),
        ):
            with self.subTest(name=name, words=words):
                self.finds("heads.py", name, text, words)
                (self.root / name).unlink()

    def test_links(self) -> None:
        self.write("docs/README.md", "# Index\n\n[b](b.md)\n")
        self.write("docs/b.md", "# One, two\n\n[there](README.md#index), [here](#one-two)\n\n```\n[x](none)\n```\n")
        self.assertEqual(self.run_check("links.py"), (0, ""))
        for name, text, words in (
            ("docs/c/d.md", "[b](b.md)\n", "docs/c/d.md: no file for the link b.md"),
            ("docs/c/d.md", "[b](../b.md#three)\n", "docs/c/d.md: no heading for the link ../b.md#three"),
            ("docs/c.md", "A page.\n", "docs/README.md: does not name c.md"),
        ):
            with self.subTest(words=words):
                self.finds("links.py", name, text, words)
                (self.root / name).unlink()

    def test_namespace(self) -> None:
        for text, words in (
            ("#define WRONG 1\n", "macro WRONG"),
            ("#define ob_wrong OB_LAYOUT_NAME(ob_right)\n", "macro ob_wrong"),
            ("struct wrong {\n    int x;\n};\n", "struct wrong"),
            ("typedef int (*wrong)(int x);\n", "type wrong"),
            ("enum ob_x { OB_ONE, WRONG };\n", "constant WRONG"),
            ("static inline int wrong(int x)\n{\n    return x;\n}\n", "function wrong"),
            ("const struct ob_x *wrong(void);\n", "function wrong"),
        ):
            with self.subTest(words=words):
                self.finds("namespace.py", "include/outboard/b.h", SPDX + text, words)
                (self.root / "include/outboard/b.h").unlink()
        foreign = SPDX + "#define AES_RIGHT 1\nextern int fnAES_Right(int x);\n"
        self.finds("namespace.py", "include/outboard/utasker.h", foreign + "#define WRONG 1\n", "macro WRONG")
        self.write("include/outboard/utasker.h", foreign)
        self.assertEqual(self.run_check("namespace.py")[0], 0)
        (self.root / "include/outboard/utasker.h").unlink()
        self.write("build/x.c", "int ob_right, obi_right, wrong;\n")
        subprocess.run("cc -c x.c && ar rc x.a x.o", shell=True, cwd=self.root / "build", check=True)
        code, out = self.run_check("namespace.py", str(self.root / "build/x.a"))
        self.assertNotEqual(code, 0)
        self.assertIn("symbol wrong is neither", out)
        self.assertNotIn("right", out)

    def test_format(self) -> None:
        self.finds("format.sh", "core/b.c", SPDX + "int  ob_b;\n", "core/b.c:3")

    def test_tidy(self) -> None:
        self.build()
        bad = "int ob_a(int x)\n{\n    char *p = 0;\n    return x ? *p : 0;\n}\n"
        self.finds("tidy.py", "core/a.c", SPDX + "#include <outboard/a.h>\n\n" + bad, "NullDereference")

    def test_cppcheck(self) -> None:
        self.build()
        bad = "int ob_a(int x)\n{\n    int t[2] = {0, 1};\n    (void)x;\n    return t[2];\n}\n"
        self.finds("cppcheck.sh", "core/a.c", SPDX + "#include <outboard/a.h>\n\n" + bad, "arrayIndexOutOfBounds")

    def test_shell(self) -> None:
        self.finds("shell.sh", "scripts/s.sh", CLEAN["scripts/s.sh"] + "cd $1\n", "SC2086")

    def test_python(self) -> None:
        self.finds("python.sh", "scripts/p.py", CLEAN["scripts/p.py"] + "import sys\n", "F401")


if __name__ == "__main__":
    unittest.main()
