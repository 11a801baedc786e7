"""A joint under a load below break-away stays; above, it goes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from armwright import Blocks, Scenario, compile, load, load_scenario
from armwright.robot.changing import changed
from armwright.system import Recording, Start
from tests.support.probes import Swell
from tests.support.simulations import signals

#: Of the friction at the motor, N m; 50 times as much at the joint.
STATIC = 0.24
#: Where the joint is; 50 times as far the motor, without rounding.
START = 0.5
LAWS: dict[str, dict[str, Any]] = {
    "coulomb": {"coulomb": 0.16, "static": STATIC},
    "tustin": {"coulomb": 0.16, "static": STATIC, "stribeck_velocity": 1.0},
    "lugre": {"coulomb": 0.16, "static": STATIC, "stribeck_velocity": 1.0},
}


def loaded(law: str, share: float, duration: float, joints: str, **extra: float) -> Scenario:
    """The load on its axis, pulled by a motor torque that rises to a share of break-away."""
    friction = {"law": law, "side": "motor", **LAWS[law], **extra}
    robot = changed(load_scenario("pendulum/flexible").robot, {"joints.1.friction": friction})
    recorded = ("motor_position", "motor_velocity", "joint_position", "joint_velocity")
    scenario = Scenario(
        name="loaded",
        robot=robot,
        duration=duration,
        blocks=Blocks(controller=(Swell(torque=share * STATIC, rise=0.5),)),
        start=Start((START,)),
        recording=Recording(recorded, rate=10.0),
    )
    return scenario.changed({"fidelity.joints": joints})


@pytest.mark.parametrize("joints", ["rigid", "flexible"])
@pytest.mark.parametrize("method", ["midpoint", "implicit"])
@pytest.mark.parametrize("law", ["coulomb", "tustin"])
def test_dry_friction_holds_exactly(law: str, method: str, joints: str) -> None:
    """For a minute at 90 %: not one bit of a position changes, and the velocity is zero. The far
    side of a spring is not held by anything, and feels rounding."""
    scenario = loaded(law, 0.9, 60.0, joints)
    run = signals(scenario, {"integration.method": method})
    assert (run["joint_position"] == START).all()
    assert (run["motor_position"] == 50 * START).all()
    assert (run["motor_velocity"] == 0.0).all()
    assert np.abs(run["joint_velocity"]).max() <= (0.0 if joints == "rigid" else 1e-16)


@pytest.mark.parametrize("joints", ["rigid", "flexible"])
@pytest.mark.parametrize("law", LAWS)
def test_more_than_break_away_moves(law: str, joints: str) -> None:
    extra = {"stiffness": 1e3} if law == "lugre" else {}
    run = signals(loaded(law, 1.1, 2.0, joints, **extra))
    assert run["joint_position"][-1, 0] > START + 1.0


@pytest.mark.parametrize("damping", [0.5, 2.0])
@pytest.mark.parametrize(("method", "stiffness"), [("midpoint", 1e3), ("rk4", 1e3)])
def test_bristles_creep_by_the_presliding_deflection(
    method: str, stiffness: float, damping: float
) -> None:
    """Slowly loaded, dz/dθ = 1 − σ₀z/F_s: the motor moves by −F_s/σ₀ ln(1 − 0.9), and then stays
    for a minute."""
    scenario = loaded("lugre", 0.9, 60.0, "rigid", stiffness=stiffness, damping=damping)
    run = signals(scenario, {"integration.method": method})
    creep = run["motor_position"][:, 0] - 50 * START
    assert creep[-1] == pytest.approx(np.log(10) * STATIC / stiffness, rel=1e-2)
    late = creep[run["time"] > 5]
    assert np.ptp(late) < 1e-4 * STATIC / stiffness


@pytest.mark.crosscheck
def test_six_joints_hold_an_arm_under_its_weight() -> None:
    """Break-away torques of 1/0.9 of the weight's in every joint."""
    robot, posture = load("puma560"), (0.3, -0.4, 0.2, 0.5, 0.7, -0.3)
    weight = np.abs(compile(robot).gravity(np.array(posture)))
    ratios = [abs(joint.drive.gear_ratio) for joint in robot.moving_joints if joint.drive]
    friction = {
        f"joints.{i + 1}.friction": {"law": "coulomb", "coulomb": max(w, 0.01) / ratio / 0.9}
        for i, (w, ratio) in enumerate(zip(weight, ratios, strict=True))
    }
    scenario = Scenario(
        name="held",
        robot=changed(robot, friction),
        duration=60.0,
        tick=1e-3,
        start=Start(posture),
        recording=Recording(("joint_position", "joint_velocity"), rate=10.0),
    )
    run = signals(scenario)
    assert (run["joint_position"] == posture).all()
    assert (run["joint_velocity"] == 0.0).all()
