"""How a mass moves with a law: break-away, stick-slip, drift; all of it in one sweep."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.report.friction.examples import Example
from armwright.report.friction.rig import rig

#: How fast the load rises, N/s.
RATES = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
#: From here on it slides, m/s.
SLIDING = 0.01
#: The spring between the mass and what pulls it, N/m, and the speed of that, m/s.
SPRING, BELT = 20.0, 0.02
#: A load that swings below what the contact holds: mean and amplitude, N; rad/s.
LOAD, SWING, FREQUENCY = 0.45, 0.25, 2 * np.pi * 5.0
DURATION = 10.0
_SETTINGS = ("mean", "rise", "swing", "frequency", "stiffness", "speed")


@dataclass(frozen=True, eq=False)
class StickSlip:
    """On a belt: time, spring force and velocity over the belt, (N,) each."""

    time: Array
    force: Array
    velocity: Array

    @property
    def swing(self) -> float:
        """Largest minus least spring force of the last third."""
        last = self.force[2 * self.force.size // 3 :]
        return float(last.max() - last.min())

    @property
    def resting(self) -> float:
        """For what part of the last third the mass rests on the belt, or nearly so."""
        last = self.velocity[2 * self.velocity.size // 3 :]
        return float(np.mean(np.abs(last) < 0.05 * BELT))


@dataclass(frozen=True, eq=False)
class Drift:
    """Under a swinging load: time and position, (N,) each."""

    time: Array
    position: Array

    @property
    def way(self) -> float:
        """From the end of the second period to the end of the last, at equal loads, m."""
        period = 2 * np.pi / FREQUENCY
        early = int(np.searchsorted(self.time, 2 * period - 1e-9))
        return float(self.position[-1] - self.position[early])

    @property
    def rate(self) -> float:
        """m/s"""
        return self.way / (DURATION - 4 * np.pi / FREQUENCY)


@dataclass(frozen=True, eq=False)
class FreeMotion:
    """`break_away`: the largest friction before it slides, for each of RATES."""

    break_away: Array
    stick_slip: StickSlip
    drift: Drift


def free_motion(example: Example) -> FreeMotion:
    """The loads of RATES, then the belt, then the swinging load, on a mass that rests at first."""
    belt, drift = len(RATES), len(RATES) + 1
    columns: dict[str, Array] = {name: np.zeros(drift + 1) for name in _SETTINGS}
    columns["rise"][:belt] = RATES
    columns["stiffness"][belt], columns["speed"][belt] = SPRING, BELT
    columns["mean"][drift], columns["swing"][drift] = LOAD, SWING
    columns["frequency"][drift] = FREQUENCY
    scenario = rig(example.kind, example.numbers, duration=DURATION, rate=5000.0)
    run = scenario.sweep(
        {f"pull.{name}": values for name, values in columns.items()}, samples=drift + 1
    )
    time = run.data["time"].to_numpy()
    x, v, friction, pull = (
        run.data[name].to_numpy()[..., 0]
        for name in ("joint_position", "joint_velocity", "friction_torque", "pull")
    )
    peaks = [_peak(friction[k], v[k]) for k in range(belt)]
    return FreeMotion(
        np.array(peaks),
        StickSlip(time, pull[belt], v[belt]),
        Drift(time, x[drift]),
    )


def _peak(friction: Array, velocity: Array) -> float:
    sliding = np.flatnonzero(velocity > SLIDING)
    return float(friction[: sliding[0] + 1 if sliding.size else None].max())
