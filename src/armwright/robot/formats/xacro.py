"""Reading xacro: macros are written out to URDF here, because xacro itself executes Python.

Understood: property (also of elements), arg, macro with defaults and blocks, insert_block, include,
if, unless, ${arithmetic}, $(arg NAME), $(find PACKAGE).
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from armwright.errors import InputError, shown
from armwright.inputs import inside, locating
from armwright.robot.formats import urdf, xml
from armwright.robot.formats.packages import SCHEMES, package_of, searched
from armwright.robot.formats.xacro_text import XacroText
from armwright.robot.formats.xml import MOST_NODES, Node
from armwright.robot.robot import Robot

PREFIX = "xacro:"
DEEPEST = 40
_PARAMETER = re.compile(
    r"(?P<name>\*{0,2}[\w.-]+)(?P<set>:?=(?P<outer>\^\|?)?(?P<value>'[^']*'|\"[^\"]*\"|(?:\$\{[^}]*\}|\S)*))?"
)


def read(path: Path) -> Robot:
    reader = xml.Reader()
    root = reader.read(path)
    with locating(str(path)):
        return urdf.robot(_expanded(root, reader, path.parent))


def parse(text: str, where: str = "robot") -> Robot:
    with locating(where):
        reader = xml.Reader()
        return urdf.robot(_expanded(reader.parse(text.encode("utf-8", "replace")), reader, None))


def _expanded(root: Node, reader: xml.Reader, folder: Path | None) -> Node:
    """The document with all macros written out; included files are looked for from `folder`."""
    expander, scope = _Expander(reader, folder), _Scope()
    children = expander.nodes(root.children, scope, _Place(folder))
    attributes = {key: v for key, v in root.attributes.items() if not key.startswith("xmlns")}
    return expander.filled(replace(root, attributes=attributes), scope, children)


@dataclass(frozen=True)
class _Place:
    """The folder of the file that is being read, and how deep in macros and files, and in elements,
    we are."""

    folder: Path | None
    depth: int = 0
    level: int = 0

    def deeper(self, where: str) -> _Place:
        if self.depth >= DEEPEST:
            raise InputError(
                "macros or files nest too deeply", where=where, expected=f"at most {DEEPEST}"
            )
        return replace(self, depth=self.depth + 1)

    def inside(self, element: Node) -> _Place:
        if self.level >= xml.DEEPEST:
            raise InputError(
                "nested too deeply", where=element.place, expected=f"at most {xml.DEEPEST}"
            )
        return replace(self, level=self.level + 1)


@dataclass(frozen=True)
class _Parameter:
    name: str
    default: str | None
    from_outside: bool


@dataclass(frozen=True)
class _Macro:
    parameters: tuple[_Parameter, ...]
    body: tuple[Node, ...]
    scope: _Scope


@dataclass
class _Scope:
    """Names as far as they are known here; what is not, is looked for outside."""

    outer: _Scope | None = None
    values: dict[str, str] = field(default_factory=dict)
    blocks: dict[str, tuple[Node, ...]] = field(default_factory=dict)
    macros: dict[str, _Macro] = field(default_factory=dict)

    def value(self, name: str) -> str | None:
        return self.values.get(name, self.outer.value(name) if self.outer else None)

    def block(self, name: str) -> tuple[Node, ...] | None:
        return self.blocks.get(name, self.outer.block(name) if self.outer else None)

    def macro(self, name: str) -> _Macro | None:
        return self.macros.get(name, self.outer.macro(name) if self.outer else None)

    def named(self, scope: str) -> _Scope:
        """Where a property goes that says scope="parent" or scope="global"."""
        if self.outer is None or scope not in ("parent", "global"):
            return self
        return self.outer if scope == "parent" else self.outer.named("global")


class _Expander:
    def __init__(self, reader: xml.Reader, folder: Path | None) -> None:
        self._reader, self._folder = reader, folder
        self._home = None if folder is None else package_of(folder)
        self._text = XacroText(folder)
        self._count = 0

    def nodes(self, nodes: tuple[Node, ...], scope: _Scope, place: _Place) -> tuple[Node, ...]:
        result: list[Node] = []
        for node in nodes:
            self._count += 1
            if self._count > MOST_NODES:
                raise InputError(
                    "macros make too many elements",
                    where=node.place,
                    expected=f"at most {MOST_NODES}",
                )
            if node.tag.startswith(PREFIX):
                result += self._command(node, scope, place)
            else:
                children = self.nodes(node.children, scope, place.inside(node))
                result.append(self.filled(node, scope, children))
        return tuple(result)

    def filled(self, node: Node, scope: _Scope, children: tuple[Node, ...]) -> Node:
        text = self._text.filled(node.text, scope.value, node.place)
        return replace(node, attributes=self._attributes(node, scope), children=children, text=text)

    def _attributes(self, node: Node, scope: _Scope) -> dict[str, str]:
        return {
            key: self._text.filled(value, scope.value, node.place)
            for key, value in node.attributes.items()
        }

    def _command(self, node: Node, scope: _Scope, place: _Place) -> tuple[Node, ...]:
        match node.tag.removeprefix(PREFIX):
            case "property":
                self._property(node, scope, place)
            case "arg":
                self._text.argument(node.attribute("name"), self._attributes(node, scope))
            case "macro":
                name = node.attribute("name").removeprefix(PREFIX)
                scope.macros[name] = _Macro(_parameters(node), node.children, scope)
            case "include":
                return self._include(node, scope, place)
            case "if" | "unless" as which:
                given = self._text.truth(node.attribute("value"), scope.value, node.place)
                if given == (which == "if"):
                    return self.nodes(node.children, scope, place.inside(node))
            case "insert_block":
                block = scope.block(self._attributes(node, scope).get("name", ""))
                if block is None:
                    raise InputError("no block of that name", where=node.place)
                self._count += len(block)
                return block
            case name:
                macro = scope.macro(name)
                if macro is None:
                    raise InputError(
                        f"<{node.tag}> is neither a known command nor a macro", where=node.place
                    )
                return self._call(node, macro, scope, place.deeper(node.place))
        return ()

    def _property(self, node: Node, scope: _Scope, place: _Place) -> None:
        name, target = node.attribute("name"), scope.named(node.attributes.get("scope", ""))
        given = self._attributes(node, scope)
        if "value" in given:
            target.values[name] = given["value"]
        elif "default" in given:
            if scope.value(name) is None:
                target.values[name] = given["default"]
        else:
            target.blocks[name] = self.nodes(node.children, scope, place.inside(node))

    def _call(self, node: Node, macro: _Macro, scope: _Scope, place: _Place) -> tuple[Node, ...]:
        inner, given = _Scope(outer=macro.scope), self._attributes(node, scope)
        blocks = list(self.nodes(node.children, scope, place))
        for parameter in macro.parameters:
            name = parameter.name.lstrip("*")
            if parameter.name.startswith("*"):
                if not blocks:
                    raise InputError(f"block '{name}' is missing", where=node.place)
                block = blocks.pop(0)
                inner.blocks[name] = block.children if parameter.name[:2] == "**" else (block,)
                continue
            value = given.pop(name, None)
            if value is None and parameter.from_outside:
                value = scope.value(name)
            if value is None and parameter.default is not None:
                value = self._text.filled(parameter.default, inner.value, node.place)
            if value is None:
                raise InputError(f"parameter '{name}' is missing", where=node.place)
            inner.values[name] = value
        if given:
            known = [parameter.name for parameter in macro.parameters]
            raise InputError(
                "macro has no such parameter", where=node.place, got=[*given], expected=known
            )
        return self.nodes(macro.body, inner, place)

    def _include(self, node: Node, scope: _Scope, place: _Place) -> tuple[Node, ...]:
        name = self._attributes(node, scope).get("filename", "")
        path = self._included(name, place.folder, node.place)
        within = replace(place.deeper(node.place), folder=path.parent)
        return self.nodes(self._reader.read(path).children, scope, within)

    def _included(self, name: str, folder: Path | None, where: str) -> Path:
        """A description may reach for files of its own package and of those that it asks for, not
        for others on the disk. In packages that the user has named, links may lead elsewhere: they
        are how workspaces install them."""
        for scheme in SCHEMES:
            if name.startswith(scheme):
                package = name.removeprefix(scheme).partition("/")[0]
                raise InputError(
                    "package not found",
                    where=where,
                    got=shown(package),
                    hint=searched(package, self._folder),
                )
        path = Path(os.path.normpath((folder or Path()) / name))
        if any(path.is_relative_to(root) for root in self._text.named):
            return path
        homes = (root for root in self._text.around if _resolved(path).is_relative_to(root))
        return inside(next(homes, self._home), name, where, start=folder)


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, ValueError):  # a name that no file system takes
        return path


def _parameters(node: Node) -> tuple[_Parameter, ...]:
    found = []
    for match in _PARAMETER.finditer(node.attributes.get("params", "")):
        outer = match["outer"] or ""
        has_default = match["set"] is not None and outer != "^"
        default = (match["value"] or "").strip("'\"") if has_default else None
        found.append(_Parameter(match["name"], default, outer != ""))
    return tuple(found)
