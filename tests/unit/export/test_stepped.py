"""A scenario, cut: plant and controller together are the loop again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import casadi as cs
import numpy as np
import pytest

import armwright as aw
from armwright.block.block import Block
from armwright.block.declarations import Input, Memory, Output
from armwright.block.quantities import Quantities
from armwright.errors import InputError
from armwright.export.expected import NativeModel
from armwright.export.stepped import make_stepped
from armwright.simulation import simulate
from tests.support.two_axes import two_axes

TICKS = 60


def together(scenario: aw.Scenario) -> dict[str, np.ndarray]:
    """Plant and controller, tick by tick, as their headers tell: the plant's outputs."""
    plant = NativeModel(make_stepped(scenario, "plant"))
    controller = NativeModel(make_stepped(scenario, "controller"))
    rows: dict[str, list[np.ndarray]] = {}
    for _ in range(TICKS):
        seen = plant.outputs()
        for name, value in seen.items():
            rows.setdefault(name, []).append(value)
        controller.step({name: seen[name] for name in controller.inputs})
        told = controller.outputs()
        for name, value in told.items():
            rows.setdefault(name, []).append(value)
        plant.step({name: told[name] for name in plant.inputs})
    return {name: np.array(values) for name, values in rows.items()}


def whole(scenario: aw.Scenario, signals: list[str]) -> dict[str, np.ndarray]:
    """What our own run records at every tick."""
    changes = {"recording.rate": 1.0 / scenario.tick, "recording.signals": signals}
    run = simulate(scenario.changed(changes))
    return {name: run.data[name].values[:TICKS].reshape(TICKS, -1) for name in signals}


class Echo(Block):
    """Belongs to the plant, and reads a command at the instant at which it is given."""

    command = Input("N m", signal="commanded_motor_torque")
    echo = Output("N m")
    total = Memory("N m", fixed=True)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"echo": 2.0 * x.command, "total": x.total + x.command}


@cache
def scenario() -> aw.Scenario:
    return two_axes().with_blocks(others=(Echo(name="echo", rate=4000.0),))


def test_plant_and_controller_are_the_loop() -> None:
    cut = together(scenario())
    # These follow from the commands, which the plant gets with the step.
    late = ("echo", "friction", "accelerometer")
    signals = [name for name in cut if not any(word in name for word in late)]
    assert len(signals) > 10
    assert "commanded_motor_torque" in signals
    assert np.ptp(cut["measured_motor_position"][:, 0]) > 2e-3
    for name, value in whole(scenario(), [*signals, "echo"]).items():
        found, expected = (cut[name][1:], value[:-1]) if name == "echo" else (cut[name], value)
        assert np.abs(found - expected).max() <= 1e-12 * np.abs(expected).max(), name
        assert np.abs(expected).max() > 0, name


def test_sensors_feel_the_commands_that_they_feel_in_the_loop() -> None:
    """A sensor that has its turn after the controller there is sampled with the step, and shows
    one tick later."""
    loop = two_axes(reference=4000.0, encoder=4000.0).changed({"fidelity.joints": "rigid"})
    cut = together(loop)["accelerometer"]
    ours = whole(loop, ["accelerometer"])["accelerometer"]
    after = bool(make_stepped(loop, "plant").routine.before.calls)
    found, expected = (cut[1:], ours[:-1]) if after else (cut, ours)
    assert np.ptp(ours[:, 0]) > 0.1
    assert np.allclose(found, expected, rtol=0, atol=1e-9)


def test_the_loop_is_what_a_run_is() -> None:
    model = make_stepped(scenario())
    loop = NativeModel(model)
    names = [vector.name for vector in model.vectors.outputs]
    for k, expected in enumerate(zip(*whole(scenario(), names).values(), strict=True)):
        found = loop.outputs()
        for name, value in zip(names, expected, strict=True):
            assert np.array_equal(found[name], value), (k, name)
        loop.step()


def test_inputs_and_outputs_are_those_that_count() -> None:
    plant, controller = (make_stepped(scenario(), part) for part in ("plant", "controller"))
    assert [vector.name for vector in plant.vectors.inputs] == ["commanded_motor_torque"]
    measured = ["measured_motor_position", "measured_motor_velocity"]
    assert [vector.name for vector in controller.vectors.inputs] == measured
    shown = [vector.name for vector in plant.vectors.outputs]
    assert shown[:2] == measured
    assert not [name for name in shown if name.startswith(("reference", "commanded"))]
    assert "commanded_motor_torque" in [vector.name for vector in controller.vectors.outputs]
    assert plant.routine.rates == {"encoder": 2000.0, "accelerometer": 1000.0, "echo": 4000.0}
    assert controller.routine.rates == {"reference": 1000.0, "controller": 4000.0}
    early, late = plant.routine.after.calls, plant.routine.before.calls
    assert [call.program.name for call in late] == ["sample echo 2"]
    assert [call.every for call in early] == [2, 4]
    assert not [
        v.name for v in controller.vectors.state if v.name in ("position", "velocity", "bristle")
    ]
    assert (plant.open.seed, controller.open.seed) == (1, None)


def test_chosen_outputs() -> None:
    for part, wanted in (
        ("loop", ("tool_velocity", "motor_work")),
        ("plant", ("kinetic_energy",)),
        ("controller", ("commanded_motor_torque",)),
    ):
        model = make_stepped(scenario(), part, wanted)  # type: ignore[arg-type]
        assert tuple(vector.name for vector in model.vectors.outputs) == wanted
        found = NativeModel(model).outputs()
        assert [found[v.name].size for v in model.vectors.outputs] == [
            v.size for v in model.vectors.outputs
        ]


@pytest.mark.parametrize(
    ("name", "part", "outputs", "message"),
    [
        ("six-axis-line", "motor", None, "no such part of a scenario (got 'motor', expected one"),
        ("six-axis-line", "loop", ["tool"], "there is no signal 'tool'"),
        ("six-axis-line", "plant", ["commanded_motor_current"], "the plant does not output 'comm"),
        ("six-axis-line", "controller", ["tool_position"], "the controller does not output 'tool"),
        ("r3/full", "plant", None, "the controller works in continuous time"),
        ("r3/full", "controller", None, "'controller.position' without a rate"),
        ("pendulum/swing", "controller", None, "there is no controller"),
    ],
)
def test_what_cannot_be(name: str, part: str, outputs: list[str] | None, message: str) -> None:
    with pytest.raises(InputError) as error:
        make_stepped(aw.load_scenario(name), part, outputs)  # type: ignore[arg-type]
    assert message in str(error.value)


def test_a_plant_without_controller_has_no_inputs() -> None:
    model = make_stepped(aw.load_scenario("pendulum/swing"), "plant")
    assert not model.vectors.inputs
    assert [v.name for v in model.vectors.outputs] == [
        v.name for v in make_stepped(aw.load_scenario("pendulum/swing")).vectors.outputs
    ]
