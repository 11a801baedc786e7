"""Exciting motions: better than where the search began, within limits, and told so that they can be
repeated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from armwright.block.fidelity import Fidelity
from armwright.blocks.catalogue import CATALOGUE
from armwright.errors import InputError
from armwright.identify import MotionLimits, excite
from armwright.identify.excitation import Curve, ExcitingMotion, _Problem
from armwright.robot import load
from armwright.scenario import Scenario
from armwright.system import Blocks, Recording

LIMITS = MotionLimits(speed=1.5, acceleration=5.0, floor=-0.2)


@pytest.fixture(scope="module", params=["fourier", "spline"])
def motion(request: pytest.FixtureRequest) -> ExcitingMotion:
    curve: Curve = request.param
    return excite(load("two_axis"), curve=curve, harmonics=4, limits=LIMITS, iterations=25)


@pytest.mark.crosscheck
def test_the_condition_number_falls(motion: ExcitingMotion) -> None:
    assert motion.after < 0.95 * motion.before
    assert motion.base == 11


@pytest.mark.crosscheck
def test_limits_hold_between_the_instants_that_were_optimised(motion: ExcitingMotion) -> None:
    assert motion.within_limits
    assert set(motion.used) == {"position", "speed", "acceleration", "torque", "space"}
    assert max(motion.used.values()) > 0.9  # some limit is made use of
    for k, joint in enumerate(motion.robot.moving_joints):
        assert np.all(motion.position[:, k] < joint.limits.upper)
        assert np.all(motion.position[:, k] > joint.limits.lower)
    assert np.abs(motion.acceleration).max() <= 5.0


def test_velocities_are_the_derivatives_of_positions(motion: ExcitingMotion) -> None:
    v = np.gradient(motion.position, motion.time, axis=0, edge_order=2)
    assert np.abs(v - motion.velocity)[5:-5].max() < 0.01
    a = np.gradient(motion.velocity, motion.time, axis=0, edge_order=2)
    assert np.abs(a - motion.acceleration)[5:-5].max() < 0.1


def test_it_begins_at_rest(motion: ExcitingMotion) -> None:
    for part in (motion.velocity, motion.acceleration, motion.position - motion.centre):
        assert np.abs(part[0]).max() < 1e-8


def test_a_scenario_takes_it_as_its_reference(motion: ExcitingMotion, tmp_path: Path) -> None:
    file = tmp_path / "motion.csv"
    file.write_text(motion.csv())
    settings = motion.reference
    own = CATALOGUE["reference"][str(settings.pop("kind"))](name="reference", **settings)
    read = CATALOGUE["reference"]["csv"](name="reference", file=file, rate=1000.0)
    for block, tolerance in ((own, 1e-9), (read, 1e-6)):
        still = Scenario(
            "excited",
            motion.robot,
            2.0,
            tick=1e-3,
            fidelity=Fidelity(joints="rigid", gravity=False, friction=False),
            blocks=Blocks(reference=block),
            recording=Recording(("reference_joint_position",), 100.0),
        )
        shown = still.simulate().data["reference_joint_position"].values
        expected = motion.position[
            : 2 * round(1 / motion.time[1]) + 1 : round(0.01 / motion.time[1])
        ]
        assert np.abs(shown - expected).max() < tolerance


@pytest.mark.crosscheck
def test_a_motion_beyond_its_limits_is_made_smaller() -> None:
    problem = _Problem(load("two_axis"), "fourier", 10.0, 3, LIMITS)
    start = problem.started(0)
    assert max(problem.used(20 * start).values()) > 1
    assert max(problem.used(problem.shrunk(20 * start)).values()) <= 1


def test_too_few_harmonics_are_refused() -> None:
    with pytest.raises(InputError, match="too little to choose from"):
        excite(load("two_axis"), harmonics=1)


def test_a_floor_above_the_arm_is_refused() -> None:
    with pytest.raises(InputError, match=r"no motion stays within limits .*space"):
        excite(load("two_axis"), limits=MotionLimits(floor=5.0))


def test_progress_is_told_up_to_the_end() -> None:
    told: list[tuple[str, float]] = []
    excite(load("two_axis"), iterations=3, tell=lambda what, done: told.append((what, done)))
    assert [what for what, _ in told][-1] == "optimising: 3 of 3 iterations"
    parts = [done for _, done in told]
    assert parts == sorted(parts) and parts[0] == 0 and parts[-1] == 1
