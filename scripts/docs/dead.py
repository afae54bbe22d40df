#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the finished site: dead.py FOLDER. Each link leads to a file of the site and to a name in it, and no page
loads anything from elsewhere."""

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}
ELSEWHERE = ("http", "https", "mailto")


class Page(HTMLParser):
    """The names, links and loaded files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = {""}
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value is not None}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
        elif tag in LOADED and LOADED[tag] in given:
            self.loaded.add(given[LOADED[tag]])


def check(site: Path) -> Iterator[str]:
    pages = {path.resolve(): Page(path.read_text()) for path in sorted(site.rglob("*.html"))}
    if not pages:
        yield f"{site}: no pages"
    for path, page in pages.items():
        here = path.relative_to(site.resolve())
        for link in sorted(page.links | page.loaded):
            parts = urlsplit(link)
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc:
                if link in page.loaded or parts.scheme not in ELSEWHERE:
                    yield f"{here}: loads {link} from elsewhere"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{here}: no file for the link {link}"
            elif target in pages and unquote(parts.fragment) not in pages[target].names:
                yield f"{here}: no name for the link {link}"
    for path in sorted(site.rglob("*.css")):
        if "url(http" in path.read_text() or "@import" in path.read_text():
            yield f"{path.relative_to(site)}: loads from elsewhere"


if __name__ == "__main__":
    found = list(check(Path(sys.argv[1])))
    print("\n".join(found))
    sys.exit(f"{len(found)} findings" if found else 0)
