"""The pictures of a report, as PNG files."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from matplotlib.figure import Figure
from PIL import Image

from armwright.errors import InputError
from armwright.report.html.parts import Chapter, Fold, Picture, ReportPart

#: Pixels of the file for one of the page: screens have more than one.
SHARPNESS = 1.5
#: So many suffice for lines, letters and shaded bodies; the file is a third as long as with all.
COLOURS = 256


def drawn(chapters: Sequence[Chapter]) -> dict[str, bytes]:
    """PNG files by the names of the pictures, in the order of the page, those in folds as well."""
    files: dict[str, bytes] = {}
    for picture in (one for chapter in chapters for one in _pictures(chapter.parts)):
        if picture.name in files:
            raise InputError("two pictures have the same name", where=f"picture '{picture.name}'")
        files[picture.name] = png(picture.figure)
    return files


def png(figure: Figure) -> bytes:
    """Nothing but the picture: no dates, no names of programs."""
    raw, file = io.BytesIO(), io.BytesIO()
    figure.savefig(raw, format="rgba", dpi=SHARPNESS * figure.dpi)
    size = tuple(round(SHARPNESS * figure.dpi * length) for length in figure.get_size_inches())
    image = Image.frombytes("RGBA", (size[0], size[1]), raw.getvalue()).convert("RGB")
    flat = image.quantize(COLOURS, dither=Image.Dither.NONE)
    flat.save(file, format="png", compress_level=6)
    return file.getvalue()


def _pictures(parts: Sequence[ReportPart]) -> Iterator[Picture]:
    for part in parts:
        if isinstance(part, Picture):
            yield part
        elif isinstance(part, Fold):
            yield from _pictures(part.parts)
