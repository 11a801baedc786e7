"""What is said of welding follows from the map and the seam."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Run
from armwright.studies.rx90b.claims.elastic import welding_claims
from armwright.studies.rx90b.elastic import FACTORS, GAINS, Seam, Welding, under_way
from armwright.studies.rx90b.figures.gains import welding_figure

#: A valley about the fields in the middle, m: 80 µm there, and more than twice that on the rim.
ROWS, COLUMNS = np.meshgrid(np.arange(len(GAINS)), np.arange(len(FACTORS)), indexing="ij")
VALLEY = 8e-5 * (1 + 0.08 * ((ROWS - 5) ** 2 + (COLUMNS - 5) ** 2))
#: Where the arm sags by 0.3 mm at the beginning of a metre, and by 0.5 mm at its end.
SEAM = Seam(np.array([0.0, 1.0]), np.array([[0.0, 0, -3e-4], [0, 0, -5e-4]]))


def verdicts(run: Run, smooth: np.ndarray, trapezoid: np.ndarray) -> dict[str, str]:
    found = Welding(SEAM, smooth, trapezoid, run)
    return {claim.key: claim.verdict for claim in welding_claims(found)}


def test_a_valley_below_a_tenth_of_a_millimetre(run: Run) -> None:
    found = verdicts(run, VALLEY, 1.5 * VALLEY)
    assert found == {"welding": "kind", "welding-trapezoid": "differs", "welding-optimum": "kind"}
    (first, _, _) = welding_claims(Welding(SEAM, VALLEY, 1.5 * VALLEY, run))
    assert "with 400/s and 1.4 times the velocity gains up to 80 µm" in first.got
    assert f"{(VALLEY <= 1e-4).sum()} of 100 pairs" in first.got


@pytest.mark.parametrize(
    ("smooth", "key"),
    [
        (1.5 * VALLEY, "welding"),
        (8e-5 * (2 - ROWS / 9), "welding-optimum"),
        (np.full(VALLEY.shape, 9e-5), "welding-optimum"),
    ],
)
def test_other_maps_turn_it(run: Run, smooth: np.ndarray, key: str) -> None:
    assert verdicts(run, smooth, VALLEY)[key] == "differs"


def test_the_distance_is_from_where_the_weight_holds_the_spot_and_across() -> None:
    line = np.linspace([0.0, 0, 0], [1.0, 0, 0], 5)
    tool = line + np.array([2e-3, 4e-5, -3e-5])
    tool[:, 2] += np.linspace(-3e-4, -5e-4, 5)
    np.testing.assert_allclose(SEAM.off(tool, line), [[0, 4e-5, -3e-5]] * 5, atol=1e-15)
    many = SEAM.off(np.stack([tool, line]), line)
    assert many.shape == (2, 5, 3)
    np.testing.assert_allclose(many[1, -1], [0, 0, 5e-4])


def test_under_way_is_from_the_start_to_the_stop() -> None:
    place = np.array([0, 0, 0, 0.1, 0.2, 0.3, 0.3, 0.3 + 1e-14])
    line = np.stack([place, 0 * place, 0 * place], axis=1)
    assert under_way(line) == slice(2, 6)


def test_the_map_shows_every_field_and_where_it_could_weld(run: Run) -> None:
    lost = 1.5 * VALLEY
    lost[0, 0] = np.inf
    figure = welding_figure(Welding(SEAM, VALLEY, lost, run))
    left, right = figure.axes
    assert [text.get_text() for text in left.texts][:2] == ["400", "342"]
    assert right.texts[0].get_text() == "–"
    outlined = [line for line in left.lines if len(line.get_xdata()) == 2]
    assert len(outlined) == 12 and not [li for li in right.lines if len(li.get_xdata()) == 2]
