"""Blocks of one's own, in a few lines: they run as machine code with everything else."""

from __future__ import annotations

import dataclasses
import inspect
from pathlib import Path
from typing import Any

import casadi as cs
import numpy as np
import pytest

import armwright as aw
from armwright.block import Block, Input, Memory, Output, Parameter, State
from armwright.blocks.catalogue import find
from armwright.blocks.controllers import Delay, Pid
from armwright.blocks.references.joint_ptp import JointPtp
from armwright.laws.friction import Friction, TanhStribeck
from armwright.robot.changing import changed
from armwright.system import Recording
from tests.unit.system.parts import gain

REFERENCE = JointPtp(name="reference", begin=[0, 0], end=[0.3, 0.2], speed=2, acceleration=10)
PID = {"proportional_gain": 40.0, "derivative_gain": 0.6}


class OwnPid(Block):
    """τ = K_p (r − θ) + K_d (ṙ − ω), without limits."""

    r = Input("rad", signal="reference_motor_position")
    r_dot = Input("rad/s", signal="reference_motor_velocity")
    theta = Input("rad", signal="measured_motor_position")
    omega = Input("rad/s", signal="measured_motor_velocity")
    torque = Output("N m", signal="commanded_motor_torque")
    proportional_gain = Parameter("N m/rad", "K_p")
    derivative_gain = Parameter("N m s/rad", "K_d")

    def equations(self, x: Any) -> dict[str, Any]:
        e, e_dot = x.r - x.theta, x.r_dot - x.omega
        return {"torque": x.proportional_gain * e + x.derivative_gain * e_dot}


class OwnFriction(Friction):
    """τ = f_d v + f_c tanh(αv)."""

    kind = "own"
    fd = Parameter("N m s/rad", "f_d", size="channel")
    fc = Parameter("N m", "f_c", size="channel")
    alpha = Parameter("s/rad", "α", size="channel")

    def equations(self, x: Any) -> dict[str, Any]:
        return {"torque": x.fd * x.velocity + x.fc * cs.tanh(x.alpha * x.velocity)}


def scenario(*controller: Block, reference: Block | None = REFERENCE, **fields: Any) -> aw.Scenario:
    given = {
        "name": "own",
        "robot": aw.load("two_axis"),
        "duration": 0.2,
        "blocks": aw.Blocks(reference=reference, controller=controller),
        "recording": Recording(("joint_position", "motor_torque", "friction_torque")),
    }
    return aw.Scenario(**{**given, **fields})


def assert_same(one: aw.Run, other: aw.Run, rtol: float = 1e-9) -> None:
    for name in ("joint_position", "motor_torque", "friction_torque"):
        a, b = one.data[name].values, other.data[name].values
        np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol * np.abs(a).max(), err_msg=name)


@pytest.mark.parametrize("rate", [1000.0, None])
def test_a_controller_does_what_the_built_in_one_does(rate: float | None) -> None:
    own = scenario(OwnPid(name="controller", rate=rate, **PID)).simulate()
    free = Pid(name="controller", rate=rate, torque_limit=1e9, **PID)
    built_in = scenario(free).simulate()
    assert np.abs(own.data.joint_position.values).max() > 0.1
    assert_same(own, built_in)


def test_its_parameters_can_be_changed_and_swept() -> None:
    own = scenario(OwnPid(name="controller", rate=1000.0, **PID))
    stiff = own.changed({"controller.proportional_gain": 60.0})
    assert stiff.blocks.controller[0].values["proportional_gain"] == 60.0
    gains = [40.0, 60.0]
    many = own.sweep({"controller.proportional_gain": gains}, samples=2)
    for run, one in enumerate((own, stiff)):
        torque = one.simulate().data.motor_torque.values
        np.testing.assert_allclose(many.data.motor_torque.values[run], torque, atol=1e-9)


def test_a_friction_law_does_what_the_built_in_one_does() -> None:
    settings = {"fd": 0.006, "fc": 0.6, "alpha": 0.5}
    arms = [
        changed(aw.load("two_axis"), {"joints.*.friction": {"law": law, **settings}})
        for law in (OwnFriction.kind, TanhStribeck.kind)
    ]
    controller = Pid(name="controller", rate=1000.0, **PID)
    own = scenario(controller, robot=arms[0], laws=(OwnFriction,)).simulate()
    built_in = scenario(controller, robot=arms[1]).simulate()
    assert np.abs(own.data.friction_torque.values).max() > 0.3
    assert_same(own, built_in)


def test_an_own_law_stays_out_of_the_catalogue() -> None:
    with pytest.raises(aw.InputError, match="unknown kind of friction"):
        find("friction", OwnFriction.kind)
    arm = changed(aw.load("two_axis"), {"joints.*.friction": {"law": "own", "fd": 1.0}})
    with pytest.raises(aw.InputError, match="got 'own'"):
        scenario(robot=arm).simulate()


class Ramp(Block):
    """n[k + 1] = n[k] + 1."""

    count = Output("", "how many samples there were", size="one", signal="samples_so_far")
    n = Memory("", "the count", size="one", fixed=True)

    def equations(self, x: Any) -> dict[str, Any]:
        return {"count": x.n, "n": x.n + 1}


def test_delay_is_of_whole_samples() -> None:
    record = Recording(("samples_so_far", "later"))
    delay = Delay(
        name="delay",
        rate=1000.0,
        samples=3,
        unit="",
        size="one",
        connect={"input": "samples_so_far", "output": "later"},
    )
    blocks = (Ramp(name="ramp", rate=1000.0), delay)
    run = scenario(*blocks, reference=None, recording=record, duration=0.02).simulate()
    now, later = run.data.samples_so_far.values, run.data.later.values
    np.testing.assert_array_equal(now, np.arange(21))
    np.testing.assert_array_equal(later[3:], now[:-3])


class OneMore(Block):
    """y = u + 1, at the same instant."""

    u = Input("N m", signal="egg")
    y = Output("N m", signal="chick")

    def equations(self, x: Any) -> dict[str, Any]:
        return {"y": x.u + 1.0}


def test_a_delay_breaks_a_loop() -> None:
    hen, nest = OneMore(name="hen", rate=1000.0), gain("nest", "chick", "laid", 1000.0)
    delay = Delay(name="delay", rate=1000.0, connect={"input": "laid", "output": "egg"})
    kept = Recording(("egg", "chick"))
    run = scenario(hen, nest, delay, recording=kept, duration=0.02).simulate()
    np.testing.assert_array_equal(run.data.egg.values[:, 0], np.arange(21))
    np.testing.assert_array_equal(run.data.chick.values[:, 0], np.arange(21) + 1)


class Forgetful(Block):
    """Declares an output, and does not give it."""

    torque = Output("N m", signal="commanded_motor_torque")

    def equations(self, x: Any) -> dict[str, Any]:
        return {}


class Crooked(Block):
    """Gives three torques to two motors."""

    torque = Output("N m", signal="commanded_motor_torque")

    def equations(self, x: Any) -> dict[str, Any]:
        return {"torque": cs.SX.zeros(3)}


class Curious(Block):
    """Asks for what it did not declare."""

    torque = Output("N m", signal="commanded_motor_torque")

    def equations(self, x: Any) -> dict[str, Any]:
        return {"torque": x.gain}


def _returning(kind: type[Block]) -> str:
    """The block and the line that returns its results, as messages name them."""
    lines, first = inspect.getsourcelines(kind.equations)
    line = first + next(k for k, one in enumerate(lines) if "return" in one)
    return f"block '{kind.__name__}' ({Path(__file__).name}, line {line}): "


def test_equations_that_do_not_match_the_declarations() -> None:
    for kind, message in (
        (Forgetful, "equations do not match the declarations (got missing ['torque']"),
        (Crooked, "'torque' has the wrong size (got (3, 1), expected (2, 1))"),
        (Curious, "there is no 'x.gain'"),
    ):
        with pytest.raises(aw.InputError) as error:
            scenario(kind()).simulate()
        assert str(error.value).startswith(_returning(kind) + message)


class SteppedBristle(Friction):
    """A law whose state is not linear in itself."""

    kind = "stepped"
    z = State("rad", "z", size="channel")
    stiffness = Parameter("N m/rad", "σ", size="channel")

    def equations(self, x: Any) -> dict[str, Any]:
        return {"torque": x.stiffness * x.z, "z": x.velocity - x.z**2}


class Entangled(Friction):
    """A law whose joints depend on each other."""

    kind = "entangled"
    d = Parameter("N m s/rad", "d", size="channel")

    def equations(self, x: Any) -> dict[str, Any]:
        return {"torque": x.d * cs.sum1(x.velocity)}


@pytest.mark.parametrize(
    ("law", "settings", "message"),
    [
        (SteppedBristle, {"static": 1.0}, "unknown setting (got 'static', expected one of stiff"),
        (SteppedBristle, {"stiffness": 1.0}, "the state of 'friction.stepped' is not linear in it"),
        (Entangled, {"d": 1.0}, "the channels of a law depend on each other"),
    ],
)
def test_laws_that_the_integrator_cannot_take(
    law: type[Block], settings: dict[str, float], message: str
) -> None:
    arm = changed(aw.load("two_axis"), {"joints.*.friction": {"law": law.kind, **settings}})
    with pytest.raises(aw.InputError) as error:
        scenario(robot=arm, laws=(law,), recording=Recording()).simulate()
    assert message in str(error.value)


def test_scenarios_are_values() -> None:
    one = scenario(Pid(name="controller", rate=1000.0, **PID))
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.duration = 3.0  # type: ignore[misc]
