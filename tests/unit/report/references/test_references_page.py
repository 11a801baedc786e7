"""The page of references."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from armwright.blocks.references.iso9283 import PLANES
from armwright.cli import main
from armwright.report.references.examples import BLEND, SPEED, arm_under_test


@pytest.mark.crosscheck
def test_gallery_draws_references(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["armwright", "gallery", "references", "--out", "page.png"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert (stop.value.code, capsys.readouterr().out) == (0, "picture: page.png\n")
    content = (tmp_path / "page.png").read_bytes()
    assert content.startswith(b"\x89PNG") and 100_000 < len(content) < 1_500_000
    assert len(list(tmp_path.iterdir())) == 1


def test_what_is_drawn_is_what_the_arm_would_do() -> None:
    tested = arm_under_test()
    block = tested.path("corner", blend=BLEND)
    assert block.plane == PLANES[0]
    points = tested.tool(block, 12.0)
    across = (points - block.test_plane.points[0]) @ block.test_plane.axes[2]
    assert np.abs(across).max() < 1e-9
    speed = np.linalg.norm(np.diff(points, axis=0), axis=1) * 100
    assert speed.max() == pytest.approx(SPEED["speed"], rel=1e-3)
    assert np.abs(points[-1] - points[0]).max() < 1e-9
