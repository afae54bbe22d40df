#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lays the site's sources out: stage.py FOLDER. Every Markdown file of the tree is copied to the same path below
FOLDER, so that its links work there as they do in the tree; what else they link to becomes a page with the file's
text. The pages of scripts/docs/site.toml's sections, the C reference, the manual page and the performance book are
added."""

import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("scripts/check", "scripts/docs", "bench")]
import api  # noqa: E402
import performance  # noqa: E402
import tree  # noqa: E402

FENCED = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()(?P<path>[^)\s#:]+)(?P<heading>#[^)\s]*)?(?=\))")
PICTURES = (".svg", ".png")
LEXERS = {".c": "c", ".h": "c", ".sv": "systemverilog", ".py": "python", ".toml": "toml", ".txt": "cmake"}
# A page holds the text of a linked file up to this size; a longer one is handed out as it is.
TEXT_LIMIT = 100_000


class Stage:
    """The folder of the site's sources, and what has been put there."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.folder = folder
        self.pages: set[str] = set()
        self.linked: set[str] = set()  # pages of files and folders that some page links to

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def page(self, name: str, text: str) -> None:
        """Put a page of Markdown, with its links made those of the site."""
        parts = FENCED.split(text)
        parts[::2] = [LINK.sub(lambda link: self.link(name, link), part) for part in parts[::2]]
        self.write(name, "".join(parts))
        self.pages.add(name)

    def link(self, page: str, link: re.Match[str]) -> str:
        """What a link of a page becomes: a page if there is one for it, else the file."""
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), link["path"]))
        found = self.root / target
        if target.endswith((".md", *PICTURES)) or not found.exists():
            made = target
        elif target.startswith("include/outboard/") and target.endswith(".h"):
            made = api.page_name(target)
        elif found.is_dir():
            made = f"{target}/README.md" if (found / "README.md").exists() else self.listing(target)
        else:
            made = self.source(target)
        heading = link["heading"] or ""
        return posixpath.relpath(made, posixpath.dirname(page) or ".") + heading

    def listing(self, folder: str) -> str:
        """The page that lists a folder's files."""
        made = f"{folder}/files.md"
        if made not in self.linked:
            self.linked.add(made)
            names = [str(path.relative_to(folder)) for path in tree.files(self.root) if path.is_relative_to(folder)]
            lines = "".join(f"- [{name}]({name})\n" for name in names)
            self.page(made, f"# {folder}\n\n{lines}")
        return made

    def source(self, name: str) -> str:
        """The page with a file's text, or the file itself if it is long."""
        text = (self.root / name).read_text()
        if len(text) > TEXT_LIMIT:
            self.write(name, text)
            return name
        made = f"{name}.md"
        if made not in self.linked:
            self.linked.add(made)
            lexer = LEXERS.get(Path(name).suffix, "text")
            self.write(made, f"# {name}\n\n````{{code-block}} {lexer}\n:force:\n\n{text}\n````\n")
            self.pages.add(made)
        return made


def sections(pages: set[str], plan: list[dict]) -> Iterator[tuple[dict, list[str]]]:
    """Each section with its pages, in the order of its patterns."""
    left = set(pages)
    for section in plan:
        found = []
        for pattern in section["pages"]:
            named = sorted(name for name in left if matches(name, pattern))
            found += named
            left -= set(named)
        yield section, found
    for name in sorted(left):
        print(f"scripts/docs/site.toml: no section has {name}")
    if left:
        sys.exit(1)


def matches(name: str, pattern: str) -> bool:
    """* is any part of one name, **/ any folders."""
    parts = (re.escape(part).replace(r"\*", "[^/]*") for part in pattern.split("**/"))
    return re.fullmatch("(.*/)?".join(parts), name) is not None


def toctree(names: list[str], options: str = "") -> str:
    return f"```{{toctree}}\n{options}\n" + "".join(f"/{name.removesuffix('.md')}\n" for name in names) + "```\n"


def manual(root: Path) -> str:
    """The manual page of the command."""
    page = str(root / "cli/outboard.1")
    done = subprocess.run(["mandoc", "-T", "html", "-O", "fragment", page], capture_output=True, text=True, check=True)
    # Below the page's own heading; mandoc's begin at the first level.
    text = re.sub(r"(</?h)([12])\b", lambda found: f"{found[1]}{int(found[2]) + 1}", done.stdout)
    return f"# The command outboard\n\nThis is `man outboard`.\n\n````{{raw}} html\n{text}````\n"


def stage(root: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    site = Stage(root, folder)
    for path in tree.files(root, *PICTURES):
        (folder / path.parent).mkdir(parents=True, exist_ok=True)
        shutil.copy(root / path, folder / path)
    for name, text in api.pages(root).items():
        site.page(name, text)
    site.page("docs/cli.md", manual(root))
    for name, text in performance.pages(root, folder).items():
        site.page(name, text)
    for path in tree.files(root, ".md"):
        site.page(str(path), (root / path).read_text())
    plan = tomllib.loads((root / "scripts/docs/site.toml").read_text())["section"]
    contents = []
    for section, names in sections(site.pages - site.linked - {"docs/README.md"}, plan):
        site.write(
            f"{section['name']}.md", f"# {section['title']}\n\n{section['intro']}\n\n{toctree(names, ':maxdepth: 1')}"
        )
        contents.append(f"{section['name']}.md")
    front = (folder / "docs/README.md").read_text()
    front = LINK.sub(lambda link: posixpath.normpath(f"docs/{link['path']}") + (link["heading"] or ""), front)
    (folder / "docs/README.md").unlink()
    site.write("index.md", front + "\n" + toctree(contents, ":hidden:\n:maxdepth: 2"))
    # Pages of files are reached by the links to them alone.
    for name in site.linked:
        path = folder / name
        path.write_text("---\norphan: true\n---\n" + path.read_text())
    # Links to the index of the documents are links to the start page.
    for name in site.pages - {"docs/README.md"}:
        path = folder / name
        up = posixpath.relpath("index.md", posixpath.dirname(name) or ".")
        there = posixpath.relpath("docs/README.md", posixpath.dirname(name) or ".")
        path.write_text(path.read_text().replace(f"]({there})", f"]({up})").replace(f"]({there}#", f"]({up}#"))


if __name__ == "__main__":
    stage(ROOT, Path(sys.argv[1]))
