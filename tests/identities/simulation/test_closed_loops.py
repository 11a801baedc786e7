"""Runs of mechanisms with closed loops: their loops stay closed, their order is that of the
integrator, friction in them sticks, and positions in which they may go several ways are named."""

from __future__ import annotations

import dataclasses
import warnings

import numpy as np
import pytest

import armwright as aw
from armwright import InputError, Plant, Robot, Scenario
from armwright.plant import ExtraFriction
from armwright.robot.changing import changed
from armwright.simulation.divergence import Diverged
from armwright.simulation.slow import NoSolution, solve
from armwright.system import System
from armwright.system.setup import Integration, Recording, Start
from tests.support.loops import NO_NUMBERS, numbers

ENERGY = ("kinetic_energy", "potential_energy")
USUAL = ("joint_position", "joint_velocity", *ENERGY)


def swinging(robot: Robot | None = None, **fields: object) -> Scenario:
    own: dict[str, object] = {
        "tick": 2e-3,
        "start": Start(joint_position=(1.0, -0.5, 1.3), at_rest=False),
        "integration": Integration(tolerance=1.0),
        "recording": Recording(signals=USUAL, rate=100.0),
        **fields,
    }
    return Scenario("swing", robot or aw.load("four_bar"), 1.0, **own)  # type: ignore[arg-type]


def parallelogram() -> Robot:
    """It is singular where all bars are in one line."""
    return changed(
        aw.load("four_bar"),
        {
            "loops.closure.first.translation": [0.45, 0, 0],
            "joints.coupler.translation": [0.4, 0, 0],
        },
    )


def gap(robot: Robot, positions: np.ndarray) -> float:
    own = numbers(Plant(robot))
    return max(float(np.abs(own.at(x, NO_NUMBERS)[0]).max()) for x in positions)


@pytest.fixture(scope="module")
def truth() -> np.ndarray:
    system = System(dataclasses.replace(swinging(), tick=1e-2))
    return solve(system, 100, ("joint_position",), tolerance=1e-11)["joint_position"]


@pytest.mark.parametrize(
    ("how", "order"),
    [
        (Integration("midpoint", tolerance=1.0), 2),
        pytest.param(Integration("rk4", tolerance=1.0), 4, marks=pytest.mark.crosscheck),
        pytest.param(
            Integration("midpoint", tolerance=1.0, baumgarte=(20.0, 100.0)),
            2,
            marks=pytest.mark.crosscheck,
        ),
    ],
)
def test_the_order_is_that_of_the_integrator(
    truth: np.ndarray, how: Integration, order: int
) -> None:
    errors = []
    for tick in (2e-3, 1e-3):
        run = swinging(tick=tick, integration=how).simulate()
        positions = run.data["joint_position"].values
        errors.append(np.abs(positions[:100] - truth).max())
        if how.baumgarte is None:
            assert gap(aw.load("four_bar"), positions) < 1e-12
    assert 0.7 * 2**order < errors[0] / errors[1]
    assert errors[1] < 0.02


@pytest.mark.crosscheck
def test_energy_is_kept_to_the_order_of_the_integrator() -> None:
    spread = []
    for tick in (2e-3, 1e-3):
        data = swinging(tick=tick).simulate().data
        spread.append(np.ptp(sum(data[name].values for name in ENERGY)))
    assert spread[0] / spread[1] > 3.5 and spread[1] < 5e-4


def test_one_number_for_baumgarte_means_critical_damping() -> None:
    assert Integration(baumgarte=8.0).baumgarte == (8.0, 16.0)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"integration.baumgarte \(got -1, expected α"):
        Integration(baumgarte=-1)  # type: ignore[arg-type]


def sticking(*amounts: float) -> Scenario:
    names = ("crank", "coupler", "rocker")
    frictions = tuple(
        ExtraFriction(name, "coulomb", {name: 1.0}, {"coulomb": amount, "viscous": 0.0})
        for name, amount in zip(names, amounts, strict=True)
        if amount
    )
    return swinging(frictions=frictions, tick=1e-3)


@pytest.mark.crosscheck
def test_friction_in_three_hinges_of_one_way_of_moving_sticks_together() -> None:
    """No one of them holds the weight; together they do, and nothing moves at all."""
    for amounts in ((1.0, 1.0, 1.0), (0.0, 0.0, 6.0)):
        data = sticking(*amounts).simulate().data
        assert np.ptp(data["joint_position"].values, axis=0).max() < 1e-12
    moved = sticking(0.5, 0.5, 0.5).simulate().data["joint_position"].values
    assert np.abs(moved[-1] - moved[0]).max() > 1.0


@pytest.mark.crosscheck
def test_friction_that_slides_and_stops_agrees_with_the_slow_solver() -> None:
    scenario = sticking(0.5, 0.5, 0.5)
    fast = scenario.simulate().data["joint_position"].values[:100]
    slow = dataclasses.replace(scenario, tick=1e-2)
    exact = solve(System(slow), 100, ("joint_position",), tolerance=1e-9)["joint_position"]
    assert np.abs(fast - exact).max() < 2e-4


@pytest.mark.parametrize("method", ["midpoint", pytest.param("rk4", marks=pytest.mark.crosscheck)])
def test_a_singular_position_stops_a_run_with_its_time_and_loop(method: str) -> None:
    start = Start(joint_position=(1.0, -1, 1.0), joint_velocity=(5.0, 0, 0), at_rest=False)
    scenario = swinging(
        parallelogram(),
        start=start,
        integration=Integration(method, tolerance=1.0),  # type: ignore[arg-type]
    )
    message = r"loop 'closure' passes a singular position at t = 0\.41\d? s"
    with pytest.raises(Diverged, match=message) as stopped:
        scenario.simulate()
    assert stopped.value.run is not None


@pytest.mark.crosscheck
def test_the_slow_solver_notices_a_singular_position_too() -> None:
    start = Start(joint_position=(1.0, -1, 1.0), joint_velocity=(5.0, 0, 0), at_rest=False)
    system = System(swinging(parallelogram(), start=start, tick=1e-2))
    with pytest.raises(NoSolution, match=r"up to t = 0.42 s: a singular position of the loops"):
        solve(system, 60, ("joint_position",), tolerance=1e-7)


@pytest.mark.parametrize(
    ("robot", "start", "message"),
    [
        (parallelogram(), (0.0, 0.0, 0.0), r"loop 'closure': is in a singular position"),
        (
            changed(aw.load("four_bar"), {"joints.rocker.translation": [2.0, 0, 0]}),
            (0.0, 0.0, 0.0),
            r"scenario 'swing', start, robot 'four_bar', loop 'closure': cannot be closed "
            r"\(got a gap of 0\.9\d* m, expected a position of the joints in which",
        ),
    ],
)
def test_starts_that_cannot_be_are_refused(
    robot: Robot, start: tuple[float, ...], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        swinging(robot, start=Start(joint_position=start, at_rest=False)).simulate()


def test_a_start_is_closed_and_keeps_the_driven_joint() -> None:
    start = Start(joint_position=(1.0, 0.0, 1.0), joint_velocity=(2.0, 0, 0), at_rest=False)
    robot = aw.load("four_bar")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = swinging(start=start).simulate().data
    x, v = data["joint_position"].values[0], data["joint_velocity"].values[0]
    assert x[0] == 1.0 and v[0] == 2.0
    assert gap(robot, x[None]) < 1e-12
    assert np.abs(numbers(Plant(robot)).at(x, NO_NUMBERS)[1] @ v).max() < 1e-12


@pytest.mark.crosscheck
def test_runs_of_a_sweep_begin_closed_and_agree_with_single_runs() -> None:
    scenario = swinging()
    run = scenario.prepare(free=["loops.closure.first.translation"])
    other = {"loops.closure.first.translation": [0.52, 0.0, 0.0]}
    together = run.simulate(other).data["joint_position"].values
    alone = scenario.changed(other).simulate().data["joint_position"].values
    np.testing.assert_allclose(together, alone, atol=1e-9)
    many = scenario.sweep({"links.rocker.mass": "5%"}, samples=3).data["joint_position"].values
    for positions in many:
        assert gap(aw.load("four_bar"), positions[[0, -1]]) < 1e-12
