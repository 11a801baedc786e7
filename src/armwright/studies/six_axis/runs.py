"""What is simulated: the cases of S1's chapter 5, which run together if they have the same path;
its two-link arm; and what is beyond it. Last, what is compiled: its matrices."""

from __future__ import annotations

import time as clock
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.arm.programs import make
from armwright.compiler.kernel import module_text
from armwright.compiler.machine import emit_object, host_cpu
from armwright.compiler.program import Program
from armwright.multibody.parameters import FreeParameters
from armwright.robot import Inertia, Robot, load
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.running import run_together

#: What S1 multiplies masses and inertias by in section 5.3.
FACTORS = (0.90, 0.95, 1.05, 1.10)
PAYLOADS = {factor: f"payload-{round(100 * factor)}" for factor in FACTORS}
INERTIAS = {factor: f"inertia-{round(100 * factor)}" for factor in FACTORS}
#: S1 calls the whole last link the payload. In our arm so many kg of it are test weight.
LAST_LINK, TEST_WEIGHT = "output_shaft", 3.0
_MASS = f"links.{LAST_LINK}.mass"
_NO_LIMIT = 1e9
#: When our half moon changes its direction, s; S1's, section 5.4, does so at 10 instead of 9.7 s.
OUR_DIRECTION_CHANGES = (0.3, 3.0, 5.0, 7.0, 9.7)
_HALF_MOON = "six-axis/half-moon"
TWO_LINK = "two_link_nonplanar"
#: Torques above the holding ones under which the arm does not go round, N m.
NEARLY_LEVEL = (7.0, 19.4)
_SPINNING = "two-link/spinning"
_CUTOFFS = ("position filter.cutoff_frequency", "velocity filter.cutoff_frequency")
_OFF = {"robust.acceleration": 0.0}
_NO_INTEGRAL = {"robust.integral_weight": 0.0}
#: S1's own, and what is beyond it: the scenario, and what is changed in it.
OF_SOURCE = "S1's controller"
CONTROLLERS: dict[str, tuple[str, Mapping[str, Any]]] = {
    "low-pass 20 Hz": ("six-axis/robust-filtered", _OFF),
    "low-pass 10 Hz": ("six-axis/robust-filtered", {**_OFF, **dict.fromkeys(_CUTOFFS, 10.0)}),
    "observer": ("six-axis/observed", {}),
    "robust term": ("six-axis/robust", _NO_INTEGRAL),
    "robust term with integral": ("six-axis/robust", {}),
    "estimated payload": ("six-axis/estimated", {}),
    "low-pass, and term with integral": ("six-axis/robust-filtered", {}),
}
#: The tests that are repeated with each of them.
TESTS = ("ideal", "noise-both", "payload-90", "payload-110")
#: The matrices that S1 derives symbolically.
QUANTITIES = {"mass_matrix": "B(q)", "coriolis": "C(q, q̇)", "gravity": "G(q)"}


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
        **{name: payload(ideal, factor) for factor, name in PAYLOADS.items()},
        **{f"weight-{round(100 * f)}": _test_weight(ideal, f) for f in (0.9, 1.1)},
        **{name: inertia(ideal, factor) for factor, name in INERTIAS.items()},
    }
    return {name: ideal.changed(change) for name, change in changes.items()}


def half_moon_cases() -> dict[str, Scenario]:
    """S1, section 5.4, and what its section 6.1 leaves open: noise and model errors on a path."""
    exact = load_scenario(_HALF_MOON)
    changes: dict[str, Mapping[str, Any]] = {
        "half-moon": {},
        "half-moon-noise": noise("position", "velocity"),
        "half-moon-payload-90": payload(exact, 0.9),
        "half-moon-inertia-110": inertia(exact, 1.1),
    }
    return {name: exact.changed(change) for name, change in changes.items()}


def half_moon_rate() -> float:
    """How often a second its reference is worked out, Hz."""
    reference = load_scenario(_HALF_MOON).blocks.reference
    assert reference is not None and reference.rate is not None
    return reference.rate


def noise(*kinds: str) -> dict[str, Any]:
    """Of S1, section 5.2: on `position`, on `velocity`, or on both."""
    loud = load_scenario("six-axis/noise").blocks.sensors[0].values
    return {f"noise.power_{kind}": loud[f"power_{kind}"] for kind in kinds}


def payload(scenario: Scenario, factor: float) -> dict[str, Any]:
    """S1, section 5.3.1: another mass of the last link, whose centre and tensor stay."""
    return {_MASS: factor * _last(scenario.robot).mass}


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
    return {_MASS: _last(scenario.robot).mass + (factor - 1) * TEST_WEIGHT}


def last_mass() -> float:
    """Of the arm's last link, kg."""
    return _last(load("six_axis")).mass


def _last(robot: Robot) -> Inertia:
    (link,) = [link for link in robot.links if link.name == LAST_LINK]
    assert link.inertia is not None
    return link.inertia


def spinning_torques() -> tuple[float, float]:
    """On column and arm, N m."""
    (block,) = load_scenario(_SPINNING).blocks
    column, arm = block.values["torque"]
    return column, arm


def run_two_link() -> dict[str, Run]:
    """S1's three runs, and one that it does not have."""
    spinning = load_scenario(_SPINNING)
    level = {"joint_torque.torque": list(NEARLY_LEVEL), "duration": 5.0}
    return {
        "two-link-free": load_scenario("two-link/free").simulate(),
        "two-link-balanced": load_scenario("two-link/balanced").simulate(),
        "two-link-spinning": spinning.simulate(),
        "two-link-level": spinning.changed(level).simulate(),
    }


def run_beyond() -> dict[str, dict[str, Run]]:
    """By controller and test; those of the same scenario run together."""
    alike: dict[str, dict[str, Scenario]] = {}
    for controller, (name, changes) in CONTROLLERS.items():
        own = load_scenario(name).changed(changes)
        tests = (
            own,
            own.changed(noise("position", "velocity")),
            own.changed(payload(own, 0.9)),
            own.changed(payload(own, 1.1)),
        )
        alike.setdefault(name, {}).update(
            {f"{controller}, {test}": one for test, one in zip(TESTS, tests, strict=True)}
        )
    runs = {
        name: run for together in alike.values() for name, run in run_together(together).items()
    }
    return {
        controller: {test: runs[f"{controller}, {test}"] for test in TESTS}
        for controller in CONTROLLERS
    }


def gain_crossing() -> float:
    """Where the gain of S1's loop, (K_D s + K_P)/s², passes 1, rad/s."""
    (controller,) = load_scenario("six-axis/steps").blocks.controller
    ratio, frequency = (
        float(np.asarray(controller.values[name]))
        for name in ("damping_ratio", "natural_frequency")
    )
    part = 2 * ratio**2
    return frequency * float(np.sqrt(part + np.sqrt(part**2 + 1)))


def observer_frequency() -> float:
    """Of all three poles of the observer, rad/s."""
    blocks = load_scenario(CONTROLLERS["observer"][0]).blocks.controller
    (observer,) = [block for block in blocks if block.name == "observer"]
    return float(np.asarray(observer.values["natural_frequency"]))


@dataclass(frozen=True)
class CompiledMatrix:
    """One of the matrices. `written_out`: operations, were every element a formula of its own, with
    nothing computed once and used twice. Times in s."""

    symbol: str
    instructions: int
    written_out: int
    to_build: float
    to_compile: float


def build_matrices(robot: Robot) -> list[CompiledMatrix]:
    """Expressions and machine code, made anew whatever the cache has."""
    return [_built(robot, quantity) for quantity in QUANTITIES]


def written_out(program: Program) -> int:
    sizes: list[int] = []
    for operation, *operands in program.code:
        leaf = operation in ("input", "constant")
        sizes.append(0 if leaf else 1 + sum(sizes[k] for k in operands))
    return sum(sizes[store.value] for store in program.stores)


def _built(robot: Robot, quantity: str) -> CompiledMatrix:
    begun = clock.perf_counter()
    program = make(quantity, FreeParameters.choose(robot, ()), ())
    made = clock.perf_counter()
    emit_object(module_text(program, (1,), host_cpu().has_fma))
    compiled = clock.perf_counter()
    return CompiledMatrix(
        QUANTITIES[quantity],
        len(program.code),
        written_out(program),
        made - begun,
        compiled - made,
    )
