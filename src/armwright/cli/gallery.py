"""Commands that draw many things on one page: robots, friction laws, references."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from armwright.cli.app import app
from armwright.cli.results import Open, file_for, finish

gallery = typer.Typer(no_args_is_help=True, help="Draw many things on one page.")
app.add_typer(gallery, name="gallery")


@gallery.command("robots")
def gallery_robots(
    out: Annotated[Path, typer.Option(help="The picture: .png, .svg or .pdf.")] = Path(
        "armwright-robots.png"
    ),
    open_picture: Open = False,
) -> None:
    """Draw all robots of the library."""
    from armwright.report import robots_page, save_figure
    from armwright.robot import library_names, load

    with file_for(out):
        save_figure(lambda: robots_page([load(name) for name in library_names()]), out)
    finish(out, open_picture)


@gallery.command("friction")
def gallery_friction(
    out: Annotated[Path, typer.Option(help="The picture: .png, .svg or .pdf.")] = Path(
        "armwright-friction.png"
    ),
    open_picture: Open = False,
) -> None:
    """Draw what each friction law does: sliding, presliding, lag, break-away, stick-slip, drift."""
    from armwright.report import save_figure
    from armwright.report.friction import friction_page

    with file_for(out):
        save_figure(friction_page, out)
    finish(out, open_picture)


@gallery.command("references")
def gallery_references(
    out: Annotated[Path, typer.Option(help="The picture: .png, .svg or .pdf.")] = Path(
        "armwright-references.png"
    ),
    open_picture: Open = False,
) -> None:
    """Draw references: the test cube and paths of ISO 9283, speed profiles, excitations."""
    from armwright.report import save_figure
    from armwright.report.references import references_page

    with file_for(out):
        save_figure(references_page, out)
    finish(out, open_picture)
