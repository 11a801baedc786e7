"""Pictures of reports: sharp, small, and nothing but the picture."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from armwright.errors import InputError
from armwright.report.canvas import blank_figure
from armwright.report.html import Chapter, Fold, Picture
from armwright.report.html.page import SHARPNESS, drawn, png
from armwright.report.runs.recorded import Recorded
from armwright.report.runs.tracking import tracking_figure
from armwright.signals import Run
from tests.unit.signals.arm_run import arm_run


@pytest.fixture(scope="module")
def figure() -> Figure:
    run = Run(arm_run(records=101).data.isel(joint=[0, 1], motor=[0, 1]))
    figure = tracking_figure(Recorded.of(run))
    assert figure is not None
    return figure


@pytest.fixture(scope="module")
def small(figure: Figure) -> bytes:
    return png(figure)


def plain_png(figure: Figure) -> bytes:
    memory = io.BytesIO()
    figure.savefig(memory, format="png", dpi=SHARPNESS * figure.dpi)
    return memory.getvalue()


def chunks(content: bytes) -> list[bytes]:
    """The names of a PNG file's parts."""
    names, at = [], 8
    while at < len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        names.append(content[at + 4 : at + 8])
        at += length + 12
    return names


def test_there_is_nothing_in_it_but_the_picture(small: bytes) -> None:
    assert set(chunks(small)) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}


def test_it_looks_as_with_all_colours_in_a_shorter_file(figure: Figure, small: bytes) -> None:
    full = plain_png(figure)
    expected, got = (imread(io.BytesIO(one))[..., :3] for one in (full, small))
    width, height = np.round(figure.get_size_inches() * figure.dpi * SHARPNESS)
    assert got.shape == expected.shape == (height, width, 3)
    assert np.sqrt(((got - expected) ** 2).mean()) < 0.01
    assert (got[(expected == 1).all(axis=-1)] == 1).all()
    assert len(small) < 0.5 * len(full)


def test_drawing_leaves_the_figure_as_it_was(figure: Figure, small: bytes) -> None:
    assert figure.dpi == 100
    assert png(figure) == small


def test_two_pictures_cannot_have_one_name() -> None:
    picture = Picture("tracking", blank_figure((100, 100)), "Tracking.")
    chapters = [Chapter("A", [picture]), Chapter("B", [Fold("C", [picture])])]
    with pytest.raises(InputError, match="picture 'tracking': two pictures have the same name"):
        drawn(chapters)


@pytest.mark.parametrize("pixels", [(400, 265), (333, 300), (401, 267)])
def test_a_size_that_is_no_whole_number_of_pixels_of_the_file(pixels: tuple[int, int]) -> None:
    figure = blank_figure(pixels)
    expected = tuple(int(SHARPNESS * length) for length in pixels)
    assert struct.unpack(">II", png(figure)[16:24]) == expected
