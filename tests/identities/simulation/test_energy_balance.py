"""What the motors put in is kept, or lost in friction and damping, to the last joule.

`friction_loss` is the work against friction. Of it, bristles keep up to ½ F²/σ₀ and may give that
back; the rest is heat.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from armwright import Blocks, Scenario, load_scenario
from armwright.blocks.disturbances import ToolForce
from armwright.blocks.references.joint_ptp import JointPtp
from armwright.laws.compensators import JointSpring
from tests.support.probes import Constant
from tests.support.simulations import energy, orders, signals
from tests.support.two_axes import two_axes

Array = np.ndarray
METERS = ["motor_work", "friction_loss", "damping_loss", "kinetic_energy", "potential_energy"]
MOTION = ["motor_torque", "motor_position", "friction_velocity", "friction_torque"]


def remainder(run: dict[str, Array]) -> Array:
    """Work less losses less energy gained."""
    losses = run["friction_loss"] + run["damping_loss"]
    return run["motor_work"] - losses - (energy(run) - energy(run)[0])


def closed_loop(name: str, steps: int) -> dict[str, Array]:
    scenario = load_scenario(name)
    if name == "six-axis-line":
        begin, end = np.radians([[-20, 110, -30, 0, 20, 0], [20, 95, -10, 20, 0, -30]])
        path = JointPtp(begin=begin, end=end, speed=2, acceleration=20, rate=1000.0)
        scenario = scenario.with_blocks(reference=path)
    changes = {
        "duration": 0.3 if name == "six-axis-line" else 1.5,
        "integration.steps": steps,
        "recording.signals": METERS + MOTION,
        "recording.rate": 1 / scenario.tick,
    }
    return signals(scenario, changes)


#: Scenario → steps per tick, and what may be left of the work.
CASES = {"six-axis-line": (1, 1e-6), "r3/one-axis": (5, 1e-7)}


@pytest.mark.crosscheck
@pytest.mark.parametrize("name", CASES)
def test_balance_of_a_closed_loop(name: str) -> None:
    """Flexible joints, control, and friction of both kinds: bristles, and dry friction that sticks.
    The loss is ∫ τ ω by the trapezoidal rule, too."""
    steps, limit = CASES[name]
    run, finer = (closed_loop(name, n) for n in (steps, 2 * steps))
    assert min(run["motor_work"].max(), run["friction_loss"][-1]) > 5
    errors = [float(np.abs(remainder(r)).max() / r["motor_work"].max()) for r in (run, finer)]
    assert errors[0] < limit
    assert orders(errors)[0] == pytest.approx(2, abs=0.2)
    power = (run["friction_torque"] * run["friction_velocity"]).sum(axis=1)
    assert run["friction_loss"][-1] == pytest.approx(np.trapezoid(power, run["time"]), rel=1e-4)
    if name == "six-axis-line":  # its sampled controller holds the torques from tick to tick
        ways = np.diff(run["motor_position"], axis=0)
        work = (run["motor_torque"][:-1] * ways).sum(axis=1).cumsum()
        assert np.abs(run["motor_work"][1:] - work).max() < 1e-9


def with_bristles(stiffness: float, **changes: Any) -> Scenario:
    """The settling pendulum with LuGre friction without damping, τ = σ₀ z."""
    law = {"law": "lugre", "coulomb": 0.2, "static": 0.3, "stribeck_velocity": 0.1}
    friction = {"side": "joint", **law, "stiffness": stiffness}
    return load_scenario("pendulum/settling").changed({"joints.1.friction": friction, **changes})


def test_bristles_keep_what_friction_has_not_lost() -> None:
    """W = ½ σ₀ z² + ∫ σ₀² z² |v| / g dt: what is stored, and the heat, which only grows."""
    stiffness = 100.0
    run = signals(with_bristles(stiffness, duration=6.0))
    torque, v = run["friction_torque"][:, 0], run["joint_velocity"][:, 0]
    g = 0.2 + 0.1 * np.exp(-((v / 0.1) ** 2))
    power = torque**2 * np.abs(v) / g
    steps = np.diff(run["time"]) * (power[1:] + power[:-1]) / 2
    heat = np.concatenate([[0.0], np.cumsum(steps)])
    stored = torque**2 / (2 * stiffness)
    loss = run["friction_loss"]
    assert stored.max() > 2e-4
    assert np.abs(loss - stored - heat).max() < 1e-4 * loss.max()
    given_back = np.maximum.accumulate(loss) - loss
    assert 1e-4 < given_back.max() < 0.3**2 / (2 * stiffness)


@pytest.mark.parametrize(
    ("method", "limit"), [("midpoint", 1e-5), ("implicit", 1e-5), ("rk4", 1e-11)]
)
def test_balance_with_bristles_closes(method: str, limit: float) -> None:
    """No motor: friction takes what weight gives."""
    errors = []
    for steps in (1, 2):
        changes = {"integration.method": method, "integration.steps": steps}
        run = signals(with_bristles(100.0, duration=6.0), changes)
        errors.append(float(np.abs(energy(run) - energy(run)[0] + run["friction_loss"]).max()))
    assert errors[0] < limit
    assert method == "rk4" or orders(errors)[0] == pytest.approx(2, abs=0.3)


def test_work_of_a_constant_motor_torque() -> None:
    """τ (θ − θ₀), on the motor's side of a flexible joint."""
    scenario = load_scenario("pendulum/damped").changed({"duration": 1.0})
    motors = Scenario(
        name="pulled",
        robot=scenario.robot,
        duration=1.0,
        blocks=Blocks(controller=(Constant(torque=0.7),)),
        start=scenario.start,
    )
    run = signals(motors, {"recording.signals": [*METERS, "motor_position"]})
    assert np.abs(run["motor_work"] - 0.7 * run["motor_position"][:, 0]).max() < 1e-9
    assert run["damping_loss"][-1] > 0.01
    assert np.abs(remainder(run)).max() < 1e-5


def test_the_work_of_a_force_is_not_taken_for_an_error() -> None:
    """That of a constant one is F Δp; a spring beside the joints only stores some."""
    force = np.array([50.0, 0.0, -100.0])
    plain = two_axes(0.4).changed({"recording.signals": [*METERS, "tool_position"]})
    push = ToolForce(
        name="push", **dict(zip(("force_x", "force_y", "force_z"), force, strict=True))
    )
    spring = JointSpring(name="spring", weights=[1.0, 0.0], stiffness=500.0)
    pushed = plain.with_blocks(disturbances=(push,)).simulate()
    assert pushed.data.attrs["acted_on_by"] == "push"
    found = pushed.summary()["energy"]
    work = dict(zip(found.channels, found["value"], strict=True))["work_from_outside"]
    way = pushed.data.tool_position.values[-1] - pushed.data.tool_position.values[0]
    assert work == pytest.approx(force @ way, rel=1e-4) and abs(work) > 5.0
    for scenario, name in (
        (plain, "balance_residual"),
        (plain.with_blocks(compensators=(spring,)), "balance_residual"),
        (plain.with_blocks(compensators=(damped(spring),)), "work_from_outside"),
    ):
        assert scenario.simulate().summary()["energy"].channels[-1] == name


def damped(spring: JointSpring) -> JointSpring:
    return JointSpring(name="damped", **{**spring.values, "damping": 3.0})
