"""Friction takes energy: from a relaxed contact on, ∫ τ v dt is never negative for any motion.

So it is for all laws without a state, for Dahl, for LuGre with σ₁ = 0 or α₂ ≥ σ₁ (F_s − F_c)/F_c,
and for Maxwell slip with F_s = F_c. `test_friction_passivity` shows that others may give energy.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.friction_rig import NUMBERS, bench, stateless, walk, work

STRIBECK = {"coulomb": 1.0, "static": 1.5, "stribeck_velocity": 1e-3, "stiffness": 1e5}
MAXWELL = {"coulomb": 1.0, "stiffness": 1e5, "attraction": 50.0}
PASSIVE = {
    **{kind: (kind, numbers) for kind, numbers in NUMBERS.items() if stateless(kind)},
    "dahl": ("dahl", NUMBERS["dahl"]),
    "asymmetric dahl": ("dahl", {"coulomb_positive": 1, "coulomb_negative": 2, "stiffness": 1e5}),
    "lugre": ("lugre", STRIBECK),
    "lugre with damping": ("lugre", {**STRIBECK, "damping": 316.0, "viscous": 158.0}),
    "gms": ("gms", MAXWELL),
    "gms with damping": ("gms", {**MAXWELL, "damping": 100.0, "viscous": 0.4}),
    "gms10": ("gms10", MAXWELL),
}
STEPS = 4000


@pytest.mark.parametrize("name", PASSIVE)
@pytest.mark.parametrize("seed", range(3))
def test_random_motions_draw_no_energy_from_friction(name, seed):
    kind, numbers = PASSIVE[name]
    law = bench(kind, **numbers)
    for reach in (5e-6, 3e-5, 1e-3):
        step = 1e-4
        v = walk(seed, STEPS, step, reach, fastest=1e-2)
        taken = work(law, v, step)
        assert np.abs(np.sum(v)) * step < 1e-9 * reach, "a closed way"
        assert taken.min() > -1e-4 * taken.max()


@pytest.mark.parametrize("name", ["dahl", "lugre", "gms"])
def test_the_second_round_of_a_closed_way_costs_something(name):
    """∮ τ v dt ≥ 0 over a cycle that repeats itself."""
    kind, numbers = PASSIVE[name]
    law = bench(kind, **numbers)
    for seed in range(3):
        v = np.tile(walk(seed, STEPS, 1e-4, 3e-5, fastest=1e-2), 3)
        taken = work(law, v, 1e-4)
        assert taken[-1] - taken[-STEPS - 1] > 0
