"""References in joint space: point to point, paths, holding, steps."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import casadi as cs
import numpy as np
import pytest

from armwright import InputError
from armwright.block import Block, Quantities
from armwright.blocks.references import REFERENCES
from armwright.compiler import compile_program, make_program
from tests.support.references import Motion, at_times, site_of, slope

# Manutec r3: Otter and Türk 1988, as in Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.
BEGIN = np.array([-60, 20, 90, 0, -110, 0])
END = np.array([60, -70, -35, 45, 110, 45])
SPEED = np.array([3, 1.5, 5, 3.1, 3.1, 4.1])
ACCELERATION = np.array([15, 15, 15, 60, 60, 60])
MANUTEC = {"begin": BEGIN, "end": END, "degrees": True, "acceleration": ACCELERATION}


def make(kind: str, **settings: Any) -> Block:
    return REFERENCES[kind](**settings)


def kinematic_ptp2(times: np.ndarray) -> Motion:
    """Transcribed from the Modelica Standard Library: phase by phase, with its own names."""
    q_begin, deltaq = np.radians(BEGIN), np.radians(END - BEGIN)
    sd_max = 1 / np.abs(deltaq / SPEED).max()
    sdd_max = 1 / np.abs(deltaq / ACCELERATION).max()
    Ta1, Ta2 = math.sqrt(1 / sdd_max), sd_max / sdd_max
    assert Ta2 < Ta1  # there is a phase of constant speed
    Tv = 1 / sd_max
    Te = Tv + Ta2
    s1 = sdd_max * Ta2**2 / 2
    s2 = s1 + sd_max * (Tv - Ta2)
    s3 = s2 + sd_max * (Te - Tv) - sdd_max / 2 * (Te - Tv) ** 2
    rows = []
    for t in times:
        if t < Ta2:
            s, sd, sdd = sdd_max / 2 * t**2, sdd_max * t, sdd_max
        elif t < Tv:
            s, sd, sdd = s1 + sd_max * (t - Ta2), sd_max, 0.0
        elif t < Te:
            s = s2 + sd_max * (t - Tv) - sdd_max / 2 * (t - Tv) ** 2
            sd, sdd = sd_max + (Tv - t) * sdd_max, -sdd_max
        else:
            s, sd, sdd = s3, 0.0, 0.0
        rows.append((q_begin + deltaq * s, deltaq * sd, deltaq * sdd))
    return Motion(*(np.array(part) for part in zip(*rows, strict=True)))


def test_manutec_moves_as_in_modelica() -> None:
    times = np.linspace(0, 2, 2001)
    ours = at_times(make("joint_ptp", speed=SPEED, **MANUTEC), site_of("manutec_r3"), times)
    for got, expected in zip(ours, kinematic_ptp2(times), strict=True):
        assert np.abs(got - expected).max() < 1e-12


def test_speed_is_by_default_that_of_the_arm() -> None:
    times = np.linspace(0, 2, 201)
    ours = at_times(make("joint_ptp", **MANUTEC), site_of("manutec_r3"), times)
    assert np.abs(ours.position - kinematic_ptp2(times).position).max() < 1e-12


def test_an_arm_without_speed_limits_wants_to_be_told() -> None:
    block = make("joint_ptp", begin=[0] * 6, end=[1] * 6, acceleration=1)
    with pytest.raises(InputError) as caught:
        at_times(block, site_of("puma560"), [0.0])
    assert str(caught.value) == (
        "block 'joint_ptp': parameter 'speed' is missing (expected the largest speed of each "
        "joint; unless given, the arm's own limit in rad/s)"
    )


def test_every_joint_keeps_its_limits_and_one_reaches_them() -> None:
    times = np.linspace(0, 3, 3001)
    motion = at_times(make("joint_ptp", speed=SPEED, **MANUTEC), site_of("manutec_r3"), times)
    speed = np.abs(motion.velocity).max(axis=0) / SPEED
    acceleration = np.abs(motion.acceleration).max(axis=0) / ACCELERATION
    assert speed.max() == pytest.approx(1.0, abs=1e-12)
    assert acceleration.max() == pytest.approx(1.0, abs=1e-12)


def test_starts_when_told_and_stays_at_the_end() -> None:
    block = make("joint_ptp", begin=[0.1, 0], end=[0.4, -0.2], acceleration=4, start_time=0.5)
    motion = at_times(block, site_of("two_axis"), [0.0, 0.5, 0.6, 20.0])
    assert motion.position[:2].tolist() == [[0.1, 0.0]] * 2
    assert motion.position[2, 0] > 0.1
    assert np.abs(motion.position[3] - [0.4, -0.2]).max() < 1e-16
    assert np.all(motion.velocity[3] == 0) and np.all(motion.acceleration[3] == 0)


def test_no_way_to_go_is_staying() -> None:
    block = make("joint_ptp", begin=[0.1, 0.2], end=[0.1, 0.2], acceleration=4)
    motion = at_times(block, site_of("two_axis"), [0.0, 1.0])
    assert motion.position.tolist() == [[0.1, 0.2]] * 2
    assert not motion.velocity.any() and not motion.acceleration.any()


def test_derivatives_agree_with_differences() -> None:
    block = make(
        "joint_path", points=[[0, 0], [0.5, -0.1], [0.2, 0.3]], acceleration=[3, 5], dwell=0.1
    )
    h = 1e-4
    times = np.arange(0, 2.0, h)
    motion = at_times(block, site_of("two_axis"), times)
    error = np.abs(slope(motion.position, h) - motion.velocity[2:-2])
    assert error.max() < 5 * h
    assert np.quantile(error, 0.99) < 1e-10
    error = np.abs(slope(motion.velocity, h) - motion.acceleration[2:-2]).max(axis=1)
    assert np.quantile(error, 0.99) < 1e-9


def test_a_path_of_two_points_is_point_to_point() -> None:
    times = np.linspace(0, 2, 101)
    site = site_of("manutec_r3")
    two = make("joint_path", points=[BEGIN, END], degrees=True, acceleration=ACCELERATION)
    for a, b in zip(
        at_times(two, site, times),
        at_times(make("joint_ptp", **MANUTEC), site, times),
        strict=True,
    ):
        assert np.array_equal(a, b)


def test_a_path_rests_at_its_points() -> None:
    points = np.array([[0, 0], [0.5, -0.1], [0.5, -0.1], [0.2, 0.3]])
    legs = [make("joint_ptp", begin=a, end=b, speed=1, acceleration=2) for a, b in pairwise(points)]
    dwell, site = 0.25, site_of("two_axis")
    path = make("joint_path", points=points, speed=1, acceleration=2, dwell=dwell, start_time=0.1)
    lengths = [0.5 / 1 + 1 / 2, 0.0, 2 * math.sqrt(0.4 / 2)]  # the last is triangular
    start = 0.1
    for leg, length in zip(legs, lengths, strict=True):
        inside = np.linspace(0, length + dwell, 20)
        alone, part = (
            at_times(leg, site, inside),
            at_times(path, site, start + inside + 1e-12),
        )
        assert np.abs(alone.position - part.position).max() < 1e-10
        assert np.abs(alone.velocity - part.velocity).max() < 1e-10
        start += length + dwell


def test_holding() -> None:
    site = site_of("aa300")
    assert at_times(make("hold"), site, [0.0, 3.0]).position.tolist() == [[0.0] * 3] * 2
    motion = at_times(make("hold", position=[90, -0.5, 180], degrees=True), site, [2.0])
    assert motion.position.tolist() == [[math.pi / 2, -0.5, math.pi]]  # the second joint slides
    assert not motion.velocity.any() and not motion.acceleration.any()


def test_steps_of_the_source() -> None:
    heights = [15, 30, 30, 90, 90, 90]
    block = make("steps", heights=heights, times=[1, 2, 3, 4, 5, 6], degrees=True)
    site = site_of("six_axis")
    times = np.arange(0, 8000) * 1e-3
    motion = at_times(block, site, times)
    for k in range(6):
        expected = np.where(np.arange(8000) >= 1000 * (k + 1), math.radians(heights[k]), 0.0)
        assert np.array_equal(motion.position[:, k], expected)
    assert not motion.velocity.any() and not motion.acceleration.any()


def test_steps_are_not_late_by_rounding() -> None:
    block = make("steps", heights=[1, 1], times=[2.1, 0.7], begin=[1, 2])
    just_before = 3 * 0.7
    assert just_before < 2.1
    motion = at_times(block, site_of("two_axis"), [just_before, 0.6999])
    assert motion.position.tolist() == [[2, 3], [1, 2]]


def test_it_runs_as_machine_code() -> None:
    block, site = make("joint_ptp", **MANUTEC), site_of("manutec_r3")
    time = cs.SX.sym("time")
    values = {name: cs.SX(value) for name, value in block.parameters(site).items()}
    x = Quantities(values, site, time, cs.SX(0), cs.SX(0), block.name)
    outputs = {name: cs.SX(value) for name, value in block.equations(x).items()}
    shapes = dict.fromkeys(outputs, (6,))
    code = compile_program(make_program("ptp", {"time": time}, outputs, {"time": ()}, shapes))
    times = np.linspace(-1, 3, 401)
    for a, b in zip(code(times), at_times(block, site, times), strict=True):
        assert np.abs(a - b).max() < 1e-12


WRONG = {
    "too few": (
        ("joint_ptp", {"begin": [0, 0, 0], "end": [1, 1], "acceleration": 1}),
        "block 'joint_ptp': 'begin' does not fit (got (0, 0, 0), expected 2 numbers, "
        "one for each of joint1, joint2)",
    ),
    "no number": (
        ("joint_path", {"points": [[0, 0], [0, "a"]], "acceleration": 1}),
        "block 'joint_path': 'points[1]' does not fit (got (0, 'a'), expected 2 numbers, "
        "one for each of joint1, joint2)",
    ),
    "not finite": (
        ("hold", {"position": [0, math.nan]}),
        "block 'hold': 'position' does not fit (got (0, nan), expected 2 numbers, "
        "one for each of joint1, joint2)",
    ),
    "no points": (
        ("joint_path", {"points": [], "acceleration": 1}),
        "block 'joint_path': 'points' is empty (expected at least one point)",
    ),
    "times": (
        ("steps", {"heights": [1, 1], "times": [1]}),
        "block 'steps': 'times' does not fit (got (1,), expected 2 times in s, one for each joint)",
    ),
    "no acceleration": (
        ("joint_ptp", {"begin": [0, 0], "end": [1, 1]}),
        "block 'joint_ptp': parameter 'acceleration' is missing (expected the largest "
        "acceleration of each joint in rad/s²)",
    ),
}


@pytest.mark.parametrize(("given", "text"), WRONG.values(), ids=WRONG.keys())
def test_errors_say_what_is_wrong(given: tuple[str, dict[str, Any]], text: str) -> None:
    kind, settings = given
    with pytest.raises(InputError) as caught:
        at_times(make(kind, **settings), site_of("two_axis"), [0.0])
    assert str(caught.value) == text
