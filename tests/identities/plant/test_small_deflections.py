"""Elastic axes taken for small (S4 6.4): right to first order, and shorter programs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import casadi as cs
import numpy as np
import pytest

import armwright as aw
from armwright import ElasticAxis, Fidelity, Inertia, Robot
from armwright.plant import Plant
from armwright.simulation.loop import make_loop
from armwright.system import System
from benchmarks.effects import in_every_joint
from tests.support.recordings import of_a_tick

FINITE, SMALL = (Fidelity(friction=False, deflections=kind) for kind in ("finite", "small"))


@cache
def arm() -> Robot:
    """Five axes that turn and one that slides."""
    robot = aw.load("six_axis")
    body = Inertia(0.3, [0.02, 0.01, 0.03], np.diag([2e-3, 3e-3, 4e-3]))
    axes = tuple(
        ElasticAxis(joint, axis, spring={"stiffness": 1e4}, inertia=body)
        for joint, axis in (("LA", "rx"), ("LA", "ry"), ("J2", "x"), ("UA", "rz"), ("J3", "ry"))
    )
    tilt = ElasticAxis("foundation", "rx", spring={"stiffness": 1e4}, inertia=body)
    return replace(robot, elastic=(*axes, tilt))


@cache
def evaluated(fidelity: Fidelity) -> cs.Function:
    """M ẍ + bias and the tool's position."""
    plant = Plant(arm(), fidelity)
    a = cs.SX.sym("a", len(plant.coordinates))
    force = cs.vertcat(*map(cs.SX, plant.inertial_forces(cs.vertsplit(a))))
    tool = plant.frame(plant.robot.tool).position
    return cs.Function("plant", [plant.x, plant.v, a], [force, tool])


def apart(deflection: float, rate: float) -> np.ndarray:
    """Of forces and of the tool's position, for elastic axes deflected and moving so much."""
    rng = np.random.default_rng(2)
    x, v, a = rng.normal(size=(3, 12))
    x[6:] *= deflection
    v[6:] *= rate
    both = [evaluated(fidelity)(x, v, a) for fidelity in (FINITE, SMALL)]
    return np.array([float(cs.norm_2(one - other)) for one, other in zip(*both, strict=True)])


def test_straight_axes_are_the_same() -> None:
    assert apart(0.0, 0.0).max() < 1e-12


def test_what_is_left_out_is_of_second_order() -> None:
    far, near = apart(1e-2, 0.0), apart(1e-3, 0.0)
    assert (far > 0).all()
    np.testing.assert_allclose(far / near, 100.0, rtol=0.05)


def test_coriolis_forces_of_their_rates_are_left_out() -> None:
    """Of first order in the rates: they are what the source drops."""
    far, near = apart(0.0, 1e-2)[0], apart(0.0, 1e-3)[0]
    assert far / near == pytest.approx(10.0, rel=0.05)
    assert apart(0.0, 1.0)[1] < 1e-12


@pytest.mark.crosscheck
def test_programs_get_shorter_and_the_tool_stays_near() -> None:
    """12 elastic axes in a closed loop: about a tenth of the instructions, for 10 µm."""
    full = in_every_joint(aw.load_scenario("six-axis-line").changed({"duration": 1.0}))
    lengths, tools = [], []
    for kind in ("finite", "small"):
        scenario = full.changed({"fidelity.deflections": kind})
        programs = of_a_tick(make_loop(System(scenario, open_step=True)))
        lengths.append(next(len(one.code) for one in programs if one.name == "step"))
        tools.append(scenario.simulate().data["tool_position"].values)
    assert 0.8 < lengths[1] / lengths[0] < 0.95
    distance = np.linalg.norm(tools[0] - tools[1], axis=-1).max()
    assert 1e-8 < distance < 30e-6
