"""What the vehicle's runs are judged by, on motions that are made up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import xarray

from armwright import Link, compile, load, load_scenario
from armwright.blocks.controllers.thrusters import _columns
from armwright.robot.vehicle import on_vehicle
from armwright.studies.underwater.vehicle.measures import departure, tilt, tool_error
from armwright.studies.underwater.vehicle.runs import (
    KEPT,
    STILL,
    STREAM,
    columns,
    holding_wrench,
    scenarios,
    trimmed,
)


def made_up(turns: list[float], tool: list[float], wanted: list[float]) -> Any:
    """Two instants: at first the vehicle has these turns, then it is upright elsewhere."""
    q = np.array([[0.1, 0, 0, *turns, 0.5], [0.1, 0.3, 0.4, 0, 0, 0, 0.5]])
    data = xarray.Dataset(
        {
            "joint_position": (("time", "joint"), q),
            "tool_position": (("time", "axis"), np.array([tool, tool])),
            "reference_tool_position": (("time", "axis"), np.array([wanted, wanted])),
        },
        coords={"time": [0.0, 1.0]},
    )
    return SimpleNamespace(data=data)


def test_errors_are_seen_from_where_the_vehicle_began() -> None:
    """A quarter turn of yaw takes x to y; the slides are added."""
    run = made_up([np.pi / 2, 0, 0], [0.1, 1.0, 0.0], [1.0, 0.0, 0.0])
    np.testing.assert_allclose(tool_error(run), 0, atol=1e-15)
    np.testing.assert_allclose(departure(run), [0, 0.5])
    np.testing.assert_allclose(tilt(run), 0, atol=1e-7)
    np.testing.assert_allclose(tilt(made_up([0.4, 0.3, 0], [0] * 3, [0] * 3))[0], 0.3)


def test_the_thrusters_matrix_is_that_of_their_block() -> None:
    scenario = load_scenario("underwater/vehicle")
    settings = scenario.blocks.controller[-1].values
    expected = _columns(settings["places"], settings["directions"], "thrusters")
    np.testing.assert_allclose(columns(scenario), expected, atol=1e-15)
    assert np.linalg.matrix_rank(columns(scenario)) == 6


def test_the_arm_on_the_vehicle_is_the_arm_of_the_library() -> None:
    """Its file is written out: numbers that are mended in one have to be mended in the other."""
    arm, other = load("reach_alpha5"), load_scenario("underwater/vehicle").robot
    expected = on_vehicle(arm, Link("vehicle", other.link("vehicle").inertia))
    assert other.joint_names == expected.joint_names
    for link in arm.links:
        own = other.link(link.name)
        np.testing.assert_allclose(own.inertia.parameters, link.inertia.parameters, rtol=1e-9)
        assert (own.hull is None) is (link.hull is None)
        if link.hull is not None:
            for name in link.hull.stated:
                np.testing.assert_allclose(getattr(own.hull, name), getattr(link.hull, name))


@pytest.mark.crosscheck
def test_what_holds_the_vehicle_turns_with_the_current() -> None:
    """Drag across the vehicle alone is 21.66 u² + 6.22 u. In still water moments alone are asked
    for, and trimmed, nothing is."""
    found = scenarios()
    still, stream = (found[KEPT, water] for water in (STILL, STREAM))
    np.testing.assert_allclose(holding_wrench(still)[:3], 0, atol=1e-4)
    vehicle = 21.66 * 0.3**2 + 6.22 * 0.3
    assert vehicle < -holding_wrench(stream)[1] < 1.2 * vehicle  # the arm's drag is in it, too
    q = trimmed(still)
    assert np.abs(q[4:6]).max() > 0.01
    np.testing.assert_allclose(compile(still.robot).gravity(q)[:6], 0, atol=1e-4)
