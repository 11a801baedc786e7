"""What a study leaves in its folder."""

from __future__ import annotations

import json
import os
from base64 import b64decode
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.report.html import Chapter, Paragraph, ReportTable
from armwright.signals import Run
from armwright.studies import Outcome, write
from armwright.studies.writing import LONG, pictures_first
from tests.unit.report.html.reading import Reader
from tests.unit.studies.small import CLAIMS, ROBOT, STUDY, outcome, picture

FILES = {
    "report.html",
    "claims.json",
    "figures/first.png",
    "figures/second.png",
    "runs/line.nc",
    "runs/back.nc",
}


def files(folder: Path) -> dict[str, bytes]:
    """Without the list of them."""
    found = (p for p in folder.rglob("*") if p.is_file() and p.name != ".armwright-files")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "new" / "folder"
    paths = write(STUDY, outcome(), folder)
    assert {path.relative_to(folder).as_posix() for path in paths} == FILES
    return folder


def test_all_files_are_there_and_nothing_else(written: Path) -> None:
    assert set(files(written)) == FILES
    assert {path.name for path in written.iterdir()} == {
        ".armwright-files",
        "report.html",
        "claims.json",
        "figures",
        "runs",
    }


@pytest.fixture(scope="module")
def report(written: Path) -> Reader:
    return Reader((written / "report.html").read_text(encoding="utf-8"))


def test_the_report_begins_with_facts_and_claims_and_ends_with_times(report: Reader) -> None:
    assert report.text("h1") == ["A small study"]
    facts = dict(zip(report.text("dt"), report.text("dd"), strict=True))
    assert facts == {
        "source": "N. Body: Nothing, 1999",
        "arm": ROBOT,
        "seeds": "1, 2",
        "command": "armwright study small-study",
        "armwright": version("armwright"),
    }
    chapters = [text.strip() for text in report.text("h2") if text != "Contents"]
    assert chapters == [
        "What the source reports, and what we get",
        "What there is",
        "What else there is",
        "The model: parameters and equations",
        "Command and data files",
        "Computing times",
    ]
    assert report.text("td")[-2:] == ["simulating", "98765"]


def test_what_differs_is_first_and_what_agrees_is_folded(report: Reader) -> None:
    agree = "2 of 3 agree: 1 in number, 1 in kind; 1 differs; 1 more observed, not judged."
    assert agree in report.text("p")
    badges = [a["class"] for a in report.all("span") if "badge" in a["class"]]
    assert badges == ["badge bad", "badge fair", "badge good"]
    folds = [words.partition(":")[0] for words in report.text("summary")]
    assert folds[:3] == ["1 agrees in kind", "1 observed", "1 agrees in number"]
    cells = report.text("td")
    for claim in CLAIMS:
        assert {claim.where, claim.says, claim.got} <= set(cells)
        assert not claim.note or claim.note in cells
    assert "observed" in cells


def test_the_numbers_behind_a_verdict_stand_beside_their_limits(report: Reader) -> None:
    cells = report.text("td")
    at = cells.index("mass of all links") - 1
    assert cells[at : at + 7] == [
        "S9, table 1",
        "mass of all links",
        "3.00",
        "2.97 to 3.03",
        "kg",
        "agrees in number",
        "printed to 1 %",
    ]


def test_the_report_has_the_arm_s_numbers_and_equations(report: Reader) -> None:
    cells = report.text("td")
    at = cells.index("links.cart.mass")
    found = [cell.strip() for cell in cells[at : at + 5]]
    assert found == ["links.cart.mass", "1", "kg", "–", "assumed"]
    (equations,) = report.text("pre")
    assert "M[1,1] = m1 + m2" in equations
    assert not any("S2" in text for text in (*cells, equations))


def test_the_report_names_its_command_and_its_data_files(report: Reader) -> None:
    cells = report.text("td")
    at = cells.index("runs/back.nc")
    assert ROBOT in cells[at : at + 8] and "7" in cells[at : at + 8]


def test_the_pictures_in_files_are_those_in_the_report(written: Path) -> None:
    read = Reader((written / "report.html").read_text(encoding="utf-8"))
    for image, name in zip(read.all("img"), ("first", "second"), strict=True):
        content = (written / "figures" / f"{name}.png").read_bytes()
        assert content.startswith(b"\x89PNG")
        assert b64decode(image["src"].partition(",")[2]) == content


def test_the_claims_are_there_for_programs(written: Path) -> None:
    table = json.loads((written / "claims.json").read_text(encoding="utf-8"))
    assert table["study"] == "small-study"
    assert table["source"] == "N. Body: Nothing, 1999"
    assert table["command"] == "armwright study small-study"
    assert table["armwright"] == version("armwright")
    assert set(table["files"]) == {"runs/line.nc", "runs/back.nc"}
    assert table["files"]["runs/line.nc"]["robot"] == ROBOT
    assert table["count"] == {"number": 1, "kind": 1, "differs": 1, "observed": 1}
    assert len(table["claims"]) == len(CLAIMS)
    assert table["claims"][2] == {
        "key": "wrong",
        "where": "S9, eq. 3 <b>",
        "says": "x = 1 & y < 2 °",
        "got": "x = 5.",
        "verdict": "differs",
        "note": "Nobody knows why.",
        "measured": [
            {"what": "x", "value": 5.0, "low": 0.9, "high": 1.1, "unit": "", "why": "printed"},
            {"what": "y", "value": -1.0, "low": None, "high": 2.0, "unit": "°", "why": "printed"},
        ],
    }


def test_runs_can_be_read_again(written: Path) -> None:
    run = Run.load(written / "runs" / "line.nc")
    expected = outcome().runs["line"].data.joint_position.values
    np.testing.assert_array_equal(run.data.joint_position.values, expected)


def test_only_times_differ_from_one_time_to_the_next(written: Path, tmp_path: Path) -> None:
    write(STUDY, outcome(43210.5), tmp_path)
    first, second = files(written), files(tmp_path)
    for name in FILES - {"report.html", "runs/line.nc", "runs/back.nc"}:
        assert first[name] == second[name]
    assert first["report.html"] != second["report.html"]
    assert first["report.html"].replace(b"98765", b"43210") == second["report.html"]


def test_without_claims_and_times_there_are_no_chapters_of_them(tmp_path: Path) -> None:
    write(STUDY, Outcome((), (Chapter("Only", ()),), {}), tmp_path)
    read = Reader((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert [text.strip() for text in read.text("h2")] == ["Only"]
    assert set(files(tmp_path)) == {"report.html", "claims.json"}


def test_what_an_earlier_study_wrote_goes_and_files_of_others_stay(tmp_path: Path) -> None:
    write(STUDY, outcome(), tmp_path)
    (tmp_path / "figures" / "mine.png").write_bytes(b"mine")
    (tmp_path / "notes.txt").write_bytes(b"notes")
    write(STUDY, Outcome((), (Chapter("Only", ()),), {}), tmp_path)
    assert set(files(tmp_path)) == {"report.html", "claims.json", "figures/mine.png", "notes.txt"}
    assert not (tmp_path / "runs").exists()


def test_a_full_disk_leaves_an_earlier_report_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(STUDY, outcome(), tmp_path)
    before, synchronised = files(tmp_path), os.fsync
    calls: list[int] = []

    def full(file: int) -> None:
        calls.append(file)
        if len(calls) == len(FILES):
            raise OSError(28, "No space left on device")
        synchronised(file)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="cannot be written: No space left on device"):
        write(STUDY, replace(outcome(43210.5), claims=CLAIMS[:1]), tmp_path)
    assert len(calls) == len(FILES)
    assert files(tmp_path) == before


@pytest.mark.parametrize("where", ["/dev/null/folder", "file", "taken"])
def test_where_nothing_can_be_written_the_error_says_so(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "taken" / "report.html").mkdir(parents=True)
    with pytest.raises(InputError, match=f"{where}/report.html: cannot be written: "):
        write(STUDY, outcome(), tmp_path / where)
    assert files(tmp_path) == {"file": b""}


@pytest.mark.parametrize("name", ["", "../out", "a/b", ".hidden", "a b"])
def test_names_that_are_no_files_are_refused_before_anything_is_written(
    tmp_path: Path, name: str
) -> None:
    chapters = [Chapter("A", [picture(name)])]
    for wrong in (replace(outcome(), chapters=chapters), replace(outcome(), runs={name: None})):
        with pytest.raises(InputError, match="not the name of a file"):
            write(STUDY, wrong, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_long_table_waits_for_the_pictures_behind_it() -> None:
    def table(rows: int) -> ReportTable:
        return ReportTable(("x",), [("1",)] * rows)

    short, long, words, one = table(LONG), table(LONG + 1), Paragraph("x"), picture("one")
    moved = [
        ([long, one, one], [one, one, long]),
        ([short, long, one, words], [short, one, long, words]),
        ([long, words, one], [long, words, one]),
        ([one, long], [one, long]),
    ]
    for parts, expected in moved:
        assert pictures_first(Chapter("A", parts)).parts == expected
