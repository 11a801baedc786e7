"""FMUs for model exchange: a solver of the importer finds what our slow solver finds."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np
import pytest

from armwright.block.block import Block
from armwright.block.declarations import Input, Output
from armwright.block.quantities import Quantities
from armwright.errors import InputError
from armwright.export.continuous import make_continuous
from armwright.export.fmi.package import make_package
from armwright.simulation.slow import solve
from armwright.system import System
from tests.support.c_code import needs_compiler
from tests.support.fmus import Instance, differences, exported, ours, scenario, simulated
from tests.support.two_axes import two_axes

#: Scenario, version, and how near CVode comes at a tolerance of 1e-9.
RUNS = [("pendulum/swing", 2, 1e-6), ("pendulum/damped", 3, 1e-5), ("two-link/free", 3, 1e-6)]


@needs_compiler
@pytest.mark.parametrize(("name", "version", "near"), RUNS)
def test_runs_are_the_slow_solver_s(name: str, version: int, near: float) -> None:
    path = exported(name, version, 0.4, kind="both")[0]
    own = scenario(name, 0.4)
    signals = [str(signal) for signal in own.recording.signals or ()]
    reference = solve(System(own), own.ticks, signals, record_every=4)
    found = simulated(
        path, fmi_type="ModelExchange", output_interval=0.001, relative_tolerance=1e-9
    )
    count = len(reference[signals[0]])
    for signal, difference in differences(
        {name: rows[:count] for name, rows in found.items()}, reference
    ).items():
        assert difference < near, signal
    steps = simulated(path, fmi_type="CoSimulation", output_interval=0.001)
    assert max(differences(steps, ours(own.simulate())).values()) < 1e-12


@pytest.mark.crosscheck
@needs_compiler
def test_both_interfaces_tell_the_same_of_a_state() -> None:
    """States and derivatives, in the middle of a run of the one, handed to the other; friction
    states, which steps keep half a step behind, are those of the same time."""
    path = exported("six-axis-line", 3, 0.1, part="plant", kind="both")[0]
    steps, equations = Instance(path), Instance(path, "model-exchange")
    tick = scenario("six-axis-line").tick
    current = np.array([0.3, -1.0, 0.5, 0.2, -0.1, 0.05])
    for one in (steps, equations):
        one.initialise()
        one.set("commanded_motor_current", current)
    steps.steps(40, tick)
    names = ["position", "velocity", "bristle"]
    equations.fmu.setTime(40 * tick)
    for name in names:
        equations.set(name, steps.get(name))
    derivatives = [f"der({name})" for name in names]
    for name in (*names, *derivatives, "joint_torque", "friction_torque", "tool_position"):
        found, expected = equations.get(name), steps.get(name)
        assert np.abs(expected).max() > 0, name
        assert np.allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max()), name
    assert np.abs(steps.get("der(velocity)")).max() > 1.0
    for one in (steps, equations):
        one.close()


@needs_compiler
def test_states_can_be_given() -> None:
    """As numbers to begin with, in both kinds."""
    path = exported("pendulum/swing", 2, 0.4, kind="both")[0]
    other = scenario("pendulum/swing", 0.4).changed({"start.joint_position": [1.0]})
    expected = ours(other.simulate())
    for kind in ("CoSimulation", "ModelExchange"):
        found = simulated(
            path,
            fmi_type=kind,
            start_values={"position": 1.0},
            output_interval=0.001,
            relative_tolerance=1e-9,
        )
        assert max(differences(found, expected).values()) < 1e-5


@needs_compiler
@pytest.mark.parametrize("version", [2, 3])
def test_the_time_of_the_equations_begins_with_the_run(version: int) -> None:
    path = exported("moving", version, 0.5, kind="model-exchange")[0]
    found = {}
    for start in (0.0, 100.0):
        one = Instance(path, "model-exchange").initialise(start)
        for after in (0.0, 0.2):
            one.fmu.setTime(start + after)
            found[start, after] = one.get("der(velocity)").item()
            assert one.get("time") == start + after
        one.close()
    assert found[0.0, 0.0] == found[100.0, 0.0]
    assert found[0.0, 0.2] == pytest.approx(found[100.0, 0.2], abs=1e-9)
    assert abs(found[0.0, 0.0] - found[0.0, 0.2]) > 1.0


def test_small_states_tell_their_size() -> None:
    """Bristles bend by a fraction of a degree: tolerances have to know."""
    package = make_package(scenario("six-axis-line"), part="plant", kind="model-exchange")
    nominals = {one.vector: one.nominal for one in package.variables if one.role == "state"}
    assert nominals["position"] == 1.0
    assert nominals["bristle"] == pytest.approx(0.012 / 0.6, rel=0.5)


@pytest.mark.parametrize(
    ("name", "part", "message"),
    [
        ("six-axis/steps", "plant", "the controller works in continuous time"),
        ("two-link/free", "controller", "this part cannot be exported for model exchange"),
    ],
)
def test_what_no_solver_could_follow_is_refused(name: str, part: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_continuous(scenario(name), part)  # type: ignore[arg-type]


def test_friction_that_goes_from_step_to_step_is_refused() -> None:
    law = {"law": "gms", "coulomb": 0.5, "static": 0.7, "stiffness": 10.0, "attraction": 1.0}
    slipping = scenario("pendulum/swing").changed({"joints.1.friction": law})
    with pytest.raises(InputError, match="step by step, not as derivatives"):
        make_continuous(slipping, "loop")


class Watch(Block):
    """A sampled block of the plant that reads what the arm does not feel."""

    heard = Input("rad", signal="reference_joint_position")
    watched = Output("rad")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"watched": 2.0 * x.heard}


def test_kinds_with_different_inputs_are_not_put_into_one() -> None:
    source = two_axes().with_blocks(others=(Watch(name="watch", rate=1000.0),))
    with pytest.raises(InputError, match="the two kinds of FMU have different inputs"):
        make_package(source, part="plant", kind="both")
    for kind in ("co-simulation", "model-exchange"):
        make_package(source, part="plant", kind=kind)  # type: ignore[arg-type]
