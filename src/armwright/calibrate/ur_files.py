"""Factory calibration of Universal Robots: `calibration.conf` of the controller.

The file has differences of standard D-H numbers from the nominal table. Axes 2, 3 and 4 are nearly
parallel, so that their common normals may lie kilometres away, with lengths that cancel. Here only
the axes count: each joint's frame is put on its true axis where the nominal one has it. The way
there is calculated in 50 digits, because an error of 1e-12 rad in the file's angles would be seen.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import mpmath
import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError, shown
from armwright.inputs import locating, read_text
from armwright.robot import Frame, Joint, Pose, Robot, load

_DIGITS = 50
_LARGEST = 1_000_000
_KEYS = ("delta_theta", "delta_a", "delta_d", "delta_alpha")
_LINE = re.compile(r"\s*(?P<key>\w+)\s*=\s*\[(?P<list>[^\]]*)\]\s*(#.*)?")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
#: More than any arm differs from its drawing (m, rad): what is left once the axes are compared.
_FAR = 0.1
#: Nominal tables of the e-Series (urcontrol.conf): a, d in m.
_QUARTER = "1.570796327"
_TABLES = {
    "ur3e": (("0", "-0.24355", "-0.2132"), ("0.15185", "0.13105", "0.08535", "0.0921")),
    "ur5e": (("0", "-0.425", "-0.3922"), ("0.1625", "0.1333", "0.0997", "0.0996")),
    "ur10e": (("0", "-0.6127", "-0.57155"), ("0.1807", "0.17415", "0.11985", "0.11655")),
    "ur16e": (("0", "-0.4784", "-0.36"), ("0.1807", "0.17415", "0.11985", "0.11655")),
}


@dataclass(frozen=True)
class UrRow:
    """A row of D-H numbers as they were written, so that no digit is lost (m, rad)."""

    theta: str
    d: str
    a: str
    alpha: str


def nominal_rows(model: str) -> tuple[UrRow, ...]:
    """The table that differences are counted from."""
    if model not in _TABLES:
        raise InputError(
            "no nominal table for this arm",
            where="calibration file",
            got=shown(model),
            expected=f"one of {', '.join(_TABLES)}",
        )
    a, (d1, d4, d5, d6) = _TABLES[model]
    lengths, ways = (*a, "0", "0", "0"), (d1, "0", "0", d4, d5, d6)
    turns = (_QUARTER, "0", "0", _QUARTER, f"-{_QUARTER}", "0")
    return tuple(UrRow("0", d, x, t) for d, x, t in zip(ways, lengths, turns, strict=True))


def read_ur_calibration(path: str | os.PathLike[str], model: str = "ur10e") -> Robot:
    """The calibrated arm: joint frames near the nominal ones, flange poses as the file means."""
    text = read_text(Path(path), _LARGEST)
    with locating(str(path)):
        return ur_robot(calibrated_rows(text, model), model)


def calibrated_rows(text: str, model: str) -> tuple[tuple[Any, Any, Any, Any], ...]:
    """θ, d, a, α of every row, in 50 digits."""
    found = _lists(text)
    with mpmath.workdps(_DIGITS):
        return tuple(
            tuple(
                mpmath.mpf(getattr(row, key)) + mpmath.mpf(found[f"delta_{key}"][i])
                for key in ("theta", "d", "a", "alpha")
            )
            for i, row in enumerate(nominal_rows(model))
        )


def _lists(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match and match["key"] in _KEYS:
            words = [word.strip() for word in match["list"].split(",")]
            bad = [word for word in words if not _NUMBER.fullmatch(word)]
            if bad or len(words) != 6:
                raise InputError(
                    "not six numbers", where=match["key"], got=shown(match["list"].strip())
                )
            found[match["key"]] = words
    missing = [key for key in _KEYS if key not in found]
    if missing:
        raise InputError(
            "not a calibration file of a UR arm",
            where="[mounting]",
            got=f"no {missing[0]}",
            expected="delta_theta, delta_a, delta_d and delta_alpha, six numbers each",
        )
    return found


def ur_robot(rows: Sequence[tuple[Any, Any, Any, Any]], model: str) -> Robot:
    """The library's arm (of any size) with its joints on the axes of these rows."""
    with mpmath.workdps(_DIGITS):
        nominal = [
            tuple(mpmath.mpf(v) for v in (r.theta, r.d, r.a, r.alpha)) for r in nominal_rows(model)
        ]
        true_axes, flange = _axes(rows)
        near_axes, near_flange = _axes(nominal)
        frames = [_on_axis(true, near) for true, near in zip(true_axes, near_axes, strict=True)]
        steps = [_step(a, b) for a, b in zip([mpmath.eye(4), *frames[:-1]], frames, strict=True)]
        end, poses = _step(frames[-1], flange), [_pose(step) for step in steps]
        places = zip([*frames, flange], [*near_axes, near_flange], strict=True)
        off = max(float(abs(a[k, 3] - b[k, 3])) for a, b in places for k in range(3))
    if off > _FAR:
        raise InputError(
            "joints or flange would be elsewhere",
            where="calibration",
            got=f"{off:.3g} m",
            expected=f"the differences of a {model}",
            hint="Is the file of another arm?",
        )
    return _with(load("ur10e"), model, poses, _pose(end))


def _with(robot: Robot, model: str, poses: Sequence[Pose], flange: Pose) -> Robot:
    joints = tuple(
        replace(joint, origin=pose, axis=np.array([0.0, 0.0, 1.0]))
        for joint, pose in zip(robot.joints, poses, strict=True)
    )
    last: Joint = joints[-1]
    links = robot.links
    if model != robot.name:  # masses are known of one size only
        links = tuple(replace(link, inertia=None) for link in links)
    return replace(
        robot,
        name=f"{model}_calibrated",
        description=f"{model} with its factory calibration.",
        links=links,
        joints=joints,
        frames=(Frame("flange", last.child, flange),),
        tool="flange",
        sources={"dh": "published: calibration.conf of the arm's controller"},
    )


def _axes(rows: Sequence[tuple[Any, Any, Any, Any]]) -> tuple[list[Any], Any]:
    """The frames before each joint's turn, whose z are the axes, and the flange, all at zero."""
    T, found = mpmath.eye(4), []
    for theta, d, a, alpha in rows:
        found.append(T)
        T = T * _turn_z(theta) * _shift(0, 0, d) * _shift(a, 0, 0) * _turn_x(alpha)
    return found, T


def _on_axis(true: Any, near: Any) -> Any:
    """A frame on the true axis: next to the nominal one, and turned as little as can be."""
    z = [true[k, 2] for k in range(3)]
    point = [true[k, 3] for k in range(3)]
    way = _dot(z, [near[k, 3] - point[k] for k in range(3)])
    origin = [point[k] + way * z[k] for k in range(3)]
    x = [near[k, 0] for k in range(3)]
    along = _dot(x, z)
    x = [x[k] - along * z[k] for k in range(3)]
    size = mpmath.sqrt(_dot(x, x))
    x = [value / size for value in x]
    y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]]
    rows = [[x[k], y[k], z[k], origin[k]] for k in range(3)]
    return mpmath.matrix([*rows, [0, 0, 0, 1]])


def _step(a: Any, b: Any) -> Any:
    """b seen from a."""
    R = a[:3, :3].T
    p = -(R * a[:3, 3])
    inverse = mpmath.eye(4)
    for i in range(3):
        for j in range(3):
            inverse[i, j] = R[i, j]
        inverse[i, 3] = p[i]
    return inverse * b


def _pose(matrix: Any) -> Pose:
    numbers: Array = np.array([[float(matrix[i, j]) for j in range(4)] for i in range(3)])
    return Pose(numbers[:, :3], numbers[:, 3])


def _turn_z(angle: Any) -> Any:
    c, s = mpmath.cos(angle), mpmath.sin(angle)
    return mpmath.matrix([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def _turn_x(angle: Any) -> Any:
    c, s = mpmath.cos(angle), mpmath.sin(angle)
    return mpmath.matrix([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])


def _shift(x: Any, y: Any, z: Any) -> Any:
    return mpmath.matrix([[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]])


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return sum((u * v for u, v in zip(a, b, strict=True)), mpmath.mpf(0))
