"""The reference simulation beside its stored result, and beside what Dymola computed."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pinocchio as pin
import pytest

from tests.crosscheck.r3 import published, simulate
from tests.crosscheck.r3.hybrid import Settings
from tests.crosscheck.r3.mechanics import arm, arm_model
from tests.crosscheck.r3.path import PointToPoint
from tests.crosscheck.r3.plant import Plant, constrained
from tests.crosscheck.r3.write_reference import FILE, SIGNALS

pytestmark = pytest.mark.crosscheck

MODELS = {"full": simulate.full, "one_axis": simulate.one_axis}
#: Others than the one that the stored result was computed with.
METHODS = {
    "LSODA": Settings("LSODA", rtol=1e-11, atol=1e-12),
    "Radau": Settings("Radau", rtol=1e-9, atol=1e-10),
}
QUICK = METHODS["LSODA"]
#: Radians, radians per second, amperes, and seconds for the intervals of sticking.
TOLERANCE = 1e-7

#: Joint angles after a time, as Dymola with Dassl (tolerance 1e-6) has them:
#: modelica/MAP-LIB_ReferenceResults, 88a11396, FullRobot.csv; and 668b76cf, oneAxis.csv.
FULL_BY_DYMOLA = {
    0.6: [-0.131901981847, -0.338494696215, 0.613977631432, 0.343418843146, -0.242544282371,
          0.343616774202],
    1.55: [1.046277618102, -1.223207327650, -0.608902320498, 0.784784107811, 1.921649580878,
           0.785086594613],
    1.856: [1.046822326424, -1.223647196834, -0.610907884558, 0.784784107811, 1.920234682122,
            0.785339108819],
}  # fmt: skip
ONE_AXIS_BY_DYMOLA = {0.03392: [0.004158368113], 1.49792: [2.094180201220]}
#: Axes 2 and 3 at the start: how far the springs give way.
DEFLECTIONS_BY_DYMOLA = [0.274150861706671, 0.0736781805449948]
CURRENTS_BY_DYMOLA = [-1.88809133406798, -3.67883477239127, -0.600424393196762, -0.724279315393196]


def robot() -> Plant:
    return Plant(arm(), published.ROBOT_DRIVES, PointToPoint(published.ROBOT_PATH))


@pytest.mark.parametrize(
    ("model", "method"), [("full", "LSODA"), ("one_axis", "LSODA"), ("one_axis", "Radau")]
)
def test_stored_result_is_computed_again(model: str, method: str) -> None:
    stored = json.loads(FILE.read_text())[model]
    again = MODELS[model](times=np.array(stored["time"]), settings=METHODS[method])
    for name in SIGNALS:
        assert np.abs(again[name] - stored[name]).max() < TOLERANCE, name
    for ours, theirs in zip(again["stuck"], stored["stuck"], strict=True):
        assert np.abs(np.array(ours) - theirs).max() < TOLERANCE


def test_whole_robot_is_where_dymola_has_it() -> None:
    times = np.array(list(FULL_BY_DYMOLA))
    ours = simulate.full(1.9, times, QUICK)["joint_angle"]
    assert np.abs(ours - list(FULL_BY_DYMOLA.values())).max() < 1e-8


def test_one_axis_is_where_dymola_has_it() -> None:
    times = np.array(list(ONE_AXIS_BY_DYMOLA))
    ours = simulate.one_axis(1.5, times, QUICK, load=published.ONE_AXIS_LOAD_OF_DYMOLA)
    assert np.abs(ours["joint_angle"] - list(ONE_AXIS_BY_DYMOLA.values())).max() < 1e-10


def test_start_is_dymolas() -> None:
    plant = robot()
    start = plant.signals(0.0, plant.initial_state(), np.zeros(6, dtype=int))
    assert np.abs(start.spring_deflection[[1, 2]] - DEFLECTIONS_BY_DYMOLA).max() < 1e-12
    assert np.abs(start.current[1:5] - CURRENTS_BY_DYMOLA).max() < 1e-12
    assert np.abs(start.friction_torque).max() < 1e-10


@pytest.mark.parametrize("stuck", [[], [3], [4, 5], [3, 4, 5]])
def test_stuck_joints_are_held_and_the_others_obey_pinocchio(stuck: list[int]) -> None:
    rng = np.random.default_rng(1)
    model = arm_model()
    data = model.createData()
    terms = arm()
    held = np.isin(np.arange(6), stuck)
    for _ in range(100):
        q, v, torque = rng.uniform(-np.pi, np.pi, 6), rng.uniform(-3, 3, 6), rng.normal(0, 100, 6)
        M, h = terms(q, v)
        a, holding = constrained(M, torque - h, held)
        assert not a[held].any()
        assert not holding[~held].any()
        assert np.abs(pin.aba(model, data, q, v, torque - holding) - a).max() < 1e-9


@pytest.mark.parametrize("model", MODELS)
def test_friction_never_exceeds_break_away_at_rest(model: str) -> None:
    result: dict[str, Any] = MODELS[model](0.01, np.linspace(0, 0.01, 1001), QUICK)
    drives = {"full": published.ROBOT_DRIVES, "one_axis": published.ONE_AXIS_DRIVES}[model]
    at_rest = np.abs(result["motor_speed"]) == 0
    assert at_rest.any()
    limit = np.broadcast_to(drives.peak * drives.coulomb, at_rest.shape)
    assert (np.abs(result["friction_torque"])[at_rest] <= limit[at_rest] * (1 + 1e-9)).all()
