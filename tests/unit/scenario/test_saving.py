"""Scenarios written to files: what is read back is the same in every part, and needs no other."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import armwright as aw
from armwright.block import Block
from armwright.errors import InputError
from armwright.robot import Robot
from armwright.scenario.spreads import Levels, Spread
from armwright.system import System
from tests.support import every_block
from tests.unit.scenario.small import TEXT, scenario
from tests.unit.system.parts import Lag


def unlike(one: Any, two: Any, where: str = "") -> list[str]:
    """Where two values differ in content or kind, without the code that writes files."""
    if type(one) is not type(two):
        return [f"{where}: {type(one)} and {type(two)}"]
    if isinstance(one, Robot):
        return [] if one == two else [where]
    if isinstance(one, Block):
        kept = [(b.name, b.rate, dict(b.connect), dict(b.values)) for b in (one, two)]
        return unlike(*kept, f"{where} {one.name}")
    if dataclasses.is_dataclass(one):
        names = [field.name for field in dataclasses.fields(one)]
        one, two = ({name: getattr(x, name) for name in names} for x in (one, two))
    if isinstance(one, dict):
        if one.keys() != two.keys():
            return [f"{where}: {set(one) ^ set(two)}"]
        return [x for key in one for x in unlike(one[key], two[key], f"{where}.{key}")]
    if isinstance(one, tuple | list):
        if len(one) != len(two):
            return [f"{where}: {len(one)} and {len(two)}"]
        return [x for k in range(len(one)) for x in unlike(one[k], two[k], f"{where}[{k}]")]
    return [] if one == two else [f"{where}: {one!r} and {two!r}"]


@pytest.mark.parametrize("name", aw.scenario_names())
def test_every_scenario_of_the_library_comes_back(name: str, tmp_path: Path) -> None:
    before = aw.load_scenario(name)
    after = aw.load_scenario(before.save(tmp_path / "other name.toml"))
    assert unlike(before, after) == []


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 2},
        {"joints.1.friction.fc": 0.6000000000000001},
        {"model.links.link2.mass": 109.0},
        {"controller.position_gain": [20.0, 21.0]},
        {"fidelity.noise": False},
        {"recording.rate": 500},
    ],
    ids=str,
)
def test_the_comparison_sees_any_difference(tmp_path: Path, change: dict[str, Any]) -> None:
    before = scenario(tmp_path)
    assert unlike(before, before.changed(change)) != []
    saved = aw.load_scenario(before.changed(change).save(tmp_path / "small.toml"))
    assert unlike(saved, before.changed(change)) == []


@pytest.mark.parametrize(("family", "kind"), every_block.KINDS)
def test_every_block_comes_back(family: str, kind: str, tmp_path: Path) -> None:
    before = every_block.scenario(family, kind, {})
    after = aw.load_scenario(before.save(tmp_path / "one.toml"))
    if kind == "csv":  # it names its file no more
        assert after.blocks.reference is not None and after.blocks.reference.values["file"] is None
        tables = [System(one).tables["csv.position_table"][1] for one in (before, after)]
        np.testing.assert_array_equal(*tables)
    else:
        assert unlike(before, after) == []


def test_a_reference_from_a_file_is_in_the_file(tmp_path: Path) -> None:
    """Also where it stands in another reference; numbers keep their bits."""
    (tmp_path / "way.csv").write_text('time,joint1,"joint2"\n0,0,0\n0.05,0.1,1e-1\n0.1,0.30,0.2\n')
    source = 'kind = "filter"\nnatural_frequency = 50\ndamping_ratio = 1\nrate = 1000\nsource = '
    text = TEXT.replace('kind = "joint_ptp"\n', source + '{ kind = "csv", file = "way.csv" }\n')
    text = "\n".join(
        line
        for line in text.splitlines()
        if not line.startswith(("begin = [", "end", "speed", "acc"))
    )
    before = scenario(tmp_path, text)
    path = before.save(tmp_path / "elsewhere" / "whole.toml")
    (tmp_path / "way.csv").unlink()
    after = aw.load_scenario(path)
    assert "0.05,0.1,0.1" in path.read_text()
    found = System(after).tables
    (tmp_path / "way.csv").write_text("0,0,0\n0.05,0.1,0.1\n0.1,0.3,0.2\n")
    for name, (_, rows) in System(before).tables.items():
        np.testing.assert_array_equal(found[name][1], rows)


def test_what_only_python_has_cannot_be_saved(tmp_path: Path) -> None:
    own = scenario(tmp_path).with_blocks(others=(Lag(connect={"u": "motor_torque"}),))
    with pytest.raises(
        InputError, match=r"'small': block 'Lag' is written in Python, which no file holds"
    ):
        own.save(tmp_path / "own.toml")
    assert not (tmp_path / "own.toml").exists()
    with pytest.raises(InputError, match=r"own\.txt: not a scenario's file .*NAME\.toml"):
        scenario(tmp_path).save(tmp_path / "own.txt")


@pytest.mark.parametrize(
    "spread",
    [
        Spread(0.07),
        Spread(0.1 / 3),
        Spread(0.25, relative=False),
        Spread(0.03, shape="normal"),
        Spread(1e-7, relative=False, shape="normal"),
        Spread(0.1, shape="lognormal"),
        Spread.between(0.1, 0.3),
        Spread.between(-1 / 3, 2 / 7),
        Levels((0.1, 1 / 3, 2.0)),
    ],
    ids=str,
)
def test_spreads_come_back(spread: Spread | Levels, tmp_path: Path) -> None:
    before = dataclasses.replace(scenario(tmp_path), spreads={"links.link1.mass": spread})
    assert aw.load_scenario(before.save(tmp_path / "s.toml")).spreads == before.spreads


def test_a_normal_spread_about_another_value_is_refused(tmp_path: Path) -> None:
    spread = Spread(0.1, shape="normal", centre=3.0)
    before = dataclasses.replace(scenario(tmp_path), spreads={"links.link1.mass": spread})
    with pytest.raises(InputError, match=r"links\.link1\.mass: no file says a normal spread about"):
        before.save(tmp_path / "s.toml")


def test_the_controller_may_believe_in_another_robot(tmp_path: Path) -> None:
    aw.load("two_axis").save(tmp_path / "believed.toml")
    text = TEXT + '\n[model]\nrobot = "believed.toml"\nlinks = { link2 = { mass = 1.0 } }\n'
    found = scenario(tmp_path, text)
    assert found.model is not None
    assert found.model.link("link2").inertia.mass == 1.0
    assert found.robot.link("link2").inertia.mass == 110.0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("robot = 3", r"robot: input should be a robot's name or file, or its tables \(got 3\)"),
        ("robot = { links = 3 }", r"robot\.name: is missing. This file has 1 more problem"),
        ('robot = "two_axis"\nmodel = { robot = 3 }', r"model\.robot: not a robot \(got 3"),
        ('robot = "two_axis"\nmodel = { robot = { nam = 1 } }', r"model\.robot: nam: unknown key"),
        (
            "[[links]]\nname = 'a'",
            r"this is a robot, not a scenario .* `armwright new .*small.toml`",
        ),
    ],
)
def test_robots_that_are_none(tmp_path: Path, given: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        scenario(tmp_path, f"duration = 1\n{given}\n")
