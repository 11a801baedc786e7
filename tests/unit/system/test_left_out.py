"""What a model leaves out is told where its user is: in notes, runs, summaries, exports, pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

import armwright as aw
from armwright.equations import derive
from armwright.export.targets import export
from armwright.export.to_c import scenario_files
from armwright.report import describe, sheet_parts

WATER = "water around the links: links.link1.hull, links.link2.hull"


@pytest.fixture(scope="module")
def dry() -> aw.Scenario:
    robot = aw.load("underwater_two_link")
    start = aw.Start(joint_position=(0.1, 0.2), at_rest=False)
    dry = aw.Fidelity(water=False)
    return aw.Scenario("dry", robot, 0.01, start=start, fidelity=dry)


def test_in_notes_runs_and_summaries(dry: aw.Scenario, tmp_path: Path) -> None:
    assert f"not in the model: {WATER}" in dry.notes()
    run = dry.simulate()
    assert run.data.attrs["left_out"] == WATER
    again = aw.Run.load(run.save(tmp_path / "run.nc")).summary()
    assert f"\nnot in the model: {WATER}\n" in again.text()
    provenance = again.to_dict()["provenance"]
    assert isinstance(provenance, dict) and provenance["left_out"] == WATER
    wet = dry.changed({"fidelity.water": True})
    assert not any("not in the model" in note for note in wet.notes())
    assert "left_out" not in wet.simulate().data.attrs
    whole = aw.load_scenario("two-link/free")
    assert not any("not in the model" in note for note in whole.notes())
    assert "left_out" not in whole.changed({"duration": 0.01}).simulate().data.attrs


def test_in_exports_of_scenarios(dry: aw.Scenario, tmp_path: Path) -> None:
    assert WATER in export(dry, "c", tmp_path / "dry.c", {}).lost
    header = (tmp_path / "dry.h").read_text()
    assert f"Left out: {WATER}" in " ".join(header.replace("\n * ", " ").split())
    assert WATER in export(dry, "fmu3", tmp_path / "dry.fmu", {}).lost


def test_a_whole_model_says_nothing(tmp_path: Path) -> None:
    scenario = aw.load_scenario("two-link/free").changed({"duration": 0.01})
    assert "Left out" not in scenario_files(scenario, "free").header


def test_in_functions_of_a_robot(tmp_path: Path) -> None:
    lost = export(aw.load("puma560"), "c", tmp_path / "arm.c", {"functions": ["gravity"]}).lost
    assert [line.partition(":")[0].partition(" (")[0] for line in lost] == [
        "inertia of the rotors",
        "friction",
    ]
    assert "Left out: friction: joints.*.drive.friction" in (tmp_path / "arm.h").read_text()


def test_at_the_head_of_equations() -> None:
    found = derive(aw.load("underwater_two_link"), symbols=(), water=False)
    lines = ("friction: joints.*.drive.friction", WATER)
    text = found.text().split("\n\n")[0]
    assert all(f"\nnot in these equations: {line}" in text for line in lines)
    latex = found.latex().partition("\\begin{align*}")[0].replace("\\_", "_")
    assert all(f"\nNot in these equations: {line}" in latex for line in lines)
    for language in ("python", "c", "fortran", "matlab"):
        code = found.code(language)  # type: ignore[arg-type]
        assert all(f"not in these equations: {line}" in code for line in lines), language
    assert "not in these" not in derive(aw.load("cart_pendulum"), symbols=()).text()


def test_on_the_sheet_of_a_robot() -> None:
    console = Console(width=200)
    with console.capture() as printed:
        console.print(*sheet_parts(describe(aw.load("wam"))))
        console.print(*sheet_parts(describe(aw.load("underwater_two_link"))))
    assert "not in the model" not in printed.get()
