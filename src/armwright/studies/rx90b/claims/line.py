"""What S3 says of its robot on the line, beside runs of the full model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from armwright.arm import compile
from armwright.arrays import Array
from armwright.measures import step_about, swing_about
from armwright.robot import Robot, load
from armwright.signals import Run
from armwright.signals.records import friction_at
from armwright.studies.claim import Claim, Statement, at_least, at_most, between, near
from armwright.studies.rx90b.measures import Track
from armwright.studies.rx90b.published import PublishedDrives
from armwright.studies.rx90b.source import NEEDED
from armwright.studies.wording import scientific

#: s about the reversal that belong to it; s in which friction has changed its sign there; s of rest
#: at the end in which nothing moves any more.
_KICK, _CHANGE, _REST = 0.4, 0.15, 0.25


UPRIGHT = Statement(
    "upright",
    "S3, figure 6",
    "a straight line in the horizontal plane with a trapezoidal velocity; the welding head stays "
    "vertical",
    "kind",
    {
        "tilt": at_most(
            "largest tilt of the head",
            1e-3,
            "rad",
            "joints turn by 29° and more, and err by 0.3 mrad",
        ),
        "height": at_most(
            "largest distance from the horizontal plane", 1e-3, "m", "a thousandth of the line"
        ),
    },
)
SPEED = Statement(
    "speed",
    "S3, figure 6",
    "the speed along the line is trapezoidal, and the spot keeps it",
    "kind",
    {
        "apart": at_most(
            "largest difference of the reference from a trapezoid with its speed and ramps, of "
            "the speed",
            0.01,
            "",
            "set-points come every millisecond, in which the ramp rises by 0.4 %",
        ),
        "kept": at_most(
            "largest change of the spot's speed at constant speed, of the speed",
            0.05,
            "",
            "“sensitive to small variations in the welding speed” (section 1), read as 5 %",
        ),
    },
)
TURNING = Statement(
    "turning",
    "S3, figure 7",
    "the velocities of joints 2 and 3 reverse nearly halfway the trajectory, at about 600 mm",
    "kind",
    {
        "where": near(
            "place of the reversal", 0.6, 0.05, "m", "“about 600 mm”: to the nearest 100"
        ),
        "share": near("the same, of the line", 0.5, 0.1, "", "“nearly halfway”"),
        "joint2": between("reversals of joint 2", 1, 1, "", "it turns around once"),
        "joint3": between("reversals of joint 3", 1, 1, "", "it turns around once"),
        "others": at_most("reversals of other joints", 0, "", "figure 7 has none"),
    },
)
KICK = Statement(
    "kick",
    "S3, section 7, figure 8",
    "at the reversal of joints 2 and 3 the friction force jumps, which results in a relatively "
    "large path error",
    "kind",
    {
        "jump": at_least(
            "smaller jump of friction, of the dry friction of both directions",
            0.5,
            "",
            "friction that changes its sign jumps by all of it, less what the speeds leave",
        ),
        "sideways": at_least(
            "swing sideways, times that elsewhere", 2, "", "“relatively large”: twice the rest"
        ),
        "vertically": at_least(
            "swing vertically, times that elsewhere", 2, "", "“relatively large”: twice the rest"
        ),
    },
)
ACCURACY = Statement(
    "accuracy",
    "S3, section 1",
    "laser welding needs path tracking of 0.1 mm and less above 100 mm/s",
    "kind",
    {
        "whole": at_most(
            "largest distance from the line, all of it", NEEDED, "m", "S3's own limit"
        ),
        "speed": at_least("speed on the line", 0.1, "m/s", "S3's own limit"),
    },
)
CURRENT = Statement(
    "current",
    "S3, section 7, figure 9",
    "the motor current of joint 3 shows the velocity reversal",
    "kind",
    {
        "step": between(
            "step of the current, of what dry friction needs",
            0.8,
            1.3,
            "",
            "gravity and viscous friction change the current too, while the joint turns around",
        )
    },
)
STICKING = Statement(
    "sticking",
    "S3, section 7",
    "at rest the friction torque can be anywhere between the two static ones, over a very small "
    "range of positions",
    "kind",
    {
        "largest": at_most(
            "largest friction at rest, of the static one", 1, "", "more would make the joint slip"
        ),
        "spread": at_least(
            "spread of these shares over joints and time", 0.2, "", "“anywhere”: not one value"
        ),
        "moved": at_most(
            "motion of the joints at rest", 6e-5, "rad", "the bristles' range in the assumed law"
        ),
    },
)
COUPLING = Statement(
    "coupling",
    "S3 (11), (13)",
    "the wrist is coupled: motor 6 turns with joints 5 and 6, and its torque acts on both, by Tᵀ",
    "number",
    {
        "left": at_most(
            "largest torque left over at joints 5 and 6, of the largest there",
            1e-9,
            "",
            "rounding of torques that cancel",
        ),
        "uncoupled": at_least(
            "the same if T had no coupling", 0.01, "", "else the run would not tell the two apart"
        ),
    },
)
COMPENSATION = Statement(
    "compensation",
    "S3, section 5",
    "the controller compensates Coulomb and viscous friction by feed-forward",
    "kind",
    {
        "without": at_least(
            "swing at the reversal without it, times that with it",
            1.5,
            "",
            "S3 does not tell how much it helps; 90 % of the dry friction is known to it here",
        )
    },
)


def line_claims(run: Run) -> list[Claim]:
    """Of the scenario `rx90b/line`, or one like it."""
    track, robot = Track.of(run), load("rx90b")
    return [
        _upright(run, track, robot),
        _speed(track),
        _turning(track),
        _kick(run, track, robot),
        accuracy_claim(track),
        _current(run, track, robot),
        _sticking(run, robot),
    ]


def _upright(run: Run, track: Track, robot: Robot) -> Claim:
    """From the joints' positions by forward kinematics, as S3 takes its path positions."""
    pose = compile(robot).pose(run.data["joint_position"].values)
    tilt = np.arccos(np.clip(-pose[:, 2, 2], -1, 1)).max()
    height = np.abs(pose[:, 2, 3] - pose[0, 2, 3]).max()
    fast = track.at_constant_speed()
    ramp = track.time[fast][0] - track.time[np.flatnonzero(track.speed > 0)[0]]
    return UPRIGHT.judged(
        f"{track.length:.3f} m; {track.speed.max():.3f} m/s, reached within {ramp:.2f} s; the head "
        f"within {1e3 * tilt:.2f} mrad of the vertical, the spot within {_micro(height)} of its "
        "plane",
        "S3 prints no length; its speed is in a picture.",
        tilt=tilt,
        height=height,
    )


def _speed(track: Track) -> Claim:
    """A trapezoid has all its speeds from the largest one, the way and the time it takes."""
    top, moving = track.speed.max(), track.time[track.speed > 1e-6]
    begin, end = moving[0], moving[-1]
    ramp = end - begin - track.length / top
    rise = np.minimum(track.time - begin, end - track.time) / ramp
    trapezoid = top * np.clip(rise, 0, 1)
    constant = track.at_constant_speed()
    spot = np.gradient(track.progress + track.deviation.along, track.time)[constant]
    kept = np.abs(spot / top - 1).max()
    return SPEED.judged(
        f"{1e3 * top:.0f} mm/s within {ramp:.2f} s; at constant speed the spot keeps it to "
        f"{100 * kept:.1f} %",
        apart=np.abs(track.speed - trapezoid).max() / top,
        kept=kept,
    )


def _turning(track: Track) -> Claim:
    where = track.place(track.reversal)
    words = " and ".join(name.removeprefix("joint") for name in track.reversals)
    times = {name: len(found) for name, found in track.reversals.items()}
    second, third = (times.pop(name, 0) for name in ("joint2", "joint3"))
    return TURNING.judged(
        f"joints {words} turn around at {1e3 * where:.0f} mm of {1e3 * track.length:.0f} mm, "
        f"{'no other joint does' if not times else 'others too'}",
        "Where the line lies is ours: chosen such that this is so.",
        where=where,
        share=where / track.length,
        joint2=second,
        joint3=third,
        others=sum(times.values()),
    )


def _kick(run: Run, track: Track, robot: Robot) -> Claim:
    """The path's swing at the reversal beside that of all the rest at constant speed."""
    d, when = track.deviation, track.reversal
    jump = np.abs(step_about(track.time, _friction(run), when, _CHANGE)[1:3])
    there = [float(swing_about(track.time, x, when, _KICK)) for x in (d.lateral, d.vertical)]
    rest = _away(track)
    away = [float(np.ptp(x[rest])) for x in (d.lateral, d.vertical)]
    dry = [_dry_friction(robot, name) for name in ("joint2", "joint3")]
    return KICK.judged(
        f"friction of joints 2 and 3 changes by {jump[0]:.0f} and {jump[1]:.0f} N m; the path "
        f"swings by {_micro(there[0])} sideways and {_micro(there[1])} vertically, elsewhere at "
        f"constant speed by {_micro(away[0])} and {_micro(away[1])}",
        jump=float((jump / dry).min()),
        sideways=there[0] / away[0] if away[0] else 0.0,
        vertically=there[1] / away[1] if away[1] else 0.0,
    )


def accuracy_claim(track: Track) -> Claim:
    """Judged on the whole line. Where on it the error arises is told part by part."""
    across = np.hypot(track.deviation.lateral, track.deviation.vertical)
    moving, rest = track.speed > 0, _away(track)
    fast = np.flatnonzero(track.at_constant_speed())
    first, last = track.time[fast[0]], track.time[fast[-1]]
    near_reversal = np.abs(track.time - track.reversal) < _KICK
    parts = (
        across[moving & (track.time < first)].max(),
        across[rest].max(),
        across[near_reversal].max(),
        across[moving & (track.time > last)].max(),
    )
    begin, cruise, turn, end = (_micro(part) for part in parts)
    whole = across[moving].max()
    return ACCURACY.judged(
        f"at {1e3 * track.speed.max():.0f} mm/s up to {_micro(whole)} off the line: {begin} where "
        f"the arm starts, {turn} where joints 2 and 3 turn around, {end} where it stops; "
        f"elsewhere, at constant speed, {cruise}",
        "Friction and gains are assumed. S3's own deviations are in pictures only; where they are "
        "large, it says, is the reversal. See “Could it weld?” for gains that would do.",
        whole=whole,
        speed=track.speed.max(),
    )


def _current(run: Run, track: Track, robot: Robot) -> Claim:
    """That of dry friction alone: (τ_c⁺ + τ_c⁻)/(n c)."""
    drive = robot.joint("joint3").drive
    assert drive is not None and drive.torque_constant
    dry = _dry_friction(robot, "joint3") / (drive.gear_ratio * drive.torque_constant)
    step = step_about(track.time, run.data["motor_current"].values, track.reversal, _CHANGE)[2]
    return CURRENT.judged(
        f"it steps by {step:.2f} A; dry friction alone needs {dry:.2f} A", step=step / dry
    )


def _sticking(run: Run, robot: Robot) -> Claim:
    time, friction = run.data["time"].values, _friction(run)
    laws = [j.drive.friction for j in robot.moving_joints if j.drive is not None]
    static = np.array([[law["static_negative"], law["static_positive"]] for law in laws])
    share = friction / np.where(friction < 0, static[:, 0], static[:, 1])
    last = run.data["joint_position"].values[time >= time[-1] - _REST]
    moved = np.ptp(last, axis=0).max()
    first, end = share[0], share[-1]
    both = np.concatenate([first, end])
    return STICKING.judged(
        f"{100 * np.abs(first).max():.0f} % of the static torque at the start, "
        f"{100 * np.abs(end).min():.1f} to {100 * np.abs(end).max():.1f} % at the end, where the "
        f"joints move by {1e6 * moved:.1f} µrad in {_REST:g} s",
        largest=np.abs(both).max(),
        spread=np.ptp(both),
        moved=moved,
    )


def coupling_claim(run: Run, robot: Robot) -> Claim:
    """`run`: without friction. Of the wrist's joints Tᵀ(C i − J T q̈) less what the links need must
    be nothing, with T as S3 prints it; the spring that carries the arm does not reach them."""
    q, v, a = (
        run.data[f"joint_{name}"].values for name in ("position", "velocity", "acceleration")
    )
    drives, current = PublishedDrives.of(robot), run.data["motor_current"].values
    needed = compile(robot).inverse_dynamics(q, v, a)[:, 4:]
    left, other = (
        float(np.abs(one.driving(current, a, np.zeros_like(a))[:, 4:] - needed).max())
        / float(np.abs(needed).max())
        for one in (drives, drives.uncoupled)
    )
    return COUPLING.judged(
        f"n₆ = {drives.gears[5, 5]:g} (assumed); without friction currents, rotors and links of "
        f"joints 5 and 6 balance to {scientific(left)} of the largest torque; with T uncoupled "
        f"{100 * other:.0f} % would be left",
        left=left,
        uncoupled=other,
    )


def compensation_claim(run: Run, without: Run) -> Claim:
    """`without`: the same without feed-forward of friction."""
    track, other = Track.of(run), Track.of(without)
    swings = [
        float(swing_about(one.time, one.deviation.lateral, one.reversal, _KICK))
        for one in (track, other)
    ]
    return COMPENSATION.judged(
        f"the path swings by {_micro(swings[0])} sideways at the reversal, by {_micro(swings[1])} "
        "without it",
        without=swings[1] / swings[0],
    )


def _friction(run: Run) -> Array:
    """(records, motors): each motor's own law, without the seventh one in the wrist."""
    found = (friction_at(run.data, str(name), "joint") for name in run.data["motor"].values)
    places = [place for place in found if place is not None]
    return np.asarray(run.data["friction_torque"].values[:, places])


def _dry_friction(robot: Robot, joint: str) -> float:
    """τ_c⁺ + τ_c⁻, N m."""
    drive = robot.joint(joint).drive
    assert drive is not None
    return drive.friction["coulomb_positive"] + drive.friction["coulomb_negative"]


def _away(track: Track) -> NDArray[np.bool_]:
    """At constant speed for a while, and not near the reversal."""
    return track.at_constant_speed(_KICK) & (np.abs(track.time - track.reversal) > _KICK)


def _micro(length: float) -> str:
    return f"{1e6 * length:.0f} µm"
