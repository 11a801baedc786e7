"""Planted results of the study of friction: see `planted.py`."""

from __future__ import annotations

from tests.unit.studies.planted_result import plant

_FOLLOWED = {
    "follow-one": plant("the filter stays where it began", off=(0.9, 22.0), fallen=(21.3, 0.2)),
    "follow-three": plant("α₃ is not seen", off=(0.9, 60.0)),
    "follow-drift": plant(
        "the model has no errors",
        static=(-33.5, -0.5),
        viscous=(30.0, 0.4),
        quadratic=(-144.0, -1.6),
        fast=(-12.0, 0.2),
    ),
    "follow-medium": plant("as S4 has it", off=(8.6, 1.0)),
    "follow-cured": plant("links move as their motors do", off=(6.1, 95.0)),
    "follow-consistent": plant(
        "noise is four times what the filter believes, or a fourth",
        true=(0.99, 16.0),
        plain=(12.6, 0.8),
        cured=(0.98, 0.06),
    ),
    "follow-dynamic": plant(
        "bristles as soft as rubber; none at all", longest=(0.07, 2.0), largest=(0.085, 0.001)
    ),
    "follow-seen": plant(
        "F_s and v_s change places, and α₃ multiplies the speed",
        static=(0.01, 1.0),
        stribeck=(1.0, 0.01),
        coulomb=(0.85, 0.01),
        quadratic=(114.0, 8.0),
    ),
    "follow-other-law": plant(
        "the law's viscous friction has the wrong sign; its surprise is not counted",
        fast=(1.1, 200.0),
        surprise=(4.4, 1.0),
    ),
    "follow-diagnosis": plant(
        "every arm alarms; none does; temperature has the wrong sign",
        alarms=(0.0, 1.0),
        least=(0.97, 0.0),
        temperatures=(1.0, 0.5),
    ),
}

_FOUND = {
    "equal-weights": plant("friction has no Stribeck effect", slow=(0.12, 0.01)),
    "slow-weights": plant("weights are left out", slow=(0.08, 1.0), fast=(0.23, 0.01)),
    "extended": plant("α₃ is left out", off=(0.004, 0.12)),
    "alpha-negative": plant("friction grows as v²", errors=(-256.0, 40.0), beyond=(-0.9, 7.0)),
    "weight-cancels": plant(
        "torques of one direction alone; a payload that nobody names; a false alarm",
        payload=(0.025, 0.8),
        named=(1, 0),
        unnamed=(0, 1),
    ),
    "standard-errors": plant("errors a third of what they are", within=(1.0, 0.7), rms=(0.8, 3.0)),
    "joint-fit": plant("F_c is free twice, and α₃ left out", numbers=(8, 9), off=(0.007, 0.1)),
    "joint-fit-static": plant("as S4 has it", static=(0.007, -0.01), dip=(-0.01, 0.01)),
    "critical": plant(
        "warm and cold are exchanged", static=(1.17, 0.86), viscous=(0.46, 2.2), linear=(0.02, 50.0)
    ),
    "no-local-minima": plant(
        "half of the starts end elsewhere", costs=(6e-10, 0.5), ends=(4e-5, 0.9)
    ),
    "flat-along-stiffness": plant("as S4 has it", ratio=(0.41, 5.0)),
    "mean-of-ends": plant(
        "positions filtered too much, torques half a sample late",
        stiffness=(0.004, 0.6),
        damping=(0.013, 0.17),
        inside=(2, 0),
    ),
    "flexible-inverse": plant("springs are left out", ratio=(0.21, 1.0)),
    "laws": plant(
        "the Stribeck effect is left out, of Maxwell slip too", dahl=(1.95, 1.0), gms=(0.8, 1.2)
    ),
    "warm-bristles": plant(
        "warm and cold are exchanged", stiffness=(0.7, 1.43), damping=(0.69, 1.45)
    ),
}

_WARMING = {
    "warm-hour": plant(
        "friction does not depend on temperature; the gear takes hours",
        lower=(0.83, 1.0),
        last=(0.004, 0.2),
    ),
    "warm-thermal": plant(
        "heat is counted twice; warm and cold are exchanged",
        capacity=(1.0, 2.0),
        resistance=(1.0, 0.5),
        curve=(0.0102, 0.15),
    ),
    "warm-blind": plant("the temperature stands still", constant=(0.97, 0.1), alike=(0.9998, 0.5)),
}

FRICTION = {**_FOUND, **_WARMING, **_FOLLOWED}
