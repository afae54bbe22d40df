# SPDX-License-Identifier: Apache-2.0
"""The C reference: a page for each header of include/outboard/, from its comments and declarations. A comment right
above a declaration describes it; a comment that stands alone is a text between them. Bodies of inline functions are
left out, structs and enums are whole, since their members carry comments."""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tree_sitter_c
from tree_sitter import Language, Node, Parser

HEADERS = Path("include/outboard")
# Macros before a declaration that the C grammar does not know.
ATTRIBUTE = re.compile(rb"\b(OB_MUST_CHECK|OB_CORE_INLINE)\b|__attribute__\(\([^;{]*?\)\)")
CONTAINERS = (
    "preproc_if",
    "preproc_ifdef",
    "preproc_else",
    "preproc_elif",
    "linkage_specification",
    "declaration_list",
)
NAME = re.compile(r"\b(?:OB_|ob_|obi_)\w+")
PLAIN = re.compile(r"([\\`*_{}\[\]<>#|~$])")


class Item(NamedTuple):
    """One declaration with its comment, or a text between declarations, which has no code."""

    name: str
    text: str
    code: str


def page_name(header: str) -> str:
    return f"docs/api/{Path(header).stem}.md"


def walk(node: Node) -> Iterator[Node]:
    """The declarations and comments of a file, those between preprocessor conditions and in extern "C" included."""
    for child in node.children:
        if child.type in CONTAINERS:
            yield from walk(child)
        elif child.is_named and child not in conditions(node):
            yield child


def conditions(node: Node) -> list[Node | None]:
    """What a preprocessor condition asks, which is no declaration."""
    return [node.child_by_field_name("condition"), node.child_by_field_name("name")]


def words(comment: str) -> str:
    """A comment's text, without the marks of the comment."""
    body = comment.removeprefix("/*").removesuffix("*/").strip("* \n")
    return "\n".join(re.sub(r"^ \* ?", "", line) for line in body.splitlines())


def declared(node: Node, source: bytes) -> str:
    """The name that a declaration brings."""
    for field in ("declarator", "name"):
        inner = node.child_by_field_name(field)
        while inner is not None and inner.type not in ("identifier", "type_identifier", "field_identifier"):
            inner = inner.child_by_field_name("declarator") or next(
                (c for c in inner.named_children if c.type != "parameter_list"), None
            )
        if inner is not None:
            return source[inner.start_byte : inner.end_byte].decode()
    kind = node.child_by_field_name("type")
    if kind is not None and kind.child_by_field_name("name") is not None:
        return declared(kind, source)
    found = NAME.search(source[node.start_byte : node.end_byte].decode())
    return found[0] if found else ""


def code_of(node: Node, source: bytes) -> str:
    """What the reference shows of a declaration: all but the body of a function."""
    body = node.child_by_field_name("body") if node.type == "function_definition" else None
    text = source[node.start_byte : body.start_byte if body else node.end_byte].decode().rstrip()
    if body or (node.type == "declaration" and text.endswith(");")):  # a function: one style, whatever its own line was
        glued = re.sub(r"(?<!,) ", "\0", " ".join(text.split()))  # a line ends after a comma alone
        text = textwrap.fill(glued, 88, subsequent_indent="    ", break_long_words=False).replace("\0", " ")
    return text + ";" if body or node.type.endswith("_specifier") else text


def items(source: bytes) -> Iterator[Item]:
    """The declarations of a header, in its order."""
    # Blanks in place of the macros, so that every position stays what it is.
    plain = ATTRIBUTE.sub(lambda found: b" " * len(found[0]), source)
    waiting: Node | None = None
    after: Node | None = None
    for node in walk(Parser(Language(tree_sitter_c.language())).parse(plain).root_node):
        if node.type == "comment":
            if after is not None and node.start_point.row == after.end_point.row:
                continue  # behind a declaration: its own line shows it
            if waiting is not None:
                yield Item("", words(source[waiting.start_byte : waiting.end_byte].decode()), "")
            waiting = node
            continue
        after = node
        forward = node.type == "struct_specifier" and node.child_by_field_name("body") is None
        if node.type in ("preproc_include", "string_literal") or forward:
            continue
        name = declared(node, source)
        text = ""
        if waiting is not None:
            text = words(source[waiting.start_byte : waiting.end_byte].decode())
            if b"\n\n" in source[waiting.end_byte : node.start_byte]:
                yield Item("", text, "")
                text = ""
            waiting = None
        if not name or name.startswith("OUTBOARD_"):
            if text:
                yield Item("", text, "")
        else:
            head = source[source.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte].decode()
            yield Item(name, text, head + code_of(node, source))
    if waiting is not None:
        yield Item("", words(source[waiting.start_byte : waiting.end_byte].decode()), "")


def prose(text: str) -> str:
    """A comment as Markdown: plain text, with indented lines as code."""
    blocks = []
    for block in re.split(r"\n\s*\n", text):
        if all(line.startswith("    ") for line in block.splitlines()):
            blocks.append(f"```c\n{textwrap.dedent(block)}\n```")
        else:
            blocks.append(PLAIN.sub(r"\\\1", textwrap.dedent(block)))
    return "\n\n".join(blocks)


def page(header: Path, found: list[Item]) -> str:
    """The page of one header. The first item is its SPDX line and sentence, which tells what the header is for."""
    lines = [f"# outboard/{header.name}\n"]
    codes: dict[str, list[str]] = {}
    texts: dict[str, list[str]] = {}
    for item in found:  # a macro has a declaration for each condition
        if item.code:
            codes.setdefault(item.name, []).append(item.code.rstrip())
            texts.setdefault(item.name, []).append(item.text)
    for item in found:
        if item.text.startswith("SPDX-License-Identifier"):
            continue
        if item.text.startswith("---"):
            lines.append(f"## {item.text.strip('- ').capitalize()}\n")
        elif not item.code:
            lines.append(prose(item.text) + "\n")
        elif item.name in codes:
            code = "\n".join(codes.pop(item.name))
            lines.append(f"### {item.name}\n\n```c\n{code}\n```\n")
            lines += [prose(text) + "\n" for text in texts.pop(item.name) if text]
    return "\n".join(lines)


def pages(root: Path) -> dict[str, str]:
    """The pages by their path in the site, with an index of all names."""
    made: dict[str, str] = {}
    names: set[tuple[str, str]] = set()
    for header in sorted((root / HEADERS).glob("*.h")):
        text = page(header, list(items(header.read_bytes())))
        made[page_name(str(header))] = text
        count: dict[str, int] = {}
        for name in re.findall(r"^##+ (.*)$", text, re.MULTILINE):
            place = name.lower()  # two names that differ by capitals alone are numbered
            number = count[place] = count.get(place, -1) + 1
            if NAME.fullmatch(name):
                names.add((name, f"{header.stem}.md#{place}" + (f"-{number}" if number else "")))
    rows = "".join(f"- [`{name}`]({place})\n" for name, place in sorted(names))
    made["docs/api/names.md"] = f"# All names of the C interface\n\n{rows}"
    return made
