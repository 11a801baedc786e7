"""What is simulated and fitted: S2's altered PUMA, by its method and by ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.calibrate import Calibration, Circle, JointSweep, circles, poses
from armwright.calibrate.dh_from_frames import dh_from_features
from armwright.calibrate.structure import random_joints
from armwright.progress import Tell
from armwright.robot import Frame, Joint, Limits, Link, Pose, Robot
from armwright.robot.formats.dh import DhRow, place_standard
from armwright.studies.kinematic_identification.source import (
    ASSUMED_TRUTH,
    CUBE,
    ESTIMATED,
    NOMINAL,
    REAL,
)

#: Where the target is on the last frame (m); S2 does not say. 56 mm beyond the wrist, off its axis.
TARGET = np.array([0.03, 0.0, 0.056])
#: A target that is mounted so far from where it is thought to be (m).
MOUNTED_OFF = np.array([0.0, 0.003, 0.0])
#: Middle of the cube (m); S2 does not say.
MIDDLE = np.array([0.42, 0.15, 0.0])
NOISE, POSES, FRESH = 1e-4, 200, 200
POINTS_OF_A_SWEEP = 181
_LIMIT = 2.6


def arm_of(rows: Sequence[DhRow], target: Array = TARGET, name: str = "puma") -> Robot:
    """A PUMA with these rows, and the target as its tool."""
    links, joints = [Link("base")], []
    placed = place_standard(tuple(rows), Pose())
    for k, one in enumerate(placed):
        limits = Limits(lower=-_LIMIT, upper=_LIMIT)
        joints.append(
            Joint(
                f"joint{k + 1}",
                "revolute",
                links[-1].name,
                f"link{k + 1}",
                one.joint_origin,
                limits=limits,
            )
        )
        links.append(Link(f"link{k + 1}"))
    frame = Frame("target", "link6", placed[-1].dh_frame @ Pose(translation=target))
    return Robot(name, tuple(links), tuple(joints), (frame,), tool="target")


def target_of(robot: Robot, q: Array) -> Array:
    return np.asarray(compile(robot).pose(q)[..., :3, 3])


def cube_points() -> Array:
    """P1 in the middle, P2 to P5 corners of a diagonal rectangle, as ISO 9283 has them."""
    corners = np.array([[0, 0, 0], [1, 1, 1], [-1, 1, 1], [-1, -1, -1], [1, -1, -1]])
    return MIDDLE + 0.8 * CUBE / 2 * corners


def cube_joints() -> Array:
    """What the nominal arm is told, with its hand level."""
    points = cube_points()
    wanted = np.tile(np.eye(4), (len(points), 1, 1))
    wanted[:, :3, 3] = points
    arm = compile(arm_of(NOMINAL))
    start = np.array([0.0, 0.5, 2.0, 0.5, -0.5, 0.3])
    return np.asarray(arm.inverse_kinematics(points, start=start, position_only=True).q)


def sweeps(true: Robot, noise: float, rng: np.random.Generator) -> dict[str, JointSweep]:
    found = {}
    for k in range(6):
        q = np.zeros((POINTS_OF_A_SWEEP, 6))
        q[:, k] = np.linspace(-np.pi / 2, np.pi / 2, POINTS_OF_A_SWEEP)
        seen = target_of(true, q) + rng.normal(0, noise, (len(q), 3))
        found[f"joint{k + 1}"] = JointSweep(q, seen)
    return found


@dataclass(frozen=True, eq=False)
class MethodResult:
    """Distances (m) of predictions from the truth at the five points."""

    name: str
    errors: Array

    @property
    def mean(self) -> float:
        return float(self.errors.mean())


@dataclass(frozen=True, eq=False)
class Identified:
    """`methods`: at the five points. `fresh`: mean error (m) of a full fit at fresh poses, with the
    tracker's noise and without. `sweeps`: nominal against table 6.1*, by sweep, in m. `causes`:
    what a single wrong number leaves at the five points, largest over smallest."""

    before: MethodResult
    methods: Sequence[MethodResult]
    table: MethodResult
    full: Calibration
    fresh_noisy: float
    fresh_exact: float
    fresh_before: float
    sweeps: Mapping[str, float]
    rows: Mapping[str, Sequence[DhRow]]
    causes: Mapping[str, float]

    def method(self, name: str) -> MethodResult:
        return next(one for one in self.methods if one.name == name)


#: The methods, by what the report calls them.
S2_WAY, S2_NOISE = "S2's method", "S2's method, 0.1 mm noise"
S2_OFF = "S2's method, target mounted 3 mm off"
CIRCLES, FULL = "circles, on the axes themselves", "all poses at once"


def identify(tell: Tell) -> Identified:
    rng = np.random.default_rng(6)
    nominal, true = arm_of(NOMINAL), arm_of(ASSUMED_TRUTH)
    off = arm_of(ASSUMED_TRUTH, TARGET + MOUNTED_OFF)
    q = cube_joints()
    tell("circles", 0.1)
    s2_rows, noisy_rows = s2_table(true, 0.0, rng), s2_table(true, NOISE, rng)
    off_rows = s2_table(off, 0.0, rng)
    found = circles(nominal, sweeps(true, NOISE, rng))
    tell("200 poses", 0.4)
    commanded, fresh = (random_joints(nominal, n, rng) for n in (POSES, FRESH))
    seen = target_of(true, commanded)
    noisy = poses(nominal, commanded, seen + rng.normal(0, NOISE, seen.shape))
    exact = poses(nominal, commanded, seen)
    there = target_of(true, q)
    methods = [
        MethodResult(S2_WAY, _apart(target_of(arm_of(s2_rows), q), there)),
        MethodResult(S2_NOISE, _apart(target_of(arm_of(noisy_rows), q), there)),
        MethodResult(S2_OFF, _apart(target_of(arm_of(off_rows), q), target_of(off, q))),
        MethodResult(CIRCLES, _apart(found.predicted(q), there)),
        MethodResult(FULL, _apart(noisy.predicted(q)["target"], there)),
    ]
    tell("sweeps of the real arm", 0.8)
    truth = target_of(true, fresh)
    return Identified(
        MethodResult("nominal", _apart(target_of(nominal, q), there)),
        methods,
        MethodResult("table 6.2", _apart(target_of(arm_of(ESTIMATED), q), there)),
        noisy,
        float(_apart(noisy.predicted(fresh)["target"], truth).mean()),
        float(_apart(exact.predicted(fresh)["target"], truth).mean()),
        float(_apart(target_of(nominal, fresh), truth).mean()),
        real_sweeps(),
        {
            "assumed truth": ASSUMED_TRUTH,
            "S2, table 6.2": ESTIMATED,
            "its method, here": s2_rows,
            "its method, target off": off_rows,
        },
        causes(q),
    )


def s2_table(true: Robot, noise: float, rng: np.random.Generator) -> tuple[DhRow, ...]:
    """By S2's features and rows; x from centre to centre between joints 2 and 3, as there."""
    given = sweeps(true, noise, rng)
    found = circles(arm_of(NOMINAL), given, way="linear")
    features = [found.features[f"joint{k + 1}"] for k in range(6)]
    assert all(isinstance(one, Circle) for one in features)
    zero = np.asarray(given["joint6"].points)[POINTS_OF_A_SWEEP // 2]
    return dh_from_features(NOMINAL, features, TARGET, zero, {2: "centres"})  # type: ignore[arg-type]


def causes(q: Array) -> dict[str, float]:
    """Of single errors: how unequal the five points become."""
    there, found = target_of(arm_of(ASSUMED_TRUTH), q), {}
    arms = {"target": arm_of(ASSUMED_TRUTH, TARGET + MOUNTED_OFF)}
    for word, row, key, size in (
        ("a of link 2", 1, "a", 0.003),
        ("θ of joint 1", 0, "theta", 0.005),
        ("θ of joint 2", 1, "theta", 0.005),
        ("θ of joint 3", 2, "theta", 0.005),
    ):
        rows = list(ASSUMED_TRUTH)
        rows[row] = replace(rows[row], **{key: getattr(rows[row], key) + size})
        arms[word] = arm_of(rows)
    for word, arm in arms.items():
        off = _apart(target_of(arm, q), there)
        found[word] = float(off.max() / off.min())
    return found


def real_sweeps() -> dict[str, float]:
    """Mean distance of the nominal table from 6.1*; joint 3 is at 90° while joint 2 moves."""
    nominal, real = arm_of(NOMINAL), arm_of(REAL)
    found = {}
    for joint in (2, 3):
        q = np.zeros((91, 6))
        q[:, 2] = np.pi / 2
        q[:, joint - 1] = np.linspace(-np.pi / 2, np.pi / 2, 91)
        found[f"joint {joint}"] = float(_apart(target_of(nominal, q), target_of(real, q)).mean())
    return found


def _apart(a: Array, b: Array) -> Array:
    return np.asarray(np.linalg.norm(a - b, axis=-1))
