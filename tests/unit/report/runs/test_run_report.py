"""The report of a run: its chapters, and the block diagram of its scenario."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from armwright.report.html import Document, Fold, Picture, ReportTable
from armwright.report.runs.diagram import _WIDE, _depths, _Layout, diagram_figure
from armwright.report.runs.report import run_document
from armwright.report.runs.wiring import ARM, Wire, WiredBlock, Wiring, in_words, wiring_of
from armwright.signals import Run
from tests.support.swinging_rod import ROD
from tests.unit.report.html.reading import Reader

LOOPS = (
    "two-axis/line", "six-axis-line", "puma/mark1", "contact/wall", "underwater/vehicle",
    "six-axis/robust-filtered", "pendulum/swing",
)  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    path = tmp_path_factory.mktemp("report") / "swing.toml"
    path.write_text(ROD, encoding="utf-8")
    return aw.load_scenario(path).simulate()


def table(document: Document, chapter: str, caption: str) -> ReportTable:
    parts = next(one.parts for one in document.chapters if one.title == chapter)
    return next(p for p in parts if isinstance(p, ReportTable) and p.caption.startswith(caption))


def test_chapters(run: Run) -> None:
    document = run_document(run)
    assert document.title == "Run of swing" and document.summary == "A rod that is turned."
    assert [one.title for one in document.chapters] == [
        *("The arm", "Path and errors", "Torques and limits", "Gears", "The loop", "Settings"),
    ]
    pictures = [p.name for one in document.chapters for p in one.parts if isinstance(p, Picture)]
    assert pictures == ["arm", "path", "tracking", "torques", "loop"]
    assert table(document, "The arm", "Joints").rows == [
        ("pivot", "revolute", "−1 rad", "1 rad", "3 rad/s", "–", "50"),
    ]
    peak = float(np.abs(run.data["motor_torque"]).max())
    row = table(document, "Torques and limits", "Torque of the motors").rows[0]
    assert row[-2:] == ("2 N m", f"{50 * peak:.0f} %")
    assert table(document, "Gears", "Stiffness").rows[0][:3] == ["pivot", "3.6", "9000"]
    settings = dict(table(document, "Settings", "By the paths").rows)
    assert settings["controller.proportional_gain"] == "0.2"
    assert settings["fidelity.gravity"] == "true" and settings["tick"] == "0.001"
    fold = document.chapters[-1].parts[-1]
    assert isinstance(fold, Fold) and fold.title == "scenario.toml"


def test_a_limit_of_zero_has_no_share(tmp_path: Path) -> None:
    path = tmp_path / "swing.toml"
    path.write_text(ROD.replace("torque_limit = 2", "torque_limit = 0"), encoding="utf-8")
    found = table(run_document(aw.load_scenario(path).simulate()), "Torques and limits", "Torque")
    assert [row[-2:] for row in found.rows] == [("0 N m", "–")]


def test_a_run_that_begins_nowhere_has_a_report(run: Run) -> None:
    """Its arm is drawn as it is described."""
    lost = run.data.copy(deep=True)
    lost["joint_position"][0] = np.nan
    document = run_document(Run(lost, run.origin))
    (arm, *_) = next(one.parts for one in document.chapters if one.title == "The arm")
    assert isinstance(arm, Picture) and arm.caption == "The arm."


def test_the_file(run: Run, tmp_path: Path) -> None:
    path = run.report(tmp_path / "report")
    reader = Reader(path.read_text(encoding="utf-8"))
    assert path.name == "report.html" and reader.text("h1") == ["Run of swing"]
    assert len(reader.all("img")) == 5 and [one.name for one in path.parent.glob("*.html")]


def test_a_run_that_does_not_know_its_scenario(run: Run) -> None:
    document = run_document(Run(run.data))
    assert [one.title for one in document.chapters] == [
        *("Path and errors", "Torques and limits", "Settings"),
    ]


def test_the_wiring_is_that_of_the_circuit() -> None:
    wiring = wiring_of(aw.load_scenario("contact/wall"))
    found = {(wire.source, wire.target): in_words(wire.signals) for wire in wiring.wires}
    assert found == {
        (ARM, "encoder"): "motor position, velocity",
        ("wall", "force_sensor"): "contact wrench",
        (ARM, "force_sensor"): "rotation of tool",
        ("encoder", "controller"): "motor position, velocity",
        ("reference", "controller"): "joint position, velocity, acceleration",
        ("force_sensor", "controller"): "tool force",
        (ARM, "wall"): "position, velocity of tool",
        ("wall", ARM): "contact wrench",
        ("controller", ARM): "motor torque",
    }
    places = {block.name: block.place for block in wiring.blocks}
    assert places["wall"] == "beside" and places["encoder"] == "sensor" and places[ARM] == "arm"


@pytest.mark.parametrize("name", LOOPS)
def test_no_line_runs_through_a_block_or_along_another(name: str) -> None:
    layout = _Layout(wiring_of(aw.load_scenario(name)))
    boxes = [(box.x, box.y, box.x + _WIDE, box.y + box.high) for box in layout.boxes.values()]
    for one, two in combinations(boxes, 2):
        assert one[2] < two[0] or two[2] < one[0] or one[3] < two[1] or two[3] < one[1]
    pieces = []
    for k, net in enumerate(layout.nets):
        for target in net.targets:
            points = layout.path(net, *target)
            assert all(0 < x < layout.wide and 0 < y < layout.high for x, y in points)
            pieces += [(k, *map(sorted, zip(*ends, strict=True))) for ends in pairwise(points)]
    for _, (x0, x1), (y0, y1) in pieces:
        for left, top, right, bottom in boxes:
            inside = x1 > left + 1 and x0 < right - 1 and y1 > top + 1 and y0 < bottom - 1
            assert not inside
    for (i, *one), (j, *two) in combinations(pieces, 2):
        for a, b in ((0, 1), (1, 0)):
            straight = one[b][0] == one[b][1] and two[b][0] == two[b][1]
            if i != j and straight and abs(one[b][0] - two[b][0]) < 3:
                assert min(one[a][1], two[a][1]) <= max(one[a][0], two[a][0]) + 1e-9


def test_an_arm_alone_is_one_block() -> None:
    figure = diagram_figure(wiring_of(aw.load_scenario("pendulum/swing")))
    assert [text.get_text() for text in figure.axes[0].texts][:1] == ["pendulum"]


def test_columns_of_controllers_that_are_all_wired_to_each_other() -> None:
    """Ways through them are too many to follow one by one."""
    names = [f"c{k}" for k in range(40)]
    blocks = tuple(WiredBlock(name, name, "", "controller") for name in names)
    pairs = [(i, k) for k in range(40) for i in range(k)]
    chain = tuple(Wire(names[i], names[k], ("s",)) for i, k in pairs)
    assert _depths(Wiring(blocks, chain)) == {name: k for k, name in enumerate(names)}
    back = Wire(names[-1], names[0], ("s",))
    assert set(_depths(Wiring(blocks, (*chain, back)))) == set(names)
