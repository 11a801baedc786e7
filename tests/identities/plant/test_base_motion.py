"""Arms on a base that is moved."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armwright as aw
from armwright import ElasticAxis, Inertia, Joint, Link, Robot
from armwright.blocks.disturbances import BaseMotion

MASS, LENGTH, MOMENT = 2.0, 0.5, 0.1
LIFT, SWAY, FREQUENCY = 0.05, 0.2, 3.0


def pendulum() -> Robot:
    bob = Inertia(MASS, [0, 0, -LENGTH], np.diag([MOMENT, MOMENT, 0.01]))
    swing = Joint("swing", "revolute", "base", "bob", axis=[0, 1.0, 0], passive=True)
    return Robot("pendulum", (Link("base"), Link("bob", bob)), (swing,))


def scenario(**fields: object) -> aw.Scenario:
    motion = BaseMotion(
        axes=["z", "ry"], amplitude=[LIFT, SWAY], frequency=[FREQUENCY, 1.0], phase=[0.3, 0.0]
    )
    return aw.Scenario(
        "shaken",
        pendulum(),
        2.0,
        blocks=aw.Blocks(disturbances=(motion,)),
        start=aw.Start(joint_position=(0.4,), at_rest=False),
        recording=aw.Recording(("joint_position", "base_force", "tool_position"), 100.0),
        integration=aw.Integration("rk4"),
        **fields,  # type: ignore[arg-type]
    )


def test_a_pendulum_on_a_shaken_base() -> None:
    """(I + m l²)(θ̈ + β̈) = −m l (g + z̈) sin(θ + β), the pivot on the axis of the sway."""
    data = scenario().simulate().data
    w, u = 2 * np.pi * FREQUENCY, 2 * np.pi

    def fall(t: float, y: np.ndarray) -> list[float]:
        lift = -(w**2) * LIFT * np.sin(w * t + 0.3)
        sway, gain = SWAY * np.sin(u * t), -(u**2) * SWAY * np.sin(u * t)
        pull = -MASS * LENGTH * (9.81 + lift) * np.sin(y[0] + sway)
        return [y[1], pull / (MOMENT + MASS * LENGTH**2) - gain]

    times = data["time"].values
    found = solve_ivp(fall, (0, 2.0), [0.4, 0.0], t_eval=times, rtol=1e-11, atol=1e-12)
    assert np.abs(found.y[0] - data["joint_position"].values[:, 0]).max() < 1e-8
    assert data["base_force"].shape[1] == 2
    # The lift carries the bob's weight and its vertical acceleration.
    height = LIFT * np.sin(w * times + 0.3) - LENGTH * np.cos(found.y[0] + SWAY * np.sin(u * times))
    step = times[1] - times[0]
    second = np.diff(height, 2) / step**2
    lift = data["base_force"].values[1:-1, 0]
    assert np.abs(lift - MASS * (9.81 + second)).max() < 0.02 * np.abs(lift).max()


def test_axes_that_make_no_sense() -> None:
    for axes in ([], ["w"], ["z", "z"], "z"):
        with pytest.raises(aw.InputError, match="'axes'"):
            BaseMotion(axes=axes, amplitude=1.0, frequency=1.0)


@pytest.mark.parametrize("place", ["before", "after"])
def test_an_elastic_axis_that_only_does_what_its_joint_does(place: str) -> None:
    """M would be singular: told, and how to mend it; with a body between them it is fine."""
    robot = pendulum()
    axis = ElasticAxis("swing", "ry", place, "twist", spring={"stiffness": 10.0})  # type: ignore[arg-type]
    with pytest.raises(aw.InputError) as error:
        aw.Plant(dataclasses.replace(robot, elastic=(axis,)))
    text = str(error.value)
    assert "elastic axis 'twist': no inertia of its own moves with it" in text
    assert "it moves the same as joint 'swing' and elastic axis 'twist'" in text
    if place == "before":
        between = Inertia(0.1, np.zeros(3), 0.01 * np.eye(3))
        axis = dataclasses.replace(axis, inertia=between)
        aw.Plant(dataclasses.replace(robot, elastic=(axis,)))
