"""The command that writes a robot's equations of motion."""

from __future__ import annotations

from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from armwright.cli.app import app, finishing
from armwright.cli.packages import with_packages
from armwright.cli.results import file_for
from armwright.cli.sources import load_robot
from armwright.cli.told import Json, told

if TYPE_CHECKING:
    from armwright.equations import Equations
    from armwright.equations.code import Language


class MethodName(StrEnum):
    newton_euler = "newton-euler"
    lagrange = "lagrange"
    kane = "kane"


class FormName(StrEnum):
    auto = "auto"
    closed = "closed"
    sequence = "sequence"


class EquationFormat(StrEnum):
    text = "text"
    latex = "latex"
    python = "python"
    c = "c"
    fortran = "fortran"
    matlab = "matlab"


#: What a file is written as if nobody says so.
_BY_SUFFIX = {
    ".tex": EquationFormat.latex,
    ".py": EquationFormat.python,
    ".c": EquationFormat.c,
    ".f90": EquationFormat.fortran,
    ".m": EquationFormat.matlab,
}


class CodeResult(StrEnum):
    terms = "terms"
    torque = "torque"


@app.command()
@with_packages
def equations(
    robot: Annotated[
        str, typer.Argument(help="A library robot, or a .toml, .urdf, .xacro or MuJoCo .xml file.")
    ],
    method: Annotated[MethodName, typer.Option(help="How to derive them.")] = MethodName.lagrange,
    symbols: Annotated[
        str,
        typer.Option(
            help="What stays a symbol: all, none, or some of lengths, masses, centres, inertias, "
            "gravity, water and single ones such as links.link2.mass, separated by commas."
        ),
    ] = "all",
    to: Annotated[
        EquationFormat | None,
        typer.Option(
            help="Output format. Default: that of the file's suffix, such as .tex; else text.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write. Default: print.")] = None,
    form: Annotated[
        FormName,
        typer.Option(
            help="closed: written out; sequence: assignments; auto: closed if it stays readable."
        ),
    ] = FormName.auto,
    end_forces: Annotated[
        bool, typer.Option("--end-forces", help="With a force and a moment on the tool.")
    ] = False,
    coriolis: Annotated[
        bool, typer.Option("--coriolis", help="With the Coriolis matrix C, c = C q̇.")
    ] = False,
    elastic: Annotated[
        bool, typer.Option("--elastic", help="With the elastic axes, after the joints.")
    ] = False,
    drives: Annotated[
        bool,
        typer.Option("--drives", help="With rotors and Coulomb friction, gears being rigid."),
    ] = False,
    base_motion: Annotated[
        bool,
        typer.Option("--base-motion", help="With a base that turns and accelerates."),
    ] = False,
    give: Annotated[
        CodeResult,
        typer.Option(help="What the code gives: mass matrix and the other terms, or the torque."),
    ] = CodeResult.terms,
    digits: Annotated[
        int, typer.Option(help="Digits to which text and LaTeX are rounded.", min=1, max=17)
    ] = 6,
    as_json: Json = False,
) -> None:
    """Write a robot's equations of motion, as text or code."""
    from armwright.equations import GROUPS, derive
    from armwright.files import write_whole
    from armwright.report.data import equations_data

    words = [word.strip() for word in symbols.split(",")]
    chosen = {"all": GROUPS, "none": ()}.get(symbols.strip(), words)
    model = load_robot(robot)

    with (
        told("equations", as_json) as document,
        nullcontext() if out is None else file_for(out),
    ):
        found = derive(
            model,
            method.value,
            chosen,
            form=form.value,
            end_forces=end_forces,
            coriolis=coriolis,
            elastic=elastic,
            drives=drives,
            base_motion=base_motion,
        )
        language = to or _BY_SUFFIX.get(out.suffix if out else "", EquationFormat.text)
        text = _written(found, language, give, digits)
        document.add_tables(lambda: equations_data(found, language.value, text))
        document.notes += found.left_out
        if out is None:
            print(text, end="")
            return
        with finishing():
            document.wrote(write_whole(out, text))
            print(f"equations: {out}")


def _written(equations: Equations, to: EquationFormat, give: CodeResult, digits: int) -> str:
    if to is EquationFormat.text:
        return equations.text(digits)
    if to is EquationFormat.latex:
        return equations.latex(digits)
    return equations.code(cast("Language", to.value), give.value)
