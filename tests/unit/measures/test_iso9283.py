"""From continuous signals to characteristics: rests, cycles, tests, and what is refused."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import xarray as xr

from armwright import InputError, Run, load
from armwright.measures.iso9283 import (
    MEASURES,
    TESTS,
    Characteristic,
    Cutting,
    ToolSignals,
    evaluate,
    find_dwells,
    settling,
    tool_signals,
)
from armwright.measures.iso9283.cube import largest_cube
from armwright.signals import Log

RATE, MOVE, DWELL = 200.0, 0.5, 0.4


def tour(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Times, and positions from each place to the next, with rests."""
    move, dwell = round(MOVE * RATE), round(DWELL * RATE)
    s = np.linspace(0, 1, move + 1)[1:, None]
    parts = [np.repeat(places[:1], dwell, axis=0)]
    for a, b in pairwise(places):
        parts += [a + (b - a) * s, np.repeat(b[None], dwell, axis=0)]
    position = np.concatenate(parts)
    return np.arange(len(position)) / RATE, position


P = np.array([[0.0, 0, 0], [1.0, 0, 0], [0, 1.0, 0]])


def rows_of(result: Any) -> dict[tuple[str, str], Characteristic]:
    return {(row.symbol, row.where): row for row in result.rows}


def off(count: int, seed: int = 0) -> np.ndarray:
    """What arms do: each visit has its own error, kept for the whole rest."""
    return 1e-3 * np.random.default_rng(seed).normal(size=(count, 3))


def visited(order: list[int]) -> tuple[ToolSignals, np.ndarray]:
    """Signals, and what was attained in each visit."""
    errors = off(len(order))
    time, command = tour(P[order])
    _, attained = tour(P[order] + errors)
    return ToolSignals(time, attained, command), P[order] + errors


def test_rests_are_found_and_sorted_by_pose() -> None:
    signals, _ = visited([0, 1, 2, 0, 1, 2, 0])
    found = signals.dwells(0.1)
    assert [rest.pose for rest in found.rests] == [0, 1, 2, 0, 1, 2, 0]
    assert found.poses == pytest.approx(P)
    length = round(DWELL * RATE)
    for k, rest in enumerate(found.rests):
        assert rest.end - rest.begin in (length, length + 1)
        assert rest.begin == pytest.approx(k * (MOVE + DWELL) * RATE, abs=1)
    assert len(found.at(0)) == 2  # the first is not attained by a move


def test_rests_are_found_in_noise_without_a_command() -> None:
    signals, attained = visited([0, 1, 2, 0, 1, 2, 0])
    noise = 2e-4 * np.random.default_rng(1).normal(size=signals.position.shape)
    noisy = ToolSignals(signals.time, signals.position + noise)
    found = noisy.dwells(0.2)
    assert [rest.pose for rest in found.rests] == [0, 1, 2, 0, 1, 2, 0]
    for rest, place in zip(found.rests, attained, strict=True):
        assert np.abs(noisy.position[rest.late].mean(axis=0) - place).max() < 2e-4
    result = rows_of(evaluate("poses", noisy, Cutting(shortest=0.2)))
    assert {symbol for symbol, _ in result} == {"RP_l"}


def test_poses_from_signals_are_those_of_the_visits() -> None:
    signals, attained = visited([0, 1, 2] * 31 + [0])
    found = rows_of(evaluate("poses", signals, Cutting(names={"P2": P[1]})))
    mine = attained[1::3]
    centre = sum(mine) / len(mine)
    l = [float(np.sqrt(sum((p - centre) ** 2))) for p in mine]
    mean = sum(l) / len(l)
    spread = (sum((x - mean) ** 2 for x in l) / (len(l) - 1)) ** 0.5
    assert found["RP_l", "P2"].value == pytest.approx(mean + 3 * spread, rel=1e-9)
    assert found["AP_p", "P2"].value == pytest.approx(np.sqrt(sum((centre - P[1]) ** 2)), rel=1e-6)
    assert found["AP_p", "P2"].cycles == 31 and found["AP_p", "P2"].enough
    assert found["AP_p", "pose 1"].cycles == 31
    assert not rows_of(evaluate("poses", signals, Cutting(skipped=2)))["AP_p", "pose 1"].enough


def test_what_the_tool_does_early_in_a_rest_does_not_count() -> None:
    """It lags behind, and arrives with a time constant of 20 ms."""
    time, command = tour(P[[0, 1, 2, 0, 1, 2, 0]])
    position, lag = np.empty_like(command), np.exp(-1 / (0.02 * RATE))
    position[0] = command[0]
    for k in range(1, len(command)):
        position[k] = command[k] + (position[k - 1] - command[k]) * lag
    found = rows_of(evaluate("poses", ToolSignals(time, position, command)))
    assert found["AP_p", "pose 2"].value < 2e-5
    times = rows_of(evaluate("settling", ToolSignals(time, position, command), Cutting(band=1e-3)))
    assert times["OV", "pose 2"].value == 0 and times["t_s", "pose 2"].value == 0


def test_orientations_are_recorded_column_by_column() -> None:
    from scipy.spatial.transform import Rotation

    time, command = tour(P[[0, 1] * 4])
    wanted = Rotation.from_rotvec([0.4, -0.2, 0.7]).as_matrix()
    turned = Rotation.from_rotvec([0.0, 0.002, -0.001]).as_matrix() @ wanted
    data = xr.Dataset(
        {
            "tool_position": (("time", "axis"), command),
            "reference_tool_position": (("time", "axis"), command),
            "rotation of tool": (("time", "nine"), np.tile(turned.T.ravel(), (len(time), 1))),
            "reference_rotation of tool": (
                ("time", "nine"),
                np.tile(wanted.T.ravel(), (len(time), 1)),
            ),
        },
        coords={"time": time},
    )
    found = rows_of(evaluate("poses", tool_signals(data)))
    angles = [found[f"AP_{part}", "pose 2"].value for part in "abc"]
    assert angles == pytest.approx([0, 0.002, -0.001], abs=1e-9)
    assert found["RP_b", "pose 2"].value == pytest.approx(0, abs=1e-12)


def test_distances_are_of_the_same_cycle() -> None:
    signals, attained = visited([1, 0] * 6)
    found = rows_of(evaluate("distance", signals, Cutting(names={"P2": P[0], "P4": P[1]})))
    visits = attained[1:]
    lengths = [np.linalg.norm(a - b) for a, b in zip(visits[:-1:2], visits[1::2], strict=True)]
    assert found["AD_p", "P2 to P4"].value == pytest.approx(np.mean(lengths) - 1, rel=1e-6)
    assert found["RD", "P2 to P4"].value == pytest.approx(3 * np.std(lengths, ddof=1), rel=1e-6)
    with pytest.raises(InputError) as caught:
        evaluate("distance", visited([0, 1, 2, 0])[0])
    assert str(caught.value) == (
        "iso9283, distance: distances are measured between two poses (got rests at 3 poses)"
    )


def test_directions_are_told_apart_by_where_the_tool_came_from() -> None:
    beside = np.array([[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]])
    shift = 1e-3 * np.array([[1.0, 0, 0], [0, 2.0, 0], [0, 0, 3.0]])
    places, attained = [np.zeros(3)], [np.zeros(3)]
    for _ in range(4):
        for k in range(3):
            places += [beside[k], np.zeros(3)]
            attained += [beside[k], shift[k]]
    time, command = tour(np.array(places))
    _, position = tour(np.array(attained))
    found = rows_of(evaluate("approaches", ToolSignals(time, position, command)))
    assert found["vAP_p", "pose 1"].value == pytest.approx(1e-3 * np.hypot(2, 3), rel=1e-6)
    assert found["vAP_p", "pose 1"].cycles == 4


def test_drift_needs_two_sets() -> None:
    signals, _ = visited([0, 1] * 21)
    moved = signals.position + np.where(signals.time > 20, 1e-2, 0.0)[:, None] * [0, 0, 1.0]
    found = rows_of(evaluate("drift", ToolSignals(signals.time, moved, signals.command)))
    assert found["dAP_shift", "pose 2"].value == pytest.approx(1e-2, rel=0.15)
    with pytest.raises(InputError) as caught:
        evaluate("drift", visited([0, 1] * 5)[0])
    assert str(caught.value) == (
        "iso9283: too few rests at the poses (got 5 cycles, expected two sets of 10)"
    )


def path_of(once: np.ndarray, cycles: int, back: bool) -> tuple[np.ndarray, np.ndarray]:
    """A path with rests before and after each cycle."""
    rest = np.repeat(once[:1], 100, axis=0)
    end = np.repeat(once[-1:], 100, axis=0)
    cycle = [once, end, once[::-1], rest] if back else [once, end]
    position = np.concatenate([rest, *(cycle * cycles)])
    return np.arange(len(position)) / RATE, position


def test_a_line_and_its_velocity_from_signals() -> None:
    s = np.linspace(0, 1, 401)[:, None]
    time, command = path_of(s * [0.6, 0, 0.8], 10, back=True)
    t = time[:, None]
    late = np.concatenate([command[:4], command[:-4]])  # 20 ms behind, which a path does not show
    attained = late + [0.0, 2e-3, 0] + 1e-4 * np.sin(3.7 * t) * [0, 1, 0]
    found = rows_of(evaluate("line", ToolSignals(time, attained, command)))
    assert found["AT_p", "line"].value == pytest.approx(2e-3, rel=0.06)
    assert 1e-4 < found["RT_p", "line"].value < 4e-4
    assert found["AT_p", "line"].cycles == 10 and found["AT_p", "line"].enough
    assert found["AV", "line"].value == pytest.approx(0, abs=1e-5)
    assert found["AV", "line"].note == "commanded 500 mm/s"


def test_corners_of_a_rectangle_from_signals() -> None:
    corners = np.array([[0.5, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 0], [0.5, 0, 0]])
    at = np.linspace(0, 4, 1601)
    ends = [0, 0.5, 1.5, 2.5, 3.5, 4]
    once = np.stack([np.interp(at, ends, column) for column in corners.T], axis=1)
    time, command = path_of(once, 3, back=False)
    attained = command - 0.01 * np.array([1.0, 1.0, 0])  # all of it, down to the left
    found = rows_of(evaluate("corners", ToolSignals(time, attained, command)))
    values = [found["CO", f"corner {k}"].value for k in (1, 2, 3, 4)]
    # On the second side behind (0, 1) the shift leads out of the rectangle, and so behind (0, 0).
    assert values == pytest.approx([0, 0, 0.01, 0.01], abs=1e-4)
    assert found["CR", "corner 1"].value == pytest.approx(0.01, abs=1e-4)
    with pytest.raises(InputError, match="no corners with straight sides"):
        circle = np.c_[np.cos(at * np.pi / 2), np.sin(at * np.pi / 2), 0 * at]
        t, p = path_of(circle, 2, back=False)
        evaluate("corners", ToolSignals(t, p, p))


def test_signals_come_from_whatever_has_data() -> None:
    signals, _ = visited([0, 1, 0, 1])
    data = xr.Dataset(
        {
            "tool_position": (("time", "axis"), signals.position),
            "reference_tool_position": (("time", "axis"), signals.command),
            "elsewhere": (("time", "axis"), signals.position + 1),
        },
        coords={"time": signals.time},
    )
    found = tool_signals(Run(data))
    assert found.name == "tool_position" and np.array_equal(found.command, signals.command)
    assert tool_signals(data, signal="elsewhere").position == pytest.approx(signals.position + 1)
    names = ("tool_position", "reference_tool_position")
    log = Log.from_arrays(signals.time, {name: data[name].values for name in names}, joints=["one"])
    assert np.array_equal(tool_signals(log).position, signals.position)
    assert rows_of(evaluate("poses", tool_signals(log)))["RP_l", "pose 2"].cycles == 2


def broken(**changes: Any) -> xr.Dataset:
    signals, _ = visited([0, 1, 0, 1])
    kept = {"tool_position": (("time", "axis"), signals.position)}
    return xr.Dataset({**kept, **changes}, coords={"time": signals.time})


def test_bad_signals_are_named() -> None:
    with pytest.raises(InputError) as caught:
        tool_signals(xr.Dataset({"a": ("time", [1.0])}, coords={"time": [0.0]}))
    assert str(caught.value) == (
        "iso9283: the tool's position was not recorded (got a, expected one of position of tool, "
        "tool_position, measured_tool_position)"
    )
    with pytest.raises(InputError) as caught:
        tool_signals(broken(), signal="tcp")
    assert str(caught.value) == "'tcp': no such signal (expected one of tool_position)"
    with pytest.raises(InputError) as caught:
        tool_signals(broken(), signal="tool_position").commanded("iso9283, line")
    assert str(caught.value) == (
        "iso9283, line: no 'reference_tool_position' was recorded. Record it, or take RP and RD."
    )
    values = np.array(broken()["tool_position"].values)
    values[3, 1] = np.nan
    with pytest.raises(InputError) as caught:
        tool_signals(broken(tool_position=(("time", "axis"), values)))
    assert str(caught.value) == "signal 'tool_position': not finite everywhere"
    joints = np.zeros((len(values), 2))
    with pytest.raises(InputError) as caught:
        tool_signals(broken(reference_joint_position=(("time", "joint"), joints)), load("puma560"))
    assert str(caught.value) == (
        "robot 'puma560': has another number of joints (got 6, expected 2, as were recorded)"
    )
    with pytest.raises(InputError, match="not a run or a log"):
        tool_signals(3)


def test_missing_rests_are_named() -> None:
    t = np.arange(0, 5, 0.01)
    round_about = np.c_[np.cos(t), np.sin(t), 0 * t]
    with pytest.raises(InputError) as caught:
        find_dwells(t, round_about)
    assert str(caught.value) == (
        "position: the tool rests nowhere (got 4.99 s without a rest of 0.1 s within 0.000283 mm). "
        "Let it dwell at the poses, or say what counts as a rest."
    )
    with pytest.raises(InputError, match="the tool does not move"):
        find_dwells(t, 0 * round_about)
    with pytest.raises(InputError) as caught:
        evaluate("poses", visited([0, 1, 2])[0])
    assert str(caught.value) == (
        "iso9283: too few rests at the poses (got 3 rests at 3 poses, expected each pose twice or "
        "more)"
    )
    with pytest.raises(InputError) as caught:
        evaluate("line", ToolSignals(t, round_about, round_about))
    assert "the tool rests nowhere" in str(caught.value)
    with pytest.raises(InputError) as caught:
        evaluate("posters", visited([0, 1])[0])
    assert str(caught.value).startswith("iso9283: unknown test (got 'posters', expected one of ")


def test_an_arm_that_does_not_settle_is_named() -> None:
    t = np.arange(0, 1, 0.01)
    with pytest.raises(InputError) as caught:
        settling(t, np.c_[t, 0 * t, 0 * t], [0, 0, 0], 0.1)
    assert str(caught.value) == (
        "position: the tool does not settle (got 0.99 m from the attained position in the last "
        "record, expected within 0.1 m). Try a longer dwell, or a wider limit band."
    )


def test_every_characteristic_has_a_clause_and_says_what_confirms_it() -> None:
    for measure in MEASURES.values():
        assert measure.clause and measure.basis and measure.cycles in (3, 10, 30)
    assert {"AP", "RP", "vAP", "AD", "RD", "OV", "dAP", "dRP", "AT", "RT", "CR", "CO"} <= set(
        MEASURES
    )
    assert {"AV", "RV", "FV", "WS", "WF", "ATr", "E", "C", "t_s", "t_p"} <= set(MEASURES)
    assert len(TESTS) == 11


@pytest.mark.crosscheck
def test_the_largest_cube_is_inside_the_reach_and_a_larger_one_is_not() -> None:
    robot = load("six_axis")
    posture = np.radians([-20, 110, -30, 0, 20, 0])
    cube = largest_cube(robot, posture, grid=12)
    assert 0.3 < cube.side < 0.6
    from armwright.measures.iso9283.cube import _Reach

    reach = _Reach(robot, posture, None)
    assert reach(cube.corners).all()
    grown = cube.centre + 1.25 * (cube.corners - cube.centre)
    assert not reach(grown).all()


def test_an_arm_in_a_plane_has_no_cube() -> None:
    with pytest.raises(InputError, match="no test cube fits into the arm's reach"):
        largest_cube(load("two_axis"), [0.3, 0.2], grid=6)
