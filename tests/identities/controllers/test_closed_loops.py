"""Controllers in the loop do what their theory says."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import (
    Cascade,
    ComputedTorque,
    DisturbanceObserver,
    GravityCompensation,
    Pid,
    Sum,
)
from armwright.blocks.disturbances import JointTorque
from armwright.blocks.references.hold import Hold
from armwright.blocks.references.steps import Steps
from armwright.robot.changing import changed
from armwright.scenario.library_files import LIBRARY
from armwright.system import Recording, Start
from tests.identities.controllers.loops import recorded, scenario
from tests.support.motors import motor_inertias
from tests.support.probes import Constant

HOLD = Hold(name="reference", position=[0.3, -0.2])
PD = {"proportional_gain": [20.0, 15.0], "derivative_gain": [1.5, 1.0]}
PUSH = JointTorque(name="push", torque=[300.0, -100.0], begin=0.5)


def final_error(found):
    return np.abs(found["joint_position"][-1] - found["reference_joint_position"][-1]).max()


@pytest.mark.parametrize("damping", [0.5, 1.0])
def test_computed_torque_has_the_error_dynamics_it_is_designed_for(damping):
    """ë + 2ζω ė + ω² e = 0 in every joint.  S1 (3.7)."""
    goal, w = np.array([0.1, -0.2, 0.3, 0.1, 0.5, 0.2]), 8.0
    controller = ComputedTorque(
        name="controller", natural_frequency=w, damping_ratio=damping, torque_limit=1e9
    )
    reference = Hold(name="reference", position=goal)
    loop = scenario(
        "six_axis", controller, reference=reference, duration=1.0, start=Start((0.0,) * 6)
    )
    found = recorded(loop)
    t = found["time"]
    if damping < 1:
        wd = w * np.sqrt(1 - damping**2)
        fall = np.exp(-damping * w * t) * (np.cos(wd * t) + damping * w / wd * np.sin(wd * t))
    else:
        fall = (1 + w * t) * np.exp(-w * t)
    np.testing.assert_allclose(goal - found["joint_position"], np.outer(fall, goal), atol=1e-5)


def test_computed_torque_with_a_wrong_payload_rests_beside_the_goal():
    """S1, payload tests. At rest M̂ ω² (q_d − q) = g(q) − ĝ(q): linear in the payload's error."""
    robot, w = aw.load("six_axis"), 10.0
    goal, last = np.array([0.1, 0.4, 0.3, 0.1, 0.5, 0.2]), robot.links[-1]
    controller = ComputedTorque(name="controller", natural_frequency=w, torque_limit=1e9)
    model, errors = aw.compile(robot), []
    for share in (0.9, 1.1):
        arm = changed(robot, {f"links.{last.name}.mass": share * last.inertia.mass})
        reference = Hold(name="reference", position=goal)
        loop = scenario(arm, controller, model=robot, reference=reference, duration=3.0)
        q = recorded(loop)["joint_position"][-1]
        M = model.mass_matrix(q) + motor_inertias(robot)
        unknown = aw.compile(arm).gravity(q) - model.gravity(q)
        np.testing.assert_allclose(w**2 * M @ (goal - q), unknown, rtol=1e-6, atol=1e-8)
        errors.append(goal - q)
    assert np.abs(errors[1]).max() > 1e-3
    np.testing.assert_allclose(errors[0], -errors[1], rtol=0.1, atol=1e-6)


def overshoot(loop, anti_windup):
    q = recorded(loop.changed({"controller.anti_windup": anti_windup}))["joint_position"][:, 0]
    assert abs(q[-1] - 0.5) < 1e-3
    return q.max() - 0.5


def test_anti_windup_of_the_pid():
    """A step that holds the torque at its limit for long."""
    controller = Pid(
        name="controller",
        rate=1000.0,
        proportional_gain=[12.0, 10.0],
        integral_gain=[20.0, 10.0],
        derivative_gain=[1.2, 1.0],
    )
    reference = Steps(name="reference", heights=[0.5, 0.0], times=[0.1, 0.0])
    loop = scenario("two_axis", controller, reference=reference, duration=4.0)
    none, conditional, back = (
        overshoot(loop, how) for how in ("none", "conditional", "back_calculation")
    )
    assert none > 0.3
    assert conditional < none / 3
    assert back < none / 30


def test_anti_windup_of_the_cascade():
    controller = Cascade(
        name="controller", rate=1000.0, position_gain=8.0, velocity_gain=1.0, integral_time=0.3
    )
    reference = Steps(name="reference", heights=[0.5, 0.0], times=[0.1, 0.0])
    loop = scenario("two_axis", controller, reference=reference, duration=6.0)
    none, conditional, back = (
        overshoot(loop, how) for how in ("none", "conditional", "back_calculation")
    )
    assert none > 0.1
    assert conditional < none / 3
    assert back < none / 3


@pytest.mark.parametrize("joints", ["rigid", "flexible"])
def test_gravity_compensation_holds_the_motors(joints):
    """From beside the goal; behind elastic gears the links sag."""
    names = ("joint_position", "reference_joint_position", "motor_position")
    fields = {
        "reference": HOLD,
        "duration": 3.0,
        "start": Start((0.25, -0.15)),
        "fidelity": Fidelity(friction=False, joints=joints),
        "recording": Recording(names),
    }
    pid = Pid(name="controller", **PD)
    alone = recorded(scenario("two_axis", pid, **fields))
    found = recorded(scenario("two_axis", GravityCompensation(), pid, **fields))
    motors = found["motor_position"][-1] - aw.load("two_axis").gear_matrix @ [0.3, -0.2]
    assert final_error(alone) > 1e-3
    assert np.abs(motors).max() < 1e-7
    assert (final_error(found) < 1e-9) == (joints == "rigid")


def test_pid_with_gravity_compensation_has_no_error_left():
    """The model does not know the load that the arm carries; the integral finds it."""
    pid = Pid(name="controller", integral_gain=[60.0, 50.0], **PD)
    fields = {"reference": HOLD, "disturbances": (PUSH,), "duration": 5.0}
    assert final_error(recorded(scenario("two_axis", GravityCompensation(), pid, **fields))) < 1e-7
    without = Pid(name="controller", **PD)
    held = recorded(scenario("two_axis", GravityCompensation(), without, **fields))
    np.testing.assert_allclose(
        held["joint_position"][-1] - [0.3, -0.2],
        [300 / 180**2 / 20, -100 / 160**2 / 15],
        rtol=1e-6,
    )


@pytest.mark.parametrize("rate", [None, 1000.0])
def test_disturbance_observer_rejects_a_constant_torque(rate):
    """PD control alone would give way by τ/(η² K_p)."""
    observer = DisturbanceObserver(nominal_inertia=0.02, cutoff_frequency=5.0, rate=rate)
    pid = Pid(name="controller", rate=rate, **PD)
    fields = {"reference": HOLD, "disturbances": (PUSH,), "duration": 3.0}
    found = recorded(scenario("two_axis", observer, pid, **fields))
    assert final_error(found) < 1e-9
    assert np.abs(found["joint_position"] - [0.3, -0.2]).max() > 1e-5


def test_disturbance_observer_beside_gravity_compensation():
    """Two feed-forwards, summed; the observer is told what the other one is for."""
    gravity = GravityCompensation(rate=1000.0, connect={"feedforward_motor_torque": "weight"})
    ports = {"known_torque": "weight", "feedforward_motor_torque": "observed"}
    observer = DisturbanceObserver(nominal_inertia=0.02, rate=1000.0, connect=ports)
    ports = {"input": "weight", "other": "observed", "output": "feedforward_motor_torque"}
    both = Sum(rate=1000.0, connect=ports)
    pid = Pid(name="controller", rate=1000.0, **PD)
    recording = Recording(("joint_position", "reference_joint_position", "observed"))
    fields = {"reference": HOLD, "disturbances": (PUSH,), "duration": 3.0, "recording": recording}
    found = recorded(scenario("two_axis", gravity, observer, both, pid, **fields))
    assert final_error(found) < 1e-9
    np.testing.assert_allclose(found["observed"][-1], [-300 / 180, 100 / 160], rtol=1e-6)


@pytest.mark.parametrize("rate", [None, 100.0])
def test_disturbance_observer_tells_a_torque_as_its_filter_passes_it(rate):
    """An inertia of 0.144 under a constant command, and against a constant load: d (1 − e^(−ωt)),
    at every sample exactly, however slow they are."""
    command = Constant(name="controller", torque=0.3)
    observer = DisturbanceObserver(nominal_inertia=0.144, cutoff_frequency=20.0, rate=rate)
    loop = scenario(
        aw.load(LIBRARY / "robots" / "pendulum.toml"),
        command,
        observer,
        disturbances=(JointTorque(torque=-0.8),),
        fidelity=Fidelity(gravity=False, drives=False),
        start=Start(at_rest=False),
        recording=Recording(("feedforward_motor_torque",), rate=100.0),
        duration=0.1,
    )
    found = recorded(loop)
    expected = 0.8 * (1 - np.exp(-2 * np.pi * 20.0 * found["time"]))
    observed = found["feedforward_motor_torque"][:, 0]
    np.testing.assert_allclose(observed, expected, atol=1e-10 if rate else 1e-3)
