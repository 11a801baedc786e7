"""Friction laws against plain NumPy, and what any friction does."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright import library_names, load
from armwright.block import Input, State
from armwright.laws.friction import (
    LAWS,
    Coulomb,
    Dahl,
    LuGre,
    Sigmoid,
    SmoothCoulomb,
    StickingFriction,
    TanhStribeck,
    Tustin,
)
from tests.support.blocks import evaluate, expressions, site

V = np.concatenate([-np.logspace(2, -6, 40), [0.0], np.logspace(-6, 2, 40)])
ONE = site()

PLAIN = {
    "coulomb": Coulomb(viscous=0.3, coulomb=[2.0]),
    "tustin": Tustin(coulomb=2.0, static=3.0, stribeck_velocity=0.1, viscous=0.3),
    "lugre": LuGre(coulomb=2.0, static=3.0, stiffness=1e4, viscous=0.3),
    "smooth_coulomb": SmoothCoulomb(coulomb=2.0, static=3.0, transition_velocity=1e-3),
    "tanh_stribeck": TanhStribeck(fd=0.006, fc=0.6, mu=0.7, alpha=0.5, beta=0.05),
    "sigmoid": Sigmoid(phi1=0.54615, phi2=5.1181),
    "dahl": Dahl(coulomb=2.0, stiffness=1e4, viscous=0.3),
    "gms": LAWS["gms"](coulomb=2.0, static=3.0, stiffness=1e4, attraction=50.0, viscous=0.3),
    "gms10": LAWS["gms10"](coulomb=2.0, stiffness=1e4, attraction=50.0),
}
#: What laws need beside the numbers of the law that they vary; here they are cold, without load.
FURTHER = {
    "warm_": {"warm_temperature": 330.0, "coulomb_warm": 1.0},
    "loaded_": {"load_coefficient": 0.1},
    "warm_loaded_": {"warm_temperature": 330.0, "coulomb_warm": 1.0, "load_coefficient": 0.1},
}
EXAMPLES = PLAIN | {
    prefix + kind: LAWS[prefix + kind](**PLAIN[kind].values, **further)
    for prefix, further in FURTHER.items()
    for kind in ("coulomb", "tustin", "lugre", "gms")
}
MEMORYLESS = [kind for kind, block in EXAMPLES.items() if not block.of(State)]


def total(block, v):
    """The torque while sliding at v, shape (N,)."""
    found = evaluate(block, ONE, velocity=v[:, None])
    torque = found["torque"][:, 0]
    if isinstance(block, StickingFriction):
        up, down = found["sliding_positive"][:, 0], found["sliding_negative"][:, 0]
        torque = torque + np.where(v > 0, up, np.where(v < 0, -down, 0.0))
    return torque


def stribeck(v, Fc, Fs, vs, d):
    return Fc + (Fs - Fc) * np.exp(-(np.abs(v / vs) ** d))


def test_there_is_an_example_of_every_law():
    assert EXAMPLES.keys() == LAWS.keys()


@pytest.mark.parametrize("kind", MEMORYLESS)
def test_friction_is_odd_and_brakes(kind):
    torque = total(EXAMPLES[kind], V)
    np.testing.assert_allclose(torque, -torque[::-1], rtol=1e-13, atol=1e-16)
    assert (torque * V >= 0).all()


@pytest.mark.parametrize("kind", MEMORYLESS)
def test_slopes_are_finite_everywhere(kind):
    """Also where a power of zero or a hyperbolic cosine of 1e5 would not be."""
    symbols, results, numbers = expressions(EXAMPLES[kind], ONE)
    everything = cs.vertcat(*results.values())
    inputs = [symbols[name] for name in EXAMPLES[kind].of(Input)]
    arguments = [*inputs, *map(symbols.get, numbers)]
    function = cs.Function("slopes", arguments, [cs.jacobian(everything, cs.vertcat(*arguments))])
    for v in (-1e6, -1.0, 0.0, 1e-30, 1e6):
        given = {"velocity": v, "temperature": 300.0, "load": 0.0}
        values = [given[name] for name in EXAMPLES[kind].of(Input)]
        assert np.isfinite(np.array(function(*values, *numbers.values()))).all()


def test_coulomb():
    block = Coulomb(viscous=0.3, coulomb_positive=2.0, coulomb_negative=1.5, static=1.8)
    found = evaluate(block, ONE, velocity=V[:, None])
    np.testing.assert_allclose(found["torque"][:, 0], 0.3 * V, rtol=1e-15)
    assert (found["sliding_positive"] == 2.0).all() and (found["sliding_negative"] == 1.5).all()
    assert (found["holding_positive"] == 2.0).all(), "less than Coulomb friction is never held"
    assert (found["holding_negative"] == 1.8).all()


def test_coulomb_holds_what_it_slides_with_unless_told():
    values = Coulomb(coulomb_positive=2.0, coulomb_negative=1.5).parameters(ONE)
    assert values["static_positive"] == 2.0 and values["static_negative"] == 1.5
    assert values["viscous"] == 0.0


@pytest.mark.parametrize("exponent", [0.5, 1.0, 2.0])
def test_tustin(exponent):
    block = Tustin(
        coulomb_positive=2.0,
        coulomb_negative=1.0,
        static_positive=3.0,
        static_negative=4.0,
        stribeck_velocity=0.1,
        stribeck_exponent=exponent,
        viscous=0.3,
    )
    found = evaluate(block, ONE, velocity=V[:, None])
    up, down = stribeck(V, 2.0, 3.0, 0.1, exponent), stribeck(V, 1.0, 4.0, 0.1, exponent)
    np.testing.assert_allclose(found["torque"][:, 0], 0.3 * V, rtol=1e-15)
    np.testing.assert_allclose(found["sliding_positive"][:, 0], up, rtol=1e-11)
    np.testing.assert_allclose(found["sliding_negative"][:, 0], down, rtol=1e-11)
    assert (found["holding_positive"] == 3.0).all() and (found["holding_negative"] == 4.0).all()


def test_known_exponents_cost_no_power():
    for block in (EXAMPLES["tustin"], EXAMPLES["smooth_coulomb"]):
        symbols, results, _ = expressions(block, ONE, constants=True)
        function = cs.Function("f", list(symbols.values()), list(results.values()))
        operations = {function.instruction_id(k) for k in range(function.n_instructions())}
        assert not operations & {cs.OP_POW, cs.OP_CONSTPOW}


def test_tustin_with_friction_that_flattens():
    """S4 (5.6): sgn(v) (… + α₃ v²) + α₂ v, α₃ < 0."""
    block = Tustin(coulomb=2.0, static=3.0, stribeck_velocity=0.1, viscous=0.3, quadratic=-0.002)
    v = V[np.abs(V) < 50]
    expected = np.sign(v) * (stribeck(v, 2.0, 3.0, 0.1, 2.0) - 0.002 * v**2) + 0.3 * v
    np.testing.assert_allclose(total(block, v), expected * (v != 0), rtol=1e-12)


def test_lugre_with_friction_that_flattens():
    """S4 (5.8): the same term on top of whatever the bristles do."""
    numbers = {"coulomb": 2.0, "stiffness": 1e4, "damping": 10.0, "viscous": 0.3}
    z = 1e-4 * np.ones((V.size, 1))
    with_it, without = (
        evaluate(LuGre(**numbers, quadratic=q), ONE, velocity=V[:, None], deflection=z)
        for q in (-0.002, 0.0)
    )
    more = with_it["torque"] - without["torque"]
    np.testing.assert_allclose(more[:, 0], -0.002 * np.abs(V) * V, rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(with_it["deflection"], without["deflection"])


@pytest.mark.parametrize("kind", ["tustin", "lugre", "gms"])
def test_a_quadratic_term_of_zero_costs_nothing(kind):
    def operations(**changes):
        symbols, results, _ = expressions(EXAMPLES[kind].changed(changes), ONE, constants=True)
        return cs.Function("f", list(symbols.values()), list(results.values())).n_nodes()

    assert operations() == operations(quadratic=0.0) < operations(quadratic=0.1)
    assert operations(viscous=0.0) < operations()


def test_dahl():
    block = Dahl(coulomb_positive=2.0, coulomb_negative=1.5, stiffness=1e3, viscous=0.3)
    z = 1e-3 * np.linspace(-2, 2, V.size)
    found = evaluate(block, ONE, velocity=V[:, None], deflection=z[:, None])
    np.testing.assert_allclose(found["torque"][:, 0], 1e3 * z + 0.3 * V, rtol=1e-13)
    rate = V - 1e3 * np.abs(V) * z / np.where(V >= 0, 2.0, 1.5)
    np.testing.assert_allclose(found["deflection"][:, 0], rate, rtol=1e-12, atol=1e-15)


def test_smooth_coulomb():
    block = SmoothCoulomb(
        coulomb_positive=2.0,
        coulomb_negative=1.0,
        static_positive=3.0,
        static_negative=4.0,
        stribeck_velocity=0.1,
        stribeck_exponent=1.5,
        transition_velocity=0.02,
        viscous=0.3,
    )
    dry = np.where(V >= 0, stribeck(V, 2.0, 3.0, 0.1, 1.5), stribeck(V, 1.0, 4.0, 0.1, 1.5))
    expected = dry * np.tanh(V / 0.02) + 0.3 * V
    np.testing.assert_allclose(total(block, V), expected, rtol=1e-12)


def test_tanh_stribeck():
    expected = 0.006 * V + 0.6 * (0.7 + 0.3 / np.cosh(0.05 * V)) * np.tanh(0.5 * V)
    np.testing.assert_allclose(total(EXAMPLES["tanh_stribeck"], V), expected, rtol=1e-13)


def test_sigmoid():
    phi1, phi2, phi3 = 0.64068, 10.136, -0.04607
    block = Sigmoid(phi1=phi1, phi2=phi2, phi3=phi3)
    v = V[np.abs(V) < 50]
    expected = phi1 / (1 + np.exp(-phi2 * (v + phi3))) - phi1 / (1 + np.exp(-phi2 * phi3))
    np.testing.assert_allclose(total(block, v), expected, rtol=1e-9, atol=1e-15)
    assert total(block, np.zeros(1)) == 0
    assert (total(block, V) * V >= 0).all()


def test_sigmoid_does_not_overflow():
    phi1, phi2, phi3 = 0.54615, 5.1181, 0.039533
    low, high = total(Sigmoid(phi1=phi1, phi2=phi2, phi3=phi3), np.array([-1e6, 1e6]))
    at_rest = phi1 / (1 + np.exp(-phi2 * phi3))
    np.testing.assert_allclose([low, high], [-at_rest, phi1 - at_rest], rtol=1e-14)


def test_channels_have_their_own_numbers():
    block = Coulomb(viscous=[0.1, 0.2, 0.3], coulomb=1.0)
    found = evaluate(block, site(channels=3), velocity=[1.0, 2.0, -3.0])
    np.testing.assert_allclose(found["torque"], [0.1, 0.4, -0.9])


def test_robots_of_the_library_have_friction_that_the_laws_understand():
    count = 0
    for name in library_names():
        for joint in load(name).moving_joints:
            if joint.drive is not None and joint.drive.friction:
                law = LAWS[joint.drive.friction_law](**joint.drive.friction)
                assert law.parameters(ONE)
                count += 1
    assert count > 20
