"""Sweeps into a folder: what is in it, how it goes on, and what it refuses."""

from __future__ import annotations

import dataclasses
import json
import os
import pickle
import shutil
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cloudpickle
import numpy as np
import pytest
import xarray as xr

from armwright import InputError, Scenario, load_scenario, open_sweep
from armwright.scenario import scenario_names
from armwright.scenario.sweeps import plan, plan_sweep, run_sweep
from armwright.scenario.sweeps.running import SweepProgress
from armwright.scenario.sweeps.store import opened_store, progress_of
from armwright.simulation.loop import make_loop
from armwright.simulation.start import Starter
from armwright.system import System
from tests.support.sweeps import (
    BLOCK,
    HIDDEN,
    KEPT,
    PATHS,
    FullDisk,
    assert_same,
    chunks,
    leftovers,
    same_numbers,
    with_small_blocks,
)
from tests.unit.scenario.small import scenario as scenario_in

RUNS = 20
COUNT = "controller.velocity.limited_count"
NAMES = ["joint_position", "friction_torque", COUNT, COUNT.replace("count", "first_time")]


@pytest.fixture(autouse=True)
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    with_small_blocks(monkeypatch)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Of a sweep that nothing disturbed."""
    with pytest.MonkeyPatch.context() as patch:
        with_small_blocks(patch)
        found = tmp_path_factory.mktemp("whole")
        scenario_in(found).sweep_to(found / "sweep", PATHS, RUNS, **KEPT)
        yield found / "sweep"


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def go_on(small: Scenario, folder: Path, **options: Any) -> xr.Dataset:
    return small.sweep_to(folder, PATHS, RUNS, **KEPT, **options)


def marks(folder: Path) -> list[Path]:
    return sorted((folder / HIDDEN / "done").iterdir())


def test_what_is_in_the_dataset(folder: Path) -> None:
    data = open_sweep(folder)
    assert list(data) == [*NAMES, "rms_joint_torque", "diverged_at"]
    assert set(PATHS) <= set(data.coords)
    assert dict(data.sizes) == {"run": RUNS, "time": 21, "joint": 2, "friction": 2, "motor": 2}
    assert data.joint_position.dims == ("run", "time", "joint")
    assert data.rms_joint_torque.dims == ("run", "joint")
    assert data["links.link2.mass"].dims == data.diverged_at.dims == ("run",)
    assert data.run.values.tolist() == list(range(RUNS))
    assert data.time.values[1] == 1 / KEPT["rate"]
    assert data.joint.values.tolist() == ["joint1", "joint2"]
    assert data.side.dims == ("friction",)
    units = {name: data[name].attrs["units"] for name in ("joint_position", "rms_joint_torque")}
    assert units == {"joint_position": "rad", "rms_joint_torque": "N m"}
    assert data["links.link2.mass"].attrs == {
        "kind": "parameter",
        "units": "kg",
        "long_name": "mass, of link 'link2'",
        "nominal": 110.0,
    }
    assert data.rms_joint_torque.attrs["kind"] == "figure"
    assert "kind" not in data.joint_position.attrs
    assert data[COUNT].dtype == np.int64
    assert not np.isnan(data.joint_position.values).any()
    assert np.isnan(data.diverged_at.values).all()


def test_where_it_comes_from(folder: Path) -> None:
    attributes = open_sweep(folder).attrs
    assert attributes["scenario"] == "small" and attributes["robot"] == "two_axis"
    assert attributes["runs"] == attributes["runs_done"] == RUNS and attributes["complete"]
    assert attributes["design"] == "random" and attributes["independent"]
    assert attributes["seed"] == 1 and attributes["duration"] == 0.1
    assert 0 < attributes["step_error"] < attributes["step_tolerance"]
    assert attributes["diverged_count"] == 0 and attributes["diverged_runs"] == ""
    assert progress_of(folder) == (RUNS, RUNS)


def test_others_open_it_without_a_warning_and_find_the_same(copy: Path) -> None:
    (copy / "report.html").write_text("what commands add")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = xr.open_zarr(str(copy), chunks=None)
        own = open_sweep(copy)
    own = own.drop_vars("side").reset_coords(list(PATHS))  # to others they are values like others
    assert_same(data[list(own)], own)


def test_no_chunk_is_read_until_it_is_used(copy: Path) -> None:
    (copy / "joint_position" / "1.0.0").write_bytes(b"nothing")
    data = open_sweep(copy)
    assert np.isfinite(data.joint_position[:BLOCK].values).all()
    with pytest.raises(ValueError):
        _ = data.joint_position[BLOCK:].values


def test_a_chunk_for_each_block(folder: Path) -> None:
    names = [path.name for path in (folder / "joint_position").iterdir() if path.name[0] != "."]
    assert sorted(names) == ["0.0.0", "1.0.0", "2.0.0"]
    assert len(marks(folder)) == 3 and leftovers(folder) == []


@pytest.mark.parametrize("size", [4, 16, 1024])
def test_runs_are_the_same_in_blocks_of_any_size(
    small: Scenario, folder: Path, tmp_path: Path, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "_BLOCK_RUNS", size)
    data = go_on(small, tmp_path / "sweep", threads=1)
    for name, values in open_sweep(folder).data_vars.items():
        assert values.values.tobytes() == data[name].values.tobytes(), name


def test_runs_are_those_of_a_prepared_scenario(small: Scenario, folder: Path) -> None:
    data = open_sweep(folder)
    kept = small.changed({"recording.signals": KEPT["keep"], "recording.rate": KEPT["rate"]})
    prepared = kept.prepare(list(PATHS), KEPT["figures"])
    found = prepared.run({path: data[path].values[7:11] for path in PATHS}, seeds=range(8, 12))
    for name in ("joint_position", "friction_torque", "rms_joint_torque"):
        assert same_numbers(found[name], data[name].values[7:11])


def test_the_first_runs_of_a_longer_sweep_are_the_same(
    small: Scenario, folder: Path, tmp_path: Path
) -> None:
    longer = small.sweep_to(tmp_path / "sweep", PATHS, 25, **KEPT)
    for name, values in open_sweep(folder).data_vars.items():
        assert same_numbers(values, longer[name][:RUNS])


def test_one_run(small: Scenario, tmp_path: Path) -> None:
    data = small.sweep_to(tmp_path / "sweep", PATHS, 1, **KEPT)
    assert data.joint_position.dims == ("run", "time", "joint") and data.sizes["run"] == 1


def test_centres_of_mass_have_a_dimension_of_their_own(small: Scenario, tmp_path: Path) -> None:
    path, centres = "links.link2.centre", np.array([[0.3, 0.0, 0.1], [0.2, 0.0, 0.0]])
    data = small.sweep_to(tmp_path / "sweep", {path: centres}, 2)
    np.testing.assert_array_equal(data[path].values, centres)
    assert data[path].attrs["kind"] == "parameters"
    assert data[path].attrs["nominal"] == "0.38, 0.0, 0.0"
    expected = small.sweep({path: centres}, samples=2).data.joint_position.values
    np.testing.assert_array_equal(data.joint_position.values, expected)


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"keep": "figures", "figures": ["rms(joint_torque)"]}, {"rms_joint_torque"}),
        ({"keep": "figures"}, {"path_error", "joint_error", "torque_rms", "torque_largest"}),
        ({"keep": ["joint_position"]}, {"joint_position"}),
        ({"keep": "signals"}, {"joint_position", "motor_torque", "tool_position"}),
        ({}, {"joint_position", "motor_torque", "tool_position"}),
    ],
    ids=["a figure", "usual figures", "named", "signals", "nothing said"],
)
def test_what_is_kept(small: Scenario, given: dict[str, Any], names: set[str]) -> None:
    form = plan_sweep(small, PATHS, 2, **given).form
    own = {*PATHS, "diverged_at", *NAMES[2:]}
    found = {str(name) for name in form.data_vars} - own
    assert found == names or (names < found and "signals" in str(given or "signals"))


def test_too_many_signals_are_not_kept_and_it_says_so(
    small: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "MUCH", 1000)
    with pytest.warns(UserWarning, match="signals of 2 runs would take 0.0 GB: figures are kept"):
        data = small.sweep_to(tmp_path / "sweep", PATHS, 2)
    assert "joint_position" not in data and data.path_error.attrs["units"] == "m"


@pytest.mark.parametrize("keep", ["joint_position", "", [], [3], ["nonsense"]])
def test_what_cannot_be_kept(small: Scenario, tmp_path: Path, keep: Any) -> None:
    with pytest.raises(InputError):
        small.sweep_to(tmp_path / "sweep", PATHS, 2, keep=keep)
    assert not (tmp_path / "sweep").exists()


@pytest.mark.parametrize("name", ["time", "joint", "run", "diverged_at"])
def test_names_of_figures_that_something_else_has(
    small: Scenario, tmp_path: Path, name: str
) -> None:
    with pytest.raises(InputError, match=f"figure '{name}': a figure cannot have this name"):
        small.sweep_to(tmp_path / "sweep", PATHS, 2, figures=[f"{name} = rms(joint_torque)"])


def test_values_out_of_bounds_are_refused_before_the_first_run(
    small: Scenario, tmp_path: Path
) -> None:
    noise = np.full(20, 1e-4)
    noise[13] = -1
    with pytest.raises(InputError, match="encoder"):
        small.sweep_to(tmp_path / "sweep", {"encoder.noise": noise})
    with pytest.raises(InputError, match=r"links.link2.mass: a drawn value is out of bounds"):
        small.sweep_to(tmp_path / "sweep", {"links.link2.mass": "normal 60%"}, 200)
    assert not (tmp_path / "sweep").exists()


@pytest.mark.parametrize(
    ("design", "given", "runs"),
    [
        ("latin", "10%", 12),
        ("sobol", "10%", 12),
        ("grid", [90, 100, 110, 120], None),
        ("list", np.linspace(90, 120, 12), None),
    ],
)
def test_designs(
    small: Scenario, tmp_path: Path, design: Any, given: Any, runs: int | None
) -> None:
    spreads = {"links.link2.mass": given}
    if design == "grid":
        spreads["links.link1.mass"] = [80.0, 90.0, 100.0]
    data = small.sweep_to(
        tmp_path / "sweep",
        spreads,
        runs,
        design=design,
        keep="figures",
        figures=["rms(joint_torque)"],
    )
    expected = small.sweep(spreads, runs, design=design, figures=["rms(joint_torque)"]).data
    assert data.attrs["design"] == design and data.sizes["run"] == 12
    for name in (*spreads, "rms_joint_torque"):
        assert same_numbers(data[name], expected[name])


def delete_marks(folder: Path) -> None:
    for mark in marks(folder)[1:]:
        mark.unlink()


def delete_a_block(folder: Path) -> None:
    marks(folder)[1].unlink()
    for path in folder.glob("*/1*"):
        path.unlink()


def spoil_a_block(folder: Path) -> None:
    marks(folder)[2].unlink()
    for path in (path for path in folder.glob("*/2*") if path.parent.name[0] != "."):
        path.write_bytes(path.read_bytes()[:3])
        path.with_suffix(".0123456789abcdef.partial").write_bytes(b"half")


def exchange_blocks(folder: Path) -> None:
    for mark in marks(folder):
        mark.unlink()
    for array in (folder / "joint_position", folder / "links.link2.mass"):
        for path in array.glob("1*"):
            shutil.copy(path, path.with_name(path.name.replace("1", "0", 1)))


def empty_a_mark(folder: Path) -> None:
    marks(folder)[0].write_text("")


def spoil_a_mark(folder: Path) -> None:
    marks(folder)[0].write_text('{"step_error": 0, "lost": [3]}')


def leave_a_new_mark(folder: Path) -> None:
    marks(folder)[0].rename(folder / HIDDEN / "new-0123456789ab")


def nothing_but_the_folder(folder: Path) -> None:
    shutil.rmtree(folder)
    (folder / HIDDEN).mkdir(parents=True)


def killed_while_it_was_created(folder: Path) -> None:
    for mark in marks(folder):
        mark.unlink()
    (folder / HIDDEN / "sweep.json").unlink()
    shutil.move(folder / "rms_joint_torque", folder / HIDDEN / "new" / "rms_joint_torque")


@pytest.mark.parametrize(
    "damage",
    [
        delete_marks,
        delete_a_block,
        spoil_a_block,
        exchange_blocks,
        empty_a_mark,
        spoil_a_mark,
        leave_a_new_mark,
        nothing_but_the_folder,
        killed_while_it_was_created,
    ],
)
def test_going_on(
    small: Scenario, copy: Path, folder: Path, damage: Callable[[Path], None]
) -> None:
    damage(copy)
    data = go_on(small, copy)
    assert_same(data, open_sweep(folder))
    assert leftovers(copy) == [] and chunks(copy) == chunks(folder)


def test_what_is_there_is_not_run_again(
    small: Scenario, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks(copy)[1].unlink()
    ran: list[tuple[int, int]] = []
    run = plan.SweepPlan.run
    monkeypatch.setattr(
        plan.SweepPlan, "run", lambda self, *b, **o: ran.append(b) or run(self, *b, **o)
    )
    go_on(small, copy)
    assert ran == [(8, 16)]
    go_on(small, copy)
    assert ran == [(8, 16)]


def test_a_sweep_that_is_not_complete(copy: Path) -> None:
    marks(copy)[1].unlink()
    for path in copy.glob("*/1*"):
        path.unlink()
    with pytest.warns(UserWarning, match="the sweep is not complete: 12 of 20 runs"):
        data = open_sweep(copy)
    assert not data.attrs["complete"] and data.attrs["runs_done"] == 12
    missing = np.isnan(data.rms_joint_torque.values).all(axis=1)
    assert np.flatnonzero(missing).tolist() == list(range(8, 16))
    assert progress_of(copy) == (12, 20)


@pytest.mark.parametrize("when", [1, 2, 4])
def test_ctrl_c(small: Scenario, folder: Path, tmp_path: Path, when: int) -> None:
    calls = 0

    def progress(_: SweepProgress) -> None:
        nonlocal calls
        calls += 1
        if calls == when:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        go_on(small, tmp_path / "sweep", progress=progress)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert open_sweep(tmp_path / "sweep").attrs["runs_done"] < RUNS
    assert_same(go_on(small, tmp_path / "sweep"), open_sweep(folder))


def test_progress_goes_forward_also_from_the_middle(small: Scenario, copy: Path) -> None:
    marks(copy)[2].unlink()
    seen: list[SweepProgress] = []
    go_on(small, copy, progress=seen.append)
    done = [one.done for one in seen]
    assert done == sorted(done) and done[0] >= 16 and done[-1] == RUNS
    assert seen[-1].seconds_left == 0 and seen[-1].runs == RUNS


def unstable(small: Scenario) -> Scenario:
    values = {"velocity_gain": 0.5, "current_limit": 1e9}
    return small.changed({f"controller.{name}": value for name, value in values.items()})


def test_runs_that_diverge(
    small: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some of a block, and all of one."""
    gains = np.full(RUNS, 0.5)
    bad = [3, 5, *range(8, 16)]
    gains[bad] = np.linspace(300, 500, len(bad))
    spreads, kept = {"controller.velocity_gain": gains}, {**KEPT, "keep": "figures"}
    data = unstable(small).sweep_to(tmp_path / "sweep", spreads, **kept)
    at = data.diverged_at.values
    assert np.flatnonzero(np.isfinite(at)).tolist() == bad
    assert ((at[bad] > 0) & (at[bad] < 0.1)).all()
    assert np.isnan(data.rms_joint_torque.values[bad]).all()
    assert (data[COUNT].values[bad] == 0).all()
    assert data["controller.velocity_gain"].values.tolist() == gains.tolist()
    assert data.attrs["complete"] and data.attrs["diverged_count"] == len(bad)
    messages = data.attrs["diverged_runs"].splitlines()
    assert [int(line.split("run ")[1].split(":")[0]) for line in messages] == bad
    assert all("diverged at t = 0.00" in line for line in messages)
    good = [run for run in range(RUNS) if run not in bad]
    calm = unstable(small).sweep_to(
        tmp_path / "calm", {"controller.velocity_gain": np.full(RUNS, 0.5)}, **kept
    )
    for name in ("rms_joint_torque", COUNT):
        assert same_numbers(data[name][good], calm[name][good])
    monkeypatch.setattr(plan, "_BLOCK_RUNS", 4)
    other = unstable(small).sweep_to(tmp_path / "other", spreads, **kept)
    for name, values in data.data_vars.items():
        assert same_numbers(values, other[name])
    assert other.attrs["diverged_runs"] == data.attrs["diverged_runs"]


def test_a_sweep_in_which_all_diverge(small: Scenario, tmp_path: Path) -> None:
    spreads = {"controller.velocity_gain": np.linspace(300, 500, 3)}
    data = unstable(small).sweep_to(tmp_path / "sweep", spreads, **KEPT)
    assert np.isfinite(data.diverged_at.values).all() and data.attrs["complete"]
    assert np.isnan(data.joint_position.values).all()


def test_messages_of_many_are_not_all_kept_together(
    small: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armwright.scenario.sweeps.store._MESSAGES", 2)
    spreads = {"controller.velocity_gain": np.linspace(300, 500, 3)}
    data = unstable(small).sweep_to(tmp_path / "sweep", spreads, **KEPT)
    assert data.attrs["diverged_count"] == 3
    assert len(data.attrs["diverged_runs"].splitlines()) == 2


@pytest.mark.parametrize(
    ("changes", "options", "what"),
    [
        ({}, {"samples": 30}, "runs (got 20, expected 30)"),
        ({}, {"seed": 7}, "seed (got 1, expected 7)"),
        ({}, {"parameters": {**PATHS, "links.link2.mass": "11%"}}, "design (got {"),
        ({}, {"parameters": {"links.link2.mass": "10%"}}, "design (got {"),
        ({}, {"design": "sobol"}, "design (got {"),
        ({}, {"figures": ["rms(motor_torque)"]}, "figures (got {'rms_joint_torque'"),
        ({}, {"keep": "figures"}, "signals (got ['joint_position', "),
        ({}, {"keep": ["joint_position"]}, "signals (got ['joint_position', "),
        ({}, {"rate": 100.0}, "rate (got 200.0, expected 100.0)"),
        ({"duration": 0.05}, {}, "duration (got 0.1, expected 0.05)"),
        ({"integration.steps": 2}, {}, "steps (got 1, expected 2)"),
        ({"integration.method": "rk4"}, {}, "method (got 'midpoint', expected 'rk4')"),
        ({"fidelity.ripple": False}, {}, "fidelity (got {"),
        ({"start.at_rest": False}, {}, "start (got {"),
        ({"joints.1.friction.fc": 0.7}, {}, "robot"),
        ({"model.joints.1.friction.fc": 0.7}, {}, "model of the robot"),
        ({"controller.position_gain": 21}, {}, "block 'controller.position'"),
        ({"encoder.velocity_noise": 0.02}, {}, "block 'encoder'"),
    ],
    ids=str,
)
def test_another_sweep_is_refused_and_told_apart(
    small: Scenario, copy: Path, changes: dict[str, Any], options: dict[str, Any], what: str
) -> None:
    before = chunks(copy)
    given: dict[str, Any] = {"parameters": PATHS, "samples": RUNS, **KEPT, **options}
    with pytest.raises(InputError) as error:
        small.changed(changes).sweep_to(copy, **given)
    said = f"{copy}: the folder holds another sweep, which differs in its {what}"
    assert str(error.value).startswith(said)
    assert chunks(copy) == before


def test_limits_of_figures_that_differ_a_little(small: Scenario, tmp_path: Path) -> None:
    def run(limit: str) -> None:
        figures = [f"long = time_above(abs(joint_torque[1]), {limit})"]
        small.sweep_to(tmp_path / "sweep", PATHS, 2, keep="figures", figures=figures)

    run("40")
    run("40.0")
    with pytest.raises(InputError, match="which differs in its figures"):
        run("40.0000001")


def test_another_version(small: Scenario, copy: Path) -> None:
    path = copy / HIDDEN / "sweep.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "armwright": "0.0.1"}))
    with pytest.raises(InputError, match="begun with another version of armwright"):
        go_on(small, copy)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "[" * 100_000,
        "\x00",
        '{"runs": 20}',
        '{"runs": "x", "block": 8, "names": [], "content": {}, "armwright": "0"}',
        '{"runs": 20, "block": 0, "names": [], "content": {}, "armwright": "0"}',
        '{"runs": 20, "block": 8, "names": 3, "content": {}, "armwright": "0"}',
        '{"runs": 20, "block": 8, "names": [], "content": {}}',
    ],
    ids=lambda text: text[:20],
)
def test_a_damaged_sweep_json(small: Scenario, copy: Path, text: str) -> None:
    before = chunks(copy)
    (copy / HIDDEN / "sweep.json").write_text(text)
    for call in (lambda: go_on(small, copy), lambda: open_sweep(copy)):
        with pytest.raises(InputError, match=r"damaged: the folder does not say which sweep"):
            call()
    assert chunks(copy) == before


def lose_what_it_is(copy: Path) -> None:
    (copy / HIDDEN / "sweep.json").unlink()


def other_blocks(copy: Path) -> None:
    path = copy / HIDDEN / "sweep.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "block": 5}))


def lose_an_array(copy: Path) -> None:
    shutil.rmtree(copy / "rms_joint_torque")


def spoil_an_array(copy: Path) -> None:
    (copy / "rms_joint_torque" / ".zarray").write_text("{")


@pytest.mark.parametrize("damage", [lose_what_it_is, other_blocks, lose_an_array, spoil_an_array])
def test_a_damaged_sweep(small: Scenario, copy: Path, damage: Callable[[Path], None]) -> None:
    damage(copy)
    before = chunks(copy)
    with pytest.raises(InputError, match="damaged"):
        go_on(small, copy)
    assert chunks(copy) == before


def test_damaged_metadata(copy: Path) -> None:
    (copy / ".zmetadata").write_text("{")
    with pytest.raises(InputError, match="damaged"):
        open_sweep(copy)


@pytest.mark.parametrize("kind", ["file", "folder", "half"])
def test_something_else_is_there(small: Scenario, tmp_path: Path, kind: str) -> None:
    place = tmp_path / "sweep"
    if kind == "file":
        place.write_text("mine")
    else:
        place.mkdir()
        (place / "mine.txt").write_text("mine")
        if kind == "half":
            (place / HIDDEN).mkdir()
    with pytest.raises(InputError) as error:
        go_on(small, place)
    assert str(error.value) == (
        f"{place}: the folder holds something else, which was left as it is (expected a folder "
        "that does not exist yet, or one of the same sweep)"
    )
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [one.read_text() for one in files if one.name not in ("small.toml", "lock")] == ["mine"]


def test_a_folder_that_is_empty_and_the_working_directory(
    small: Scenario, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "empty"
    place.mkdir()
    monkeypatch.chdir(place)
    assert_same(go_on(small, Path()), open_sweep(folder))


@pytest.mark.parametrize("name", ["nothing", "small.toml", "."])
def test_what_is_no_sweep_cannot_be_opened(small: Scenario, tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="not a sweep"):
        open_sweep(tmp_path / name)


def test_another_program_at_the_same_time(small: Scenario, copy: Path) -> None:
    marks(copy)[0].unlink()
    before = chunks(copy)
    sweep = plan_sweep(small, PATHS, RUNS, **KEPT)
    with opened_store(sweep, copy):
        with pytest.raises(InputError, match="another program is running this sweep"):
            run_sweep(sweep, copy)
        assert chunks(copy) == before
    run_sweep(sweep, copy)


def test_another_that_begins_while_one_looks(
    small: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its hidden folder appears after the first look at the folder."""
    target = tmp_path / "sweep"
    target.mkdir()
    listed = Path.iterdir

    def meanwhile(folder: Path) -> Iterator[Path]:
        if folder == target:
            (target / HIDDEN).mkdir(exist_ok=True)
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", meanwhile)
    run_sweep(plan_sweep(small, PATHS, RUNS, **KEPT), target)


def test_several_that_begin_at_once(small: Scenario, tmp_path: Path, folder: Path) -> None:
    """One runs it, and the others are told so, or find it complete."""
    sweep = plan_sweep(small, PATHS, RUNS, **KEPT)
    assert sweep.block == BLOCK
    said: list[str] = []
    start = threading.Barrier(4)

    def begin() -> None:
        start.wait()
        try:
            run_sweep(sweep, tmp_path / "sweep")
        except InputError as error:
            said.append(error.what)

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(said) <= {"another program is running this sweep"}
    assert_same(open_sweep(tmp_path / "sweep"), open_sweep(folder))


def test_a_folder_that_cannot_be_written(small: Scenario, tmp_path: Path) -> None:
    place = tmp_path / "locked"
    place.mkdir(mode=0o500)
    if not os.getuid():  # root may write anywhere but there
        place = Path("/sys")
    with pytest.raises(InputError, match=r"cannot be written: (Permission|Operation)"):
        go_on(small, place / "sweep")


@pytest.mark.parametrize("path", ["small.toml/sweep", "\0", "x" * 300])
def test_a_path_that_cannot_be(small: Scenario, tmp_path: Path, path: str) -> None:
    with pytest.raises(InputError):
        go_on(small, tmp_path / path)


@pytest.mark.parametrize("last", [1, 5, 25, 33, 40, 48])
def test_a_full_disk(
    small: Scenario, folder: Path, tmp_path: Path, last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "sweep"
    with monkeypatch.context() as patch:
        FullDisk(patch, place, last)
        with pytest.raises(InputError, match="cannot be written: No space left on device"):
            go_on(small, place)
    whole = (place / HIDDEN / "sweep.json").exists()
    assert whole or not place.exists() or [one.name for one in place.iterdir()] == [HIDDEN]
    assert_same(go_on(small, place), open_sweep(folder))
    assert leftovers(place) == []


def test_errors_that_are_not_of_the_disk_are_left_alone(small: Scenario, tmp_path: Path) -> None:
    def progress(_: SweepProgress) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        go_on(small, tmp_path / "sweep", progress=progress)


def test_names_that_folders_cannot_have(small: Scenario, tmp_path: Path) -> None:
    name = 'a/b%2F100% c\\d:*?"<>| größe'
    robot = small.robot
    renamed = dataclasses.replace(
        robot,
        links=(robot.links[0], dataclasses.replace(robot.links[1], name=name), *robot.links[2:]),
        joints=(
            dataclasses.replace(robot.joints[0], child=name),
            dataclasses.replace(robot.joints[1], parent=name),
        ),
    )
    scenario = dataclasses.replace(small, robot=renamed)
    path, kept = f"links.{name}.mass", {"keep": "figures", "figures": ["rms(joint_torque)"]}
    scenario.sweep_to(tmp_path / "sweep", {path: "5%"}, 3, **kept)
    data = scenario.sweep_to(tmp_path / "sweep", {path: "5%"}, 3, **kept)
    assert path in data.coords and len(set(data[path].values)) == 3
    folders = [one.name for one in (tmp_path / "sweep").iterdir() if one.name.startswith("links.")]
    assert folders == ["links.a%2Fb%252F100%25 c%5Cd%3A%2A%3F%22%3C%3E%7C größe.mass"]


def what_runs(scenario: Scenario) -> tuple[list[str], list[bytes]]:
    """Programs, and the numbers that they begin with."""
    system = System(scenario, open_step=True)
    loop, start = make_loop(system), Starter(system).values()
    numbers = [*(start[name] for name in sorted(start)), *loop.compiled.tables]
    return [one.digest() for one in loop.march.programs], [one.tobytes() for one in numbers]


@pytest.mark.crosscheck
@pytest.mark.parametrize("name", scenario_names())
def test_pickled_scenarios_have_the_same_programs_and_numbers(name: str) -> None:
    scenario = load_scenario(name)
    other = pickle.loads(cloudpickle.dumps(scenario))
    assert what_runs(other) == what_runs(scenario)
    assert pickle.loads(cloudpickle.dumps(other)).robot == scenario.robot


@pytest.mark.parametrize("name", ["pendulum/flexible", "two-link/balanced"])
def test_pickled_scenarios_give_the_same_bits(name: str) -> None:
    scenario = load_scenario(name).changed({"duration": 0.05})
    other = pickle.loads(cloudpickle.dumps(scenario))
    one, two = scenario.simulate().data, other.simulate().data
    for signal in one.data_vars:
        assert one[signal].values.tobytes() == two[signal].values.tobytes()


def test_pickled_plans_have_no_machine_code(small: Scenario) -> None:
    sweep = plan_sweep(small, PATHS, RUNS, **KEPT)
    fresh = len(cloudpickle.dumps(sweep))
    block = sweep.run(8, 16)
    content = cloudpickle.dumps(sweep)
    assert len(content) < fresh + 50_000
    other = pickle.loads(content).run(8, 16)
    assert other.arrays.keys() == block.arrays.keys()
    for name in block.arrays:
        assert same_numbers(block.arrays[name], other.arrays[name])


CSV = """
[reference]
kind = "csv"
rate = 1000
file = "motion.csv"
"""


def test_a_block_that_reads_a_file(tmp_path: Path) -> None:
    motion = tmp_path / "motion.csv"
    motion.write_text("time,joint1,joint2\n0,0,0\n0.05,0.01,0.01\n0.1,0.02,0.03\n")
    text = scenario_in(tmp_path) and (tmp_path / "small.toml").read_text()
    begin, end = text.index("[reference]"), text.index("[controller]")
    scenario = scenario_in(tmp_path, text[:begin] + CSV + text[end:])
    data = go_on(scenario, tmp_path / "sweep").load()
    moved = pickle.loads(cloudpickle.dumps(scenario))
    assert_same(go_on(moved, tmp_path / "other"), data)
    # A copy of the file is the same, and one with another content is not.
    motion.write_bytes(motion.read_bytes())
    go_on(scenario, tmp_path / "sweep")
    motion.write_text(motion.read_text().replace("0.03", "0.04"))
    with pytest.raises(InputError, match=r"which differs in its table 'reference.position_table'"):
        go_on(scenario, tmp_path / "sweep")
