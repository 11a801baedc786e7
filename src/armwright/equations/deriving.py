"""Equations of motion of a robot, by the method one asks for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from armwright.equations import forms
from armwright.equations.parameters import GROUPS, choose
from armwright.equations.problem import METHODS, Method, Problem
from armwright.equations.result import FORMS, Equations, Form
from armwright.equations.series import TooLong
from armwright.errors import InputError
from armwright.robot import Robot

#: Terms that one can read; with more of them `auto` gives a sequence.
READABLE = 400
#: How many products of single terms `auto` tries: half a second's work.
PATIENCE = 20_000
#: The same for a closed form that was asked for: some minutes.
LIMIT = 10_000_000


def derive(
    robot: Robot,
    method: Method = "lagrange",
    symbols: Iterable[str] = GROUPS,
    *,
    form: Form | Literal["auto"] = "auto",
    end_forces: bool = False,
) -> Equations:
    """The equations of motion of `robot`.

    `symbols`: which of its numbers stay symbols: groups (`lengths`, `masses`, `centres`,
    `inertias`, `gravity`), single ones (`links.forearm.mass`) or patterns. Zeros stay zeros.
    `form`: `closed` writes every element out, and is the same for all three methods; `sequence`
    lists assignments as the method makes them; `auto` is closed as long as one can read it.
    `end_forces`: with a wrench on the tool. They are about the links: what of rotors, friction,
    springs and water the robot has, and they have not, is in `left_out`, and heads all that is
    written.
    """
    _check(robot, method, form)
    problem = Problem(robot, method, choose(robot, symbols), end_forces)
    if form == "sequence":
        return forms.sequence(problem)
    try:
        if form == "closed":
            return forms.closed(problem, LIMIT, LIMIT)
        return forms.closed(problem, PATIENCE, READABLE)
    except TooLong:
        if form == "auto":
            return forms.sequence(problem)
        raise InputError(
            "the closed form gets too long",
            where=f"equations of '{robot.name}'",
            hint="Take the form 'sequence', or fewer symbols.",
        ) from None


def _check(robot: Robot, method: Any, form: Any) -> None:
    if not robot.moving_joints:
        raise InputError("has no joint that moves", where=f"robot '{robot.name}'")
    _refuse_mimics(robot)
    for what, got, known in (("method", method, METHODS), ("form", form, (*FORMS, "auto"))):
        if got not in known:
            raise InputError(
                f"unknown {what}",
                where="derive",
                got=repr(got),
                expected=f"one of {', '.join(known)}",
            )


def _refuse_mimics(robot: Robot) -> None:
    """There is one coordinate for each joint that moves."""
    for joint in robot.joints:
        if joint.mimic is not None:
            raise InputError(
                "joints that mimic others are not supported here",
                where=f"robot '{robot.name}', joint '{joint.name}'",
                got=f"mimics '{joint.mimic.joint}'",
                expected="joints that move by themselves",
                hint="Leave out what it mimics: it then moves by itself.",
            )
