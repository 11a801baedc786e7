"""Values as TOML's text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from armwright.arrays import Array


def numbers(table: Mapping[str, float]) -> dict[str, str]:
    return {key: number(value) for key, value in table.items()}


def inline(table: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{as_key(key)} = {value}" for key, value in table.items()) + " }"


def law(name: str, parameters: Mapping[str, float]) -> str:
    return inline({"law": string(name), **numbers(parameters)})


def as_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else string(key)


def vector(values: Iterable[float] | Array) -> str:
    return "[" + ", ".join(number(value) for value in values) + "]"


def number(value: float) -> str:
    value = float(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def string(text: str) -> str:
    # JSON's escapes are TOML's too; only DEL is allowed in the one and not in the other.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def text_block(text: str) -> str:
    """A text of several lines, which keeps them."""
    lines = (string(line)[1:-1] for line in text.split("\n"))
    return '"""\n' + "\n".join(lines) + '"""'


def any_value(value: Any) -> str:
    """Whatever a setting may be: numbers keep all their bits and their kind; rows of a table stand
    on lines of their own."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str | Path):
        text = str(value)
        return text_block(text) if "\n" in text else string(text)
    if isinstance(value, Mapping):
        return inline({str(key): any_value(one) for key, one in value.items() if one is not None})
    items = [any_value(one) for one in value]
    if any(isinstance(one, tuple | list | Mapping) for one in value):
        return "[\n" + "".join(f"  {item},\n" for item in items) + "]"
    return "[" + ", ".join(items) + "]"


def nested(lines: Iterable[str], table: str) -> list[str]:
    """The lines of a file as those of a table in another one; every heading has its own line."""
    return [re.sub(r"^(\[\[?)(?=[a-z])", rf"\1{table}.", line) for line in lines]
