"""The report of a sweep."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.report.html.page import SHARPNESS
from armwright.report.sweeps import sweep_parts, sweep_table, write_sweep_report
from armwright.report.sweeps.importance import Importance
from armwright.report.sweeps.influence import _alike
from armwright.report.sweeps.page import headline
from armwright.report.sweeps.sweep import Sweep, quantities, quantity
from armwright.report.terminal import print_parts
from tests.unit.report.html.reading import Reader

HOSTILE = "</td><script>alert('1')</script> & \"x\" onload='y' $\\frac{1$ "


def swept(
    runs: int = 300, *, diverging: bool = False, prefix: str = "", **attrs: Any
) -> xr.Dataset:
    """The error falls with the gain and rises with the mass; friction only spreads the torque of
    the elbow; noise does nothing. Runs with a large gain diverge, if wanted."""
    random = np.random.default_rng(1)
    gain, mass, friction, noise = (random.uniform(0.8, 1.2, runs) for _ in range(4))
    error = 1e-3 * (mass / gain**2 + 0.01 * random.normal(size=runs))
    torque = np.stack([50 * mass, 20 + 20 * friction, np.full(runs, 3.0)], axis=1)
    diverged = np.where(diverging & (gain > 1.15), 1 + noise, np.nan)
    for values in (error, torque):
        values[np.isfinite(diverged)] = np.nan

    def parameter(values: Array, unit: str) -> Any:
        kind = {"kind": "parameter", "units": unit, "long_name": f"{prefix}meaning", "nominal": 1.0}
        return "run", values, kind

    def figure(dims: Any, values: Array, unit: str, **more: Any) -> Any:
        return dims, values, {"kind": "figure", "units": unit, "long_name": f"{prefix}rms", **more}

    return xr.Dataset(
        {
            f"{prefix}gain": parameter(gain, "1/s"),
            f"{prefix}mass": parameter(mass, "kg"),
            f"{prefix}friction": parameter(friction, "N m"),
            f"{prefix}noise": parameter(noise, "rad"),
            f"{prefix}error": figure("run", error, "m", nominal=1e-3),
            f"{prefix}torque": figure(("run", "joint"), torque, "N m"),
            "diverged_at": ("run", diverged),
        },
        coords={"joint": [f"{prefix}{name}" for name in ("shoulder", "elbow", "wrist")]},
        attrs={
            "scenario": f"{prefix}line",
            "robot": f"{prefix}arm",
            "design": "random",
            "independent": True,
            "seed": 1,
            "runs": runs,
            "diverged_runs": "\n".join(
                f"{prefix}run {k} diverged" for k in np.flatnonzero(np.isfinite(diverged))
            ),
            "step_error": 2e-7,
            "step_tolerance": 1e-5,
            "complete": True,
            **attrs,
        },
    )


@pytest.fixture(autouse=True)
def _coarse_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are drawn all the same, in less time."""
    monkeypatch.setattr("armwright.report.html.page.SHARPNESS", 0.3)


def command(run: int) -> str:
    return f"armwright again --run {run}"


def report(data: xr.Dataset, folder: Path) -> Reader:
    path = write_sweep_report(data, folder / "report.html", command=command)
    assert path == folder / "report.html"
    return Reader(path.read_text(encoding="utf-8"))


def chapters(read: Reader) -> list[str]:
    return [title.strip() for title in read.text("h2") if title != "Contents"]


def test_contents(tmp_path: Path) -> None:
    read = report(swept(diverging=True), tmp_path)
    assert read.text("h1") == ["Sweep of line"]
    assert chapters(read) == [
        "How the figures are distributed",
        "Which parameters matter",
        "The worst runs",
        "Runs that diverged",
        "What was varied and computed",
    ]
    assert (
        dict(zip(read.text("dt"), read.text("dd"), strict=True)).items()
        >= {
            "robot": "arm",
            "design": "drawn at random",
            "seed": "1",
        }.items()
    )
    pictures = [image["alt"] for image in read.all("img")]
    assert len(pictures) == 5  # histograms twice, the vector's elements, what matters twice
    assert "error: median" in pictures[0]


def test_a_planted_sensitivity_is_found(tmp_path: Path) -> None:
    data = swept()
    words = report(data, tmp_path).text("p")
    (error,) = [text for text in words if text.startswith("error ")]
    falls, rises = re.findall(
        r"(\w+) with (\w+) \(rank correlation (\S+), (\d+) % of the variance by itself\)", error
    )
    assert falls[:2] == ("falls", "gain")
    assert rises[:2] == ("rises", "mass")
    assert -float(falls[2].strip("\N{MINUS SIGN}")) == pytest.approx(-0.89, abs=0.03)
    # Of mass/gain², the variances of the factors are about 1/75 and 4/75.
    assert int(falls[3]) == pytest.approx(80, abs=6)
    assert int(rises[3]) == pytest.approx(20, abs=6)
    assert "effect of 2 parameters cannot be told from none" in error
    sweep = Sweep.of(data)
    found = Importance.of(sweep, sweep.figures[1])
    assert [found.names[k] for k in found.matter] == ["mass"]


def test_a_parameter_that_has_an_effect_without_direction_is_named() -> None:
    data = swept()
    data["error"] = (data["noise"] - 1) ** 2
    data["error"].attrs = {"kind": "figure", "units": ""}
    sweep = Sweep.of(data)
    error = next(one for one in sweep.figures if one.name == "error")
    assert Importance.of(sweep, error).words().startswith("error depends on noise (rank")


def test_the_worst_runs_come_with_their_command(tmp_path: Path) -> None:
    data = swept(diverging=True)
    data = data.assign_coords(run=1000 + np.arange(data.sizes["run"]))
    read = report(data, tmp_path)
    worst = data["error"].values.argsort()[: data.sizes["run"] - int(data["error"].isnull().sum())]
    expected = [1000 + int(k) for k in worst[::-1][:5]]
    lines = read.text("pre")[0].splitlines()
    assert lines == [command(run) for run in expected]
    cells = read.text("td")
    row = cells.index(str(expected[0]))
    assert cells[row + 1] == quantity(float(data["error"].max()), "m")
    assert "element" in read.text("th")


def test_diverged_runs_are_told_with_what_they_have_in_common(tmp_path: Path) -> None:
    data = swept(diverging=True)
    runs = np.flatnonzero(data["diverged_at"].notnull())
    read = report(data, tmp_path)
    assert f"{len(runs)} diverged and are left out." in read.text("p")[0]
    (why,) = [text for text in read.text("p") if "out of bounds" in text]
    assert why.startswith(f"{len(runs)} runs went out of bounds before the end. Runs diverge with")
    assert "large gain (rank correlation 0." in why
    again, told = read.text("pre")[-2:]
    assert again.splitlines() == [command(int(run)) for run in runs[:20]]
    assert told.splitlines()[0] == f"run {runs[0]} diverged"


@pytest.mark.parametrize("runs", [0, 1, 2, 19, 59])
def test_few_runs(runs: int, tmp_path: Path) -> None:
    read = report(swept(runs, diverging=runs == 59), tmp_path)
    assert read.text("p")[0].startswith(f"{runs} run{'' if runs == 1 else 's'}, in which")
    told = " ".join(read.text("p"))
    if 0 < runs < 20:
        assert "too few; it takes 20" in told
    if runs == 59:
        assert "No Sobol indices" in told
        assert "it takes 60" in told


def test_all_runs_diverged(tmp_path: Path) -> None:
    data = swept(30)
    data["diverged_at"][:] = 0.5
    data["error"][:] = np.nan
    data["torque"][:] = np.nan
    read = report(data, tmp_path)
    assert "All diverged." in read.text("p")[0]
    assert "No run has a figure to show." in read.text("p")
    assert "The worst runs" not in chapters(read)
    assert not read.all("img")


def test_a_constant_figure_and_one_that_is_not_always_known(tmp_path: Path) -> None:
    data = swept(100)
    data["error"][:] = 0.25
    data["torque"][:10, 1] = np.nan
    data["torque"][:, 0] = np.nan
    told = " ".join(report(data, tmp_path).text("p"))
    assert "What error depends on is not known: the figure is the same in all runs." in told
    assert "largest element of torque rises with friction" in told


def test_no_parameters_and_no_figures(tmp_path: Path) -> None:
    data = swept(50).drop_vars(["gain", "mass", "friction", "noise"])
    assert "No parameter was varied: the runs differ by their seeds." in (
        report(data, tmp_path).text("p")
    )
    report(data.drop_vars(["error", "torque"]), tmp_path)


def test_dependent_parameters_have_no_sobol_indices(tmp_path: Path) -> None:
    told = " ".join(report(swept(independent=False), tmp_path).text("p"))
    assert "not drawn independently of each other" in told
    assert "of the variance by itself" not in told


@pytest.mark.crosscheck
def test_hostile_names_stay_text(tmp_path: Path) -> None:
    tame, wild = (
        report(swept(100, diverging=True, prefix=prefix), tmp_path) for prefix in ("", HOSTILE)
    )
    assert [tag for tag, _ in wild.elements] == [tag for tag, _ in tame.elements]
    assert [[*a] for _, a in wild.elements] == [[*a] for _, a in tame.elements]
    assert any("alert('1')" in text for text in wild.text("td"))


@pytest.mark.crosscheck
def test_many_runs_parameters_figures_and_elements_fit_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armwright.report.html.page.SHARPNESS", SHARPNESS)
    random = np.random.default_rng(0)
    data = swept(6_000)
    for k in range(20):
        values = random.normal(size=6_000)
        data[f"p{k}"] = ("run", values, {"kind": "parameter", "units": "kg"})
    for k in range(6):
        data[f"figure{k}"] = data["error"] * values
        data[f"figure{k}"].attrs = {"kind": "figure", "units": "m"}
    wide = random.normal(size=(6_000, 30))
    data["wide"] = (("run", "axis"), wide, {"kind": "figure", "units": ""})
    read = report(data, tmp_path)
    assert (tmp_path / "report.html").stat().st_size < 3e6
    told = " ".join(read.text("p"))
    assert "Only the first 24 of 30 elements of wide are shown." in told
    assert "Only the first 8 figures are drawn." in told
    assert "estimated from 4096 of the runs, chosen at random" in told


def test_a_large_grid(tmp_path: Path) -> None:
    levels = np.linspace(1, 2, 15)
    grid = np.stack(np.meshgrid(levels, levels, levels, indexing="ij")).reshape(3, -1)
    data = xr.Dataset(
        {f"p{k}": ("run", one, {"kind": "parameter"}) for k, one in enumerate(grid)}
        | {"figure": ("run", grid[0] * grid[1], {"kind": "figure"})},
        attrs={"design": "grid", "independent": True},
    )
    told = " ".join(report(data, tmp_path).text("p"))
    assert "The effect of 1 parameter cannot be told from none." in told


def test_a_figure_over_two_dimensions(tmp_path: Path) -> None:
    data = swept(60)
    both = np.random.default_rng(0).normal(size=(2, 60, 3))
    data["both"] = (("side", "run", "joint"), both, {"kind": "figure", "units": "m"})
    rows = report(data, tmp_path).text("td")
    assert "both of 1, elbow" in rows
    values = np.sort(both[1, :, 1])
    assert quantities([values[0], values[-1]], "m")[1] in rows


@pytest.mark.parametrize(
    ("attrs", "expected"),
    [
        ({}, "2e-07 rad (or m); 1e-05 are allowed."),
        ({"step_error": 1e-3}, "seem too long: they put joints off by about 0.001 rad (or m)"),
        ({"step_tolerance": None}, "put joints off by about 2e-07 rad (or m)."),
        ({"step_error": None}, "None diverged."),
        ({"complete": False, "runs": 500}, "The sweep is not complete: 20 runs of 500, in which 4"),
    ],
)
def test_headline(attrs: dict[str, Any], expected: str) -> None:
    assert expected in headline(Sweep.of(swept(20).assign_attrs(attrs)))


def test_quantities_that_are_compared_have_the_same_unit() -> None:
    assert quantities([1.2e-3, 9e-4, np.nan], "m") == ["1.2 mm", "0.9 mm", "–"]
    assert quantity(-123456.7, "N m") == "\N{MINUS SIGN}123457 N m"


def test_a_dataset_without_runs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not the results of a sweep"):
        report(xr.Dataset({"x": ("time", [1.0])}), tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_table_has_every_run_to_the_bit() -> None:
    data = swept(40, diverging=True)
    table = sweep_table(data)
    torques = [f"torque.{name} [N m]" for name in ("shoulder", "elbow", "wrist")]
    assert table.columns.tolist() == [
        *("run", "gain [1/s]", "mass [kg]", "friction [N m]", "noise [rad]", "error [m]"),
        *(*torques, "diverged_at [s]"),
    ]
    again = pd.read_csv(io.StringIO(table.to_csv(index=False)))
    for column, name in (("gain [1/s]", "gain"), ("error [m]", "error")):
        np.testing.assert_array_equal(again[column], data[name])
    np.testing.assert_array_equal(again[torques[1]], data["torque"][:, 1])


def printed(capsys: pytest.CaptureFixture[str], data: xr.Dataset) -> str:
    print_parts(*sweep_parts(data))
    return capsys.readouterr().out


def test_few_runs_are_listed_and_many_are_correlated(capsys: pytest.CaptureFixture[str]) -> None:
    few = printed(capsys, swept(6))
    assert [line.split()[0] for line in few.splitlines() if line[1:2].isdigit()][:6] == [*"012345"]
    assert "N m" in few and "rank correlation" not in few
    many = printed(capsys, swept(300))
    rows = {line.split()[0]: line.split()[1:] for line in many.splitlines() if line.strip()}
    assert rows["noise"] == ["·", "·"]
    assert float(rows["gain"][0].replace("\N{MINUS SIGN}", "-")) < -0.5
    assert float(rows["mass"][1]) > 0.9 and "told from none" in many


def test_lines_join_runs_of_a_grid_that_differ_in_one_parameter() -> None:
    levels = np.array(np.meshgrid([1.0, 2, 3, 4], [5.0, 6, 7])).reshape(2, -1)
    data = swept(12, design="grid").drop_vars(["friction", "noise"])
    data = data.assign(
        gain=("run", levels[0], data.gain.attrs), mass=("run", levels[1], data.mass.attrs)
    )
    one = Sweep.of(data)
    groups = _alike(one, one.parameters[0])
    assert [sorted(levels[0][group]) for group in groups] == [[1, 2, 3, 4]] * 3
    assert _alike(Sweep.of(data.assign_attrs(design="random")), one.parameters[0]) == []
