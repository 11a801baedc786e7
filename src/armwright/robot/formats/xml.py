"""XML as plain immutable nodes, read so that no file can do harm.

The standard library's expat is used directly: it knows line numbers, and a handler can stop at the
first document type, before any entity is defined, and at the first element too many or too deep.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any
from xml.parsers import expat

from armwright.errors import InputError
from armwright.inputs import check_name, locating, read_bytes
from armwright.robot.formats.common import LARGEST

LARGEST_FILE = 20_000_000
MOST_FILES = 500
MOST_NODES = 200_000
DEEPEST = 200


@dataclass(frozen=True)
class Node:
    """An element: attributes in the order of the file, children, and the line it starts on."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple[Node, ...] = ()
    line: int = 0
    text: str = ""

    def all(self, tag: str) -> Iterator[Node]:
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Node | None:
        return next(self.all(tag), None)

    @property
    def place(self) -> str:
        """`joint 'elbow' (line 12)`"""
        name = self.attributes.get("name", "")
        return (
            f"{self.tag} '{name}' (line {self.line})" if name else f"{self.tag} (line {self.line})"
        )

    def wanted(self, tag: str) -> Node:
        child = self.first(tag)
        if child is None:
            raise InputError(f"<{tag}> is missing", where=self.place)
        return child

    def attribute(self, name: str) -> str:
        if name not in self.attributes:
            raise InputError(f"attribute '{name}' is missing", where=self.place)
        return self.attributes[name]

    def name(self) -> str:
        text = self.attribute("name")
        check_name(text, self.tag, self.place)
        return text

    def number(self, name: str, default: float | None = None, infinite: bool = False) -> float:
        """A finite number; with `infinite`, anything too large to matter counts as infinity."""
        if default is not None and name not in self.attributes:
            return default
        return self._parsed(self.attribute(name).strip(), name, infinite)

    def numbers(
        self,
        name: str,
        count: int | None = None,
        default: tuple[float, ...] | None = None,
        infinite: bool = False,
    ) -> tuple[float, ...]:
        """`count` numbers, as `number` takes them; None: any number of them."""
        if default is not None and name not in self.attributes:
            return default
        words = self.attribute(name).split()
        if not words or (count is not None and len(words) != count):
            raise InputError(
                f"attribute '{name}' has the wrong number of values",
                where=self.place,
                got=len(words),
                expected=count or "at least one",
            )
        return tuple(self._parsed(word, name, infinite) for word in words)

    def _parsed(self, word: str, name: str, infinite: bool) -> float:
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if infinite and abs(value) > LARGEST:
            return math.copysign(math.inf, value)
        if not abs(value) <= LARGEST:
            raise InputError(
                f"attribute '{name}' is not a usable number",
                where=self.place,
                got=repr(word[:40]),
                expected=f"a finite number below {LARGEST:g}",
            )
        return value


def read(path: Path) -> Node:
    return Reader().read(path)


class Reader:
    """Reads a description with all the files that it includes: what may not be exceeded, they may
    not exceed together."""

    def __init__(self) -> None:
        self._files, self._bytes, self._nodes = 0, 0, 0

    def read(self, path: Path) -> Node:
        self._files += 1
        if self._files > MOST_FILES:
            raise InputError(
                "includes too many files", where=str(path), expected=f"at most {MOST_FILES}"
            )
        data = read_bytes(path, LARGEST_FILE)
        self._bytes += len(data)
        if self._bytes > LARGEST_FILE:
            raise InputError(
                "the included files are too big together",
                where=str(path),
                got=f"{self._bytes} bytes",
                expected=f"at most {LARGEST_FILE}",
            )
        with locating(str(path)):
            return self.parse(data)

    def parse(self, data: bytes) -> Node:
        root, self._nodes = _parsed(data, self._nodes)
        return root


def parse(data: bytes) -> Node:
    """The root element of the document."""
    return Reader().parse(data)


def _parsed(data: bytes, count: int) -> tuple[Node, int]:
    """The root element, and how many elements there are now if there were `count` before."""
    parser = expat.ParserCreate()
    builder = _Builder(lambda: parser.CurrentLineNumber, count)
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.StartDoctypeDeclHandler = builder.doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise InputError(
            f"not valid XML: {expat.ErrorString(error.code)}", where=f"line {error.lineno}"
        ) from None
    except (ValueError, LookupError) as error:  # an encoding Python does not know
        if isinstance(error, InputError):
            raise
        raise InputError(f"not valid XML: {error}") from None
    return builder.root(), builder.count


class _Builder:
    """Collects nodes while expat walks through the document."""

    def __init__(self, line: Callable[[], int], count: int) -> None:
        self._line, self.count = line, count
        self._open: list[tuple[str, dict[str, str], list[Node], int, list[str]]] = []
        self._top: list[Node] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MOST_NODES or len(self._open) >= DEEPEST:
            what = "too many elements" if self.count > MOST_NODES else "nested too deeply"
            limit = MOST_NODES if self.count > MOST_NODES else DEEPEST
            raise InputError(what, where=f"line {self._line()}", expected=f"at most {limit}")
        self._open.append((tag, attributes, [], self._line(), []))

    def end(self, _tag: str) -> None:
        tag, attributes, children, line, text = self._open.pop()
        node = Node(tag, attributes, tuple(children), line, "".join(text).strip())
        (self._open[-1][2] if self._open else self._top).append(node)

    def characters(self, text: str) -> None:
        if self._open:
            self._open[-1][4].append(text)

    def doctype(self, *_: Any) -> None:
        raise InputError(
            "document type declarations are refused",
            where=f"line {self._line()}",
            hint="Entities can make a small file endless; write the text out.",
        )

    def root(self) -> Node:
        return self._top[0]


def as_text(root: Node, comment: Iterable[str] = ()) -> str:
    """The document, indented, with a comment at its head."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', *_comment(list(comment))]
    todo: list[tuple[Node | str, str]] = [(root, "")]  # a stack: deep trees end no recursion
    while todo:
        node, indent = todo.pop()
        if isinstance(node, str):
            lines.append(f"{indent}{node}")
            continue
        attributes = "".join(f" {key}={_quoted(value)}" for key, value in node.attributes.items())
        start = f"{indent}<{node.tag}{attributes}"
        if node.children:
            lines.append(f"{start}>")
            todo.append((f"</{node.tag}>", indent))
            todo += [(child, indent + "  ") for child in reversed(node.children)]
        else:
            lines.append(
                f"{start}>{escape(node.text, quote=False)}</{node.tag}>"
                if node.text
                else f"{start}/>"
            )
    return "\n".join(lines) + "\n"


def _comment(lines: list[str]) -> list[str]:
    """XML allows no two hyphens within a comment, and none at its end."""
    printable = ("".join(c if c.isprintable() else " " for c in line) for line in lines)
    texts = [re.sub("-(?=-)", "- ", line) for line in printable]
    return ["<!--", *(f"  {text}" for text in texts), "-->"] if texts else []


def _quoted(text: str) -> str:
    # As xml.sax.saxutils does it, which imports a web client.
    text = escape(text, quote=False)
    for character in "\n\r\t":
        text = text.replace(character, f"&#{ord(character)};")
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else '"' + text.replace('"', "&quot;") + '"'
