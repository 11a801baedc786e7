"""What S3 says of its robot on the line, and a run of the full model says too."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from armwright.arm import compile
from armwright.measures import step_about, swing_about
from armwright.robot import Robot, load
from armwright.signals import Run
from armwright.signals.records import friction_at
from armwright.studies.claim import Claim, in_kind, in_number
from armwright.studies.rx90b.track import Track

#: What a laser needs, m (S3, section 1); and where S3's joints turn around, m (section 7).
NEEDED, TURNING_PLACE = 1e-4, 0.6
#: s about the reversal that belong to it; s in which friction has changed its sign there; s of rest
#: at the end in which nothing moves any more.
_KICK, _CHANGE, _REST = 0.4, 0.15, 0.25


def claims(run: Run) -> list[Claim]:
    """Of the scenario `rx90b/line`, or one like it."""
    track, robot = Track.of(run), load("rx90b")
    return [
        upright(run, track, robot),
        turning(track),
        kick(run, track),
        accuracy(track),
        current(run, track, robot),
        sticking(run, robot),
        coupling(run, robot),
    ]


def upright(run: Run, track: Track, robot: Robot) -> Claim:
    """From the joints' positions by forward kinematics, as S3 takes its path positions."""
    beam = compile(robot).pose(run.data["joint_position"].values)[..., :3, 2]
    tilt = np.arccos(np.clip(-beam[:, 2], -1, 1)).max()
    fast = track.at_constant_speed()
    ramp = track.time[fast][0] - track.time[np.flatnonzero(track.speed > 0)[0]]
    return in_kind(
        "S3, figure 6",
        "a straight line in the horizontal plane with a trapezoidal velocity; the welding head "
        "stays vertical",
        f"{track.length:.3f} m; {track.speed.max():.3f} m/s, reached within {ramp:.2f} s; the head "
        f"within {1e3 * tilt:.2f} mrad of the vertical",
        bool(tilt < 1e-3),
        "S3 prints no length; its speed is in a picture.",
    )


def turning(track: Track) -> Claim:
    where = track.place(track.reversal)
    words = " and ".join(name.removeprefix("joint") for name in track.reversals)
    return in_kind(
        "S3, figure 7",
        "the velocities of joints 2 and 3 reverse nearly halfway the trajectory, at about 600 mm",
        f"joints {words} turn around at {1e3 * where:.0f} mm of {1e3 * track.length:.0f} mm, no "
        "other joint does",
        set(track.reversals) == {"joint2", "joint3"}
        and all(len(times) == 1 for times in track.reversals.values())
        and abs(where - TURNING_PLACE) < 0.05
        and abs(where / track.length - 0.5) < 0.1,
    )


def kick(run: Run, track: Track) -> Claim:
    """The path's swing at the reversal beside that of all the rest at constant speed."""
    d, when = track.deviation, track.reversal
    jump = np.abs(step_about(track.time, _friction(run), when, _CHANGE)[1:3])
    there = [float(swing_about(track.time, x, when, _KICK)) for x in (d.lateral, d.vertical)]
    rest = _away(track)
    away = [float(np.ptp(x[rest])) for x in (d.lateral, d.vertical)]
    return in_kind(
        "S3, section 7, figure 8",
        "at the reversal of joints 2 and 3 the friction force jumps, which results in a relatively "
        "large path error",
        f"friction of joints 2 and 3 changes by {jump[0]:.0f} and {jump[1]:.0f} N m; the path "
        f"swings by {_micro(there[0])} sideways and {_micro(there[1])} vertically, elsewhere at "
        f"constant speed by {_micro(away[0])} and {_micro(away[1])}",
        there[0] > 5 * away[0] and there[1] > 2 * away[1] and bool(jump.min() > 20),
    )


def accuracy(track: Track) -> Claim:
    d, rest = track.deviation, _away(track)
    across = np.hypot(d.lateral, d.vertical)
    near = np.abs(track.time - track.reversal) < _KICK
    return in_kind(
        "S3, section 1",
        "laser welding needs path tracking of 0.1 mm and less above 100 mm/s",
        f"at {1e3 * track.speed.max():.0f} mm/s at most {_micro(across[rest].max())} off the line, "
        f"but {_micro(across[near].max())} where joints turn around",
        bool(across[rest].max() < NEEDED),
        "S3's own deviations are in pictures only; where they are large, it says, is the reversal.",
    )


def current(run: Run, track: Track, robot: Robot) -> Claim:
    """That of dry friction alone: (τ_c⁺ + τ_c⁻)/(n c)."""
    drive = robot.joint("joint3").drive
    assert drive is not None and drive.torque_constant
    both = drive.friction["coulomb_positive"] + drive.friction["coulomb_negative"]
    dry = both / (drive.gear_ratio * drive.torque_constant)
    step = step_about(track.time, run.data["motor_current"].values, track.reversal, _CHANGE)[2]
    return in_kind(
        "S3, section 7, figure 9",
        "the motor current of joint 3 shows the velocity reversal",
        f"it steps by {step:.2f} A; dry friction alone needs {dry:.2f} A",
        bool(0.8 * dry < step < 1.3 * dry),
    )


def sticking(run: Run, robot: Robot) -> Claim:
    time, friction = run.data["time"].values, _friction(run)
    laws = [j.drive.friction for j in robot.moving_joints if j.drive is not None]
    static = np.array([[law["static_negative"], law["static_positive"]] for law in laws])
    share = friction / np.where(friction < 0, static[:, 0], static[:, 1])
    last = run.data["joint_position"].values[time >= time[-1] - _REST]
    moved = np.ptp(last, axis=0).max()
    first, end = np.abs(share[0]), np.abs(share[-1])
    return in_kind(
        "S3, section 7",
        "at rest the friction torque can be anywhere between the two static ones, over a very "
        "small range of positions",
        f"{100 * first.max():.0f} % of the static torque at the start, {100 * end.min():.0f} to "
        f"{100 * end.max():.0f} % at the end, where the joints move by {1e6 * moved:.1f} µrad in "
        f"{_REST:g} s",
        bool(end.max() <= 1 and np.ptp(end) > 0.05 and moved < 1e-4),
    )


def coupling(run: Run, robot: Robot) -> Claim:
    q, motor = run.data["joint_position"].values, run.data["motor_position"].values
    ratio = robot.gear_matrix[5, 5]
    missing = np.abs(motor[:, 5] - ratio * (q[:, 4] + q[:, 5])).max()
    return in_number(
        "S3 (11)",
        "motor 6 turns with joints 5 and 6: φ₆ = n₆ (q₅ + q₆)",
        f"n₆ = {ratio:g}; within {missing:.0e} rad",
        bool(missing < 1e-9),
    )


def compensation(run: Run, without: Run) -> Claim:
    """`without`: the same without feed-forward of friction."""
    track, other = Track.of(run), Track.of(without)
    swings = [
        float(swing_about(one.time, one.deviation.lateral, one.reversal, _KICK))
        for one in (track, other)
    ]
    return in_kind(
        "S3, section 5",
        "the controller compensates Coulomb and viscous friction by feed-forward",
        f"the path swings by {_micro(swings[0])} sideways at the reversal, by {_micro(swings[1])} "
        "without it",
        swings[1] > 1.5 * swings[0],
        "S3 does not tell how much its feed-forward helps.",
    )


def _friction(run: Run) -> NDArray[np.float64]:
    """(records, motors): each motor's own law, without the seventh one in the wrist."""
    found = (friction_at(run.data, str(name), "joint") for name in run.data["motor"].values)
    places = [place for place in found if place is not None]
    return np.asarray(run.data["friction_torque"].values[:, places])


def _away(track: Track) -> NDArray[np.bool_]:
    """At constant speed for a while, and not near the reversal."""
    return track.at_constant_speed(_KICK) & (np.abs(track.time - track.reversal) > _KICK)


def _micro(length: float) -> str:
    return f"{1e6 * length:.0f} µm"
