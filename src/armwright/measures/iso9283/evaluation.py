"""The tests of ISO 9283, from continuous signals to characteristics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.iso9283.cornering import corner_deviations, corners_of
from armwright.measures.iso9283.distances import angle_distance_figures, distance_figures
from armwright.measures.iso9283.drift import drift
from armwright.measures.iso9283.dwells import SHORTEST, Dwell, Dwells
from armwright.measures.iso9283.paths import (
    command_path,
    path_angle_figures,
    path_figures,
    piercing,
)
from armwright.measures.iso9283.poses import (
    angle_accuracy,
    angle_repeatability,
    angle_variation,
    angles_from,
    direction_variation,
    mean_rotation,
    pose_accuracy,
    pose_repeatability,
)
from armwright.measures.iso9283.settling import posing_time, settling
from armwright.measures.iso9283.signals import ToolSignals
from armwright.measures.iso9283.standard import BANDS, LEAST, Characteristic
from armwright.measures.iso9283.velocities import MIDDLE, velocity_figures
from armwright.measures.iso9283.weaving import weaving, weaving_figures

_AXES, _ANGLES = "xyz", "abc"
#: Visits in a set of the drift test.
SET = 10


@dataclass(frozen=True)
class Cutting:
    """How signals are cut, and judged. `shortest` (s) and `still` (m): what counts as a rest.
    `band` (m): the limit band. `names`: of places, by their position in m. `skipped`: how many
    cycles at the beginning do not count."""

    shortest: float = SHORTEST
    still: float | None = None
    band: float = BANDS[0]
    names: Mapping[str, Array] = field(default_factory=dict)
    skipped: int = 0

    def name(self, place: Array, number: int) -> str:
        for name, known in self.names.items():
            if np.linalg.norm(place - known) < 1e-4:
                return name
        return f"pose {number + 1}"


@dataclass(frozen=True, eq=False)
class IsoResult:
    """`rows`: what was found. `points`: arrays behind it, by name, for pictures."""

    test: str
    rows: tuple[Characteristic, ...]
    points: Mapping[str, Array] = field(default_factory=dict)


def poses(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """AP and RP at every pose that was visited more than once."""
    dwells = signals.dwells(cut.shortest, cut.still)
    rows: list[Characteristic] = []
    points: dict[str, Array] = {}
    for k, place in enumerate(dwells.poses):
        visits = dwells.at(k)[cut.skipped :]
        if len(visits) < LEAST:
            continue
        name, attained = cut.name(place, k), _positions(signals, visits)
        row = partial(Characteristic, where=name, cycles=len(visits))
        if signals.command is not None:
            accuracy = pose_accuracy(attained, place)
            rows.append(row("AP_p", value=accuracy.distance, unit="m"))
            rows += _along(row, "AP", accuracy.along, "m")
            points[f"{name} command"] = place
        rows.append(row("RP_l", value=pose_repeatability(attained), unit="m"))
        points[name] = attained
        angles, known = _angles(signals, visits)
        if angles is not None:
            if known:
                rows += _along(row, "AP", angle_accuracy(angles), "rad", _ANGLES)
            rows += _along(row, "RP", angle_repeatability(angles), "rad", _ANGLES)
    _refuse_if_empty(rows, dwells, "each pose twice or more")
    return IsoResult("poses", tuple(rows), points)


def distance(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """AD and RD between the two poses that were visited in turn."""
    dwells = signals.dwells(cut.shortest, cut.still)
    if len(dwells.poses) != 2:
        raise InputError(
            "distances are measured between two poses",
            where="iso9283, distance",
            got=f"rests at {len(dwells.poses)} poses",
        )
    # One cycle leads from the first pose to the second; both are attained by a move.
    visits = [rest for rest in dwells.rests if rest.begin > 0]
    pairs = [(a, b) for a, b in zip(visits[::2], visits[1::2], strict=False) if a.pose != b.pose]
    pairs = pairs[cut.skipped :]
    if len(pairs) < LEAST:
        raise _too_few(len(pairs), "two cycles or more")
    first, second = ([pair[i] for pair in pairs] for i in range(2))
    command = signals.commanded("iso9283, distance")
    ends = tuple(command[one[0].late].mean(axis=0) for one in (first, second))
    found = distance_figures(_positions(signals, first), _positions(signals, second), ends)
    names = [cut.name(end, rest[0].pose) for end, rest in zip(ends, (first, second), strict=True)]
    row = partial(Characteristic, where=" to ".join(sorted(names)), cycles=len(pairs))
    rows = [row("AD_p", value=found.accuracy, unit="m")]
    rows += _along(row, "AD", found.accuracy_along, "m")
    rows.append(row("RD", value=found.repeatability, unit="m"))
    rows += _along(row, "RD", found.repeatability_along, "m")
    turned = [_angles(signals, one) for one in (first, second)]
    if turned[0][0] is not None and turned[1][0] is not None and turned[0][1]:
        accuracy, spread = angle_distance_figures(turned[1][0] - turned[0][0])
        rows += _along(row, "AD", accuracy, "rad", _ANGLES)
        rows += _along(row, "RD", spread, "rad", _ANGLES)
    return IsoResult("distance", tuple(rows))


def approaches(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """vAP at every pose that was approached from three others."""
    dwells = signals.dwells(cut.shortest, cut.still)
    rows: list[Characteristic] = []
    points: dict[str, Array] = {}
    for k, place in enumerate(dwells.poses):
        came: dict[int, list[Dwell]] = {}
        for before, rest in pairwise(dwells.rests):
            if rest.pose == k and before.pose != k:
                came.setdefault(before.pose, []).append(rest)
        count = min(map(len, came.values()), default=0) - cut.skipped
        if len(came) != 3 or count < 1:
            continue
        counted = slice(cut.skipped, cut.skipped + count)
        ways = [_positions(signals, visits[counted]) for visits in came.values()]
        name = cut.name(place, k)
        row = partial(Characteristic, where=name, cycles=count)
        rows.append(row("vAP_p", value=direction_variation(ways), unit="m"))
        points |= {f"{name} from {i + 1}": way for i, way in enumerate(ways)}
        every = [visit for visits in came.values() for visit in visits[counted]]
        angles, _ = _angles(signals, every)
        if angles is not None:
            variation = angle_variation(angles.reshape(3, count, 3))
            rows += _along(row, "vAP", variation, "rad", _ANGLES)
    _refuse_if_empty(rows, dwells, "poses that are approached from three others")
    return IsoResult("approaches", tuple(rows), points)


def settle(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """Stabilisation time, the mean of the cycles, and overshoot, their maximum, at every pose that
    is visited by moves of the command."""
    dwells = signals.dwells(cut.shortest, cut.still)
    signals.commanded("iso9283, settling")
    rows: list[Characteristic] = []
    points: dict[str, Array] = {}
    for k, place in enumerate(dwells.poses):
        visits = dwells.at(k)[cut.skipped :]
        if not visits:
            continue
        found = [settling(*_arrival(signals, dwells, rest), cut.band) for rest in visits]
        name = cut.name(place, k)
        row = partial(Characteristic, where=name, cycles=len(visits))
        note = f"limit band {1e3 * cut.band:.3g} mm"
        mean = float(np.mean([one.stabilisation for one in found]))
        rows.append(row("t_s", value=mean, unit="s", note=note))
        rows.append(row("OV", value=max(one.overshoot for one in found), unit="m", note=note))
        time, position, attained = _arrival(signals, dwells, visits[-1])
        points[name] = np.c_[time - found[-1].entered, np.linalg.norm(position - attained, axis=1)]
    _refuse_if_empty(rows, dwells, "moves from pose to pose")
    return IsoResult("settling", tuple(rows), points)


def posing(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """Posing times of every move, the mean over the cycles."""
    dwells = signals.dwells(cut.shortest, cut.still)
    signals.commanded("iso9283, posing time")
    found: dict[tuple[int, int], list[float]] = {}
    for before, rest in pairwise(dwells.rests):
        time, position, attained = _arrival(signals, dwells, rest)
        begun = float(signals.time[before.end - 1])
        key = (before.pose, rest.pose)
        found.setdefault(key, []).append(posing_time(time, position, begun, attained, cut.band))
    rows = []
    lengths = []
    for (a, b), every in found.items():
        times = every[cut.skipped :]
        if not times:
            continue
        names = [cut.name(dwells.poses[k], k) for k in (a, b)]
        length = float(np.linalg.norm(dwells.poses[b] - dwells.poses[a]))
        lengths.append((length, float(np.mean(times))))
        note = f"{1e3 * length:.0f} mm, limit band {1e3 * cut.band:.3g} mm"
        where = " to ".join(names)
        rows.append(Characteristic("t_p", where, float(np.mean(times)), "s", len(times), note))
    _refuse_if_empty(rows, dwells, "moves from pose to pose")
    return IsoResult("posing", tuple(rows), {"times": np.array(lengths)})


def line(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """AT and RT of the straight path, and its velocities."""
    cycles = _cycles(signals, cut)
    found = _path("line", "AT", signals, cycles)
    return IsoResult("line", (*found.rows, *_velocities(signals, cycles)), found.points)


def circle(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """AT and RT of a path that ends where it begins."""
    return _path("circle", "AT", signals, _cycles(signals, cut))


def reorientation(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """AT of a straight path on which the tool turns."""
    return _path("reorientation", "ATr", signals, _cycles(signals, cut))


def corners(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """CR and CO at every corner, the maximum of the cycles."""
    command = signals.commanded("iso9283, corners")
    cycles = _cycles(signals, cut, tour=True)
    known = corners_of(command[cycles[0]])
    rows = []
    for k, corner in enumerate(known):
        name = cut.name(corner.place, k).replace("pose", "corner")
        each = [corner_deviations(signals.position[cycle], corner) for cycle in cycles]
        row = partial(Characteristic, where=name, cycles=len(cycles), unit="m")
        rows.append(row("CR", value=max(one.round_off for one in each)))
        rows.append(row("CO", value=max(one.overshoot for one in each)))
    points = {
        "attained": signals.position[cycles[-1]],
        "command": command[cycles[-1]],
        "corners": np.array([corner.place for corner in known]),
        "sides": np.array([[corner.before, corner.after] for corner in known]),
    }
    return IsoResult("corners", tuple(rows), points)


def warming(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """Drift of the pose where each cycle ends, in sets of visits."""
    dwells = signals.dwells(cut.shortest, cut.still)
    command = signals.commanded("iso9283, drift")
    k = dwells.rests[-1].pose
    visits = dwells.at(k)
    sets = len(visits) // SET
    if sets < LEAST:
        raise _too_few(len(visits), f"two sets of {SET}")
    attained = _positions(signals, visits[: sets * SET]).reshape(sets, SET, 3)
    place = command[visits[0].late].mean(axis=0)
    found = drift(attained, place)
    hours = (signals.time[visits[sets * SET - 1].end - 1] - signals.time[0]) / 3600
    note = f"over {hours:.3g} h; the standard has 8 h"
    row = partial(Characteristic, where=cut.name(place, k), cycles=SET, unit="m", note=note)
    rows = (
        row("dAP_p", value=found.accuracy),
        row("dRP_l", value=found.repeatability),
        row("dAP_shift", value=found.shift),
    )
    return IsoResult("drift", rows, {"sets": attained, "command": place})


def weave(signals: ToolSignals, cut: Cutting) -> IsoResult:
    """WS and WF, the largest of the cycles."""
    command = signals.commanded("iso9283, weaving")
    cycles = _cycles(signals, cut)
    begin, end = command[cycles[0]][[0, -1]]
    spread = np.linalg.svd(command[cycles[0]] - command[cycles[0]].mean(axis=0))[2]
    along = (end - begin) / np.linalg.norm(end - begin)
    aside = spread[1] - (spread[1] @ along) * along
    aside /= np.linalg.norm(aside)
    each = []
    for cycle in cycles:
        t = signals.time[cycle]
        got, wanted = (weaving(t, (p[cycle] - begin) @ aside) for p in (signals.position, command))
        each.append(weaving_figures(got, wanted))
    row = partial(Characteristic, where="weaving path", cycles=len(cycles), unit="")
    rows = (
        row("WS", value=max((one.stroke for one in each), key=abs)),
        row("WF", value=max((one.frequency for one in each), key=abs)),
    )
    points = {"attained": signals.position[cycles[-1]], "command": command[cycles[-1]]}
    return IsoResult("weaving", rows, points)


#: By the names that users give them.
TESTS: dict[str, Callable[[ToolSignals, Cutting], IsoResult]] = {
    "poses": poses,
    "distance": distance,
    "approaches": approaches,
    "settling": settle,
    "posing": posing,
    "line": line,
    "circle": circle,
    "reorientation": reorientation,
    "corners": corners,
    "drift": warming,
    "weaving": weave,
}


def evaluate(test: str, signals: ToolSignals, cut: Cutting | None = None) -> IsoResult:
    """One of TESTS."""
    if test not in TESTS:
        raise InputError(
            "unknown test", where="iso9283", got=repr(test), expected=f"one of {', '.join(TESTS)}"
        )
    return TESTS[test](signals, cut or Cutting())


def _positions(signals: ToolSignals, visits: Sequence[Dwell]) -> Array:
    """Attained in each visit, (n, 3)."""
    return np.array([signals.position[rest.late].mean(axis=0) for rest in visits])


def _angles(signals: ToolSignals, visits: Sequence[Dwell]) -> tuple[Array | None, bool]:
    """Of the attained orientations (n, 3), from the commanded one if that is known; whether it
    is. Otherwise from their mean, which tells how they spread alone."""
    if signals.rotation is None:
        return None, False
    attained = np.array([mean_rotation(signals.rotation[rest.late]) for rest in visits])
    if signals.command_rotation is None:
        return angles_from(attained, mean_rotation(attained)), False
    wanted = np.array([mean_rotation(signals.command_rotation[rest.late]) for rest in visits])
    return angles_from(attained, wanted), True


def _arrival(signals: ToolSignals, dwells: Dwells, rest: Dwell) -> tuple[Array, Array, Array]:
    """Times and positions from the end of the rest before to that of this one, and what was
    attained."""
    place = dwells.rests.index(rest)
    begin = dwells.rests[place - 1].end - 1 if place else 0
    part = slice(begin, rest.end)
    return signals.time[part], signals.position[part], signals.position[rest.late].mean(axis=0)


def _along(
    row: Callable[..., Characteristic], symbol: str, values: Array, unit: str, parts: str = _AXES
) -> list[Characteristic]:
    return [
        row(f"{symbol}_{part}", value=float(value), unit=unit)
        for part, value in zip(parts, values, strict=True)
    ]


def _cycles(signals: ToolSignals, cut: Cutting, *, tour: bool = False) -> list[slice]:
    """The records of each cycle of a path: the moves that begin and end as the first one does; with
    `tour`, from the first pose back to it, whatever rests there are between."""
    signals.commanded("iso9283, paths")
    rests = signals.dwells(cut.shortest, cut.still).rests
    if tour:
        home = [k for k, rest in enumerate(rests) if rest.pose == rests[0].pose]
        spans = list(pairwise(home))
    else:
        spans = [(k, k + 1) for k in range(len(rests) - 1)]
        ends = {(rests[a].pose, rests[b].pose) for a, b in spans[:1]}
        spans = [(a, b) for a, b in spans if (rests[a].pose, rests[b].pose) in ends]
    spans = spans[cut.skipped :]
    if not spans:
        raise InputError(
            "no whole cycle of a path",
            where="iso9283, paths",
            got=f"{len(rests)} rests of the command",
            expected="a rest before and after each cycle",
            hint="Start it later, let it dwell between cycles, and record until it rests.",
        )
    return [slice(max(rests[a].end - 1, 0), rests[b].end) for a, b in spans]


def _path(test: str, symbol: str, signals: ToolSignals, cycles: Sequence[slice]) -> IsoResult:
    command = signals.commanded(f"iso9283, {test}")
    if len(cycles) < LEAST:
        raise _too_few(len(cycles), "two cycles or more")
    wanted = command_path(command[cycles[0]])
    crossed = [piercing(signals.position[cycle], wanted) for cycle in cycles]
    attained = np.array(
        [at.of(signals.position[cycle]) for at, cycle in zip(crossed, cycles, strict=True)]
    )
    found = path_figures(attained, wanted.points)
    row = partial(Characteristic, where=test, cycles=len(cycles))
    rows = [row(f"{symbol}_p", value=found.accuracy, unit="m")]
    if symbol == "AT":
        rows.append(row("RT_p", value=found.repeatability, unit="m"))
    if signals.rotation is not None and signals.command_rotation is not None:
        # The commanded orientation belongs to the plane, wherever the tool is at that time.
        there = piercing(command[cycles[0]], wanted)
        turned = signals.command_rotation[cycles[0]][there.before]
        angles = np.array(
            [
                angles_from(signals.rotation[cycle][at.before], turned)
                for at, cycle in zip(crossed, cycles, strict=True)
            ]
        )
        accuracy, spread = path_angle_figures(angles)
        rows += _along(row, symbol, accuracy, "rad", _ANGLES)
        if symbol == "AT":
            rows += _along(row, "RT", spread, "rad", _ANGLES)
    points = {
        "attained": attained,
        "command": wanted.points,
        "places": wanted.places,
        "deviation": found.deviation,
        "radius": found.radius,
    }
    return IsoResult(test, tuple(rows), points)


def _velocities(signals: ToolSignals, cycles: Sequence[slice]) -> list[Characteristic]:
    """On the middle of the straight path, from differences of the positions."""
    command = signals.commanded("iso9283, velocities")
    begin, end = command[cycles[0]][[0, -1]]
    along = (end - begin) / np.linalg.norm(end - begin) ** 2

    def speeds(position: Array, cycle: slice) -> Array:
        p = position[cycle]
        velocity = np.gradient(p, signals.time[cycle], axis=0)
        there = np.abs((p - begin) @ along - 0.5) <= MIDDLE / 2
        found: Array = np.linalg.norm(velocity, axis=1)[there]
        return found

    wanted = float(np.mean([speeds(command, cycle).mean() for cycle in cycles]))
    found = velocity_figures([speeds(signals.position, cycle) for cycle in cycles], wanted)
    row = partial(Characteristic, where="line", cycles=len(cycles))
    note = f"commanded {1e3 * wanted:.4g} mm/s"
    return [
        row("AV", value=found.accuracy, unit="", note=note),
        row("RV", value=found.repeatability, unit="", note=note),
        row("FV", value=found.fluctuation, unit="m/s", note=note),
    ]


def _too_few(got: int, expected: str) -> InputError:
    return InputError(
        "too few rests at the poses", where="iso9283", got=f"{got} cycles", expected=expected
    )


def _refuse_if_empty(rows: Sequence[Characteristic], dwells: Dwells, expected: str) -> None:
    if not rows:
        raise InputError(
            "too few rests at the poses",
            where="iso9283",
            got=f"{len(dwells.rests)} rests at {len(dwells.poses)} poses",
            expected=expected,
        )
