"""The slow solver beside closed forms, and beside equations that are written out here."""

from __future__ import annotations

import math
from collections.abc import Mapping

import casadi as cs
import numpy as np
import pytest
from scipy.special import ellipj, ellipk

from armwright.block import Block, Input, Output, Parameter, Quantities
from armwright.blocks.disturbances import DISTURBANCES
from armwright.robot import Drive, Inertia, Joint, Link, Robot
from armwright.simulation.slow import NoSolution, interval, solve
from armwright.simulation.slow.interval import Multistep
from armwright.system import Blocks, Setup, Start, System

MASS = 2.0
METHODS: tuple[Multistep, ...] = ("adams", "bdf")


class Ramp(Block):
    """A force that grows with time."""

    force = Output("N m", signal="disturbance_joint_torque", size="joint", acts="joint")
    rate_of_force = Parameter("N m/s", size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"force": x.rate_of_force * x.time}


class Feedback(Block):
    """τ = −k q − d v + c q³."""

    q = Input("rad", signal="joint_position", size="joint")
    v = Input("rad/s", signal="joint_velocity", size="joint")
    force = Output("N m", signal="disturbance_joint_torque", size="joint", acts="joint")
    k = Parameter("N m/rad", default=0.0, size="joint")
    d = Parameter("N m s/rad", default=0.0, size="joint")
    c = Parameter("N m/rad³", default=0.0, size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"force": -x.k * x.q - x.d * x.v + x.c * x.q**3}


def body(kind: str, *, friction: Mapping[str, float] | None = None, law: str = "coulomb") -> Robot:
    """A mass on a level rail, or one that hangs below an axis, 1 m from it."""
    drive = Drive(friction=friction or {}, friction_law=law, friction_side="joint")
    centre = [0, 0, -1] if kind == "revolute" else [0, 0, 0]
    link = Link("body", Inertia(MASS, np.array(centre), np.zeros((3, 3))))
    axis = np.array([1.0, 0.0, 0.0])
    joint = Joint("joint", kind, "base", "body", axis=axis, drive=drive)  # type: ignore[arg-type]
    return Robot("body", (Link("base"), link), (joint,))


def system(robot: Robot, *blocks: Block, tick: float = 0.01, **start: float) -> System:
    first = Start(
        joint_position=(start.get("position", 0.0),),
        joint_velocity=(start.get("velocity", 0.0),),
        at_rest=False,
    )
    return System(
        Setup("test", robot, 10.0, tick=tick, blocks=Blocks(disturbances=blocks), start=first)
    )


@pytest.mark.parametrize("method", METHODS)
def test_a_pendulum_swings_as_the_elliptic_functions_say(method: Multistep) -> None:
    angle, frequency = 2.5, math.sqrt(9.81)
    m = math.sin(angle / 2) ** 2
    arm = system(body("revolute"), position=angle)
    found = solve(arm, 301, ["joint_position"], tolerance=1e-12, method=method)
    t = 0.01 * np.arange(301)
    sn = ellipj(ellipk(m) - frequency * t, m)[0]
    expected = 2 * np.arcsin(math.sqrt(m) * sn)
    assert np.abs(found["joint_position"][:, 0] - expected).max() < 1e-10


def test_a_sampled_controller_holds_its_output_between_samples() -> None:
    """Positions under piecewise constant forces: x + v h + F/m h²/2."""
    h, k, d = 0.02, 30.0, 8.0
    arm = system(body("prismatic"), Feedback(name="f", k=k, d=d, rate=1 / h), position=1.0)
    found = solve(arm, 201, ["joint_position", "disturbance_joint_torque"], record_every=2)
    x, v, expected = 1.0, 0.0, []
    for _ in range(101):
        force = -k * x - d * v
        expected.append((x, force))
        x, v = x + h * v + force / MASS * h**2 / 2, v + force / MASS * h
    got = np.hstack([found["joint_position"], found["disturbance_joint_torque"]])
    assert np.abs(got - expected).max() < 1e-9


def test_a_force_that_sets_in_at_a_tick_does_so_exactly() -> None:
    push = DISTURBANCES["joint_torque"](name="push", torque=3.0, begin=0.3, end=0.7)
    arm = system(body("prismatic"), push)
    found = solve(arm, 101, ["joint_position"])["joint_position"][:, 0]
    t = 0.01 * np.arange(101)
    a, on, after = 3.0 / MASS, np.clip(t - 0.3, 0, 0.4), np.clip(t - 0.7, 0, None)
    assert np.abs(found - (a * on**2 / 2 + 0.4 * a * after)).max() < 1e-10


def test_a_sliding_block_stops_and_stays() -> None:
    speed, friction = 1.5, 4.0
    robot = body("prismatic", friction={"coulomb": friction, "static": 5.0})
    arm = system(robot, velocity=speed)
    signals = ["joint_position", "joint_velocity", "friction_torque", "friction_loss"]
    found = solve(arm, 101, signals)
    end = speed * MASS / friction
    t = np.minimum(0.01 * np.arange(101), end)
    expected = speed * t - friction / MASS * t**2 / 2
    assert np.abs(found["joint_position"][:, 0] - expected).max() < 1e-9
    assert np.all(found["joint_velocity"][76:] == 0)
    assert np.all(found["friction_torque"][76:] == 0)
    assert found["friction_loss"][-1, 0] == pytest.approx(MASS * speed**2 / 2, abs=1e-8)


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_a_stuck_block_breaks_away_when_the_load_exceeds_what_holds(direction: float) -> None:
    """x = (Ḟ τ³/6 + (F_s − F_c) τ²/2)/m, τ after F = F_s."""
    holds, slides, rate = 5.0, 3.0, 7.0
    robot = body("prismatic", friction={"coulomb": slides, "static": holds})
    found = solve(
        system(robot, Ramp(name="ramp", rate_of_force=direction * rate)),
        121,
        ["joint_position", "friction_torque"],
    )
    t = 0.01 * np.arange(121)
    after = np.maximum(t - holds / rate, 0.0)
    x = (rate * after**3 / 6 + (holds - slides) * after**2 / 2) / MASS
    assert np.abs(found["joint_position"][:, 0] - direction * x).max() < 1e-9
    torque = np.where(after > 0, slides, rate * t)
    assert np.abs(found["friction_torque"][:, 0] - direction * torque).max() < 1e-8


def test_dry_friction_damps_an_oscillator_half_wave_by_half_wave() -> None:
    """Each half wave is harmonic about ±F/k, and the last ends inside the band that sticks."""
    k, friction, begin = 50.0, 2.0, 0.5
    robot = body("prismatic", friction={"coulomb": friction})
    arm = system(robot, Feedback(name="spring", k=k), position=begin)
    found = solve(arm, 501, ["joint_position"])["joint_position"][:, 0]
    offset, frequency = friction / k, math.sqrt(k / MASS)
    t = 0.01 * np.arange(501)
    half = np.minimum((t * frequency / math.pi).astype(int), 5)
    amplitude = begin - (2 * half + 1) * offset
    phase = np.minimum(t * frequency - half * math.pi, math.pi)
    expected = (-1.0) ** half * (amplitude * np.cos(phase) + offset)
    assert np.abs(found - expected).max() < 1e-8
    assert abs(found[-1]) < offset


BRISTLES = {
    "coulomb": 3.0,
    "static_positive": 5.0,
    "static_negative": 4.5,
    "stribeck_velocity": 0.05,
    "stiffness": 2e3,
    "damping": 20.0,
    "viscous": 0.4,
}


@pytest.mark.parametrize("method", METHODS)
def test_a_mass_with_bristles_beside_fine_steps(method: Multistep) -> None:
    robot = body("prismatic", friction=BRISTLES, law="lugre")
    arm = system(robot, Feedback(name="spring", k=200.0), position=0.1)
    signals = ["joint_position", "joint_velocity", "friction_torque"]
    found = solve(arm, 81, signals, method=method)
    got = np.hstack([found[name] for name in found])
    assert np.abs(got - _fine_steps(80, 1000)).max() < 2e-7
    assert np.count_nonzero(np.diff(np.sign(got[:, 1]))) > 2


def _fine_steps(ticks: int, steps: int) -> np.ndarray:
    """Classical Runge-Kutta; position, velocity and friction at every tick."""
    p, h = BRISTLES, 0.01 / steps

    def bristle(v: float, z: float) -> float:
        static = p["static_positive"] if v >= 0 else p["static_negative"]
        g = p["coulomb"] + (static - p["coulomb"]) * math.exp(-((v / p["stribeck_velocity"]) ** 2))
        return v - p["stiffness"] * abs(v) / g * z

    def friction(v: float, z: float) -> float:
        return p["stiffness"] * z + p["damping"] * bristle(v, z) + p["viscous"] * v

    def rate(x: float, v: float, z: float) -> tuple[float, float, float]:
        return v, (-200.0 * x - friction(v, z)) / MASS, bristle(v, z)

    x, v, z = 0.1, 0.0, 0.0
    rows = [(x, v, friction(v, z))]
    for _ in range(ticks):
        for _ in range(steps):
            a = rate(x, v, z)
            b = rate(x + h / 2 * a[0], v + h / 2 * a[1], z + h / 2 * a[2])
            c = rate(x + h / 2 * b[0], v + h / 2 * b[1], z + h / 2 * b[2])
            d = rate(x + h * c[0], v + h * c[1], z + h * c[2])
            x += h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
            v += h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
            z += h / 6 * (a[2] + 2 * b[2] + 2 * c[2] + d[2])
        rows.append((x, v, friction(v, z)))
    return np.array(rows)


def test_progress_and_records() -> None:
    seen: list[int] = []
    arm = system(body("prismatic"), velocity=1.0)
    found = solve(arm, 8, ["joint_position"], record_every=3, progress=seen.append)
    assert seen == list(range(8))
    assert found["joint_position"] == pytest.approx(np.array([[0.0], [0.03], [0.06]]), abs=1e-12)


def test_a_loop_that_runs_away_says_when() -> None:
    arm = system(body("prismatic"), Feedback(name="f", k=-100.0, c=1e6), position=1.0)
    with pytest.raises(NoSolution, match=r"'test', up to t = 0\.01 s: CVODES fails .*unstable"):
        solve(arm, 10, ["joint_position"])


def test_chatter_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interval, "_MOST_CHANGES", 1)
    robot = body("prismatic", friction={"coulomb": 2.0})
    spring = Feedback(name="spring", k=500.0)
    arm = system(robot, spring, tick=1.0, position=0.5)  # it turns around several times in a tick
    with pytest.raises(NoSolution, match="friction chatters: more than 1 changes"):
        solve(arm, 3, ["joint_position"])
