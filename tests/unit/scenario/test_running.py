"""A run in slices: it shows where it is, can be stopped, and tells when it goes wrong."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from armwright import (
    Diverged,
    Fidelity,
    InputError,
    Integration,
    Recording,
    Run,
    Scenario,
    Start,
)
from armwright.scenario import schema
from armwright.system import Setup

UNSTABLE = {"controller.velocity_gain": 400, "controller.current_limit": 1e9, "duration": 2}


def test_progress_only_goes_forward_and_reaches_the_end(small: Scenario) -> None:
    seen: list[tuple[float, float, float]] = []
    scenario = small.changed({"duration": 3})
    scenario.simulate(progress=lambda *told: seen.append(told))
    times = [time for time, _, _ in seen]
    assert len(times) >= 2
    assert times == sorted(set(times)) and times[-1] == pytest.approx(3)
    assert {duration for _, duration, _ in seen} == {3.0}
    assert all(factor > 0 for _, _, factor in seen)


def test_progress_of_a_sweep(small: Scenario) -> None:
    seen: list[float] = []
    small.sweep(samples=3, progress=lambda time, *_: seen.append(time))
    assert seen == sorted(seen) and seen[-1] == pytest.approx(small.duration)


def stopped(scenario: Scenario, after: float, runs: int = 1) -> Run:
    def stop(time: float, *_: float) -> None:
        if time >= after:
            raise KeyboardInterrupt

    if runs == 1:
        return scenario.simulate(progress=stop)
    return scenario.sweep(samples=runs, progress=stop)


@pytest.mark.parametrize("runs", [1, 3])
def test_ctrl_c_leaves_what_there_is(small: Scenario, tmp_path: Path, runs: int) -> None:
    scenario = small.changed({"duration": 5})
    part = stopped(scenario, 0.02, runs)
    assert part.data.attrs["complete"] is False
    assert 0.02 <= part.data.attrs["duration"] < 5
    assert part.data.time.values[-1] == pytest.approx(part.data.attrs["duration"], abs=2e-3)
    assert part.summary().text().count("NOT COMPLETE") == 1
    kept = Run.load(part.save(tmp_path / "part.nc"))
    assert kept.data.attrs["complete"] is False
    known = part.data.attrs
    alike = {"integration.inertia_steps": known["inertia_steps"]}  # a short run may hold longer
    whole = scenario.changed({"duration": known["duration"], **alike})
    full = whole.simulate() if runs == 1 else whole.sweep(samples=runs)
    found = kept.data.joint_position.values
    expected = full.data.joint_position.values[..., : found.shape[-2], :]
    np.testing.assert_array_equal(found, expected)


def test_a_diverging_run_says_when_and_what(small: Scenario) -> None:
    with pytest.raises(Diverged) as error:
        small.changed(UNSTABLE).simulate()
    said, run = str(error.value), error.value.run
    assert said.startswith("scenario 'small': the simulation diverged at t = 0.0")
    assert "of joint 'joint" in said
    assert "Lower the controller's gains" in said
    assert run is not None and run.data.attrs["complete"] is False
    assert np.isfinite(run.data.joint_position.values).all()


def test_a_diverging_run_keeps_all_that_there_was(small: Scenario) -> None:
    with pytest.raises(Diverged) as error:
        small.changed(UNSTABLE).simulate()
    run = error.value.run
    assert run is not None
    found = run.data.joint_position.values
    assert len(found) > 4
    alike = {"integration.inertia_steps": run.data.attrs["inertia_steps"]}
    short = small.changed({**UNSTABLE, "duration": 0.003, **alike})
    expected = short.simulate().data.joint_position.values
    np.testing.assert_array_equal(found[:4], expected)


def test_a_diverging_run_of_many_is_named(small: Scenario) -> None:
    gains = [0.5, 400.0, 0.5]
    scenario = small.changed({**UNSTABLE, "controller.velocity_gain": 0.5})
    data = scenario.sweep({"controller.velocity_gain": gains}, samples=3).data
    assert data["run"].values.tolist() == [0, 2]
    said = data.attrs["diverged_runs"]
    assert said.startswith("scenario 'small', run 1: the simulation diverged at t =")


def test_a_run_survives_its_file(small: Scenario, tmp_path: Path) -> None:
    run = small.simulate()
    again = Run.load(run.save(tmp_path / "run.nc"))
    xr.testing.assert_identical(again.data, run.data)
    for name in run.data.data_vars:
        np.testing.assert_array_equal(again.data[name].values, run.data[name].values)
    assert again.data.attrs == run.data.attrs
    assert list(tmp_path.glob(".*")) == []
    with xr.open_dataset(tmp_path / "run.nc", engine="h5netcdf") as plain:
        assert plain.joint_position.attrs["units"] == "rad"


def test_a_sweep_survives_its_file(small: Scenario, tmp_path: Path) -> None:
    run = small.sweep({"links.link2.mass": "5%"}, samples=2)
    again = Run.load(run.save(tmp_path / "run.nc"))
    xr.testing.assert_identical(again.data, run.data)
    assert again.summary().text() == run.summary().text()


def test_a_run_says_where_it_comes_from(small: Scenario) -> None:
    run = small.changed({"integration.steps": 4, "seed": 9}).simulate()
    known = run.data.attrs
    assert (known["scenario"], known["robot"], known["seed"]) == ("small", "two_axis", 9)
    assert (known["integrator"], known["step"], known["tick"]) == ("midpoint", 0.00025, 0.001)
    assert known["complete"] is True and known["duration"] == pytest.approx(0.1)
    assert known["robot_fingerprint"] == small.robot.fingerprint()
    assert known["wall_seconds"] > 0 and known["real_time_factor"] > 0


def test_records_are_at_the_times_asked_for(small: Scenario) -> None:
    run = small.changed({"recording.rate": 250}).simulate()
    np.testing.assert_allclose(run.data.time.values, np.arange(26) * 0.004)
    fine = small.simulate()
    every = fine.data.joint_position.values[::4]
    np.testing.assert_array_equal(run.data.joint_position.values, every)


def test_only_what_is_asked_for_is_recorded(small: Scenario) -> None:
    wanted = ["tool_position", "motor_work", "commanded_motor_velocity"]
    run = small.changed({"recording.signals": wanted}).simulate()
    signals = [name for name, values in run.data.data_vars.items() if "time" in values.dims]
    assert sorted(map(str, signals)) == sorted(wanted)
    with pytest.raises(InputError, match="there is no signal 'tool_positon' to record"):
        small.changed({"recording.signals": ["tool_positon"]}).simulate()


def test_what_is_recorded_does_not_change_the_run(small: Scenario) -> None:
    one = small.simulate()
    other = small.changed({"recording.signals": ["joint_position", "kinetic_energy"]}).simulate()
    np.testing.assert_array_equal(one.data.joint_position, other.data.joint_position)


@pytest.mark.parametrize("effect", ["friction", "noise"])
def test_an_effect_that_is_off_leaves_the_noise_as_it_is(small: Scenario, effect: str) -> None:
    signals = {"recording.signals": ["measured_motor_position", "motor_position"]}
    with_it = small.changed(signals).simulate()
    without = small.changed({**signals, f"fidelity.{effect}": False}).simulate()
    noises = [
        (run.data.measured_motor_position - run.data.motor_position).values
        for run in (with_it, without)
    ]
    assert np.abs(noises[0]).max() > 1e-5
    expected = np.zeros_like(noises[0]) if effect == "noise" else noises[0]
    np.testing.assert_allclose(noises[1], expected, atol=1e-12)


def test_a_run_that_runs_away_keeps_only_what_was_before(small: Scenario) -> None:
    with pytest.raises(Diverged) as error:
        small.changed(UNSTABLE).simulate()
    run = error.value.run
    assert run is not None
    assert run.data.time.values[-1] < run.data.attrs["duration"] + 1e-12
    assert np.abs(run.data.joint_velocity.values).max() < 1e4


def test_what_stops_before_its_first_record_leaves_nothing(
    small: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("armwright.compiler.CompiledMarch.advance_into", interrupted)
    with pytest.raises(KeyboardInterrupt):
        small.simulate()


def test_files_have_the_settings_that_python_has() -> None:
    pairs = (
        (schema.FidelityTable, Fidelity, set()),
        (schema.StartTable, Start, {"degrees"}),
        (schema.IntegrationTable, Integration, set()),
        (schema.RecordingTable, Recording, set()),
    )
    for table, own, more in pairs:
        there = {field.name: field.default for field in dataclasses.fields(own)}
        found = {name: field.default for name, field in table.model_fields.items()}
        assert {name: found[name] for name in found if name not in more} == there


def test_what_a_file_leaves_out_is_as_in_python() -> None:
    there = {field.name: field.default for field in dataclasses.fields(Setup)}
    found = schema.ScenarioFile.model_fields
    assert {name: found[name].default for name in ("tick", "seed", "description")} == {
        name: there[name] for name in ("tick", "seed", "description")
    }
