"""A virtual certificate: all tests of ISO 9283, simulated for the arm of a scenario with its own
controller, motors, sensors and noise."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.quantities import Site
from armwright.blocks.disturbances.tool_force import ToolForce
from armwright.blocks.references.hold import Hold
from armwright.blocks.references.iso9283 import PLANES, IsoCube
from armwright.blocks.references.iso9283_approaches import Iso9283Approaches
from armwright.blocks.references.iso9283_cycles import PathInCycles
from armwright.blocks.references.iso9283_moves import PoseToPose
from armwright.blocks.references.iso9283_path import Iso9283Path
from armwright.blocks.references.iso9283_points import Iso9283Points
from armwright.blocks.references.iso9283_posing import Iso9283Posing
from armwright.blocks.references.iso9283_reorientation import Iso9283Reorientation
from armwright.blocks.references.iso9283_weaving import Iso9283Weaving
from armwright.blocks.references.reference import positions
from armwright.errors import InputError
from armwright.measures.iso9283.checks import above_zero
from armwright.measures.iso9283.compliance import static_compliance
from armwright.measures.iso9283.cube import largest_cube
from armwright.measures.iso9283.drift import exchangeability
from armwright.measures.iso9283.evaluation import Cutting, IsoResult, evaluate, poses
from armwright.measures.iso9283.signals import tool_signals
from armwright.measures.iso9283.standard import BANDS, LEAST, Characteristic
from armwright.plant import Plant
from armwright.progress import Tell, silence
from armwright.robot import Robot
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.system import Recording, Start

#: Arms that are compared for the exchangeability.
ARMS = 5
#: N/kg, and the parts of the rated load with which the compliance is measured.
_WEIGHT, _LOADS = 9.81, 10
#: s: when the force sets in, how long it acts, and over how long positions are averaged.
_FORCE_AT, _FORCE_FOR, _AVERAGED = 0.5, 2.0, 0.2
#: Records per second: of rests, of what happens on the way.
_SLOW, _FAST = 250.0, 1000.0
_SIGNALS = (
    "reference_tool_position",
    "reference_joint_position",
    "tool_position",
    "rotation of tool",
)
#: How a cube is made smaller in which a path cannot be followed, and how often.
_SHRINK, _ATTEMPTS = 0.9, 8


@dataclass(frozen=True)
class IsoConditions:
    """Under which an arm is tested. `cube`, `posture` (rad, m): by default the largest that fits,
    and where the scenario begins. `velocity`: part of the joints' largest speeds, and of
    `path_speed` (m/s). `ramp`: time to reach a speed, s. `dwell`: rest at each pose, s. `cycles`:
    as many as the standard has, or so many, for a look. `rated_load`: kg, whose weight pulls at the
    tool for the compliance. `drift`: how long that is watched, s; the standard has 8 h. `band`: the
    limit band in m, by default the repeatability at P1, but not below 0.1 mm. `spreads`: how arms
    of one type differ, for the exchangeability, beside the scenario's own."""

    cube: IsoCube | None = None
    plane: str = PLANES[0]
    posture: tuple[float, ...] | None = None
    velocity: float = 1.0
    path_speed: float = 0.25
    ramp: float = 0.25
    dwell: float = 1.0
    cycles: int | None = None
    rated_load: float = 1.0
    drift: float = 300.0
    band: float | None = None
    spreads: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, unit in (
            ("velocity", ""),
            ("path_speed", "m/s"),
            ("ramp", "s"),
            ("dwell", "s"),
            ("rated_load", "kg"),
            ("drift", "s"),
        ):
            above_zero(name, getattr(self, name), unit)
        if self.band is not None:
            above_zero("band", self.band, "m")
        if self.velocity > 1:
            raise InputError(
                "more than the arm can do", where="velocity", got=self.velocity, expected="up to 1"
            )
        if self.cycles is not None and self.cycles < LEAST:
            raise InputError(
                "too few cycles", where="cycles", got=self.cycles, expected=f"{LEAST} or more"
            )

    def count(self, asked: int) -> int:
        return asked if self.cycles is None else min(asked, self.cycles)


@dataclass(frozen=True, eq=False)
class IsoCertificate:
    """`results`: of every test, by its name. `left_out`: tests that were not made, and why. `runs`:
    what was simulated, by the name of the test."""

    scenario: Scenario
    conditions: IsoConditions
    cube: IsoCube
    band: float
    results: Mapping[str, IsoResult]
    left_out: Mapping[str, str]
    runs: Mapping[str, Run]

    @property
    def rows(self) -> tuple[Characteristic, ...]:
        return tuple(row for result in self.results.values() for row in result.rows)

    def value(self, symbol: str, where: str) -> float:
        """Of one characteristic."""
        for row in self.rows:
            if (row.symbol, row.where) == (symbol, where):
                return row.value
        raise InputError("not in the certificate", where=f"{symbol} at {where}")


def certify(
    scenario: Scenario, conditions: IsoConditions | None = None, tell: Tell = silence
) -> IsoCertificate:
    """Simulate all tests. What the tool does is the true motion of the simulated tool."""
    bench = _Bench(scenario, conditions or IsoConditions(), tell)
    bench.pose_tests()
    bench.path_tests()
    bench.compliance()
    bench.exchange()
    return IsoCertificate(
        scenario,
        bench.given,
        bench.cube,
        bench.band,
        bench.results,
        bench.left_out,
        bench.runs,
    )


class _Bench:
    """The arm on its test bench: the scenario with other references, and what was found so far."""

    def __init__(self, scenario: Scenario, given: IsoConditions, tell: Tell) -> None:
        self.scenario, self.given, self._tell = scenario, given, tell
        self.results: dict[str, IsoResult] = {}
        self.left_out: dict[str, str] = {}
        self.runs: dict[str, Run] = {}
        self._told = 0
        # Refused before the work begins, if there is no such number.
        self._differing = dataclasses.replace(
            scenario, spreads={**scenario.spreads, **given.spreads}
        )
        if not scenario.robot.tool:
            raise InputError("has no tool", where=f"robot '{scenario.robot.name}'")
        if not scenario.blocks.controller:
            raise InputError(
                "has no controller",
                where=f"scenario '{scenario.name}'",
                hint="An arm that nothing drives cannot reach a pose.",
            )

    @property
    def model(self) -> Robot:
        return self.scenario.model or self.scenario.robot

    @cached_property
    def posture(self) -> tuple[float, ...]:
        """Of the conditions, or where the scenario begins."""
        n = len(self.model.moving_joints)
        given = self.given.posture or self.scenario.start.joint_position
        if given is None and self.scenario.blocks.reference is not None:
            block = self.scenario.blocks.reference
            given = tuple(positions(block, self._site(block.rate), 1)[0].tolist())
        if given is None or len(given) != n:
            raise InputError(
                "no posture to begin with",
                where=f"scenario '{self.scenario.name}'",
                got=None if given is None else f"{len(given)} numbers",
                expected=f"{n} joint positions",
                hint="Give a posture in which the tool is turned as in the tests.",
            )
        return tuple(given)

    @cached_property
    def cube(self) -> IsoCube:
        """In which all paths can be followed."""
        if self.given.cube is not None:
            return self.given.cube
        self.tell("looking for the largest test cube")
        cube = largest_cube(self.model, self.posture)
        for _ in range(_ATTEMPTS):
            try:
                for path in self._paths(cube, once=True).values():
                    path.tables(self._site(path.rate, path.lasts()))
                return cube
            except InputError as error:
                if "too fast" in error.what:
                    raise
                trouble = error
                cube = dataclasses.replace(cube, side=_SHRINK * cube.side)
        raise trouble

    @cached_property
    def band(self) -> float:
        if self.given.band is not None:
            return self.given.band
        rows = self.results["poses"].rows
        spread = next(row.value for row in rows if (row.symbol, row.where) == ("RP_l", "P1"))
        return max(spread, BANDS[0])

    def tell(self, what: str) -> None:
        self._tell(what, min(self._told / 16, 1.0))
        self._told += 1

    def pose_tests(self) -> None:
        count = self.given.count
        self._poses("poses", Iso9283Points, cycles=count(30) + 1)
        # The first pose is where it begins: for as many ways as cycles it takes one more.
        self._poses("distance", Iso9283Points, order=(4, 2), cycles=count(30) + 2)
        distance = min(0.05, 0.1 * self.cube.side)
        self._poses("approaches", Iso9283Approaches, cycles=count(30) + 1, distance=distance)
        self._poses("settling", Iso9283Points, _FAST, order=(2, 1), cycles=count(3) + 1)
        self._poses("posing", Iso9283Posing, _FAST, cycles=count(3) + 1)
        once = self._block(Iso9283Points, order=(2, 1), cycles=2)
        period = once.lasts(self._site(None)) / 2
        cycles = max(20, round(self.given.drift / period))
        self._poses("drift", Iso9283Points, 100.0, order=(2, 1), cycles=cycles)

    def path_tests(self) -> None:
        for name, block in self._paths(self.cube).items():
            self._path(name, block)
        stroke, wave = 0.05 * self.cube.side, 0.25 * self.cube.side
        # So fast that there is a wave in a second, but not faster than on other paths.
        speed = min(2 * np.hypot(wave / 2, stroke), self.given.velocity * self.given.path_speed)
        weaving = self._along(
            Iso9283Weaving,
            self.cube,
            cycles=self.given.count(3) + 1,
            stroke=stroke,
            wavelength=wave,
            blend=0.2 * stroke,
            speed=float(speed),
        )
        self._path("weaving", weaving)
        self._reorientation()

    def _reorientation(self) -> None:
        """As fast as other paths, or as fast as the joints can turn the tool on the way."""
        cycles = self.given.count(10) + 1
        for part in (1.0, 0.5, 0.25, 0.1):
            speed = part * self.given.velocity * self.given.path_speed
            block = self._along(Iso9283Reorientation, self.cube, cycles=cycles, speed=speed)
            try:
                self._path("reorientation", block, f"at {1e3 * speed:.3g} mm/s")
                self.left_out.pop("reorientation", None)
                return
            except InputError as error:
                self.left_out["reorientation"] = str(error)
                if "too fast" not in error.what:
                    return

    def _paths(self, cube: IsoCube, *, once: bool = False) -> dict[str, PathInCycles]:
        """Without those that an arm may have to do without."""
        ten, three = (1 if once else self.given.count(asked) + 1 for asked in (10, 3))
        blend = 0.1 * cube.side
        return {
            "line": self._along(Iso9283Path, cube, shape="line", cycles=ten),
            "circle": self._along(Iso9283Path, cube, shape="circle", cycles=ten),
            "small circle": self._along(Iso9283Path, cube, shape="small_circle", cycles=ten),
            "sharp corners": self._along(Iso9283Path, cube, shape="corner", cycles=three),
            "rounded corners": self._along(
                Iso9283Path, cube, shape="corner", cycles=three, blend=blend
            ),
        }

    def compliance(self) -> None:
        """Forces of both signs along each axis, in steps, each three times, on the arm that holds
        P1: runs side by side, as they have nothing to do with each other."""
        self.tell("static compliance")
        block = self._block(Iso9283Points, order=(1,))
        hold = Hold(
            name="reference",
            position=tuple(positions(block, self._site(None), 1)[0].tolist()),
        )
        force = ToolForce(name="iso9283_force", begin=_FORCE_AT)
        scenario = self._changed(hold, _FORCE_AT + _FORCE_FOR, _SLOW)
        disturbances = (*scenario.blocks.disturbances, force)
        scenario = scenario.with_blocks(disturbances=disturbances)
        names = [f"iso9283_force.force_{axis}" for axis in "xyz"]
        full = self.given.rated_load * _WEIGHT
        steps = full * np.arange(1, _LOADS + 1) / _LOADS
        count = self.given.count(3)
        directions = np.concatenate([np.eye(3), -np.eye(3)])
        forces = (directions[:, None] * steps[:, None]).reshape(-1, 3).repeat(count, axis=0)
        found = scenario.prepare(names).run(dict(zip(names, forces.T, strict=True)))
        time, tool = found.time, found["tool_position"]
        before = (time >= _FORCE_AT - _AVERAGED) & (time < _FORCE_AT)
        after = time >= time[-1] - _AVERAGED
        moved = tool[:, after].mean(axis=1) - tool[:, before].mean(axis=1)
        if not np.isfinite(moved).all():
            self.left_out["compliance"] = "the arm gave way to the force; try a smaller rated load"
            return
        rows = []
        for axis, column in zip("xyz", range(3), strict=True):
            for sign, word in ((1, "+"), (-1, "−")):
                mine = sign * forces[:, column] > 0
                fit = forces[mine, column] @ moved[mine, column] / np.sum(forces[mine, column] ** 2)
                note = f"up to {full:.3g} N"
                rows.append(
                    Characteristic("C", f"P1, {word}{axis}", float(fit), "m/N", count, note)
                )
        points = {"forces": forces, "moved": moved, "matrix": static_compliance(forces, moved)}
        self.results["compliance"] = IsoResult("compliance", tuple(rows), points)

    def exchange(self) -> None:
        """Arms that differ by the spreads do the pose test."""
        spreads = self._differing.spreads
        if not spreads:
            self.left_out["exchangeability"] = (
                "it compares different arms: say by spreads how their values differ"
            )
            return
        self.tell(f"exchangeability of {ARMS} arms")
        block = self._block(Iso9283Points, cycles=self.given.count(30) + 1)
        scenario = self._changed(block, block.lasts(self._site(None)), 100.0)
        scenario = dataclasses.replace(
            scenario,
            recording=Recording(("reference_tool_position", "tool_position"), 100.0),
            spreads=spreads,
        )
        data = scenario.sweep(samples=ARMS).data
        each = [poses(tool_signals(data.isel(run=k)), self._cutting) for k in range(ARMS)]
        rows = []
        for name in self._names:
            centres = np.array([result.points[name].mean(axis=0) for result in each])
            cycles = len(each[0].points[name])
            note = f"{ARMS} arms"
            rows.append(Characteristic("E", name, exchangeability(centres), "m", cycles, note))
        self.results["exchangeability"] = IsoResult("exchangeability", tuple(rows))

    @cached_property
    def _names(self) -> dict[str, Array]:
        points = self.cube.plane(self.given.plane).points
        return {f"P{k + 1}": point for k, point in enumerate(points)}

    @property
    def _cutting(self) -> Cutting:
        """Before the cycles that count there is one more: it begins from a rest that is calmer than
        those that the arm comes to by itself."""
        return Cutting(shortest=0.5 * self.given.dwell, names=self._names, skipped=1)

    def _poses(self, name: str, kind: type[PoseToPose], rate: float = _SLOW, **more: Any) -> None:
        block = self._block(kind, **more)
        cut = dataclasses.replace(self._cutting, names=dict(block.stops()))
        if name in ("settling", "posing"):
            cut = dataclasses.replace(cut, band=self.band)
        self._run(name, name, block, block.lasts(self._site(None)), rate, cut)

    def _path(self, name: str, block: PathInCycles, note: str = "") -> None:
        test = {"small circle": "circle"}.get(name, name.rpartition(" ")[2])
        self._run(name, test, block, block.lasts() + self.given.dwell, _FAST, self._cutting)
        if note:
            found = self.results[name]
            rows = tuple(dataclasses.replace(row, note=note) for row in found.rows)
            self.results[name] = dataclasses.replace(found, rows=rows)

    def _run(
        self, name: str, test: str, block: Block, duration: float, rate: float, cut: Cutting
    ) -> None:
        self.tell(f"{name}, {duration:.0f} s")
        run = self._changed(block, duration, rate).simulate()
        if not run.data.attrs.get("complete", True):
            raise KeyboardInterrupt
        signals = tool_signals(run, self.model)
        found = evaluate(test, signals, cut)
        rows, points = found.rows, dict(found.points)
        if test == "circle":
            rows = tuple(dataclasses.replace(row, where=name) for row in rows)
        elif test == "corners":
            rows = tuple(dataclasses.replace(row, where=f"{row.where}, {name}") for row in rows)
        elif test == "settling":
            rows = tuple(row for row in rows if row.where == "P1")
            points.pop("P2")
        self.results[name] = IsoResult(test, rows, points)
        self.runs[name] = run.with_data(run.data.assign_attrs(iso9283_test=test))

    def _block(self, kind: type[PoseToPose], **more: Any) -> PoseToPose:
        joints = self.model.moving_joints
        speeds = np.array([joint.limits.velocity for joint in joints])
        if not np.isfinite(speeds).all():
            names = [j.name for j, v in zip(joints, speeds, strict=True) if not np.isfinite(v)]
            raise InputError(
                "a joint has no limit of its velocity",
                where=f"robot '{self.model.name}', joint '{names[0]}'",
                hint="The moves from pose to pose are made with the largest speeds.",
            )
        speeds = self.given.velocity * speeds
        return kind(
            name="reference",
            rate=self._rate,
            speed=tuple(speeds.tolist()),
            acceleration=tuple((speeds / self.given.ramp).tolist()),
            dwell=self.given.dwell,
            start_time=self.given.dwell,
            **self._place(self.cube),
            **more,
        )

    def _along(self, kind: type[PathInCycles], cube: IsoCube, **more: Any) -> PathInCycles:
        speed = self.given.velocity * self.given.path_speed
        common: dict[str, Any] = {
            "speed": speed,
            "acceleration": speed / self.given.ramp,
            "dwell": self.given.dwell,
            "start_time": self.given.dwell,
        }
        return kind(name="reference", rate=self._rate, **{**common, **self._place(cube), **more})

    def _place(self, cube: IsoCube) -> dict[str, Any]:
        return {
            "posture": self.posture,
            "cube_centre": tuple(cube.centre.tolist()),
            "cube_side": cube.side,
            "cube_orientation": tuple(map(tuple, cube.rotation.tolist())),
            "plane": self.given.plane,
        }

    @property
    def _rate(self) -> float:
        """Of the scenario's own reference, or about a thousand in a second."""
        block = self.scenario.blocks.reference
        if block is not None and block.rate is not None:
            return float(block.rate)
        return self._dividing(_FAST)

    def _dividing(self, rate: float) -> float:
        """That rate, or the nearest one above that has a whole number of ticks."""
        ticks = max(1, int(1.0 / (rate * self.scenario.tick) + 1e-9))
        return 1.0 / (ticks * self.scenario.tick)

    @cached_property
    def _plants(self) -> tuple[Plant, Plant]:
        plant = Plant(self.scenario.robot)
        return plant, plant if self.scenario.model is None else Plant(self.model)

    def _site(self, rate: float | None, duration: float | None = None) -> Site:
        period = 1.0 / (rate or self._rate)
        lasting = duration or self.scenario.duration
        return Site.around(*self._plants, self.scenario.tick, period, lasting)

    def _changed(self, block: Block, duration: float, rate: float) -> Scenario:
        scenario = self.scenario
        ticks = max(1, int(np.ceil(duration / scenario.tick)))
        return dataclasses.replace(
            scenario.with_blocks(reference=block),
            duration=ticks * scenario.tick,
            start=Start(at_rest=True, exact=scenario.start.exact),
            recording=Recording(_SIGNALS, self._dividing(rate)),
            spreads={},
        )
