"""The arm with a parallel linkage: its loop against the minimal form, rigid as both are then."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from scipy.linalg import null_space

from armwright import Fidelity, InputError, Plant, compile, load
from armwright.studies.parallel_linkage.arms import in_loop
from tests.identities.plant.arms import evaluated

RIGID = Fidelity(elastic=False, joints="rigid", friction=False)
#: Without drives, as an arm has none.
BODIES = Fidelity(drives=False, friction=False)


def test_minimal_form_and_constraints_move_alike() -> None:
    loop, minimal = Plant(load("pl_arm"), RIGID), Plant(load("pl_arm_serial"), RIGID)
    rng = np.random.default_rng(5)
    for _ in range(4):
        q, v = rng.normal(size=(2, 6)) * 0.5
        torque = {"motor_torque": rng.normal(size=6) * 5}
        x, w = in_loop(q), in_loop(v)
        expected = in_loop(evaluated(minimal, minimal.acceleration, q, v, **torque).ravel())
        found = evaluated(loop, loop.acceleration, x, w, **torque).ravel()
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-8)
        tools = [one.frame("tool").position for one in (loop, minimal)]
        places = [
            evaluated(one, tool, *state)
            for one, tool, state in zip((loop, minimal), tools, ((x, w), (q, v)), strict=True)
        ]
        np.testing.assert_allclose(*places, atol=1e-12)


@pytest.mark.parametrize("name", ["pl_arm", "four_bar"])
def test_pieces_of_the_tree_and_the_constraints_make_up_the_motion(name: str) -> None:
    """M, C, g and Ψ of an arm, solved with multipliers, against the plant's acceleration; spare
    constraints among them."""
    robot = dataclasses.replace(load(name), elastic=())
    arm, plant = compile(robot), Plant(robot, BODIES)
    q = in_loop(np.array([0.1, 0.3, 0.4, 0.2, -0.3, 0.1])) if name == "pl_arm" else closed_bar()
    psi = arm.loop_constraints(q, np.zeros_like(q)).jacobian
    v = null_space(psi, rcond=1e-9) @ np.random.default_rng(1).normal(size=len(q) - rank(psi))
    gap, psi, bias = arm.loop_constraints(q, v)
    assert np.abs(gap).max() < 1e-10
    M, force = arm.mass_matrix(q), -arm.coriolis(q, v) @ v - arm.gravity(q)
    n, m = len(q), len(psi)
    whole = np.block([[M, -psi.T], [psi, np.zeros((m, m))]])
    right = np.concatenate([force, -bias])
    expected = np.linalg.lstsq(whole, right, rcond=1e-12)[0][:n]
    found = evaluated(plant, plant.acceleration, q, v).ravel()
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-8)
    step = 1e-6
    slope = (arm.loop_constraints(q + step * v, v).gap - gap) / step
    np.testing.assert_allclose(slope, psi @ v, atol=1e-4)


def test_an_arm_without_loops_has_no_constraints() -> None:
    with pytest.raises(InputError, match="'scara', loop_constraints: has no loops"):
        compile("scara").loop_constraints(np.zeros(3), np.zeros(3))


def closed_bar() -> np.ndarray:
    """A position of the four-bar with its loop closed."""
    return np.array(Plant(load("four_bar")).loops.structure.home)  # type: ignore[union-attr]


def rank(matrix: np.ndarray) -> int:
    return int(np.linalg.matrix_rank(matrix, tol=1e-9))
