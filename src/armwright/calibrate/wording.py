"""What a fit found, as numbers with names: parameters, combinations, and what is left out."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr

from armwright.arrays import Array
from armwright.calibrate.model import Elements, PoseModel
from armwright.calibrate.observability import Directions
from armwright.calibrate.structure import structural
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


def left_out_of(model: PoseModel, unseen: Array) -> tuple[str, ...]:
    """In words: how many directions no poses could tell, and those that these poses do not."""
    never = structural(model).unseen
    rest = unseen - never @ (never.T @ unseen)
    U, s, _ = np.linalg.svd(rest, full_matrices=False)
    ours = U[:, s > 0.5]
    found = []
    if never.shape[1]:
        kinds = " and ".join(sorted({one.kind for one in model.measured.targets}))
        found.append(
            f"{never.shape[1]} combinations that no poses could tell from the {kinds} of these "
            "targets: shifts and turns along an axis count in the frame before it or behind it"
        )
    for k in range(ours.shape[1]):
        found.append(_largest(model, ours[:, k]))
    return tuple(found)


def _largest(model: PoseModel, direction: Array) -> str:
    names = model.elements.names
    order = [int(k) for k in np.argsort(-np.abs(direction))[:3] if abs(direction[k]) > 0.2]
    text = ", ".join(f"{names[k]} ({direction[k]:+.2f})" for k in order)
    return f"{text}: these poses do not tell it from zero{_hardly_moves(model, names[order[0]])}"


def _hardly_moves(model: PoseModel, element: str) -> str:
    """A likely reason: the joint that the direction is about."""
    joints = model.geometry.robot.joint_names
    for k, name in enumerate(joints):
        if element.startswith(f"joints.{name}."):
            span = float(np.ptp(model.measured.joints[:, k]))
            if span < 0.5:
                return f"; joint '{name}' moves by only {span:.2g} rad or m"
    return ""
