"""What all blocks have to keep to, and what users are told who do not."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright import InputError
from armwright.block import Assembly, Input, Memory, Option, Output, Parameter, State
from armwright.block.block import size_of
from armwright.blocks.catalogue import CATALOGUE, find
from armwright.blocks.motors import CurrentLag
from armwright.compiler import compile_program, make_program
from armwright.laws.friction import Coulomb
from tests.support.blocks import evaluate, expressions, site

FAMILIES = ("friction", "spring", "motor", "sensor", "controller", "disturbance")
KINDS = [(family, kind) for family in FAMILIES for kind in CATALOGUE[family]]
#: Pure numbers.
DIMENSIONLESS = {
    "stribeck_exponent",
    "mu",
    "power_gain",
    "damping_ratio",
    "velocity_feedforward",
    "started",
    "load_coefficient",
    "payload",
    "weights",
    "rotation",
    "decoupling",
    "singular_below",
    "outward",
    "friction_coefficient",
    "integral_share",
    "regulation_damping_ratio",
    *(f"{name}_{i}" for name in ("share", "slip") for i in range(1, 11)),
}
R3 = site("manutec_r3", rate=1000.0, channels=2)
TWO = site("two_axis", rate=1000.0, channels=2)
#: What has to be given, so that a block is complete.
NEEDED = {
    "coulomb": {"coulomb": 1.0},
    "tustin": {"coulomb": 1.0, "static": 2.0, "stribeck_velocity": 0.1},
    "lugre": {"coulomb": 1.0, "stiffness": 1e3},
    "smooth_coulomb": {"coulomb": 1.0, "transition_velocity": 0.1},
    "tanh_stribeck": {"fc": 0.6, "mu": 0.7, "alpha": 0.5, "beta": 0.05},
    "sigmoid": {"phi1": 0.5, "phi2": 5.0, "phi3": 0.04},
    "linear": {"stiffness": 1e4},
    "stiffening": {"k_low": 1.0, "k_high": 2.0, "psi": 0.5},
    "current_lag": {"time_constant": 1e-3},
    "encoder": {"noise": 1e-3, "velocity_from": "difference"},
    "joint_encoder": {"noise": 1e-3, "resolution": 0.1},
    "pid": {"proportional_gain": 3.0, "torque_limit": 1.0},
    "position_loop": {"position_gain": 30.0},
    "velocity_loop": {"velocity_gain": 0.4, "integral_time": 0.02},
    "state_feedback": {"gain": np.arange(72.0).reshape(6, 12), "torque_limit": 50.0},
    "robust_term": {"acceleration": 6.0, "boundary_layer": 0.5},
    "saturation": {"lower": -1.0, "upper": 1.0},
    "joint_torque": {"torque": 1.0},
    "torque_multisine": {"amplitude": [1.0] * 6, "period": 1.0, "band": [1, 8]},
    "torque_samples": {"torques": [[1.0] * 6, [2.0] * 6]},
    "cascade": {"position_gain": 30.0, "velocity_gain": 0.4, "integral_time": 0.02},
}
NEEDED |= {
    "cubic": {"a0": 1e3, "a1": 1e4, "a2": 1e6},
    "backlash": {"stiffness": 1e3, "gap": 1e-3, "damping": 1.0},
    "hysteretic": {"stiffness": 1e3, "friction": 1.0, "friction_stiffness": 1e3},
    "payload": {"link": "link6", "mass": 2.0},
    "base_motion": {"axes": ["z", "ry"], "amplitude": 0.1, "frequency": 2.0},
    "station_keeping": {"position_gain": 10.0},
    "thrusters": {"places": [[0.1, 0, 0]], "directions": [[0, 0, 1.0]]},
    "point_spring": {"link_a": "link1", "link_b": "link3", "stiffness": 1e3, "length": 0.1},
    "joint_spring": {"weights": [0, 1, 1, 0, 0, 0], "stiffness": 10.0},
    "torque_map": {"joint": "joint2", "points": ((-1.0, 2.0), (1.0, 3.0))},
    "wall": {"outward": [0, 0, 1.0], "stiffness": 1e4},
    "hybrid_force": {"force": 20.0},
    "thermal": {"heat_capacity": 500.0, "thermal_resistance": 0.4},
}
_MAXWELL = {"coulomb": 1.0, "static": 2.0, "stiffness": 1e3, "attraction": 50.0}
NEEDED |= {"dahl": {"coulomb": 1.0, "stiffness": 1e3}, "gms": _MAXWELL, "gms10": _MAXWELL}
NEEDED |= {
    prefix + kind: {**NEEDED[kind], **more}
    for kind in ("coulomb", "tustin", "lugre", "gms")
    for prefix, more in (
        ("loaded_", {"load_coefficient": 0.1}),
        ("warm_", {"warm_temperature": 330.0, "coulomb_warm": 0.5}),
        ("warm_loaded_", {"warm_temperature": 330.0, "coulomb_warm": 0.5}),
    )
}


def made(family, kind):
    """One block of that kind, or the parts of an assembly."""
    block = find(family, kind)(**NEEDED.get(kind, {}), rate=1000.0)
    return block.parts() if isinstance(block, Assembly) else (block,)


@pytest.mark.parametrize(("family", "kind"), KINDS)
def test_every_declaration_says_what_it_is(family, kind):
    block = find(family, kind)
    assert block.kind == kind and block.__doc__
    for name, declared in block.declared.items():
        assert declared.name == name
        assert declared.meaning, f"{kind}.{name} has no meaning"
        flag = isinstance(declared, Output) and declared.flag
        if not isinstance(declared, Option) and not flag:
            assert bool(declared.unit) != (name in DIMENSIONLESS), f"unit of {kind}.{name}"


@pytest.mark.parametrize(("family", "kind"), KINDS)
def test_equations_give_what_is_declared(family, kind):
    for block in made(family, kind):
        _, results, _ = expressions(block, R3)
        wanted = {**block.of(Output), **block.of(State), **block.of(Memory)}
        assert results.keys() == wanted.keys()
        for name, declared in wanted.items():
            size = size_of(declared, R3.sizes)
            assert results[name].shape in ((size, 1), (1, 1))


@pytest.mark.parametrize(("family", "kind"), KINDS)
def test_machine_code_gives_the_same_numbers(family, kind):
    # One asks drives for what only the r3's have, the other has gains for six joints.
    where = R3 if kind in ("current_loop", "state_feedback") else TWO
    for block in made(family, kind):
        symbols, results, numbers = expressions(block, where)
        dense = {name: cs.densify(value) for name, value in results.items()}
        function = compile_program(make_program(block.kind, symbols, dense))
        rng = np.random.default_rng(1)
        given = {n: rng.normal(size=s.shape[0]) for n, s in symbols.items() if n not in numbers}
        given |= {"tick": np.array([7.0]), "seed": np.array([3.0])}
        arguments = {**given, **numbers}
        found = function(*(arguments[name] for name in symbols))
        found = found if isinstance(found, tuple) else (found,)
        expected = evaluate(block, where, **given)
        for value, name in zip(found, results, strict=True):
            np.testing.assert_allclose(np.ravel(value), expected[name], rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize(("family", "kind"), KINDS)
def test_linear_states_are_linear_in_themselves(family, kind):
    """ż = a z + b, a and b free of all states."""
    for block in made(family, kind):
        symbols, results, _ = expressions(block, R3)
        states = cs.vertcat(*(symbols[name] for name in block.of(State)), cs.SX(0, 1))
        for name, declared in block.of(State).items():
            if declared.linear:
                rate = results[name]
                a = cs.jacobian(rate, symbols[name])
                b = cs.substitute(rate, symbols[name], cs.SX.zeros(symbols[name].shape))
                assert not cs.depends_on(a, states) and not cs.depends_on(b, states)


def test_what_stands_in_for_a_missing_input_is_harmless():
    for family, kind in KINDS:
        for declared in find(family, kind).of(Input).values():
            assert declared.default in (None, 0.0)


@pytest.mark.parametrize(
    ("family", "kind", "message"),
    [
        (
            "friction",
            "lugree",
            "unknown kind of friction (got 'lugree', expected one of coulomb, tustin, "
            "smooth_coulomb, tanh_stribeck, sigmoid, dahl, lugre, gms, gms10, warm_coulomb, ",
        ),
        ("spring", "steel", "unknown kind of spring (got 'steel', expected one of linear, stiffen"),
        ("motors", "ideal", "unknown family of blocks (got 'motors', expected one of friction, sp"),
    ],
)
def test_unknown_blocks(family, kind, message):
    with pytest.raises(InputError) as error:
        find(family, kind)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Coulomb(viscos=1.0),
            "block 'coulomb': unknown setting (got 'viscos', expected one of viscous, coulomb, "
            "coulomb_positive, coulomb_negative, static, static_positive, static_negative). Did "
            "you mean 'viscous'?",
        ),
        (
            lambda: Coulomb(viscous=-1.0),
            "block 'coulomb': 'viscous' is too small (got -1.0, expected at least 0 N m s/rad)",
        ),
        (
            lambda: CurrentLag(time_constant=[1e-3, 0.0], name="servo"),
            "block 'servo': 'time_constant' is too small (got [0.001, 0.0], expected more than 0 "
            "s)",
        ),
        (
            lambda: Coulomb(coulomb=[1.0, 2.0, 3.0]).parameters(R3),
            "block 'coulomb': 'coulomb_positive' has the wrong length (got [3], expected one "
            "number or 2)",
        ),
        (
            lambda: CurrentLag().parameters(R3),
            "block 'current_lag': parameter 'time_constant' is missing (expected T in s)",
        ),
    ],
)
def test_wrong_settings(make, message):
    with pytest.raises(InputError) as error:
        make()
    assert str(error.value) == message


def test_parameters_are_within_their_own_bounds():
    for family, kind in KINDS:
        for parameter in find(family, kind).of(Parameter).values():
            if isinstance(parameter.default, float):
                assert parameter.above is None or parameter.default > parameter.above
                assert parameter.at_least is None or parameter.default >= parameter.at_least
