"""Calibration from circles: one joint moves at a time, and its axis is seen.

The axes at one pose of the arm, and where the target is then, are all that there is to know of the
geometry (each axis a line, in the measuring frame). The joint frames are put on the measured lines,
next to where the nominal arm has them; D-H numbers in any form follow (`descriptions.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.calibrate.alignment import starting_base
from armwright.calibrate.features import AxisLine, Circle, FeatureWay, circle_through, line_through
from armwright.calibrate.geometry import Geometry
from armwright.calibrate.measurements import ONLY, Measurements, Target
from armwright.calibrate.rotations import rotation_of
from armwright.calibrate.solving import Loss
from armwright.errors import InputError
from armwright.robot import Frame, Joint, Pose, Robot
from armwright.robot.finding import Finding

#: S2's rules, after Stone: the arc (rad), and how many times the noise goes into the radius.
_ARC, _NOISE = np.pi, 100.0
#: A joint that is locked moves less (rad, m); points are evenly spread within this factor.
_LOCKED, _EVEN = 1e-4, 3.0


@dataclass(frozen=True, eq=False)
class JointSweep:
    """One joint moves: all joints (m, n), and the target (m, 3) in the measuring frame (m)."""

    joints: ArrayLike
    points: ArrayLike


@dataclass(frozen=True, eq=False)
class CircleCalibration:
    """`features`: by joint. `robot`: joints on the measured axes, with the frame 'target'. `base`:
    in the measuring frame. `findings`: what is wrong with the way it was measured."""

    nominal: Robot
    robot: Robot
    base: Pose
    features: Mapping[str, Circle | AxisLine]
    findings: tuple[Finding, ...]

    def predicted(self, joints: ArrayLike) -> Array:
        """Where the target would be measured, (m, 3)."""
        from armwright.arm import compile

        pose = self.base.matrix() @ compile(self.robot).pose(joints, self.robot.frames[-1].name)
        return np.asarray(pose[..., :3, 3])


def circles(
    robot: Robot,
    sweeps: Mapping[str, JointSweep],
    *,
    way: FeatureWay = "total",
    loss: Loss = "squares",
    tool: str | None = None,
) -> CircleCalibration:
    """From one sweep for every joint between the base and the tool, all from the same pose."""
    geometry = Geometry(robot, tool or robot.tool)
    given = {name: _arrays(robot, name, sweep) for name, sweep in sweeps.items()}
    missing = [joint.name for joint in geometry.chain if joint.name not in given]
    if missing:
        raise InputError(
            "no sweep of this joint", where=f"joint '{missing[0]}'", expected="one for every joint"
        )
    home = _home(robot, given)
    features, findings = {}, []
    for joint in geometry.chain:
        k = robot.joint_names.index(joint.name)
        q, p = given[joint.name]
        order = np.argsort(q[:, k], kind="stable")
        features[joint.name] = _feature(joint, p[order], way, loss)
        findings += _protocol(robot, joint, q[order], features[joint.name])
    base = _base(geometry, given)
    return CircleCalibration(
        robot,
        _on_axes(geometry, home, base, features, given),
        base,
        features,
        tuple(findings),
    )


def _arrays(robot: Robot, name: str, sweep: JointSweep) -> tuple[Array, Array]:
    where = f"sweep of joint '{name}'"
    if name not in robot.joint_names:
        raise InputError(
            "no such joint", where=where, expected=f"one of {', '.join(robot.joint_names)}"
        )
    q, p = np.asarray(sweep.joints, dtype=np.float64), np.asarray(sweep.points, dtype=np.float64)
    if q.ndim != 2 or q.shape[1] != len(robot.joint_names) or p.shape != (len(q), 3):
        raise InputError(
            "wrong shapes",
            where=where,
            got=(q.shape, p.shape),
            expected=f"(m, {len(robot.joint_names)}) and (m, 3)",
        )
    if not (np.isfinite(q).all() and np.isfinite(p).all()):
        raise InputError("not finite", where=where)
    return q, p


def _home(robot: Robot, given: Mapping[str, tuple[Array, Array]]) -> Array:
    """Where the joints are that do not move: the same in all sweeps."""
    home = np.full(len(robot.joint_names), np.nan)
    for name, (q, _) in given.items():
        k = robot.joint_names.index(name)
        for i, other in enumerate(robot.joint_names):
            if i == k:
                continue
            here = float(np.median(q[:, i]))
            if np.isnan(home[i]):
                home[i] = here
            elif abs(home[i] - here) > _LOCKED:
                raise InputError(
                    "locked at different positions in different sweeps",
                    where=f"joint '{other}', sweep of joint '{name}'",
                    got=f"{here:.5g}",
                    expected=f"{home[i]:.5g} (rad or m), as in the others",
                )
    if np.isnan(home).any():  # a single joint
        k = int(np.isnan(home).argmax())
        home[k] = next(iter(given.values()))[0][0, k]
    return home


def _feature(joint: Joint, points: Array, way: FeatureWay, loss: Loss) -> Circle | AxisLine:
    try:
        if joint.kind == "prismatic":
            return line_through(points)
        return circle_through(points, way, loss)
    except InputError as error:
        raise error.at(f"joint '{joint.name}', ") from None


def _protocol(robot: Robot, joint: Joint, q: Array, found: Circle | AxisLine) -> list[Finding]:
    where, k = f"sweep of joint '{joint.name}'", robot.joint_names.index(joint.name)
    findings = []
    others = np.delete(np.ptp(q, axis=0), k)
    if others.size and others.max() > _LOCKED:
        name = [n for i, n in enumerate(robot.joint_names) if i != k][int(others.argmax())]
        findings.append(
            Finding(
                "warning",
                "another joint moves",
                f"{where}, joint '{name}'",
                f"{others.max():.3g} rad or m",
                "locked",
                "Lock it.",
            )
        )
    steps = np.diff(q[:, k])
    if steps.size and steps.max() > _EVEN * max(float(np.median(steps)), 1e-12):
        findings.append(
            Finding(
                "warning",
                "unevenly spaced",
                where,
                f"a step of {steps.max():.3g}, usually {np.median(steps):.3g} rad or m",
                "even steps",
                "Fill the gap.",
            )
        )
    if isinstance(found, AxisLine):
        return findings
    if found.arc < _ARC * 0.999:
        findings.append(
            Finding(
                "warning",
                "an incomplete circle",
                where,
                f"{np.degrees(found.arc):.0f}°",
                "180° or more",
                "Move it farther, if its limits allow.",
            )
        )
    if found.rms * _NOISE > found.radius:
        findings.append(
            Finding(
                "warning",
                "noise is not small beside the radius",
                where,
                f"{1e3 * found.rms:.2g} mm of {1e3 * found.radius:.3g} mm",
                "less than a hundredth",
                "Take a target farther from the axis.",
            )
        )
    return findings


def _base(geometry: Geometry, given: Mapping[str, tuple[Array, Array]]) -> Pose:
    q = np.concatenate([one for one, _ in given.values()])
    p = np.concatenate([one for _, one in given.values()])
    return starting_base(geometry, Measurements(q, (Target(ONLY, "position", p),)), {})


def _on_axes(
    geometry: Geometry,
    home: Array,
    base: Pose,
    features: Mapping[str, Circle | AxisLine],
    given: Mapping[str, tuple[Array, Array]],
) -> Robot:
    """At home each joint's frame is on its measured axis; then it is turned back to zero."""
    robot = geometry.robot
    there = _frames_at(geometry, home)
    placed: dict[str, Pose] = {}
    before, joints = Pose(), {}
    for joint in geometry.chain:
        frame = _placed(base.inverse(), features[joint.name], there[joint.name], joint)
        placed[joint.name] = frame
        at = home[robot.joint_names.index(joint.name)]
        joints[joint.name] = replace(joint, origin=before.inverse() @ frame @ _back(joint, at))
        before = frame
    last = geometry.chain[-1]
    tool = robot.frame(geometry.tool)
    if tool.link != last.child or any(
        one.parent not in {robot.base, *(j.child for j in geometry.chain)}
        for one in joints.values()
    ):
        raise InputError(
            "fixed joints lie between the joints of the chain",
            where=f"robot '{robot.name}'",
            hint="Use calibrate.poses, which moves no fixed joint.",
        )
    target = _target(geometry, placed[last.name], base, given, home)
    seen = Frame(ONLY, last.child, Pose(translation=target))
    return replace(
        robot,
        joints=tuple(joints.get(one.name, one) for one in robot.joints),
        frames=(*(f for f in robot.frames if f.name != ONLY), seen),
    )


def _frames_at(geometry: Geometry, home: Array) -> dict[str, Pose]:
    """The nominal joint frames (after the joint's motion) in the base, at home."""
    from armwright.arm import compile

    arm = compile(geometry.robot)
    poses = {joint.name: arm.pose(home, joint.child) for joint in geometry.chain}
    return {name: Pose(T[:3, :3], T[:3, 3]) for name, T in poses.items()}


def _placed(to_base: Pose, feature: Circle | AxisLine, near: Pose, joint: Joint) -> Pose:
    """On the measured axis, next to the nominal frame, and turned as little as can be."""
    circle = isinstance(feature, Circle)
    direction = feature.normal if isinstance(feature, Circle) else feature.direction
    point = feature.centre if isinstance(feature, Circle) else feature.point
    z = to_base.rotation @ direction
    origin = near.translation
    if circle:  # of a slide only the direction is known; its frame may stay
        p = to_base.rotation @ point + to_base.translation
        origin = p + z * float(z @ (near.translation - p))
    old = near.rotation @ joint.axis
    axis = np.cross(old, z)
    sine, cosine = float(np.linalg.norm(axis)), float(old @ z)
    if cosine < 0:
        raise InputError(
            "moves against the axis of the description",
            where=f"joint '{joint.name}'",
            hint="Wrong sign of the joint, or the points are not in the order of its positions.",
        )
    turned = rotation_of(axis / sine * np.arctan2(sine, cosine)) if sine > 0 else np.eye(3)
    return Pose(turned @ near.rotation, origin)


def _back(joint: Joint, at: float) -> Pose:
    if joint.kind == "prismatic":
        return Pose(translation=-at * joint.axis)
    return Pose(rotation_of(-at * joint.axis))


def _target(
    geometry: Geometry,
    last: Pose,
    base: Pose,
    given: Mapping[str, tuple[Array, Array]],
    home: Array,
) -> Array:
    """On the last link: from all points of the last joint's sweep, turned back."""
    joint = geometry.chain[-1]
    q, p = given[joint.name]
    k = geometry.robot.joint_names.index(joint.name)
    at_home = (base @ last).inverse()
    local = p @ at_home.rotation.T + at_home.translation
    moved = q[:, k] - home[k]
    if joint.kind == "prismatic":
        return np.asarray((local - moved[:, None] * joint.axis).mean(axis=0))
    back = rotation_of(-moved[:, None] * joint.axis)
    return np.asarray(np.einsum("mij,mj->mi", back, local).mean(axis=0))
