"""Data that does not belong to the robot: which mistake would explain it.

If a fit of some poses leaves much, only base and targets are fitted, with the nominal geometry, and
each mistake is undone in turn; one that makes most of what is left vanish is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from armwright.arrays import Array
from armwright.calibrate.alignment import starting_base
from armwright.calibrate.measurements import Measurements, Target
from armwright.calibrate.model import PoseModel, rows_of
from armwright.calibrate.solving import Places, Solved, solve
from armwright.calibrate.structure import structural
from armwright.errors import InputError

#: Share of the arm's reach that a fit may leave before its data is looked at twice.
SUSPECT = 0.001
#: What a mistake must explain: no more than this share is left once it is undone.
EXPLAINED = 0.35
#: Of two mistakes that explain about the same, the commoner is named.
_ALIKE = 1.2
#: Poses that are looked at.
_FEW = 40
#: A joint that moves less (rad, m) does not move.
_STILL = 1e-3
#: No arm differs from its drawing by so many times what is plausible.
_STRANGE = 4.0


@dataclass(frozen=True, eq=False)
class Mistake:
    """`undone`: the measurements as they would be without it."""

    what: str
    where: str
    hint: str
    undone: Callable[[Measurements], Measurements]


def check_measurements(model: PoseModel) -> None:
    """Raises an InputError that says what is wrong with the data."""
    measured = model.measured
    spread = np.ptp(measured.joints, axis=0)
    if spread.max() < _STILL:
        raise InputError(
            "all poses are alike",
            where="joints",
            got=f"{len(measured)} poses within {spread.max():.1g} rad or m",
            expected="poses from all over the workspace",
        )
    wanted = structural(model).seen.shape[1]
    if measured.numbers < wanted:
        raise InputError(
            "fewer measured numbers than unknowns",
            where="points",
            got=f"{measured.numbers} numbers of {len(measured)} poses",
            expected=f"at least {wanted}, better three times as many",
        )
    few = np.zeros(len(measured), bool)
    few[np.unique(np.linspace(0, len(few) - 1, _FEW).astype(int))] = True
    some = replace(model, measured=measured.chosen(few), effects=())
    found = _fitted(some, np.arange(len(some.elements.names)), GEOMETRIC)
    if _rms(found.residuals) > SUSPECT * model.geometry.reach:
        _check_mistakes(some)
    if _strange(some, found) > _STRANGE:
        _check_swapped(some, _strange(some, found))


def _check_mistakes(model: PoseModel) -> None:
    left = _left(model)
    tried = [(_left(_without(model, mistake)), mistake) for mistake in _mistakes(model)]
    best = min(rest for rest, _ in tried)
    if best > EXPLAINED * left:
        return
    mistake = next(one for rest, one in tried if rest <= _ALIKE * best)
    size = model.geometry.reach
    raise InputError(
        mistake.what,
        where=mistake.where,
        got=f"{1e3 * left * size:.3g} mm are left between robot and measurements, without this "
        f"mistake {1e3 * best * size:.2g} mm",
        hint=mistake.hint,
    )


def _strange(model: PoseModel, found: Solved) -> float:
    """How far arm and tool would be from their drawing, in plausible sizes: the largest."""
    place = model.elements.names
    own = [k for k, name in enumerate(place) if name.startswith(("joints.", "tool."))]
    return float(np.abs(found.x / model.elements.scale)[own].max())


def _check_swapped(model: PoseModel, strange: float) -> None:
    """Known targets that are taken for one another turn the whole tool, and all else fits."""
    known = [one for one in model.measured.targets if one.name in model.targets_known]
    for a, b in combinations(known, 2):
        if a.kind != b.kind:
            continue
        other = replace(model, measured=_swapped(a, b)(model.measured))
        found = _fitted(other, np.arange(len(other.elements.names)), GEOMETRIC)
        if _rms(found.residuals) < SUSPECT * model.geometry.reach and (
            _strange(other, found) < 0.5 * strange
        ):
            raise swapped_error(a, b)


def swapped_error(a: Target, b: Target) -> InputError:
    return InputError(
        f"targets '{a.name}' and '{b.name}' are swapped",
        where="points",
        got="each was seen where the other should be on the tool",
    )


def _without(model: PoseModel, mistake: Mistake) -> PoseModel:
    return replace(model, measured=mistake.undone(model.measured))


def _left(model: PoseModel) -> float:
    """Rms distance that no base and no place of the targets can take away, as a share of the arm's
    reach; of points on another scale, as the same share of theirs."""
    if not model.base_known:
        places = dict(model.targets)
        model = replace(model, base=starting_base(model.geometry, model.measured, places))
    heads = ("base.", "targets.", "tool.")
    names = model.elements.names
    free = np.array([k for k, name in enumerate(names) if name.startswith(heads)], dtype=np.intp)
    if free.size:
        r = _fitted(model, free, RIGID).residuals
    else:
        r, _ = _positions(model, np.zeros(len(names)))
    return _rms(r) / model.geometry.reach / min(1.0, _spread(model))


def _spread(model: PoseModel) -> float:
    """Of the measured points, times that of the nominal ones: 1 where the units are right."""
    tool = model.geometry.motion(model.measured.joints, model.geometry.nominal).pose[:, :3, 3]
    sizes = []
    for target in model.measured.targets:
        values = target.values[target.seen]
        points = values[:, :3, 3] if target.kind == "pose" else values.reshape(len(values), -1)
        sizes.append(float(np.std(points, axis=0).max() / max(np.std(tool, axis=0).max(), 1e-6)))
    return max(min(sizes), 1e-9)


#: Weight of the pull towards the nominal numbers (1 / m²): of a geometry, and of base and targets.
GEOMETRIC, RIGID = 1e-6, 1e-8


def _fitted(model: PoseModel, free: Places, ridge: float) -> Solved:
    basis = np.diag(model.elements.scale)[:, free]
    return solve(lambda x: _positions(model, x), basis, ridge=ridge, most=15)


def _rms(residuals: Array) -> float:
    return float(np.sqrt(3 * (residuals**2).mean()))


def _positions(model: PoseModel, x: Array) -> tuple[Array, Array]:
    """Residuals of lengths, and of angles at the arm's reach."""
    residuals, derivatives = model.evaluated(x)
    r, J = [], []
    for k, target in enumerate(model.measured.targets):
        weight = np.concatenate(
            [
                np.full(rows, 1.0 if unit == "m" else 0.3 * model.geometry.reach)
                for unit, rows in rows_of(target.kind)
            ]
        )
        r.append((residuals[k][target.seen] * weight).ravel())
        J.append((derivatives[k][target.seen] * weight[:, None]).reshape(-1, len(x)))
    return np.concatenate(r), np.concatenate(J)


def _mistakes(model: PoseModel) -> Iterator[Mistake]:
    robot = model.geometry.robot
    names = robot.joint_names
    moving = {joint.name for joint in model.geometry.chain}
    used = [k for k, name in enumerate(names) if name in moving]
    turning = np.array([j.kind == "revolute" for j in robot.moving_joints])
    for factor, what in ((np.pi / 180, "degrees taken for"), (180 / np.pi, "too small for")):
        yield Mistake(
            "the joints are in degrees, not in radians"
            if what.startswith("degrees")
            else "the joints are in radians, and were turned into radians once more",
            "joints",
            f"Multiply those that turn by {'π/180' if factor < 1 else '180/π'}.",
            _scaled_joints(np.where(turning, factor, 1.0)),
        )
    for factor, what in ((1e-3, "millimetres, not metres"), (1e3, "kilometres, not metres")):
        yield Mistake(
            f"the points are in {what}",
            "points",
            f"Multiply them by {factor:g}.",
            _scaled_points(factor),
        )
    yield Mistake(
        "a mirrored frame: the measured axes are left-handed",
        "points",
        "Two columns are exchanged, or one has the wrong sign.",
        _mirrored,
    )
    if model.base_known:
        yield from _axes()
    for k in used:
        yield Mistake(
            f"wrong sign of joint '{names[k]}'",
            f"joints, column {k + 1}",
            "It moves the other way than the robot's description says.",
            _scaled_joints(np.where(np.arange(len(names)) == k, -1.0, 1.0)),
        )
    for i, j in combinations(used, 2):
        order = list(range(len(names)))
        order[i], order[j] = j, i
        yield Mistake(
            f"mixed-up columns: joints '{names[i]}' and '{names[j]}' are exchanged",
            f"joints, columns {i + 1} and {j + 1}",
            "",
            _reordered(order),
        )
    yield Mistake(
        "mixed-up columns: the joints are listed from the tool to the base",
        "joints",
        "",
        _reordered(list(range(len(names)))[::-1]),
    )
    for a, b in combinations(model.measured.targets, 2):
        if a.kind == b.kind:
            yield Mistake(
                f"targets '{a.name}' and '{b.name}' are swapped", "points", "", _swapped(a, b)
            )


def _axes() -> Iterator[Mistake]:
    for order, words in (([1, 0, 2], "x and y"), ([0, 2, 1], "y and z"), ([2, 1, 0], "x and z")):
        yield Mistake(
            f"mixed-up columns: {words} of the points are exchanged",
            "points",
            "",
            _of_points(lambda p, order=order: p[..., order]),  # type: ignore[misc]
        )


def _scaled_joints(factors: Array) -> Callable[[Measurements], Measurements]:
    return lambda measured: replace(measured, joints=measured.joints * factors)


def _reordered(order: Sequence[int]) -> Callable[[Measurements], Measurements]:
    return lambda measured: replace(measured, joints=measured.joints[:, list(order)])


def _scaled_points(factor: float) -> Callable[[Measurements], Measurements]:
    def undone(measured: Measurements) -> Measurements:
        return _with_values(measured, [_scaled_values(one, factor) for one in measured.targets])

    return undone


def _scaled_values(target: Target, factor: float) -> Array:
    if target.kind != "pose":
        return target.values * factor
    values = target.values.copy()
    values[:, :3, 3] *= factor
    return values


def _mirrored(measured: Measurements) -> Measurements:
    return _of_points(lambda p: p * np.array([1.0, 1.0, -1.0]))(measured)


def _of_points(change: Callable[[Array], Array]) -> Callable[[Measurements], Measurements]:
    """Positions changed; rotations and distances stay."""

    def undone(measured: Measurements) -> Measurements:
        values = []
        for one in measured.targets:
            new = one.values.copy()
            if one.kind == "position":
                new = change(new)
            elif one.kind == "pose":
                new[:, :3, 3] = change(new[:, :3, 3])
            values.append(new)
        return _with_values(measured, values)

    return undone


def _swapped(a: Target, b: Target) -> Callable[[Measurements], Measurements]:
    def undone(measured: Measurements) -> Measurements:
        new = {a.name: measured.target(b.name).values, b.name: measured.target(a.name).values}
        return _with_values(measured, [new.get(one.name, one.values) for one in measured.targets])

    return undone


def _with_values(measured: Measurements, values: Sequence[Array]) -> Measurements:
    targets = tuple(
        replace(one, values=new) for one, new in zip(measured.targets, values, strict=True)
    )
    return replace(measured, targets=targets)
