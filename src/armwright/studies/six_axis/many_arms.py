"""Many arms on the half moon, none of which is quite as its controller believes: payload, inertias
and centres of gravity, one by one and together, with and without noise. S1, section 6.1, leaves
such combinations out."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.robot import Inertia
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.six_axis.runs import LAST_LINK, noise

ARMS, _SEED = 200, 1
#: S1's largest errors of payload and inertias, parts; of centres of gravity, along each axis, m:
#: assumed, what is left of them if they come from drawings.
WRONG, CENTRES_WRONG = 0.10, 0.002
#: By what is wrong, in words.
TITLES = {
    "payload": "payload",
    "payload-estimated": "payload, estimated",
    "inertia": "inertias",
    "centres": "centres of gravity",
    "all": "all three",
    "all-noise": "all, and noise",
}
_UPPER = np.triu_indices(3)
_RECORDED = (
    *("joint_position", "reference_joint_position"),
    *("tool_position", "reference_tool_position"),
)


@dataclass(frozen=True, eq=False)
class ManyArms:
    """What many arms do. `errors` of the joints, rad: (arms, records, 6); `tool`: how far the tools
    are off, m: (arms, records)."""

    time: Array
    errors: Array
    tool: Array

    @classmethod
    def of(cls, run: Run) -> ManyArms:
        data = run.data
        off = data["reference_tool_position"].values - data["tool_position"].values
        return cls(
            data["time"].values,
            data["reference_joint_position"].values - data["joint_position"].values,
            np.linalg.norm(off, axis=-1),
        )

    @property
    def largest(self) -> Array:
        """The largest error of any joint of each arm, rad."""
        found: Array = np.abs(self.errors).max(axis=(1, 2))
        return found

    @property
    def usual(self) -> float:
        """What 95 % of the arms stay below, rad."""
        return float(np.quantile(self.largest, 0.95))

    @property
    def tool_usual(self) -> float:
        """How far 95 % of the tools are off at the most, m."""
        return float(np.quantile(self.tool.max(axis=1), 0.95))

    @property
    def deviation(self) -> Array:
        """Standard deviation of each joint's error among the arms, root mean square over time."""
        found: Array = np.sqrt(self.errors.var(axis=0).mean(axis=0))
        return found


def run_many_arms() -> dict[str, ManyArms]:
    kept = {"recording.signals": list(_RECORDED), "recording.rate": 50}
    exact = load_scenario("six-axis/half-moon").changed(kept)
    loud = exact.changed(noise("position", "velocity"))
    estimated = _on_the_way_of(exact, load_scenario("six-axis/estimated")).changed(kept)
    wrong = drawn(exact)
    everything = {path: values for part in wrong.values() for path, values in part.items()}
    sweeps: dict[str, tuple[Scenario, Mapping[str, Any]]] = {
        "payload": (exact, wrong["payload"]),
        "payload-estimated": (estimated, wrong["payload"]),
        "inertia": (exact, wrong["inertia"]),
        "centres": (exact, wrong["centres"]),
        "all": (exact, everything),
        "all-noise": (loud, everything),
    }
    return {
        name: ManyArms.of(scenario.sweep(part, samples=ARMS, seed=_SEED))
        for name, (scenario, part) in sweeps.items()
    }


def _on_the_way_of(path: Scenario, own: Scenario) -> Scenario:
    """A scenario with the reference of another."""
    blocks = dataclasses.replace(own.blocks, reference=path.blocks.reference)
    return dataclasses.replace(own, blocks=blocks, duration=path.duration)


def drawn(scenario: Scenario) -> dict[str, dict[str, Array]]:
    """The numbers of all arms, by what is wrong and path. All moments of a link are wrong by the
    same part, as in S1."""
    rng = np.random.default_rng(_SEED)
    bodies: dict[str, Inertia] = {
        link.name: link.inertia for link in scenario.robot.links if link.inertia is not None
    }
    part = rng.uniform(1 - WRONG, 1 + WRONG, (ARMS, 1 + len(bodies)))
    off = rng.uniform(-CENTRES_WRONG, CENTRES_WRONG, (ARMS, len(bodies), 3))
    return {
        "payload": {f"links.{LAST_LINK}.mass": part[:, 0] * bodies[LAST_LINK].mass},
        "inertia": {
            f"links.{name}.inertia": part[:, k, None] * body.tensor[_UPPER]
            for k, (name, body) in enumerate(bodies.items(), start=1)
        },
        "centres": {
            f"links.{name}.centre": body.centre + off[:, k]
            for k, (name, body) in enumerate(bodies.items())
        },
    }
