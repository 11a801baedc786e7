"""Blocks and laws of a user's own, from Python files that he allows to be run.

A scenario's file may say which Python files it needs. Nothing of them is run because a file says
so: only those that the user himself names.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

from armwright.block.block import Block
from armwright.blocks.catalogue import CATALOGUE
from armwright.errors import InputError, shown
from armwright.inputs import read_text
from armwright.laws.catalogue import find_in
from armwright.laws.friction import Friction
from armwright.laws.transmission import Spring

#: A file that is run, or a class.
OwnBlock = str | os.PathLike[str] | type[Block]
#: Bytes; nobody writes blocks as long as this.
_LARGEST_FILE = 10_000_000


class OwnBlocks:
    """What the user allows: the files that were run, and the classes by which kinds are known."""

    def __init__(self, allowed: Sequence[OwnBlock] = ()) -> None:
        self._files: set[Path] = set()
        self._kinds: dict[str, type[Block]] = {}
        for one in allowed:
            if isinstance(one, type):
                self._add(one, one.__name__)
                continue
            path = Path(one)
            if path.resolve() in self._files:
                continue
            self._files.add(path.resolve())
            for kind in _blocks_of(path):
                self._add(kind, str(path))

    def _add(self, kind: type[Block], where: str) -> None:
        if not issubclass(kind, Block):
            raise InputError("not a class of blocks", where=where)
        if issubclass(kind, Friction | Spring) and not kind.kind:
            raise InputError(
                f"law {kind.__name__} has no name for files", where=where, expected='kind = "…"'
            )
        name = kind.kind or kind.__name__
        if name in self._kinds or any(name in kinds for kinds in CATALOGUE.values()):
            raise InputError(
                "another block has this kind already",
                where=where,
                got=repr(name),
                hint=f"Give class {kind.__name__} a `kind` of its own.",
            )
        self._kinds[name] = kind

    @property
    def laws(self) -> tuple[type[Block], ...]:
        """Of friction and elasticity, which robots may name."""
        return tuple(kind for kind in self._kinds.values() if issubclass(kind, Friction | Spring))

    def check_allowed(self, files: Iterable[str], folder: Path) -> None:
        """Refuses what a scenario in `folder` asks for beside what is allowed."""
        for name in files:
            if (folder / name).resolve() not in self._files:
                path = str(folder / name)
                raise InputError(
                    "the scenario needs blocks from a Python file, which is not run unless you "
                    "allow it",
                    where="own_blocks",
                    got=shown(name),
                    hint=f"Read it; then add --blocks {path}, or in Python "
                    f"load_scenario(…, blocks=[{path!r}]).",
                )

    def find(self, family: str, kind: str) -> type[Block]:
        """The block that a file calls `kind`: the user's, or one of armwright's."""
        own = {name: one for name, one in self._kinds.items() if one not in self.laws}
        known = CATALOGUE.get(family)
        return find_in(CATALOGUE if known is None else {family: {**known, **own}}, family, kind)


def _blocks_of(path: Path) -> list[type[Block]]:
    """The classes that a Python file defines, in its order."""
    module = _run(path)
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Block)
    ]
    own = [value for value in found if value.__module__ == module.__name__]
    if not own:
        raise InputError(
            "defines no block", where=str(path), expected="a class that derives from Block"
        )
    return list(dict.fromkeys(own))


def _run(path: Path) -> ModuleType:
    if path.suffix != ".py":
        raise InputError("not a Python file", where=str(path), expected="FILE.py")
    text = read_text(path, _LARGEST_FILE)
    module = ModuleType(f"own_blocks_{path.stem}")
    module.__file__ = str(path)
    # Its classes look their module up while they are made. Afterwards it is no module that others
    # could import: workers of a cluster are sent the classes themselves.
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, str(path), "exec"), vars(module))
    except SyntaxError as error:
        raise InputError(
            f"not valid Python: {error.msg}", where=f"{path}, line {error.lineno or 1}"
        ) from None
    except (Exception, SystemExit) as error:
        lines = [
            f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)
        ]
        raise InputError(
            f"{type(error).__name__}: {error}".rstrip(".: "),
            where=f"{path}, line {lines[-1] if lines else 1}",
        ) from error
    finally:
        sys.modules.pop(module.__name__, None)
    return module
