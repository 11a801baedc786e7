"""The numbers of a summary, against those worked out by hand."""

from __future__ import annotations

import json
import math
import re
import warnings
from typing import Any

import numpy as np
import pytest

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals import Run, figures
from tests.unit.signals.arm_run import arm_run

T = np.array([0.0, 1.0, 2.0])


def run_of(records: dict[str, Any], **more: Any) -> Run:
    """Records without the dimension of runs."""
    arrays = {name: np.array(values, dtype=float)[None] for name, values in records.items()}
    return Run.from_records(T, arrays, joints=["a", "b"], **{"single": True, **more})


def test_joint_errors() -> None:
    run = run_of(
        {
            "reference_joint_position": [[0, 1], [1, 1], [2, 1]],
            "joint_position": [[0, 1], [1.003, 1], [1.999, 1]],
        }
    )
    error = run.summary()["joint_error"]
    assert error.channels == ("a", "b")
    assert error.unit == "rad"
    assert error["max"] == pytest.approx([0.003, 0])
    assert error["final"] == pytest.approx([0.001, 0])
    # ∫e² dt by trapezoids: (0 + 9)/2 + (9 + 1)/2 = 9.5 mrad² s, over 2 s.
    assert error["rms"] == pytest.approx([1e-3 * math.sqrt(9.5 / 2), 0])


def test_tool_errors_and_their_part_across_a_straight_path() -> None:
    run = run_of(
        {
            "reference_tool_position": [[0, 0, 1], [3, 4, 1], [6, 8, 1]],
            # Along the path (0.6, 0.8, 0) by 1, then across it by 0.5 and along it by 1.2.
            "tool_position": [[0, 0, 1], [3.6, 4.8, 1], [6 + 0.72, 8 + 0.96, 0.5]],
        }
    )
    error = run.summary()["tool_error"]
    assert error.channels == ("whole", "across the path")
    assert error["max"] == pytest.approx([1.3, 0.5])
    assert error["final"] == pytest.approx([1.3, 0.5])
    assert error["rms"] == pytest.approx([math.sqrt((1 / 2 + (1 + 1.69) / 2) / 2), 0.25])


def test_a_bent_path_or_none_has_no_part_across() -> None:
    for path in ([[0, 0, 0], [1, 0, 0], [1, 1e-4, 0]], [[1, 1, 1]] * 3):
        run = run_of({"reference_tool_position": path, "tool_position": np.array(path) + 0.1})
        assert run.summary()["tool_error"].channels == ("whole",)


def test_there_and_back_is_straight() -> None:
    there = np.array([[0.0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.5]])
    direction = figures.line_direction(there)
    assert direction == pytest.approx(np.ones(3) / math.sqrt(3))


def test_peaks_are_of_the_motors_and_else_of_the_joints() -> None:
    torque = [[1, 0], [-3, 2], [0, 0]]
    summary = run_of({"motor_torque": torque, "joint_torque": torque}).summary()
    assert list(summary.groups) == ["motor_torque"]
    assert summary["motor_torque"]["peak"] == pytest.approx([3, 2])
    assert list(run_of({"joint_torque": torque}).summary().groups) == ["joint_torque"]
    assert run_of({"motor_current": torque}).summary()["motor_current"].unit == "A"


def energies(**changed: Any) -> dict[str, Any]:
    records: dict[str, Any] = {
        "kinetic_energy": [[1], [2], [4]],
        "potential_energy": [[-10], [0], [-8]],
        "motor_work": [[0], [9], [11]],
        "friction_loss": [[0], [1], [3]],
        "damping_loss": [[0], [1], [2.5]],
    }
    return {**records, **changed}


def test_energy_balance() -> None:
    energy = run_of(energies()).summary()["energy"]
    found = dict(zip(energy.channels, energy["value"], strict=True))
    assert found == {
        "motor_work": 11,
        "friction_loss": 3,
        "damping_loss": 2.5,
        "kinetic_energy_gain": 3,
        "potential_energy_gain": 2,
        "balance_residual": pytest.approx(0.5),  # 11 + (1 − 10) − (4 − 8) − (3 + 2.5)
    }


def test_energies_that_are_not_finite_are_told() -> None:
    for value in (math.nan, math.inf):
        text = run_of(energies(motor_work=[[0], [9], [value]])).summary().text()
        assert re.search(r"motor work +—$", text, re.MULTILINE)


def test_values_too_large_to_be_squared_give_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        summary = run_of({"motor_torque": [[1, 0], [1e300, 2], [0, 0]]}).summary()
    assert summary["motor_torque"]["peak"] == pytest.approx([1e300, 2])


def test_where_others_act_their_work_is_told_instead_of_a_residual() -> None:
    energy = run_of(energies(), provenance={"acted_on_by": "push"}).summary()["energy"]
    found = dict(zip(energy.channels, energy["value"], strict=True))
    assert found["work_from_outside"] == pytest.approx(-0.5) and "balance_residual" not in found


def test_no_balance_unless_all_is_recorded() -> None:
    records = energies()
    del records["damping_loss"]
    assert "balance_residual" not in run_of(records).summary()["energy"].channels


def test_saturations_that_happened() -> None:
    counts, first = np.array([[0, 5]]), np.array([[math.nan, 0.25]])
    flags = {"torque_limited": (counts, first), "quiet": (0 * counts, math.nan * first)}
    for dimension, channel in (("motor", "b"), ("channel", "channel 1")):
        run = run_of(
            energies(),
            saturations=flags,
            dimensions=dict.fromkeys(flags, dimension),
        )
        (found,) = run.summary().saturations
        assert (found.flag, found.channel, found.count) == ("torque_limited", channel, 5)
        assert (found.first_time, found.run, found.runs) == (0.25, None, None)


def test_what_was_not_recorded_is_told() -> None:
    summary = run_of(energies()).summary()
    with pytest.raises(InputError, match=r"no figures 'tool_error': .*expected one of energy"):
        summary["tool_error"]


def many() -> Run:
    error = np.zeros((21, 3, 2))
    error[:, 1, 0] = np.arange(21) * 1e-3  # 0 to 20 mrad
    error[4, 1, 0] = -0.05
    error[20, 2, 1] = math.nan
    counts, first = np.zeros((21, 2), dtype=int), np.full((21, 2), math.nan)
    counts[[3, 5], 1], first[[3, 5], 1] = (2, 7), (0.5, 0.3)
    return Run.from_records(
        T,
        {"joint_position": -error, "reference_joint_position": 0 * np.nan_to_num(error)},
        joints=["a", "b"],
        runs=range(100, 121),
        saturations={"limited": (counts, first)},
    )


def test_statistics_over_runs() -> None:
    summary = many().summary()
    assert summary.failed == (120,)
    assert summary["joint_error"]["max"].shape == (21, 2)
    leaf = summary.to_dict()["joint_error"]["a"]["max"]  # type: ignore[index]
    # All but run 104 are at their number of mrad; run 120 failed, and counts nowhere.
    kept = np.array(sorted([*(k for k in range(20) if k != 4), 50]))
    assert leaf == pytest.approx(
        {
            # Between the 20 values: at 0.5 · 19, 0.05 · 19 and 0.95 · 19 of their numbers.
            "median": 1e-3 * (0.5 * kept[9] + 0.5 * kept[10]),
            "low": 1e-3 * (0.05 * kept[0] + 0.95 * kept[1]),
            "high": 1e-3 * (0.95 * kept[18] + 0.05 * kept[19]),
            "worst": 0.05,
            "worst_run": 104,
        }
    )
    (found,) = summary.saturations
    assert (found.count, found.first_time, found.run, found.runs) == (9, 0.3, 105, 2)


def test_values_that_are_not_finite_do_not_count() -> None:
    values = np.array([math.nan, 1.0, math.inf, -3.0])
    found = figures.statistics(values, np.arange(4))
    assert found is not None
    assert (found.median, found.worst, found.worst_run) == (-1, -3, 3)
    assert figures.statistics(values[:1], np.arange(1)) is None


def test_rms_of_records_that_are_not_equally_far_apart() -> None:
    def rms(time: Array) -> float:
        return float(figures.rms(time, np.sin(time)[:, None])[0])

    time = 2 * np.pi * np.linspace(0, 1, 2001) ** 2
    assert rms(time) == pytest.approx(math.sqrt(0.5), rel=1e-5)
    assert figures.rms(np.zeros(1), np.array([[-2.0]])) == pytest.approx([2])


def test_dictionary_is_json_without_nan() -> None:
    for run in (arm_run(records=101), many(), run_of(energies(motor_work=[[0], [1], [math.nan]]))):
        text = json.dumps(run.summary().to_dict(), allow_nan=False)
        assert '"unit"' in text


def test_text_of_one_run() -> None:
    run = run_of(
        {
            "reference_joint_position": np.zeros((3, 2)),
            "joint_position": [[0, 0], [1.5e-6, 0], [-2.25e-5, 0]],
            **energies(),
        },
        provenance={
            "scenario": "line",
            "robot": "rx90b",
            "wall_seconds": 0.008,
            "complete": False,
        },
        saturations={"limited": ([[0, 5]], [[math.nan, 0.25]])},
        dimensions={"limited": "joint"},
    )
    assert run.summary().text() == (
        """\
line · rx90b
2 s simulated in 8 ms, 250 × real time
NOT COMPLETE: the run stopped before its end

tracking error of the joints, µrad    max    rms  final
  a                                 22.50  11.30  22.50
  b                                  0.00   0.00   0.00

energy
  motor work             11.00 J
  friction loss          3.000 J
  damping loss           2.500 J
  kinetic energy gain    3.000 J
  potential energy gain  2.000 J
  balance residual       0.500 J

limits reached  times  first at
  limited  b        5    0.25 s
"""
    )


def test_text_of_many_runs() -> None:
    text = many().summary().text()
    assert "21 runs of 2 s simulated" in text
    assert "NOT FINITE: 1 of 21 runs, left out below: run 120" in text
    assert "tracking error of the joints, mrad  median   5 %   95 %  worst  in run" in text
    assert "  a  max                             10.50  0.95  20.55  50.00     104" in text
    assert "  limited  channel 1      9     0.3 s     105     2" in text


def test_a_made_up_arm() -> None:
    run = arm_run(records=201)
    summary = run.summary()
    assert summary["tool_error"].channels == ("whole", "across the path")
    assert abs(summary["energy"]["value"][-1]) < 1e-9
    assert summary.real_time_factor == pytest.approx(2 / 0.0081)
