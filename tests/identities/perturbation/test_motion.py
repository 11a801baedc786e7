"""Motions of the perturbation method beside those of the full model."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Scenario, load_scenario
from armwright.signals import Run
from armwright.simulation.ensemble import OpenSystem
from armwright.simulation.execution import execute
from armwright.simulation.perturbation.engine import linearise
from armwright.simulation.perturbation.validity import neglected
from tests.support.perturbation import line, tool_difference

slow = pytest.mark.crosscheck
#: Friction and elasticity that the linearisation knows nothing of.
KINDS = {
    "flexible": {},
    "rigid": {"fidelity.joints": "rigid"},
    "implicit": {"integration.method": "implicit"},
    "two steps": {"integration.steps": 2},
    "dry": {
        "fidelity.joints": "rigid",
        "joints.*.friction": {"law": "coulomb", "coulomb": 0.05, "static": 0.06},
    },
}


def both(scenario: Scenario, points: int = 400) -> tuple[Run, Run]:
    return scenario.simulate(), scenario.simulate(method="perturbation", points=points)


@pytest.mark.crosscheck
@pytest.mark.parametrize(
    "kind", ["flexible", *(pytest.param(k, marks=slow) for k in KINDS if k != "flexible")]
)
def test_the_tool_goes_the_same_way(kind: str) -> None:
    full, perturbed = both(line(KINDS[kind]))
    difference = tool_difference(full, perturbed)
    assert np.quantile(difference, 0.9) < 2e-6
    assert difference.max() < 10e-6
    currents = [run.data["motor_current"].values for run in (full, perturbed)]
    np.testing.assert_allclose(*currents, atol=0.01 * np.abs(currents[0]).max())


@slow
def test_spring_between_bodies_and_coupled_wrist() -> None:
    """S3's own arm and path."""
    scenario = load_scenario("rx90b/line").changed({"duration": 2.0})
    full, perturbed = both(scenario)
    assert tool_difference(full, perturbed).max() < 0.2e-6


@slow
def test_points_bring_it_nearer() -> None:
    """Errors of second order in the motion remain, and these it tells."""
    scenario = line({"fidelity.joints": "rigid", "controller.position_gain": 60}, duration=3.0)
    full = scenario.simulate()
    errors = []
    for points in (10, 20, 40):
        run = scenario.simulate(method="perturbation", points=points)
        errors.append(tool_difference(full, run).max())
    assert errors[1] < 0.5 * errors[0]
    assert errors[2] < 0.5 * errors[1]


@slow
def test_much_viscous_friction() -> None:
    """What is linearly implicit in the full model's steps is taken beforehand here: to the same
    order, so that the error of the linearisation is all that there is."""
    much = {"joints.*.friction.viscous": 5e-3, "joints.*.friction.damping": 0.02}
    full, perturbed = both(line({"fidelity.joints": "rigid", **much}, duration=1.5))
    actual = tool_difference(full, perturbed).max()
    assert perturbed.data.attrs["second_order_error"] == pytest.approx(actual, rel=0.1)


@pytest.mark.crosscheck
def test_putting_back_what_is_missing() -> None:
    """The torque that the linear model lacks, added to it, makes it the full model."""
    scenario = line({"start.exact": "motors", "controller.position_gain": 5}, duration=1.0)
    runs = OpenSystem(scenario).alone(scenario)
    model = linearise(runs, 200)
    done = execute(model.loop, runs)
    x, v, change = (done.records.rows(name)[0] for name in ("position", "velocity", "change"))
    ticks = np.arange(len(x)) * (1e-3 / scenario.tick)
    missing, _ = neglected(model.inertia, model.tables, ticks, (x, v, change / scenario.tick))
    again = execute(model.corrected(missing, ticks).loop, runs).run
    full = scenario.simulate()
    before, after = (tool_difference(full, run).max() for run in (done.run, again))
    assert after < 0.1 * before


@pytest.mark.crosscheck
def test_it_knows_its_own_error() -> None:
    """An arm that sags in its springs is off the nominal motion from the beginning."""
    full, perturbed = both(line({"start.exact": "motors", "controller.position_gain": 5}))
    actual = tool_difference(full, perturbed).max()
    assert actual > 1e-6
    assert perturbed.data.attrs["second_order_error"] == pytest.approx(actual, rel=0.1)


def test_without_friction_at_rest_nothing_moves() -> None:
    still = {"fidelity.friction": False, "reference.start_time": 10.0, "fidelity.joints": "rigid"}
    scenario = line(still, duration=0.5)
    run = scenario.simulate(method="perturbation")
    q = run.data["joint_position"].values
    assert np.abs(q - q[0]).max() < 1e-13


@slow
def test_exact_model_without_friction() -> None:
    """Inverse-dynamics control leaves nothing but what its sampling does, in both methods."""
    scenario = load_scenario("six-axis/half-moon").changed({"duration": 2.0})
    full, perturbed = both(scenario)
    assert perturbed.data.attrs["neglected_torque"] < 1e-5
    assert tool_difference(full, perturbed).max() < 0.05e-6


@pytest.mark.crosscheck
def test_same_numbers_twice() -> None:
    scenario = line({"duration": 0.5})
    one, other = (scenario.simulate(method="perturbation") for _ in range(2))
    for name in one.data:
        assert one.data[name].identical(other.data[name])


@pytest.mark.crosscheck
def test_runs_of_a_sweep_are_single_runs() -> None:
    """Friction and gains may differ between runs that share the linearisation."""
    scenario = line({"duration": 0.6})
    spread = {"joints.LA.friction.coulomb": "20%", "controller.position_gain": "10%"}
    runs = scenario.sweep(spread, samples=5, method="perturbation", threads=1)
    for k in (0, 4):
        chosen = {path: float(runs.data[path][k]) for path in spread}
        single = scenario.changed({**chosen, "seed": scenario.seed + k})
        alone = single.simulate(method="perturbation")
        here = runs.data["tool_position"].isel(run=k).values
        np.testing.assert_allclose(here, alone.data["tool_position"].values, atol=1e-9)
    assert float(runs.data["tool_position"].std("run").max()) > 1e-7
