"""The page of friction laws."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from armwright.cli import main
from armwright.laws.friction import LAWS
from armwright.report.friction import friction_page
from armwright.report.friction.examples import EXAMPLES
from armwright.report.friction.page import COLUMNS

WORDS = {
    "tustin": (
        "sticks",
        "no presliding",
        "no lag",
        "the same at any rate",
        "sticks and slips",
        "holds",
    ),
    "dahl": (
        "gives like a spring",
        "opens by 0.16 N",
        "no lag",
        "the same at any rate",
        "dies out",
        "drifts 33 µm/s",
    ),
    "gms": (
        "gives like a spring",
        "closes",
        "lags: 0.16 N",
        "sooner when faster",
        "sticks and slips",
        "holds",
    ),
}


@pytest.fixture(scope="module")
def figure() -> Figure:
    return friction_page([example for example in EXAMPLES if example.kind in WORDS])


def test_each_panel_says_what_it_shows(figure: Figure) -> None:
    found = [axes.get_title(loc="right") for axes in figure.axes]
    rows = [tuple(found[k : k + len(COLUMNS)]) for k in range(0, len(found), len(COLUMNS))]
    assert rows == list(WORDS.values())


def test_heads_and_names_are_there(figure: Figure) -> None:
    texts = "\n".join(text.get_text() for text in figure.texts)
    for column in COLUMNS:
        assert column.title in texts
    assert "Maxwell slip" in texts and "gms" in texts and "LuGre" not in texts


def test_lines_are_within_their_panels(figure: Figure) -> None:
    for axes in figure.axes:
        (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
        for line in axes.get_lines():
            x, y = (np.asarray(data, dtype=float) for data in line.get_data())
            if x.size > 2:
                assert left <= x.min() and x.max() <= right
                assert low <= y.min() and y.max() <= high


def test_nothing_overlaps(figure: Figure) -> None:
    """Neither words of the head among each other, nor panels with what is beside them."""
    figure.savefig(io.BytesIO(), format="png")
    boxes = [text.get_window_extent() for text in figure.texts if text.get_text()]
    boxes += [axes.get_tightbbox() for axes in figure.axes]
    for k, box in enumerate(boxes):
        for other in boxes[:k]:
            wide = min(box.x1, other.x1) - max(box.x0, other.x0)
            high = min(box.y1, other.y1) - max(box.y0, other.y0)
            assert wide <= 1 or high <= 2.5, (box, other)


def test_examples_are_laws_without_further_signals() -> None:
    kinds = [example.kind for example in EXAMPLES]
    assert set(kinds) == {k for k in LAWS if not k.startswith(("warm", "loaded"))} - {"gms10"}


@pytest.mark.crosscheck
def test_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["armwright", "gallery", "friction", "--out", "laws.png"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert (stop.value.code or 0, capsys.readouterr().out) == (0, "picture: laws.png\n")
    image = imread(tmp_path / "laws.png")
    assert image.shape[1] == 1768
    ink = (image[..., :3] < 0.7).any(axis=-1)
    assert 0.02 < ink.mean() < 0.2
