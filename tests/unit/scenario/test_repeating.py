"""Runs from their files alone: once more, to the same bits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import armwright as aw
from armwright.errors import InputError
from armwright.scenario.repeating import other_versions, repeat, unlike
from armwright.signals import Run
from tests.support.swinging_rod import ROD
from tests.unit.scenario.small import scenario
from tests.unit.system.parts import Lag

#: Noise and a force, whose draws are to be the same again.
TEXT = f"""{ROD}
[[sensors]]
kind = "encoder"
rate = 1000
noise = 1e-4

[[disturbances]]
kind = "tool_force"
force_z = -5
"""
SPREADS = {"links.rod.mass": "5%", "joints.pivot.friction.viscous": "normal 3%"}
LIMITED = "above = time_above(abs(joint_torque[1]), 0.123456789123456)"
Made = Callable[[aw.Scenario], Run]
#: Ways in which machine code and numbers come together.
MADE: dict[str, Made] = {
    "plain": lambda one: one.simulate(),
    "changed numbers": lambda one: (
        one.changed({"links.rod.mass": 2.1})
        .changed({"controller.derivative_gain": 6e-3})
        .simulate()
    ),
    "prepared": lambda one: one.prepare(["links.*.*", "controller.*"]).simulate(
        {"links.rod.mass": 1.9, "controller.proportional_gain": [0.21]}, seed=5
    ),
    "sweep": lambda one: one.sweep(SPREADS, samples=5, seed=7),
}
MORE: dict[str, Made] = {
    "sweep of one": lambda one: one.sweep(SPREADS, samples=1, seed=7),
    "noise alone": lambda one: one.sweep(samples=3, seed=7),
    "linearised": lambda one: one.simulate(method="perturbation", points=30),
    "figures": lambda one: one.simulate(figures=["rms(joint_torque)", LIMITED]),
    "auto": lambda one: one.changed(
        {"integration.steps": "auto", "integration.tolerance": 1e-3}
    ).simulate(),
    "some diverged": lambda one: one.sweep(
        {"joints.pivot.stiffness": [3.0, 1e9, 4.0]}, samples=3, design="list"
    ),
    "all but one diverged": lambda one: one.sweep(
        {"joints.pivot.stiffness": [1e9, 4.0]}, samples=2, design="list"
    ),
}
EVERY = [
    *(pytest.param(made, id=name) for name, made in MADE.items()),
    *(pytest.param(made, id=name, marks=pytest.mark.crosscheck) for name, made in MORE.items()),
]


@pytest.mark.parametrize("made", EVERY)
def test_the_same_bits(tmp_path: Path, made: Made) -> None:
    before = made(scenario(tmp_path, TEXT))
    path = before.save(tmp_path / "run.nc")
    (tmp_path / "small.toml").unlink()
    again = repeat(path)
    assert unlike(before, again) == ()
    assert set(again.data.variables) == set(before.data.variables)
    assert set(again.data.coords) == set(before.data.coords)
    assert other_versions(Run.load(path)) == ()


def test_one_of_many(tmp_path: Path) -> None:
    """Taken out of a sweep, with or without its dimension: it keeps its number, and so its seed."""
    many = scenario(tmp_path, TEXT).sweep(SPREADS, samples=3, seed=7)
    for which in ([2], 2):
        one = many.with_data(many.data.isel(run=which))
        assert unlike(one, repeat(one.save(tmp_path / "one.nc"))) == ()


def test_a_difference_is_seen(tmp_path: Path) -> None:
    one = scenario(tmp_path, TEXT)
    found = unlike(one.simulate(), one.changed({"seed": 2}).simulate())
    assert any(line.startswith("joint_position by up to ") for line in found)


def test_another_version_is_named(tmp_path: Path) -> None:
    run = scenario(tmp_path, TEXT).simulate()
    older = run.with_data(run.data.assign_attrs(casadi_version="1.0"))
    assert other_versions(older) == (f"casadi 1.0, now {run.data.attrs['casadi_version']}",)


def test_a_run_is_a_scenario(tmp_path: Path) -> None:
    run = scenario(tmp_path, TEXT).changed({"duration": 0.02}).simulate()
    found = aw.load_scenario(run.save(tmp_path / "run.nc"))
    assert (found.name, found.duration) == ("small", 0.02)
    assert run.scenario_file == found.text()
    assert Run.load(tmp_path / "run.nc").scenario_file == found.text()


def test_files_without_a_scenario(tmp_path: Path) -> None:
    one = scenario(tmp_path, TEXT)
    path = Run(one.simulate().data).save(tmp_path / "bare.nc")
    with pytest.raises(
        InputError, match=r"bare\.nc: the file does not hold the scenario of its ru"
    ):
        repeat(path)
    mine = one.with_blocks(others=(Lag(connect={"u": "motor_torque"}),)).simulate()
    assert mine.scenario_file == ""
    own = mine.save(tmp_path / "own.nc")
    with pytest.raises(InputError, match=r"own\.nc: .*got .*'Lag' is written in Python"):
        repeat(own)


def test_a_damaged_attribute(tmp_path: Path) -> None:
    run = scenario(tmp_path, TEXT).prepare(["controller.*"]).simulate()
    path = run.with_data(run.data.assign_attrs(prepared='{"open": 3}')).save(tmp_path / "run.nc")
    with pytest.raises(InputError, match="attribute 'prepared' is damaged"):
        repeat(path)
    path = run.with_data(run.data.assign_attrs(seed="x")).save(tmp_path / "run.nc")
    with pytest.raises(InputError, match=r"run\.nc: its attribute 'seed' is damaged"):
        repeat(path)
