"""The command that draws what friction laws do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from armwright.cli.app import gallery
from armwright.cli.folders import file_for
from armwright.cli.robots import Open, finish


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
