"""What a fit found, as numbers with names: parameters, combinations, and what is left out."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr

from armwright.arrays import Array
from armwright.calibrate.model import Elements, PoseModel
from armwright.calibrate.observability import Directions
from armwright.fit import Combinations, FittedNumber
from armwright.fit.fit import Knowledge

#: Shares of an unknown that the data tells: above and below, it counts as seen and as unseen.
SEEN, UNSEEN = 0.999, 1e-6
#: Shares in a combination that are not worth a word.
SMALL = 0.02


def parameters_of(
    elements: Elements, x: Array, basis: Array, covariance: Array, known: Directions
) -> dict[str, FittedNumber]:
    """The nearest to the nominal numbers of all that fit equally well."""
    share = (known.seen**2).sum(axis=1)
    variance = np.einsum("ij,jk,ik->i", basis, covariance, basis)
    found = {}
    for k, name in enumerate(elements.names):
        knowledge: Knowledge = (
            "seen" if share[k] > SEEN else "prior" if share[k] < UNSEEN else "partly"
        )
        error = float("inf") if knowledge == "prior" else float(np.sqrt(max(variance[k], 0.0)))
        start = float(elements.start[k])
        found[name] = FittedNumber(
            name, start + float(x[k]), error, knowledge, start, elements.units[k]
        )
    return found


def combinations_of(
    elements: Elements, x: Array, known: Directions, covariance: Array
) -> Combinations:
    """What the data saw, each led by a number of its own: the leading numbers are independent, and
    the others are added to them with the factors in the matrix."""
    V = known.seen
    _, _, order = qr(V.T, pivoting=True, mode="economic")
    lead = np.sort(order[: V.shape[1]])
    mixing = np.linalg.inv(V[lead]).T
    matrix = mixing @ V.T  # a one at the lead of each row, and zeros at the others' leads
    size = elements.scale
    unscaled = matrix * size[lead][:, None] / size[None, :]
    transform = size[lead][:, None] * mixing
    values = unscaled @ (elements.start + x)
    names = tuple(_named(elements, row, k) for row, k in zip(matrix, lead, strict=True))
    units = tuple(elements.units[k] for k in lead)
    return Combinations(
        elements.names, names, units, unscaled, values, transform @ covariance @ transform.T
    )


def _named(elements: Elements, row: Array, lead: int) -> str:
    others = [k for k in np.argsort(-np.abs(row)) if k != lead and abs(row[k]) > SMALL]
    text = elements.names[lead]
    for k in others[:3]:
        text += f" {'+' if row[k] > 0 else '−'} {abs(row[k]):.2g} {elements.names[k]}"
    return text + (" + …" if len(others) > 3 else "")


def left_out_of(model: PoseModel, known: Directions) -> tuple[str, ...]:
    """In words, what the data does not tell: the largest shares of each unseen direction."""
    return tuple(_largest(model.elements, known.unseen[:, k]) for k in range(known.unseen.shape[1]))


def _largest(elements: Elements, direction: Array) -> str:
    order = np.argsort(-np.abs(direction))[:3]
    return ", ".join(f"{elements.names[k]} ({direction[k]:+.2f})" for k in order)
