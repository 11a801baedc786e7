"""Linearised outputs in the loop follow the equation that was chosen for their errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import armwright as aw
from armwright.block import Block
from armwright.blocks.controllers import CompensatedLinearisation, InputOutputLinearisation
from armwright.blocks.references.hold import Hold
from armwright.robot.changing import changed
from armwright.system import Recording, Start
from tests.identities.controllers.loops import recorded, scenario

WET = aw.load("underwater_two_link")
GOAL = np.array([0.3, 0.9])
BEGIN = (0.1, 1.3)
GAINS = {"natural_frequency": [4.0, 6.0], "damping_ratio": 0.7, "torque_limit": 1e9}
SIGNALS = ("linearised_output", "linearised_output_error", "decoupling")


def errors(block: Block, **fields: Any) -> Mapping[str, np.ndarray]:
    given: dict[str, Any] = {
        "reference": Hold(name="reference", position=GOAL),
        "duration": 1.0,
        "start": Start(BEGIN, (0.5, -1.0), False),
        "recording": Recording(SIGNALS, rate=100.0),
        "fidelity": aw.Fidelity(),
    }
    loop = scenario(fields.pop("robot", WET), block, **{**given, **fields})
    return recorded(loop.changed({"integration.steps": 8}))


def fallen(t: np.ndarray, e0: np.ndarray, rate0: np.ndarray) -> np.ndarray:
    """ë + 2ζω ė + ω² e = 0."""
    w, zeta = np.array(GAINS["natural_frequency"]), GAINS["damping_ratio"]
    wd = w * np.sqrt(1 - zeta**2)
    waves = np.cos(np.outer(t, wd)) * e0
    waves = waves + np.sin(np.outer(t, wd)) * (rate0 + zeta * w * e0) / wd
    return np.exp(-zeta * np.outer(t, w)) * waves


def off(found: Mapping[str, np.ndarray], outputs: tuple[str, ...]) -> float:
    arm = aw.compile(WET)
    rate0 = np.array([-0.5, 1.0])
    if outputs:
        rate0 = arm.jacobian(np.array(BEGIN))[:2] @ rate0
    error = found["linearised_output_error"]
    return float(np.abs(error - fallen(found["time"], error[0], rate0)).max())


@pytest.mark.parametrize(
    "outputs", [pytest.param((), marks=pytest.mark.crosscheck), ("x of tip", "y of tip")]
)
def test_the_wet_arm_is_linear_from_its_reference_to_its_outputs(outputs: tuple[str, ...]) -> None:
    """Added mass, drag and friction are all in the model; without drag in it they are not."""
    block = InputOutputLinearisation(outputs=outputs, friction=True, **GAINS)
    assert off(errors(block), outputs) < 2e-6
    still = changed(WET, {"links.*.hull.drag_coefficient": 0.0})
    assert off(errors(block, model=still), outputs) > 1e-2
    assert off(errors(block.changed({"friction": False})), outputs) > 1e-4


def test_a_rate_as_an_output_falls_with_one_time_constant() -> None:
    block = InputOutputLinearisation(
        outputs=("rate of joint1", "rate of joint2"), friction=True, **GAINS
    )
    found = errors(block)
    error, t = found["linearised_output_error"], found["time"]
    expected = error[0] * np.exp(-np.outer(t, GAINS["natural_frequency"]))
    np.testing.assert_allclose(error, expected, atol=2e-6)


@pytest.mark.crosscheck
def test_through_springs_the_fourth_derivative_is_linear() -> None:
    """(s² + 2ζωs + ω²)² of link positions behind elastic gears, wet; rigid gears in the model do
    not do it."""
    drive = aw.Drive(gear_ratio=50.0, motor_inertia=4e-4, spring={"stiffness": 3e3})
    joints = tuple(replace(joint, drive=drive) for joint in WET.joints)
    robot = replace(WET, joints=joints)
    gains = {"natural_frequency": 8.0, "damping_ratio": 1.0, "torque_limit": 1e9}
    block = InputOutputLinearisation(gears="flexible", **gains)
    start = Start(BEGIN, at_rest=False)
    found = errors(block, robot=robot, start=start)
    error, t = found["linearised_output_error"], found["time"]
    w = 8.0 * t
    fall = np.exp(-w) * (1 + w + w**2 / 2 + w**3 / 6)  # (s + ω)⁴ e = 0 from rest
    assert np.abs(error - np.outer(fall, error[0])).max() < 1e-5
    rigid = InputOutputLinearisation(**gains)
    error = errors(rigid, robot=robot, start=start)["linearised_output_error"]
    fall = (1 + w) * np.exp(-w)
    assert np.abs(error - np.outer(fall, error[0])).max() > 1e-3


def compensated(model: aw.Robot | None = None) -> tuple[np.ndarray, np.ndarray]:
    """S2's arm from rest at zero: time, and y_d − y."""
    block = CompensatedLinearisation(
        friction=True, natural_frequency=[4.0, 6.0], damping_ratio=0.7, torque_limit=1e9
    )
    found = errors(block, model=model, start=Start((0.0, 0.0), at_rest=False), duration=3.0)
    return found["time"], found["linearised_output_error"]


@pytest.mark.crosscheck
def test_a_model_that_runs_along_linearises_an_equal_arm_without_velocities() -> None:
    """S2 (7.54)-(7.55): p(s)(y_d − y) = 0. With other water in the model the rest is regulated."""
    t, error = compensated()
    np.testing.assert_allclose(error, fallen(t, GOAL, np.zeros(2)), atol=2e-5)
    other = changed(WET, {"links.*.hull.drag_coefficient": 0.5})
    _, error = compensated(other)
    assert np.abs(error - fallen(t, GOAL, np.zeros(2))).max() > 1e-3
    assert np.abs(error[-1]).max() < 0.02
