"""Configurations in which to measure: those whose responses tell most about the free numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.frequency.model import ResponseModel, free_paths
from armwright.identify.frequency.scaling import NumberScaling
from armwright.robot import Robot

#: Of log |G|, where nothing else is known about the noise.
_SPREAD = 0.03
#: Of a logarithm: how well every number is known beforehand, so that each choice has an effect.
_PRIOR = 3.0


@dataclass(frozen=True, eq=False)
class ChosenConfigurations:
    """`positions` (count, joints), best first; `places` of them among the candidates. `errors`
    (count, numbers): relative standard errors of `elements` after the first, the first two, …"""

    positions: Array
    places: tuple[int, ...]
    elements: tuple[str, ...]
    errors: Array


def choose_configurations(
    robot: Robot,
    candidates: ArrayLike,
    count: int,
    frequencies: ArrayLike,
    *,
    free: Sequence[str] | None = None,
    spread: float = _SPREAD,
) -> ChosenConfigurations:
    """The `count` of `candidates` (N, joints) that together leave the smallest volume of
    uncertainty (largest determinant of information), one after the other. `frequencies` in rad/s;
    `spread`: what log |G| will be known to."""
    q = np.atleast_2d(np.asarray(candidates, dtype=np.float64))
    if not 0 < count <= len(q):
        raise InputError(
            "how many configurations",
            where="choose_configurations",
            got=count,
            expected=f"1 to {len(q)}, the number of candidates",
        )
    w = np.asarray(frequencies, dtype=np.float64)
    model = ResponseModel(robot, free_paths(robot, free), q, w)
    found = model.answers(model.nominal, gradient=True)
    assert found.by_numbers is not None
    slopes = NumberScaling.of(model.elements, model.nominal).slopes(np.zeros(len(model.elements)))
    J = np.real(found.by_numbers / found.G) * slopes[:, None, None, None, None] / spread
    p = len(model.elements)
    J = np.moveaxis(J, 0, -1).reshape(len(q), -1, p)
    each = np.einsum("nrp,nrq->npq", J, J, optimize=True)
    total, places, errors = np.eye(p) / _PRIOR**2, list[int](), []
    for _ in range(count):
        _, gain = np.linalg.slogdet(total + each)
        gain[places] = -np.inf
        best = int(np.argmax(gain))
        places.append(best)
        total = total + each[best]
        errors.append(np.sqrt(np.diag(np.linalg.inv(total))))
    return ChosenConfigurations(q[places], tuple(places), model.elements, np.array(errors))
