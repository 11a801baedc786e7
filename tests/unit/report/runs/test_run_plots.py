"""Pictures of runs."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

import armwright as aw
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.report.runs.deviation import Deviation, distance_along, plane_of, tangents
from armwright.report.runs.lines import POINTS, envelope
from armwright.report.runs.path import path_figure, reversals
from armwright.report.runs.pictures import FIGURES
from armwright.report.runs.recorded import Recorded
from armwright.report.runs.spread import spread_figure
from armwright.report.runs.torques import torques_figure
from armwright.report.runs.tracking import tracking_figure
from armwright.signals import Run
from tests.unit.signals.arm_run import arm_run

T = np.linspace(0, 1, 41)


@pytest.fixture(scope="module")
def one() -> Run:
    return arm_run(records=101)


@pytest.fixture(scope="module")
def small(one: Run) -> Run:
    """Two of its joints."""
    return Run(one.data.isel(joint=[0, 1], motor=[0, 1]))


@pytest.fixture(scope="module")
def many() -> Run:
    run = arm_run(12, records=61, single=False)
    return Run(run.data.isel(joint=[0, 1], motor=[0, 1]))


def tool_run(reference: Array, actual: Array, **more: Any) -> Run:
    arrays = {"reference_tool_position": reference[None], "tool_position": actual[None]}
    return Run.from_records(T, arrays, joints=["a"], single=True, **more)


def texts(figure: Figure) -> str:
    found = [text.get_text() for text in figure.texts]
    for axes in figure.axes:
        found += [axes.get_title(loc=side) for side in ("left", "right")]
        found += [axes.get_xlabel(), axes.get_ylabel(), *(t.get_text() for t in axes.texts)]
    for legend in figure.legends:
        found += [text.get_text() for text in legend.get_texts()]
    return "\n".join(found)


@pytest.mark.crosscheck
def test_one_run_gives_pictures_of_all_it_recorded(one: Run, tmp_path: Path) -> None:
    figures = one.plot(tmp_path / "new")
    paths = list((tmp_path / "new").iterdir())
    assert [f"{name}.png" for name in figures] == [
        "path.png",
        "tracking.png",
        "torques.png",
        "energy.png",
    ]
    assert {path.name for path in paths} == {
        "path.png",
        "tracking.png",
        "torques.png",
        "energy.png",
    }
    heights = {"path.png": 980, "tracking.png": 1150, "torques.png": 1150, "energy.png": 970}
    for path in paths:
        image = imread(path)
        assert image.shape[:2] == (heights[path.name], 1200)
        ink = (image[..., :3] < 0.7).any(axis=-1)
        assert 0.01 < ink.mean() < 0.2
        # Nothing is cut off at the edges.
        assert not ink[:8].any() and not ink[-8:].any()
        assert not ink[:, :4].any() and not ink[:, -4:].any()


@pytest.mark.crosscheck
def test_many_runs_give_bands_and_a_histogram(many: Run, tmp_path: Path) -> None:
    assert [*many.plot()] == ["path", "tracking", "torques", "energy", "spread"]
    recorded = Recorded.of(many)
    spread = spread_figure(recorded)
    assert spread is not None
    bars = spread.axes[0].patches
    assert sum(bar.get_height() for bar in bars) == 12  # type: ignore[attr-defined]
    tracking = tracking_figure(recorded)
    assert tracking is not None
    assert all(axes.collections for axes in tracking.axes)
    assert "bands: 5 to 95 %" in texts(tracking)


def test_units_and_limits_are_told(one: Run) -> None:
    recorded = Recorded.of(one)
    tracking, torques, path = (
        make(recorded) for make in (tracking_figure, torques_figure, path_figure)
    )
    assert tracking and torques and path
    assert "position, rad" in texts(tracking)
    assert "error, mrad" in texts(tracking)
    assert "torque, N m" in texts(torques)
    assert "current, A" in texts(torques)
    assert "torque_limited 40 ×, first at 0.16 s" in texts(torques)
    assert "Tool path, deviation drawn 50 × larger" in texts(path)
    assert "actual − reference, mm" in texts(path)
    assert "all joints" in texts(path)


def test_friction_is_drawn_on_the_side_where_it_counts() -> None:
    """Motor a has it on its own side; that of b, on the joint's, has a picture of its own."""
    wave = np.sin(T)[None, :, None] * np.ones(2)
    records = {"motor_torque": wave, "friction_torque": wave * np.array([0.5, 30.0])}
    sides = {"a coulomb": "motor", "b coulomb": "joint"}
    run = Run.from_records(T, records, joints=["a", "b"], frictions=sides, single=True)
    figure = torques_figure(Recorded.of(run))
    assert figure is not None
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == ["a", "b", "at the joint"]
    peaks = [
        sorted(float(np.abs(line.get_ydata()).max()) for line in axes.lines[1:])
        for axes in figure.axes
    ]
    top = np.sin(1)
    np.testing.assert_allclose(peaks[0], [0.5 * top, top])
    np.testing.assert_allclose(peaks[1], [top])
    np.testing.assert_allclose(peaks[2], [30 * top])


def test_only_what_was_recorded_is_drawn(tmp_path: Path) -> None:
    q = np.sin(T)[None, :, None]
    run = Run.from_records(T, {"joint_position": q}, joints=["a"], single=True)
    assert [*run.plot()] == ["tracking"]
    figure = tracking_figure(Recorded.of(run))
    assert figure is not None
    assert "No reference was recorded" in texts(figure)
    run = Run.from_records(T, {"joint_torque": q, "kinetic_energy": q}, joints=["a"], single=True)
    assert [*run.plot()] == ["torques", "energy"]
    own = Run.from_records(T, {"x": q}, joints=["a"], dimensions={"x": ""}, single=True)
    assert not own.plot()
    assert not (tmp_path / "none").exists()


def test_a_directory_that_cannot_be_written(small: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(InputError, match=r"file/path\.png: cannot be written"):
        small.plot(tmp_path / "file")
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "mine"


def test_nothing_is_written_when_drawing_fails(
    small: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(recorded: Recorded) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(FIGURES, "energy", fail)
    with pytest.raises(KeyboardInterrupt):
        small.plot(tmp_path / "plots")
    assert not (tmp_path / "plots").exists()


def test_failed_runs_are_left_out_and_told(many: Run, tmp_path: Path) -> None:
    data = many.data.copy(deep=True)
    data["tool_position"][3, 5:] = math.nan
    recorded = Recorded.of(Run(data))
    assert recorded.runs.tolist() == [0, 1, 2, *range(4, 12)]
    figure = path_figure(recorded)
    assert figure is not None
    assert "11 runs   ·   1 more failed and are not shown" in texts(figure)
    data["tool_position"][:] = math.inf
    with pytest.raises(InputError, match=r"every run failed \(got 12 runs\)"):
        Run(data).plot()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("figure", "signal"),
    [
        ("path", "tool_position"),
        ("tracking", "joint_position"),
        ("torques", "motor_torque"),
        ("energy", "motor_work"),
    ],
)
def test_one_run_with_holes_is_drawn(small: Run, figure: str, signal: str) -> None:
    for start in (90, 0):
        data = small.data.copy(deep=True)
        data[signal][start:] = math.nan
        drawn = FIGURES[figure](Recorded.of(Run(data)))
        if (figure, start) == ("path", 0):
            assert drawn is None
        else:
            assert drawn is not None
            drawn.savefig(io.BytesIO(), format="png")


SHAPES = {
    "still": np.tile([0.5, 0.1, 0.4], (T.size, 1)),
    "upright circle": np.stack([0.5 + 0.1 * np.cos(7 * T), 0 * T, 0.1 * np.sin(7 * T)], axis=-1),
    "tilted": np.stack([np.cos(5 * T), np.sin(5 * T), 0.5 * np.cos(5 * T)], axis=-1),
    "helix": np.stack([np.cos(9 * T), np.sin(9 * T), T], axis=-1),
    "x": np.stack([T, 0 * T, 0 * T], axis=-1),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [0, 3e-6])
def test_paths_of_all_shapes(shape: str, size: float) -> None:
    reference = SHAPES[shape]
    swing = size * np.stack([np.sin(40 * T), np.cos(30 * T), np.sin(20 * T)], axis=-1)
    figure = path_figure(Recorded.of(tool_run(reference, reference + swing)))
    assert figure is not None
    figure.savefig(io.BytesIO(), format="png")
    assert ("actual − reference, µm" in texts(figure)) == bool(size)


def test_parts_of_a_deviation() -> None:
    # Along y, 2 mm behind, 1 mm to the side and 0.5 mm lower.
    reference = np.stack([0 * T, T, 0 * T], axis=-1)
    path = Deviation.of(
        Recorded.of(tool_run(reference, reference + np.array([1e-3, -2e-3, -5e-4])))
    )
    assert path is not None
    along, up, out = path.parts.values()
    assert along == pytest.approx(-0.002)
    assert np.abs(up) == pytest.approx(math.hypot(0.001, 0.0005))
    assert out == pytest.approx(0, abs=1e-12)
    assert path.magnification() == 50  # 16 % of 1 m against 2.29 mm: 69.8
    # Round anti-clockwise, 1 mm too far inside: to the left.
    circle = np.stack([np.cos(6 * T), np.sin(6 * T), 0 * T], axis=-1)
    path = Deviation.of(Recorded.of(tool_run(circle, 0.999 * circle)))
    assert path is not None
    _, left, out = path.parts.values()
    assert left[:, 1:-1] == pytest.approx(0.001, rel=0.02)
    assert out == pytest.approx(0)


def test_planes() -> None:
    still = np.zeros((4, 3))
    upright = plane_of(SHAPES["upright circle"], still)
    assert upright.names == ("x", "z")
    assert upright.flat(np.array([1.0, 2, 3])) == pytest.approx([1, 3])
    tilted = plane_of(SHAPES["tilted"], still)
    assert abs(tilted.normal @ [0.5, 0, -1]) == pytest.approx(math.sqrt(1.25))
    assert plane_of(SHAPES["still"], still).still
    line = plane_of(SHAPES["x"], np.array([[5.0, 0, 1], [0, 0, -2], [1, 0, 0]]))
    assert line.straight
    assert line.up == pytest.approx([0, 0, 1])


def test_tangents_wait_where_the_tool_rests() -> None:
    x = np.array([0.0, 0, 0, 1, 2, 2, 2, 1, 0, 0])
    path = np.stack([x, 0 * x, 0 * x], axis=-1)
    assert tangents(path)[:, 0].tolist() == [1, 1, 1, 1, 1, 1, -1, -1, -1, -1]
    assert distance_along(path)[-1] == 4


def test_reversals() -> None:
    q = np.stack([np.cos(2 * np.pi * T), T, np.cos(2 * np.pi * T + 0.02)], axis=-1)
    ((when, who),) = reversals(T, q, ["a", "b", "c"])
    assert when == pytest.approx(0.5, abs=0.03)
    assert who == "a, c"
    assert reversals(T, 0 * q, ["a", "b", "c"]) == []


def test_thinned_lines_keep_their_peaks() -> None:
    x = np.arange(100_003.0)
    y = np.zeros(x.size)
    y[71_717], y[33_333], y[50_000:50_300] = 5, -7, math.nan
    thin_x, thin_y = envelope(x, y)
    assert thin_x.size <= POINTS + 110
    assert (np.diff(thin_x) >= 0).all()
    assert {5.0, -7.0} <= set(thin_y)
    assert np.isnan(thin_y).any()
    assert thin_x[-1] == x[-1]


def limited(run: Run, upper: float, torque: float) -> Run:
    """With a scenario whose robot has limits."""
    joints = [str(name) for name in run.data["joint"].values]
    links = tuple(aw.Link(f"link{k}", aw.Inertia(1.0, [0, 0, 0], np.eye(3))) for k in range(3))
    robot = aw.Robot(
        "limited",
        links,
        tuple(
            aw.Joint(
                name, "revolute", f"link{k}", f"link{k + 1}", limits=aw.Limits(-2.5, upper),
                drive=aw.Drive(torque_limit=torque),
            )
            for k, name in enumerate(joints)
        ),
    )  # fmt: skip
    return Run(run.data, {"scenario_file": aw.Scenario("limited", robot, 1.0).text()})


def test_limits_that_are_near_are_drawn_and_all_are_said(small: Run) -> None:
    flags = [name for name in small.data if str(name).endswith(("_count", "_first_time"))]
    small = Run(small.data.drop_vars(flags))
    top = float(small.data["joint_position"].max())
    force = float(np.abs(small.data["motor_torque"]).max())
    near = Recorded.of(limited(small, top + 0.01, 1.05 * force))
    for figure in (tracking_figure(near), torques_figure(near)):
        assert figure is not None and "limit" in texts(figure).split("\n")
    far = Recorded.of(limited(small, 1e3, 1e3 * force))
    found = tracking_figure(far)
    assert found is not None and "limits −2.5 to 1000 rad" in texts(found)
    found = torques_figure(far)
    assert found is not None and f"limit ±{1e3 * force:.4g} N m" in texts(found)
    assert "limit" not in texts(found).split("\n")
    plain = tracking_figure(Recorded.of(small))
    assert plain is not None and "limit" not in texts(plain)


def test_rounding_is_not_drawn_as_an_error(small: Run) -> None:
    data = small.data.copy(deep=True)
    noise = np.random.default_rng(0)
    for name in ("joint_position", "tool_position"):
        reference = data[f"reference_{name}"].values
        data[name].values[:] = reference * (1 + 1e-16 * noise.normal(size=reference.shape))
    figures = Run(data).plot()
    assert "The tool keeps to its reference, to rounding." in texts(figures["path"])
    assert "max 0 rad" in texts(figures["tracking"])
    drawn = [line.get_ydata() for axes in figures["tracking"].axes[1::2] for line in axes.lines]
    assert not any(np.any(np.asarray(values)) for values in drawn)


def test_a_long_name_is_written_whole_and_inside_the_page(small: Run) -> None:
    name = "a scenario whose name says at length what happens in it, " * 3
    figure = Run(small.data.assign_attrs(scenario=name)).plot()["tracking"]
    title = figure.texts[0]
    assert " ".join(title.get_text().split()).startswith(name.strip())
    assert title.get_window_extent().x1 < figure.bbox.x1
