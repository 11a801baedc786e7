"""What the study says of gains follows from the gains that it tried."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Run
from armwright.studies.rx90b.claims.variants import variants_claims
from armwright.studies.rx90b.runs import FAR, GAINS, INTEGRALS, Variants

#: Deviations that fall with both gains, µm, as the grid of the study has them.
GRID = 1e-6 * (300 - np.array(GAINS)[:, None] - 0.005 * np.array(INTEGRALS))
#: Down to 34 µm at 1000/s, and up to 2.6 mm.
LIMITED = 1e-6 * np.array([169, 123, 76, 58, 49, 41, 39, 36, 34, 60, 300, 900, 2640])


def found(run: Run, grid: np.ndarray = GRID, far: np.ndarray = LIMITED) -> Variants:
    many = Run(run.data[["tool_position"]].expand_dims("run"))
    return Variants(many, many, GRID, run, grid, far, 169e-6)


def verdicts(variants: Variants) -> dict[str, str]:
    return {claim.key: claim.verdict for claim in variants_claims(variants)}


def test_gains_have_an_optimum(run: Run) -> None:
    assert len(FAR) == len(LIMITED)
    assert verdicts(found(run)) == {"variants": "kind", "tuning": "kind", "gain-limit": "kind"}
    (limit,) = [claim for claim in variants_claims(found(run)) if claim.key == "gain-limit"]
    assert "1000/s leaves least, 34.0 µm" in limit.got and "1500/s 2.6 mm" in limit.got


@pytest.mark.parametrize("far", [np.sort(LIMITED)[::-1], np.full(len(FAR), 169e-6)])
def test_gains_that_are_better_without_end_or_do_nothing_turn_it(run: Run, far: np.ndarray) -> None:
    assert verdicts(found(run, far=far))["gain-limit"] == "differs"


def test_a_full_model_with_another_best_pair_turns_it(run: Run) -> None:
    other = GRID.copy()
    other[0, 0] = 0.5 * GRID.min()
    assert verdicts(found(run, grid=other))["tuning"] == "differs"
    assert verdicts(found(run, grid=1.05 * GRID))["tuning"] == "differs"
