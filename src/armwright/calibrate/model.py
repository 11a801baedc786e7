"""What would be measured, as a function of everything that is unknown.

    y = B · tool(q + Δq(e), g + Δg(e)) · t

B: the arm's base in the measuring frame; g: the numbers of its geometry; t: the target on the tool,
or, of targets whose places on the tool are known, where the tool sits; e: sizes of effects. All are
elements of one vector x of differences from where the fit starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from armwright.arrays import Array
from armwright.calibrate import effects as effects_
from armwright.calibrate.effects import EffectColumn
from armwright.calibrate.geometry import Geometry, ToolMotion
from armwright.calibrate.measurements import ROWS, Kind, Measurements, Target
from armwright.calibrate.rotations import cross_matrix, right_jacobian, rotation_of, vector_of
from armwright.robot import Pose

#: How far the geometry of a machine may plausibly be from its drawing (m, rad).
LENGTH, ANGLE = 0.01, 0.05
#: How far base and targets may be from where the fit starts.
FAR, TURNED = 0.3, 1.0


@dataclass(frozen=True)
class Elements:
    """Names, units, start values and plausible sizes of all that is unknown."""

    names: tuple[str, ...]
    units: tuple[str, ...]
    start: Array
    scale: Array

    def place(self, head: str) -> slice:
        """Of the elements that begin like this; empty where there are none."""
        return _place(self.names, head)


@lru_cache(maxsize=4096)
def _place(names: tuple[str, ...], head: str) -> slice:
    found = [k for k, name in enumerate(names) if name.startswith(head)]
    return slice(found[0], found[-1] + 1) if found else slice(0, 0)


@dataclass(frozen=True, eq=False)
class PoseModel:
    """`base`: where the fit starts, or where the base is if `base_known`. `targets`: by name, on
    the tool frame, likewise; those in `targets_known` are not fitted, but how the tool frame sits
    on its link is, unless `tool_known`."""

    geometry: Geometry
    measured: Measurements
    base: Pose = field(default_factory=Pose)
    base_known: bool = False
    targets: Mapping[str, Pose] = field(default_factory=dict)
    targets_known: frozenset[str] = frozenset()
    tool_known: bool = False
    effects: tuple[str, ...] = ()

    @cached_property
    def columns(self) -> tuple[EffectColumn, ...]:
        return effects_.columns(self.geometry, self.measured.joints, self.effects)

    @cached_property
    def elements(self) -> Elements:
        parts: list[tuple[str, str, float, float]] = []
        if not self.base_known:
            parts += _six("base", self.base.translation, FAR, TURNED)
        for name in self.geometry.names:
            if name not in self._same_as_base:
                parts += self._of_geometry(name)
        if self.targets_known and not self.tool_known:
            parts += _six("tool", np.zeros(3), LENGTH, ANGLE)
        for target in self.measured.targets:
            if target.name not in self.targets_known:
                start = self.target_start(target.name).translation
                six = _six(f"targets.{target.name}", start, FAR, TURNED)
                parts += six if target.kind == "pose" else six[:3]
        parts += [(one.element, one.unit, 0.0, one.scale) for one in self.columns]
        names, units, starts, scales = zip(*parts, strict=True)
        return Elements(names, units, np.array(starts), np.array(scales))

    def _of_geometry(self, name: str) -> list[tuple[str, str, float, float]]:
        nominal = self.geometry.nominal[self.geometry.place(name)]
        unit, scale = ("m", LENGTH) if name.endswith("translation") else ("rad", ANGLE)
        return [(f"{name}[{k}]", unit, float(nominal[k]), scale) for k in range(3)]

    @cached_property
    def _same_as_base(self) -> tuple[str, ...]:
        """The place of the first joint, which cannot be told from that of the base."""
        first = f"joints.{self.geometry.chain[0].name}."
        return () if self.base_known else (f"{first}translation", f"{first}rotation")

    def target_start(self, name: str) -> Pose:
        return self.targets.get(name, Pose())

    def base_at(self, x: Array) -> Pose:
        place = self.elements.place("base.")
        if place.stop == place.start:
            return self.base
        d = x[place]
        return Pose(self.base.rotation @ rotation_of(d[3:]), self.base.translation + d[:3])

    def tool_at(self, x: Array) -> Pose:
        """Where the tool frame is, seen from where it is nominally."""
        place = self.elements.place("tool.")
        if place.stop == place.start:
            return Pose()
        return Pose(rotation_of(x[place][3:]), x[place][:3])

    def target_at(self, name: str, x: Array) -> Pose:
        """On the nominal tool frame."""
        if name in self.targets_known:
            return self.tool_at(x) @ self.target_start(name)
        start, place = self.target_start(name), self.elements.place(f"targets.{name}.")
        d = np.zeros(6)
        d[: place.stop - place.start] = x[place]
        return Pose(start.rotation @ rotation_of(d[3:]), start.translation + d[:3])

    def numbers_at(self, x: Array) -> Array:
        """The geometry, (g,), without effects."""
        numbers = self.geometry.nominal.copy()
        for name in self.geometry.names:
            place = self.elements.place(f"{name}[")
            if place.stop > place.start:
                numbers[self.geometry.place(name)] += x[place]
        return numbers

    def effects_at(self, x: Array) -> dict[str, float]:
        names = self.elements.names
        return {one.element: float(x[names.index(one.element)]) for one in self.columns}

    def evaluated(self, x: Array) -> tuple[list[Array], list[Array]]:
        """For every target: measured minus predicted, (m, rows), NaN where it was not seen; and its
        derivative by x, (m, rows, x). Rotations are compared by the vector of what is missing, in
        the measuring frame's axes."""
        motion = self._motion(x, self.measured.joints, self.columns)
        J_tool = self._tool_jacobian(motion, self.columns)
        found = [
            _compared(t, self._moved(t.name, motion, J_tool, x)) for t in self.measured.targets
        ]
        return [one[0] for one in found], [one[1] for one in found]

    def predicted(self, x: Array) -> dict[str, Array]:
        """What the targets' values would be, by name."""
        motion = self._motion(x, self.measured.joints, self.columns)
        tool = self.base_at(x).matrix() @ motion.pose
        return {
            target.name: shown(
                target.kind, tool @ self.target_at(target.name, x).matrix(), target.point
            )
            for target in self.measured.targets
        }

    def position_jacobian(self, x: Array, joints: Array, target: str) -> Array:
        """Of a target's position in the measuring frame by x, at any joints: (m, 3, x)."""
        columns = effects_.columns(self.geometry, joints, self.effects)
        motion = self._motion(x, joints, columns)
        return self._moved(target, motion, self._tool_jacobian(motion, columns), x).linear

    def _motion(self, x: Array, joints: Array, columns: Sequence[EffectColumn]) -> ToolMotion:
        q, numbers = with_effects(joints, self.numbers_at(x), columns, self.effects_at(x))
        return self.geometry.motion(q, numbers)

    def _tool_jacobian(self, motion: ToolMotion, columns: Sequence[EffectColumn]) -> Array:
        """(m, 6, x): of the tool frame, in the arm's base, by geometry and effects."""
        names = self.elements.names
        J = np.zeros((len(motion.pose), 6, len(names)))
        for name in self.geometry.names:
            place = self.elements.place(f"{name}[")
            if place.stop > place.start:
                J[:, :, place] = motion.by_numbers[:, :, self.geometry.place(name)]
        for one in columns:
            by = motion.by_joints if one.joint is not None else motion.by_numbers
            at = one.joint if one.joint is not None else one.number
            if one.element in names:
                J[:, :, names.index(one.element)] = by[:, :, at] * one.values[:, None]
        return J

    def _moved(self, target: str, motion: ToolMotion, J_tool: Array, x: Array) -> _Moved:
        R, p = motion.pose[:, :3, :3], motion.pose[:, :3, 3]
        place, base = self.target_at(target, x), self.base_at(x)
        lever = R @ place.translation
        linear = J_tool[:, :3] - cross_matrix(lever) @ J_tool[:, 3:]
        angular = J_tool[:, 3:].copy()
        own = self.elements.place(f"targets.{target}.")
        if own.stop > own.start:
            linear[:, :, own.start : own.start + 3] = R
        if own.stop - own.start == 6:
            turned = right_jacobian(x[own.start + 3 : own.stop])
            angular[:, :, own.start + 3 : own.stop] = R @ (place.rotation @ turned)
        its = self.elements.place("tool.")
        if target in self.targets_known and its.stop > its.start:
            tool = self.tool_at(x)
            turned = R @ (tool.rotation @ right_jacobian(x[its.start + 3 : its.stop]))
            linear[:, :, its.start : its.start + 3] = R
            linear[:, :, its.start + 3 : its.stop] = (
                -cross_matrix(lever - R @ tool.translation) @ turned
            )
            angular[:, :, its.start + 3 : its.stop] = turned
        at = (p + lever) @ base.rotation.T
        linear, angular = base.rotation @ linear, base.rotation @ angular
        mine = self.elements.place("base.")
        if mine.stop > mine.start:
            turned = base.rotation @ right_jacobian(x[mine.start + 3 : mine.stop])
            linear[:, :, mine.start : mine.start + 3] = np.eye(3)
            linear[:, :, mine.start + 3 : mine.stop] = -cross_matrix(at) @ turned
            angular[:, :, mine.start + 3 : mine.stop] = turned
        rotation = base.rotation @ R @ place.rotation
        return _Moved(at + base.translation, rotation, linear, angular)


@dataclass(frozen=True, eq=False)
class _Moved:
    """A target in the measuring frame, (m, 3) and (m, 3, 3), and how it moves with x, (m, 3, x)."""

    position: Array
    rotation: Array
    linear: Array
    angular: Array


def _compared(target: Target, moved: _Moved) -> tuple[Array, Array]:
    if target.kind == "position":
        return target.values - moved.position, -moved.linear
    if target.kind == "distance":
        way = moved.position - target.point
        length = np.linalg.norm(way, axis=1, keepdims=True)
        along = (way / length)[:, None, :]
        return target.values[:, None] - length, -(along @ moved.linear)
    missing = _missing(target.values[:, :3, :3], moved.rotation)
    turned = np.linalg.inv(right_jacobian(np.nan_to_num(missing))) @ moved.angular
    r = np.concatenate([target.values[:, :3, 3] - moved.position, missing], axis=1)
    return r, -np.concatenate([moved.linear, turned], axis=1)


def with_effects(
    joints: Array, numbers: Array, columns: Sequence[EffectColumn], sizes: Mapping[str, float]
) -> tuple[Array, Array]:
    """Joint positions (m, n) and numbers of the geometry, (g,) or (m, g), changed by effects."""
    q = joints.copy()
    if any(one.number is not None for one in columns):
        numbers = np.tile(numbers, (len(q), 1))
    for one in columns:
        amount = sizes.get(one.element, 0.0) * one.values
        if one.joint is not None:
            q[:, one.joint] += amount
        else:
            numbers[:, one.number] += amount
    return q, numbers


def shown(kind: Kind, pose: Array, point: Array) -> Array:
    """What is measured of a target at `pose` (m, 4, 4)."""
    if kind == "pose":
        return pose
    position = pose[:, :3, 3]
    if kind == "position":
        return position
    return np.asarray(np.linalg.norm(position - point, axis=1))


def rows_of(kind: Kind) -> tuple[tuple[str, int], ...]:
    """The rows of a residual by what they are measured in."""
    return (("m", 3), ("rad", 3)) if kind == "pose" else (("m", ROWS[kind]),)


def _missing(measured: Array, predicted: Array) -> Array:
    """v with exp(v) predicted = measured; NaN where nothing was measured."""
    seen = np.isfinite(measured).all(axis=(1, 2))
    found = np.full((len(measured), 3), np.nan)
    if seen.any():
        found[seen] = vector_of(measured[seen] @ predicted[seen].transpose(0, 2, 1))
    return found


def _six(head: str, start: Array, far: float, turned: float) -> list[tuple[str, str, float, float]]:
    shifts = [(f"{head}.translation[{k}]", "m", float(start[k]), far) for k in range(3)]
    turns = [(f"{head}.rotation[{k}]", "rad", 0.0, turned) for k in range(3)]
    return shifts + turns
