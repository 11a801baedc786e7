"""How far a force moves the tool of an arm that holds its pose; ISO 9283:1998, clause 10."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.iso9283.checks import finite


def static_compliance(force: ArrayLike, displacement: ArrayLike) -> Array:
    """The compliance C (3, 3) in m/N, with d = C F, that fits forces F (k, 3) along the base's axes
    and the displacements d (k, 3) they cause best; 10.

    A column is what a force along one axis does; the standard asks for each direction by itself.
    """
    F = finite("force", force, -1, 3)
    d = finite("displacement", displacement, len(F), 3)
    if np.linalg.matrix_rank(F) < 3:
        raise InputError(
            "not forces along all three axes",
            where="force",
            got=f"{np.linalg.matrix_rank(F)} independent directions",
            expected="3",
        )
    C: Array = np.linalg.lstsq(F, d, rcond=None)[0].T.astype(np.float64)
    return C
