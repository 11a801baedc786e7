"""The cases of S1, chapter 5: a scenario each; those with the same path differ in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armwright.robot import Inertia
from armwright.scenario import Scenario, load_scenario

#: What S1 multiplies masses and inertias by in section 5.3.
FACTORS = (0.90, 0.95, 1.05, 1.10)
#: S1 calls the whole last link the payload. In our arm 3 kg of it are test weight.
LAST_LINK, TEST_WEIGHT = "output_shaft", 3.0
_MASS = f"links.{LAST_LINK}.mass"
_NO_LIMIT = 1e9


def step_cases() -> dict[str, Scenario]:
    """S1, sections 5.1 to 5.3: all with the steps."""
    ideal = load_scenario("six-axis/steps")
    limits = ("controller.acceleration_limit", "controller.torque_limit")
    changes: dict[str, Mapping[str, Any]] = {
        "ideal": {},
        "unlimited": dict.fromkeys(limits, _NO_LIMIT),
        "noise-q": noise("position"),
        "noise-v": noise("velocity"),
        "noise-both": noise("position", "velocity"),
        **{f"payload-{_percent(f)}": payload(ideal, f) for f in FACTORS},
        **{f"weight-{_percent(f)}": _test_weight(ideal, f) for f in (0.9, 1.1)},
        **{f"inertia-{_percent(f)}": inertia(ideal, f) for f in FACTORS},
    }
    return {name: ideal.changed(change) for name, change in changes.items()}


def half_moon_cases() -> dict[str, Scenario]:
    """S1, section 5.4, and what its section 6.1 leaves open: noise and model errors on a path."""
    exact = load_scenario("six-axis/half-moon")
    changes: dict[str, Mapping[str, Any]] = {
        "half-moon": {},
        "half-moon-noise": noise("position", "velocity"),
        "half-moon-payload-90": payload(exact, 0.9),
        "half-moon-inertia-110": inertia(exact, 1.1),
    }
    return {name: exact.changed(change) for name, change in changes.items()}


def noise(*kinds: str) -> dict[str, Any]:
    """Of S1, section 5.2: on `position`, on `velocity`, or on both."""
    loud = load_scenario("six-axis/noise").sensors[0].values
    return {f"noise.power_{kind}": loud[f"power_{kind}"] for kind in kinds}


def payload(scenario: Scenario, factor: float) -> dict[str, Any]:
    """S1, section 5.3.1: another mass of the last link, whose centre and tensor stay."""
    return {_MASS: factor * _last(scenario).mass}


def inertia(scenario: Scenario, factor: float) -> dict[str, Any]:
    """S1, section 5.3.2: other tensors of all links, about their centres of mass."""
    return {
        f"links.{link.name}.inertia": (factor * link.inertia.tensor).tolist()
        for link in scenario.robot.links
        if link.inertia is not None
    }


def title(name: str) -> str:
    """Of a case, in words."""
    words = {
        "ideal": "ideal case",
        "unlimited": "without limits",
        "noise-q": "noise on q",
        "noise-v": "noise on q̇",
        "noise-both": "noise on q and q̇",
        "half-moon": "half moon",
        "half-moon-noise": "half moon, noise on q and q̇",
    }
    if name in words:
        return words[name]
    what, _, percent = name.rpartition("-")
    difference = f"{int(percent) - 100:+d} %".replace("-", "\N{MINUS SIGN}")
    return f"{what.replace('half-moon-', 'half moon, ')} {difference}"


def _test_weight(scenario: Scenario, factor: float) -> dict[str, Any]:
    return {_MASS: _last(scenario).mass + (factor - 1) * TEST_WEIGHT}


def _last(scenario: Scenario) -> Inertia:
    (link,) = [link for link in scenario.robot.links if link.name == LAST_LINK]
    assert link.inertia is not None
    return link.inertia


def _percent(factor: float) -> int:
    return round(100 * factor)
