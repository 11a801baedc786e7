"""The command that draws references."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from armwright.cli.app import gallery
from armwright.cli.folders import file_for
from armwright.cli.robots import Open, finish


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
