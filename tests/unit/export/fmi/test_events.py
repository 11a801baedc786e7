"""FMUs for model exchange with events: friction that sticks, blocks that are sampled."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from fmpy.validation import validate_fmu
from scipy.integrate import solve_ivp

import armwright as aw
from armwright.export.continuous import make_continuous
from armwright.export.events import MODE
from armwright.simulation.slow import solve
from armwright.system import System
from tests.support.c_code import needs_compiler
from tests.support.fmus import Instance, differences, exported, scenario, simulated
from tests.support.two_axes import two_axes

pytestmark = needs_compiler
SLOW = pytest.mark.crosscheck
#: As a part of a signal's largest value. CVode keeps 1e-9 in each step, and modes end by at most
#: 1e-7 too late; what sticks in another place holds another weight.
NEAR = 1e-5


@cache
def expected(name: str, duration: float) -> dict[str, np.ndarray]:
    """By our slow solver, where our runs record."""
    own = scenario(name, duration)
    signals = own.recording.signals or ("joint_position", "tool_position")
    every = own.every(own.recording.rate, "recording")
    return solve(System(own), own.ticks + 1, list(signals), record_every=every)


def compared(name: str, version: int, duration: float, **options: Any) -> dict[str, float]:
    """Differences between FMPy's CVode and our slow solver, at the same instants; at an event, the
    values after it."""
    every = 1.0 / scenario(name).recording.rate
    path = exported(name, version, duration, kind="model-exchange", **options)[0]
    assert validate_fmu(str(path)) == []
    found = simulated(
        path,
        fmi_type="ModelExchange",
        stop_time=duration,
        output_interval=every,
        relative_tolerance=1e-9,
    )
    ours = expected(name, duration)
    times = every * np.arange(len(next(iter(ours.values()))))
    last = np.searchsorted(found["time"][:, 0], times + 1e-9) - 1
    assert np.abs(found["time"][last, 0] - times).max() < 1e-9
    if "joint_velocity" in found:
        still = (found["joint_velocity"] == 0.0).sum(axis=0)
        assert np.any((still > 10) & (still < 0.9 * len(last))) == (
            name in ("settling", "sticking")
        )
    return differences({signal: rows[last] for signal, rows in found.items()}, ours)


@pytest.mark.parametrize(
    ("name", "version", "duration"),
    [
        ("settling", 2, 4.0),
        ("sticking", 3, 1.5),
        ("four-bar/swing", 3, 0.2),  # drawn to its constraints by Baumgarte's method
        ("noisy", 3, 0.03),
        pytest.param("four-bar/turned", 2, 0.8, marks=SLOW),  # through dead positions
        pytest.param("six-axis-line", 3, 0.2, marks=SLOW),
    ],
)
def test_runs_are_the_slow_solver_s(name: str, version: int, duration: float) -> None:
    found = compared(name, version, duration)
    assert {"joint_position"} <= set(found)
    for signal, difference in found.items():
        assert difference < NEAR, signal


def test_loops_stay_closed() -> None:
    """Baumgarte's method holds the gap at the solver's errors; nothing else would."""
    path = exported("four-bar/swing", 3, 2.0, kind="model-exchange")[0]
    found = simulated(path, fmi_type="ModelExchange", stop_time=2.0, relative_tolerance=1e-6)
    plant = aw.Plant(scenario("four-bar/swing").robot)
    assert plant.loops is not None
    none = (np.zeros(0), np.zeros(0))
    gaps = [np.abs(plant.loops.numbers.at(x, none)[0]).max() for x in found["joint_position"]]
    assert np.ptp(found["joint_position"][:, 0]) > 0.5
    assert max(gaps) < 1e-5


def test_friction_ends_a_mode_where_an_indicator_passes_zero() -> None:
    """A pendulum, let go where its weight is less than the break-away torque, then pushed."""
    path = exported("settling", 3, 4.0, kind="model-exchange")[0]
    one = Instance(path, "model-exchange").initialise(position=0.01)
    weight = aw.compile(scenario("settling").robot).inverse_dynamics([0.01], [0.0], [0.0])
    assert one.get("friction_torque") == pytest.approx(-weight)
    assert one.get("der(velocity)") == pytest.approx(0.0, abs=1e-12)
    assert (one.get("indicators") > 0).all()
    one.set("position", 0.5)
    up, down = one.get("indicators")
    assert min(up, down) < 0 < max(up, down)
    assert one.fmu.updateDiscreteStates()[3] == 0  # it moves, but has not jumped
    assert (one.get("indicators") > 0).all()
    assert one.get("der(velocity)") < -1.0
    one.set("velocity", 1e-6)  # it turns round, and cannot be held there
    one.fmu.updateDiscreteStates()
    one.set("position", 0.01)
    one.set("velocity", 1e-6)
    one.fmu.updateDiscreteStates()
    assert one.get("velocity") == 0.0
    one.close()


@pytest.mark.parametrize("version", [2, 3])
def test_a_saved_state_knows_modes_and_ticks(version: int) -> None:
    path = exported("noisy", version, 0.03, kind="model-exchange")[0]
    one = Instance(path, "model-exchange").initialise()
    first = _next_event(one)
    one.fmu.setTime(first)
    saved = one.save()
    after = [_next_event(one), one.get("commanded_motor_torque").tolist()]
    assert after[0] == pytest.approx(2 * first)
    assert _next_event(one) == after[0]  # nothing is due twice
    one.restore(saved)
    assert [_next_event(one), one.get("commanded_motor_torque").tolist()] == after
    one.close()


@pytest.mark.parametrize("version", [2, 3])
def test_ticks_come_one_after_the_other_however_late_a_run_starts(version: int) -> None:
    """Seconds since 1970 are known to 0.2 µs: the event that the importer was told is met."""
    path = exported("noisy", version, 0.03, kind="model-exchange")[0]
    start = 1.7e9
    one = Instance(path, "model-exchange").initialise(start)
    times = [start]
    for _ in range(20):
        times.append(_next_event(one))
        one.fmu.setTime(times[-1])
    assert np.diff(times) == pytest.approx(scenario("noisy").tick, abs=3e-7)
    one.close()
    late = Instance(path, "model-exchange").initialise(1e18)
    with pytest.raises(Exception, match="DiscreteStates failed"):
        _next_event(late)
    assert late.log == ["The run starts so late that its time has no room for ticks."]
    late.fmu.freeInstance()


def _next_event(one: Instance) -> float:
    if one.version == 2:
        defined, time = one.fmu.newDiscreteStates()[4:6]
    else:
        defined, time = one.fmu.updateDiscreteStates()[4:6]
    assert defined
    return float(time)


def test_another_solver_finds_the_same() -> None:
    """SciPy's Runge-Kutta method of order 8, with its own search for events."""
    path = exported("sticking", 3, 1.5, kind="model-exchange")[0]
    one = Instance(path, "model-exchange").initialise()
    n, count = one.description.numberOfContinuousStates, len(one.get("indicators"))
    events = [_indicator(one, k) for k in range(count)]
    time, end, changes = 0.0, 1.5, 0
    x = _states(one, n)
    while time < end:
        piece = solve_ivp(
            lambda t, y: _rate(one, t, y), (time, end), x, "DOP853", events=events,
            rtol=1e-10, atol=1e-12,
        )  # fmt: skip
        time, changes = float(piece.t[-1]), changes + 1
        _rate(one, time, piece.y[:, -1])
        one.fmu.updateDiscreteStates()
        x = _states(one, n)
    assert changes > 3
    ours = expected("sticking", 1.5)["joint_position"]
    assert np.abs(one.get("joint_position") - ours[-1]).max() < NEAR * np.abs(ours).max()
    one.close()


def _states(one: Instance, n: int) -> np.ndarray:
    return np.concatenate([one.get("position"), one.get("velocity")])[:n]


def _rate(one: Instance, time: float, x: np.ndarray) -> np.ndarray:
    half = len(x) // 2
    one.fmu.setTime(time)
    one.set("position", x[:half])
    one.set("velocity", x[half:])
    return np.concatenate([one.get("der(position)"), one.get("der(velocity)")])


def _indicator(one: Instance, k: int) -> Any:
    def value(time: float, x: np.ndarray) -> float:
        _rate(one, time, x)
        return float(one.get("indicators")[k])

    value.terminal = True  # type: ignore[attr-defined]
    return value


def test_what_needs_no_events_has_none() -> None:
    """Sensors that are sampled are left out of an arm that does not feel them."""
    smooth = make_continuous(two_axes(), "plant")
    assert smooth.routine.period == 0
    assert smooth.vectors.indicators is None
    assert "measured_motor_position" in smooth.vectors.lost
    assert [one.name for one in smooth.vectors.inputs] == ["commanded_motor_torque"]
    sampled = make_continuous(two_axes(), "plant", ["measured_motor_position"])
    assert sampled.routine.period > 0
    assert sampled.vectors.lost == ()
    names = [one.name for one in make_continuous(scenario("sticking"), "loop").vectors.state]
    assert MODE in names


def test_both_kinds_have_the_same_variables() -> None:
    """In co-simulation, which has no events, indicators are positive."""
    path = exported("sticking", 3, 1.5, kind="both")[0]
    assert validate_fmu(str(path)) == []
    one = Instance(path).initialise()
    one.steps(3, scenario("sticking").tick)
    assert (one.get("indicators") == 1.0).all()
    one.close()
