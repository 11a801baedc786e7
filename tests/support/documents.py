"""Finds what a document names and the project does not have.

A document is read for its links, its code (`…` and fenced blocks) and the paths in its prose. Of
code it is known by its form what it must be: a command line, `make …`, an option, a path, a name of
Python. What has no such form must at least be a word of the code somewhere.
"""

from __future__ import annotations

import ast
import importlib
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import typer.main

import armwright as aw
from armwright.plant import Plant
from armwright.studies import STUDIES
from armwright.studies.registry import ALL

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "armwright"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
#: The planted names of the checker's own test are no words of the code.
NOT_CODE = ROOT / "tests" / "unit" / "test_documents.py"
#: What the documents' examples call their objects.
OBJECTS = {
    "arm": aw.Arm,
    "robot": aw.Robot,
    "scenario": aw.Scenario,
    "run": aw.Run,
    "plant": Plant,
}
#: Files that commands write, and that look like attributes of these objects.
_FILES = ("run.nc", "scenario.toml")
#: Command → what its first argument must be, unless it is a file or stands for any.
FIRST_ARGUMENT = {
    "show": aw.library_names,
    "check": aw.library_names,
    "equations": aw.library_names,
    "simulate": aw.scenario_names,
    "export": lambda: (*aw.library_names(), *aw.scenario_names()),
    "study": lambda: (*STUDIES, ALL),
}


def unknown(text: str, folder: Path = ROOT, examples: frozenset[str] = frozenset()) -> list[str]:
    """What `text`, a Markdown page in `folder`, names and is not there.

    `examples` are words that only show what a name looks like.
    """
    found = [*_links(text, folder)]
    for language, block in FENCE.findall(text):
        found += _block(language, block)
    prose = re.sub(r"\bnew\s+`[^`]+`", "new", FENCE.sub("", text))  # a file that is still to come
    for span in re.findall(r"`([^`]+)`", prose):
        found += _span(" ".join(span.split()), folder)
    for file, names in re.findall(r"`([\w/]+\.py)`\s+\(((?:`\w+`(?:,\s+)?)+)\)", prose):
        found += _inside(file, re.findall(r"\w+", names), folder)
    plain = re.sub(r"`[^`]+`|\]\([^)]+\)", "", prose)
    for path in re.findall(r"[\w./-]*\w/[\w./-]*\.(?:py|md)\b", plain):
        if not _exists(path, folder):
            found.append(f"path {path}")
    return [one for one in found if one.split()[-1] not in examples]


def unknown_of_package(folder: Path) -> list[str]:
    """What the docstring of a package names: its own modules and names, or other packages."""
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    text = ast.get_docstring(tree) or ""
    modules = {path.stem for path in folder.iterdir()} | {path.name for path in SOURCE.iterdir()}
    found = []
    for span in re.findall(r"`([^`]+)`", text):
        if not re.fullmatch(r"\w+", span):
            found += _span(span, folder)
        elif span not in modules and not any(
            span in _identifiers(file) for file in folder.glob("*.py")
        ):
            found.append(f"name {span}")
    return found


def unknown_of_makefile(text: str) -> list[str]:
    """Targets that its help or its list of commands names, and that it does not have."""
    named = re.findall(r'@echo "make (\w+)', text) + re.findall(r"make (\w+) PYTHON=", text)
    for line in re.findall(r"^\.PHONY:(.*)$", text, re.MULTILINE):
        named += line.split()
    return [f"make {name}" for name in named if name not in _targets(text)]


def _links(text: str, folder: Path) -> Iterator[str]:
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if link.startswith("http"):
            continue
        file, _, anchor = link.partition("#")
        page = folder / file if file else None
        if page and not page.exists():
            yield f"link {link}"
        elif anchor:
            content = page.read_text(encoding="utf-8") if page else text
            titles = re.findall(r"^#+ (.*)$", content, re.MULTILINE)
            if anchor not in {_anchor(title) for title in titles}:
                yield f"link {link}"


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _block(language: str, block: str) -> Iterator[str]:
    if language == "sh":
        for line in block.splitlines():
            yield from _command(line)
    elif language == "python":
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("armwright"):
                for alias in node.names:
                    yield from _python(f"{node.module}.{alias.name}")
            elif isinstance(node, ast.Attribute):
                name = ast.unparse(node)
                if re.fullmatch(r"(aw|armwright)(\.\w+)+", name):
                    yield from _python(name)


def _span(span: str, folder: Path) -> Iterator[str]:
    if re.match(r"(armwright|make|(?:\.venv/bin/)?python) \S", span):
        yield from _command(span)
    elif match := re.match(r"(--[a-z][\w-]*)", span):
        if match[1] not in _all_options():
            yield f"option {match[1]}"
    elif match := re.fullmatch(r"([\w/]+\.py): ([\w, ]+)", span):
        yield from _inside(match[1], re.findall(r"\w+", match[2]), folder)
    elif re.fullmatch(r"[\w.*…-]+(/[\w.*…-]*)+", span):
        if not (_exists(span, folder) or _is_scenario(span)):
            yield f"path {span}"
    elif re.fullmatch(r"[\w*]+\.(py|md)", span):
        if not any(ROOT.glob(f"**/{span}")):
            yield f"path {span}"
    elif match := re.match(r"((?:aw|armwright)(?:\.\w+)+)", span):
        yield from _python(match[1])
    elif (match := re.match(r"(\w+)\.(\w+)", span)) and match[1] in OBJECTS and span not in _FILES:
        if not _has(OBJECTS[match[1]], match[2]):
            yield f"name {match[0]}"
    elif not any(mark in span for mark in "=<>{}[]\"'|@ "):  # a word of a file or of Python
        for word in re.findall(r"[^\W\d][\w]*(?:-\w+)*", span):
            if len(word) > 1 and word not in _words():
                yield f"word {word}"


def _command(line: str) -> Iterator[str]:
    words = shlex.split(line.replace("…", "ANY"), comments=True)
    if not words:
        return
    if words[0] == "make":
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        goals = (word for word in words[1:] if "=" not in word)
        yield from (f"make {goal}" for goal in goals if goal not in _targets(makefile))
    elif words[0].endswith("python"):
        yield from _script(words[1:])
    elif words[0] == "armwright":
        yield from _call(words[1:])


def _script(words: list[str]) -> Iterator[str]:
    file = Path(words[0])
    if words[0] == "-m":
        words = words[1:]
        file = Path(words[0].replace(".", "/") + ".py")
        if not (ROOT / file).exists():
            file = Path(words[0].replace(".", "/")) / "__main__.py"
    if not (ROOT / file).exists():
        yield f"path {file}"
        return
    text = (ROOT / file).read_text(encoding="utf-8")
    for word in words[1:]:
        if word.startswith("--") and f'"{word}"' not in text:
            yield f"option {word}"


def _call(words: list[str]) -> Iterator[str]:
    command: Any = _application()
    name = ""
    while words and hasattr(command, "commands"):
        name = words.pop(0)
        if name.startswith("--"):
            break
        if name not in command.commands:
            yield f"command armwright {name}"
            return
        command = command.commands[name]
    options = {text: option for option in command.params for text in option.opts}
    first = True
    while words:
        word = words.pop(0)
        if word.startswith("--"):
            if word not in options:
                yield f"option {word} of armwright {name}"
            elif not options[word].is_flag and words:
                words.pop(0)
        elif first and name in FIRST_ARGUMENT:
            first = False
            stands_for_any = word.isupper() or "." in word or word == "ANY"
            if not stands_for_any and word not in FIRST_ARGUMENT[name]():
                yield f"armwright {name} {word}"


def _python(name: str) -> Iterator[str]:
    parts = name.split(".")
    at: Any = aw
    path = "armwright"
    for part in parts[1:]:
        path = f"{path}.{part}"
        if not _has(at, part):
            try:
                at = importlib.import_module(path)
            except ImportError:
                yield f"name {name}"
                return
        else:
            at = getattr(at, part, None)


def _has(thing: Any, name: str) -> bool:
    """Whether it has the attribute; fields of dataclasses without default are none of the class."""
    fields = getattr(thing, "__dataclass_fields__", {})
    return hasattr(thing, name) or name in fields or name in _assigned(thing)


@cache
def _assigned(thing: Any) -> frozenset[str]:
    """What `__init__` gives to `self`."""
    if not isinstance(thing, type):
        return frozenset()
    file = Path(importlib.import_module(thing.__module__).__file__ or "")
    text = file.read_text(encoding="utf-8")
    return frozenset(re.findall(r"\bself\.(\w+)(?::[^=\n]+)? = ", text))


def _inside(file: str, names: list[str], folder: Path) -> Iterator[str]:
    path = next((root / file for root in (ROOT, SOURCE, folder) if (root / file).exists()), None)
    if path is None:
        yield f"path {file}"
        return
    there = _identifiers(path)
    yield from (f"name {name} in {file}" for name in names if name not in there)


def _exists(path: str, folder: Path) -> bool:
    pattern = re.sub(r"…|\bNAME\b", "*", path).rstrip("/")
    return any(any(root.glob(pattern)) for root in (ROOT, SOURCE, folder))


def _is_scenario(name: str) -> bool:
    pattern = re.escape(name).replace("…", ".+")
    return any(re.fullmatch(pattern, one) for one in aw.scenario_names())


def _targets(makefile: str) -> set[str]:
    return set(re.findall(r"^(\w+):", makefile, re.MULTILINE))


@cache
def _application() -> Any:
    from armwright.cli import commands  # noqa: F401  (each registers itself)
    from armwright.cli.app import app

    return typer.main.get_command(app)


@cache
def _all_options() -> frozenset[str]:
    def of(command: Any) -> Iterator[str]:
        for option in command.params:
            yield from option.opts
        for one in getattr(command, "commands", {}).values():
            yield from of(one)

    return frozenset({*of(_application()), "--help"})


@cache
def _identifiers(file: Path) -> frozenset[str]:
    """Names that stand in the code of a file: not in its docstrings and comments."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        for field in ("name", "id", "attr", "arg"):
            if isinstance(value := getattr(node, field, None), str):
                names.add(value)
    return frozenset(names)


@cache
def _words() -> frozenset[str]:
    """Words of code, of the files of the library and of the project's own settings."""
    files = [ROOT / "pyproject.toml", ROOT / "Makefile"]
    for name in ("src", "tests", "tools", "examples", "benchmarks"):
        files += [*(ROOT / name).rglob("*.py"), *(ROOT / name).rglob("*.toml")]
    words: set[str] = set()
    for file in files:
        if file != NOT_CODE:
            words.update(re.findall(r"[^\W\d]\w*(?:-\w+)*", file.read_text(encoding="utf-8")))
            words.update(file.relative_to(ROOT).with_suffix("").parts)
    words.update(word for one in list(words) for word in one.split("-"))
    return frozenset(words)
