"""Values as TOML's text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from armwright.arrays import Array


def numbers(table: Mapping[str, float]) -> dict[str, str]:
    return {key: number(value) for key, value in table.items()}


def inline(table: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{_key(key)} = {value}" for key, value in table.items()) + " }"


def law(name: str, parameters: Mapping[str, float]) -> str:
    return inline({"law": string(name), **numbers(parameters)})


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else string(key)


def vector(values: Iterable[float] | Array) -> str:
    return "[" + ", ".join(number(value) for value in values) + "]"


def number(value: float) -> str:
    value = float(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def string(text: str) -> str:
    # JSON's escapes are TOML's too; only DEL is allowed in the one and not in the other.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
