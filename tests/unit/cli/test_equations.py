"""`armwright equations`."""

from __future__ import annotations

from pathlib import Path

import pytest

from armwright import load
from armwright.equations import derive
from tests.unit.cli.conftest import Run


def test_text_is_the_default(run: Run) -> None:
    code, out, err = run("equations", "two_axis")
    assert (code, err) == (0, "")
    assert out == derive(load("two_axis"), "lagrange").text()


def test_choices_reach_the_library(run: Run) -> None:
    _, out, _ = run(
        *("equations", "cart_pendulum", "--method", "kane", "--symbols", "lengths, masses"),
        *("--to", "python", "--form", "sequence", "--give", "torque", "--end-forces"),
    )
    found = derive(
        load("cart_pendulum"), "kane", ("lengths", "masses"), form="sequence", end_forces=True
    )
    assert out == found.code("python", "torque")


def test_numbers_only(run: Run) -> None:
    _, out, _ = run("equations", "two_axis", "--symbols", "none", "--digits", "3")
    assert "M[1,1] = 144 − 75.2 sin(q2)\n" in out


@pytest.mark.parametrize(
    ("language", "suffix"),
    [("latex", "tex"), ("python", "py"), ("c", "c"), ("fortran", "f90"), ("matlab", "m")],
)
def test_files(run: Run, language: str, suffix: str) -> None:
    printed = run("equations", "scara", "--to", language)[1]
    for name, said in ((language, ("--to", language)), (f"scara.{suffix}", ())):
        path = Path(f"made/here/{name}")
        code, out, _ = run("equations", "scara", *said, "--out", str(path))
        assert code == 0 and out == f"equations: {path}\n"
        assert path.read_text(encoding="utf-8") == printed
    run("equations", "scara", "--to", "text", "--out", f"as_said.{suffix}")
    assert Path(f"as_said.{suffix}").read_text(encoding="utf-8") == run("equations", "scara")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("two_axis", "--symbols", "mases"), "Did you mean 'masses'?"),
        (("two_axis", "--symbols", ""), "no parameter of that name"),
        (("two_axis", "--method", "hamilton"), "newton-euler"),
        (("two_axis", "--to", "pascal"), "fortran"),
        (("nobody",), "nobody"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run("equations", *arguments, "--out", "new/file")
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and err.count("\n") == 1
    assert message in err
    assert not Path("new").exists()
