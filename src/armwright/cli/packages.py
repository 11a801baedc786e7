"""The option --package of every command that may read a robot's file."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, ParamSpec, TypeVar, get_type_hints

import typer

from armwright.errors import InputError

P = ParamSpec("P")
R = TypeVar("R")

_Packages = Annotated[
    list[str] | None,
    typer.Option(
        "--package",
        metavar="NAME=DIR",
        help="Where a ROS package that the robot's file asks for is; can be repeated.",
    ),
]


def with_packages(command: Callable[P, R]) -> Callable[P, R]:
    """The command with the option more; it finds the packages as if the environment named them."""

    @functools.wraps(command)
    def wrapped(*arguments: Any, **options: Any) -> R:
        with _named(options.pop("packages") or []):
            return command(*arguments, **options)

    hints = get_type_hints(command, include_extras=True)
    signature = inspect.signature(command)
    own = [one.replace(annotation=hints[one.name]) for one in signature.parameters.values()]
    more = inspect.Parameter(
        "packages", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_Packages
    )
    wrapped.__signature__ = signature.replace(parameters=[*own, more])  # type: ignore[attr-defined]
    wrapped.__annotations__ = {**hints, "packages": _Packages}
    return wrapped


@contextmanager
def _named(words: list[str]) -> Iterator[None]:
    """Processes that the command starts know them, too."""
    from armwright.robot.formats.packages import GIVEN

    before = os.environ.get(GIVEN)
    for word in words:
        name, _, folder = word.partition("=")
        if not name or not folder or os.pathsep in word or not os.path.isdir(folder):
            raise InputError(
                "this is not a package and its folder",
                where="--package",
                got=repr(word),
                expected="NAME=DIR, the folder that has the package's files",
            )
    if words:
        os.environ[GIVEN] = os.pathsep.join([*words, *([before] if before else [])])
    try:
        yield
    finally:
        if words:
            os.environ.pop(GIVEN)
            if before is not None:
                os.environ[GIVEN] = before
