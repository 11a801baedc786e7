"""Commands that draw many things on one page: robots, friction laws, references."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import app
from armwright.cli.results import Open, file_for, finish
from armwright.cli.told import Json, Told, told

if TYPE_CHECKING:
    from matplotlib.figure import Figure

gallery = typer.Typer(no_args_is_help=True, help="Draw many things on one page.")
app.add_typer(gallery, name="gallery")

_Picture = Annotated[Path, typer.Option(help="The picture: .png, .svg or .pdf.")]


@gallery.command("robots")
def gallery_robots(
    out: _Picture = Path("armwright-robots.png"), open_picture: Open = False, as_json: Json = False
) -> None:
    """Draw all robots of the library."""
    from armwright.report import robots_page
    from armwright.robot import library_names, load

    with told("gallery robots", as_json) as document:
        _draw(
            lambda: robots_page([load(name) for name in library_names()]),
            out,
            open_picture,
            document,
        )


@gallery.command("friction")
def gallery_friction(
    out: _Picture = Path("armwright-friction.png"),
    open_picture: Open = False,
    as_json: Json = False,
) -> None:
    """Draw what each friction law does: sliding, presliding, lag, break-away, stick-slip, drift."""
    from armwright.report.friction import friction_page

    with told("gallery friction", as_json) as document:
        _draw(friction_page, out, open_picture, document)


@gallery.command("references")
def gallery_references(
    out: _Picture = Path("armwright-references.png"),
    open_picture: Open = False,
    as_json: Json = False,
) -> None:
    """Draw references: the test cube and paths of ISO 9283, speed profiles, excitations."""
    from armwright.report.references import references_page

    with told("gallery references", as_json) as document:
        _draw(references_page, out, open_picture, document)


def _draw(page: Callable[[], Figure], out: Path, open_picture: bool, document: Told) -> None:
    from armwright.report import save_figure

    with file_for(out):
        save_figure(page, out)
    document.wrote(out)
    finish(out, open_picture)
