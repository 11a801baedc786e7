"""S2's equations under water give the computed checks, row by row."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.studies.underwater.loop import closed_loop
from armwright.studies.underwater.runs import (
    ADDED,
    AS_PRINTED,
    AXIAL,
    BOTH,
    DRAG,
    DROPPED,
    DROPPED_BOTH,
    determinants,
    printed_energy,
    printed_motion,
)
from armwright.studies.underwater.source import (
    DETERMINANT,
    K_DRAG,
    LIMITS,
    NO_LIMIT,
    K,
    SourceModel,
    consistent_added_mass,
    drag,
)
from tests.closed_forms.arms import underwater_two_link as form

#: Positions at 1, 5, 6, 10, 20 s; largest velocities.
CHECKS = {
    ADDED: (
        "0.16426 -0.38478 0.79146 -1.12064 0.72313 -0.60036 0.53551 1.31638 1.60613 1.99305",
        "0.29286 1.14953",
    ),
    DRAG: (
        "0.21534 -0.50158 0.49257 -0.89189 0.27923 -0.21470 0.14749 0.06346 0.09832 0.06827",
        "0.32951 0.97679",
    ),
    BOTH: (
        "0.14908 -0.35664 0.49769 -0.93338 0.37880 -0.49454 0.13786 0.19810 0.08915 0.21903",
        "0.24488 0.78163",
    ),
    AXIAL: (
        "0.14897 -0.35637 0.49839 -0.93448 0.38193 -0.50038 0.14182 0.19152 0.09371 0.21252",
        "0.24442 0.77625",
    ),
    DROPPED: (
        "0.16531 -0.39061 0.80089 -1.43975 0.76348 -1.12703 0.45746 0.30588 0.67641 0.54169",
        "0.29779 0.72944",
    ),
    DROPPED_BOTH: (
        "0.14971 -0.36044 0.49520 -1.02584 0.38031 -0.62598 0.11538 0.05808 0.03541 0.08022",
        "0.24736 0.71830",
    ),
}
#: By limit: u(0), s at the limit, largest |e_t|, when, e_t(10 s), largest difference to no limit.
LOOPS = {
    "±10, ±20 N m": "10 -20 0.02 0.075 0.0722 0.1213 1.94 0.90 -0.0066 0 0.0047 0.0157",
    "±4, ±10 N m": "4 -10 0.08 0.15 0.0711 0.1177 1.98 0.93 -0.0065 0 0.0105 0.0335",
    NO_LIMIT: "12.5 -50 0 0 0.0723 0.1234 1.94 0.88 -0.0066 0 0 0",
}
#: How close: two digits of times and four of angles are given.
CLOSE = np.repeat([1e-6, 6e-3, 1e-4, 0.01, 1.1e-4, 1.1e-4], 2)


@pytest.mark.parametrize("case", CHECKS)
def test_the_open_loop_of_the_printed_equations(case: str) -> None:
    motion = printed_motion(AS_PRINTED[case])
    positions, velocities = (np.array(one.split(), float) for one in CHECKS[case])
    found = np.concatenate([motion.at(t) for t in (1.0, 5.0, 6.0, 10.0, 20.0)])
    np.testing.assert_allclose(found, positions, atol=6e-6)
    np.testing.assert_allclose(np.abs(motion.v).max(axis=0), velocities, atol=2e-5)


def test_the_energy_of_the_printed_equations_drifts() -> None:
    t, energy = printed_energy()
    at = [int(np.argmin(np.abs(t - one))) for one in (0, 5, 10, 20)]
    np.testing.assert_allclose(energy[at], [0.429, 0.446, 0.336, 0.425], atol=6e-4)


def test_the_printed_matrix() -> None:
    """Per length 4.0252 kg and 25.625 kg/m; least eigenvalue 0.133, determinant constant."""
    printed, consistent, least = determinants()
    assert round(K, 4) == 4.0252 and K_DRAG == 25.625
    assert round(DETERMINANT, 4) == 1.8002 and np.ptp(printed) < 1e-12
    np.testing.assert_allclose(printed, DETERMINANT)
    assert round(least.min(), 3) == 0.133
    np.testing.assert_allclose([consistent.min(), consistent.max()], K * K * np.array([4, 7]) / 36)
    water = form.WaterNumbers(K, K, K_DRAG, K_DRAG)
    for angle in (0.0, 0.7, -2.0):
        np.testing.assert_allclose(
            consistent_added_mass(np.cos(angle)), form.added_mass(water, angle)
        )


def test_the_fifth_case_of_the_drag_is_right_but_for_the_lever_arm() -> None:
    """All of link 2 moves alike: the moment about joint 2 is that of the closed form, and what the
    other cases lead to. In them x³/3 stands where x⁴/4 belongs."""
    water = form.WaterNumbers(K, K, K_DRAG, K_DRAG)
    for rates, right in (((0.8, -0.8), True), ((0.8, 0.3), False), ((0.5, -1.6), False)):
        v = np.array(rates)
        ours, printed = form.drag(water, 0.6, v), drag(np.cos(0.6), v)
        assert bool(abs(ours[1] - printed[1]) < 1e-12) is right
        assert abs(ours[0] - printed[0]) > 0.1
        np.testing.assert_allclose(drag(np.cos(0.6), v + np.array([0, 1e-9])), printed, rtol=1e-8)


@pytest.mark.crosscheck
def test_the_controllers_around_the_printed_equations() -> None:
    t = np.linspace(0.0, 10.0, 10001)
    loops = {
        name: closed_loop(SourceModel(), (1.0, -1.0), limits, t) for name, limits in LIMITS.items()
    }
    for name, text in LOOPS.items():
        q, torque, error = loops[name]
        busy = (np.abs(torque) >= (1 - 1e-9) * np.array(LIMITS[name])).sum(axis=0) * 1e-3
        found = [
            torque[0],
            busy,
            np.abs(error).max(axis=0),
            t[np.abs(error).argmax(axis=0)],
            error[-1],
            np.abs(q - loops[NO_LIMIT][0]).max(axis=0),
        ]
        gaps = np.abs(np.concatenate(found) - np.array(text.split(), float))
        assert (gaps < CLOSE).all(), (name, gaps)


@pytest.mark.crosscheck
def test_one_link_alone_moves_the_other_a_little() -> None:
    t = np.linspace(0.0, 10.0, 2001)
    for goal, other, moved in (((1.0, 0.0), 1, 0.008), ((0.0, -1.0), 0, 0.015)):
        q, _, _ = closed_loop(SourceModel(), goal, LIMITS["±10, ±20 N m"], t)
        assert abs(np.abs(q[:, other]).max() - moved) < 6e-4
