"""Reading our TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from armwright.errors import InputError, did_you_mean, shown
from armwright.inputs import locating, parse_toml, read_text
from armwright.robot.formats import build
from armwright.robot.formats.schema import RobotFile
from armwright.robot.robot import Robot

LARGEST_FILE = 2_000_000


_File = TypeVar("_File", bound=BaseModel)


def read(path: Path) -> Robot:
    return parse(read_text(path, LARGEST_FILE), str(path))


def parse(text: str, where: str = "robot") -> Robot:
    """The robot that `text` describes; `where` is named in errors."""
    table = parsed_table(text, where)
    if "robot" in table and "links" not in table:
        named = table["robot"]
        raise InputError(
            "this is a scenario, not a robot",
            where=where,
            hint=f"Its robot is {shown(named)}." if isinstance(named, str) else "",
        )
    file = checked(table, RobotFile, where)
    with locating(where):
        return build.robot(file)


def read_table(path: Path, kind: type[_File]) -> _File:
    """What a TOML file holds, in the form that `kind` prescribes."""
    return validated(read_text(path, LARGEST_FILE), kind, str(path))


def validated(text: str, kind: type[_File], where: str) -> _File:
    return checked(parsed_table(text, where), kind, where)


def parsed_table(text: str, where: str) -> dict[str, Any]:
    """What a text holds, in any form."""
    try:
        return parse_toml(text, where)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not valid TOML: {error}", where=where) from None


def checked(table: dict[str, Any], kind: type[_File], where: str) -> _File:
    """Tables in the form that `kind` prescribes."""
    try:
        return kind.model_validate(table)
    except ValidationError as error:
        raise _first_problem(error, table, kind, where) from None


def _first_problem(
    error: ValidationError, table: dict[str, Any], kind: type[BaseModel], where: str
) -> InputError:
    problems = error.errors(include_url=False)
    # A key that is not known is often the one that is missing, misspelt.
    problems.sort(key=lambda problem: problem["type"] != "extra_forbidden")
    first, others = problems[0], len(problems) - 1
    got: object = shown(first["input"])
    expected: object = None
    what, hints = first["msg"][:1].lower() + first["msg"][1:], []
    if first["type"] == "extra_forbidden":
        *above, key = first["loc"]
        known = _keys(kind, above)
        what, got = "unknown key", None
        hints = [did_you_mean(str(key), known) or f"Known here: {', '.join(known)}."]
    elif first["type"] == "missing":
        what, got = "is missing", None
    elif first["type"] == "too_short":
        what, got = "too few entries", len(first["input"])
        expected = f"{first['ctx']['min_length']} or more"
    if others:
        hints.append(f"This file has {others} more problem{'s' if others > 1 else ''}.")
    return InputError(
        what,
        where=f"{where}: {_place(first['loc'], table)}",
        got=got,
        expected=expected,
        hint=" ".join(hints),
    )


def _keys(kind: type[BaseModel], places: Sequence[int | str]) -> list[str]:
    """The keys that a table may have."""
    kinds = [kind]
    for place in places:
        below = [one.model_fields[place] for one in kinds if place in one.model_fields]
        if below:  # else the number of a list's entry, or which of several forms was tried
            kinds = [found for field in below for found in _models(field.annotation)]
        else:
            kinds = [one for one in kinds if one.__name__ == place] or kinds
    return list(dict.fromkeys(name for one in kinds for name in one.model_fields))


def _models(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for inner in get_args(annotation) for found in _models(inner)]


def _place(keys: Sequence[int | str], table: Any) -> str:
    """`joints[2] 'elbow'.limits.lower`: the path as a reader finds it in the file."""
    text = ""
    for k, key in enumerate(keys):
        if isinstance(table, Mapping) and key not in table and k < len(keys) - 1:
            continue  # not of the file: which of several forms was tried
        if isinstance(key, int):
            table = table[key] if isinstance(table, list) and key < len(table) else None
            text += f"[{key + 1}]"
        else:
            table = table.get(key) if isinstance(table, Mapping) else None
            text += f".{key}" if text else key
        if isinstance(table, Mapping) and isinstance(table.get("name"), str):
            text += f" '{table['name'][:40]}'"
    return text
