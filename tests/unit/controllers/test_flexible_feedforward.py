"""The inverse of the flexible-joint model, against root finding and differences in NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import armwright as aw
from armwright.block import Memory
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import FlexibleFeedforward, InverseDynamicsFeedforward
from armwright.robot.changing import changed
from tests.support.blocks import evaluate, run, site

RATE = 1000.0
TWO = aw.load("two_axis")
UNDAMPED = changed(TWO, {f"joints.{k}.spring.damping": 0.0 for k in (1, 2)})
R3 = aw.load("manutec_r3")
RNG = np.random.default_rng(12)
#: q, v, a, jerk, snap of two joints at time 0.
MOTION = np.array([[0.3, -0.2], [0.8, -0.6], [-2.0, 3.0], [20.0, 15.0], [-90.0, 110.0]])


def moved(motion, t):
    """q, v, a at time t along the polynomial with these derivatives."""
    q, v, a, j, s = motion
    return (
        q + v * t + a * t**2 / 2 + j * t**3 / 6 + s * t**4 / 24,
        v + a * t + j * t**2 / 2 + s * t**3 / 6,
        a + j * t + s * t**2 / 2,
    )


def signals(q, v, a):
    return {
        "reference_joint_position": q,
        "reference_joint_velocity": v,
        "reference_joint_acceleration": a,
    }


def found(motion, where, **options):
    """What the block gives at time 0, with jerk and snap from exact samples of the acceleration."""
    block = FlexibleFeedforward(jerk="difference", rate=RATE, **options)
    past = {f"acceleration_{k}": moved(motion, -k / RATE)[2] for k in (1, 2, 3)}
    return evaluate(block, where, **signals(*moved(motion, 0.0)), **past, started=[1.0])


def derivatives(function, h=2e-3):
    """Value, first and second derivative at 0, of sixth order."""
    values = np.array([function(k * h) for k in range(-3, 4)])
    first = np.array([-1, 9, -45, 0, 45, -9, 1]) / 60 / h
    second = np.array([2, -27, 270, -490, 270, -27, 2]) / 180 / h**2
    return values[3], first @ values, second @ values


def stiffening(spring, deflection):
    """S0 (A.7), as it stands there."""
    low, high, psi = spring["k_low"], spring["k_high"], spring["psi"]
    k3 = (high - low) / (3 * psi**2)
    size = abs(deflection)
    if size <= psi:
        return low * deflection + k3 * deflection**3
    return np.sign(deflection) * (low * psi + k3 * psi**3 + high * (size - psi))


def motor_angles(robot, motion):
    """θ(t) of an arm with undamped stiffening springs on the joints' side."""
    arm, eta = aw.compile(robot), robot.gear_matrix
    springs = [joint.drive.spring for joint in robot.moving_joints]

    def theta(t):
        q, v, a = moved(motion, t)
        torque = arm.inverse_dynamics(q, v, a)
        bent = [
            brentq(lambda d, s=s, T=T: stiffening(s, d) + T, -0.1, 0.1, xtol=1e-16, rtol=1e-14)
            for s, T in zip(springs, torque, strict=True)
        ]
        return eta @ (q - bent)

    return theta


@pytest.mark.parametrize("softer", [1.0, 0.2, 30.0])
def test_motors_are_where_the_springs_carry_the_arm(softer):
    """For springs that grow stiffer or softer, within ψ and beyond."""
    changes = {f"joints.{k}.spring.k_high": k_high * softer for k, k_high in ((1, 8e5), (2, 2.5e5))}
    robot = changed(UNDAMPED, changes)
    theta, omega, alpha = derivatives(motor_angles(robot, MOTION))
    result = found(MOTION, site(robot, rate=RATE), friction=False)
    np.testing.assert_allclose(result["reference_motor_position"], theta, rtol=1e-12)
    np.testing.assert_allclose(result["reference_motor_velocity"], omega, rtol=1e-8)
    inertia = np.array([joint.drive.motor_inertia for joint in robot.moving_joints])
    torque = aw.compile(robot).inverse_dynamics(*moved(MOTION, 0.0))
    forward = np.linalg.solve(robot.gear_matrix.T, torque) + inertia * alpha
    np.testing.assert_allclose(result["feedforward_motor_torque"], forward, rtol=1e-6)


def test_without_changes_of_acceleration_nothing_is_neglected():
    steady = MOTION * [[1], [1], [1], [0], [0]]
    plain = evaluate(FlexibleFeedforward(), site(TWO), **signals(*moved(steady, 0.0)))
    differenced = found(steady, site(TWO, rate=RATE))
    for name, value in plain.items():
        np.testing.assert_allclose(value, differenced[name], rtol=1e-12)


def test_linear_springs_on_the_motors_side_with_damping():
    """Δ = −u/k + d u̇/k², to first order in d; motors without a spring follow η q."""
    motion = RNG.normal(size=(5, 6)) * [[0.4], [1.0], [3.0], [20.0], [100.0]]
    arm, eta = aw.compile(R3), R3.gear_matrix
    u, u1, u2 = derivatives(
        lambda t: np.linalg.solve(eta.T, arm.inverse_dynamics(*moved(motion, t)))
    )
    drives = [joint.drive for joint in R3.moving_joints]
    bent, rate, second = np.zeros((3, 6))
    for i, drive in enumerate(drives):
        if drive.stiffness:
            k, d = drive.stiffness, drive.damping or 0.0
            bent[i], rate[i] = -u[i] / k + d * u1[i] / k**2, -u1[i] / k + d * u2[i] / k**2
            second[i] = -u2[i] / k
    q, v, a = moved(motion, 0.0)
    result = found(motion, site(R3, rate=RATE), friction=False)
    np.testing.assert_allclose(result["reference_motor_position"], eta @ q - bent, rtol=1e-10)
    np.testing.assert_allclose(result["reference_motor_velocity"], eta @ v - rate, rtol=1e-7)
    J = np.array([drive.motor_inertia for drive in drives])
    torque = u + J * (eta @ a - second)
    np.testing.assert_allclose(result["feedforward_motor_torque"], torque, rtol=1e-6)


def test_tangent_springs_of_the_scenario_are_those_of_the_model():
    """At zero deflection the stiffening spring has k_low."""
    where = site(UNDAMPED, rate=RATE, fidelity=Fidelity(springs="linear"))
    result = found(MOTION, where, friction=False)["reference_motor_position"]
    q, v, a = moved(MOTION, 0.0)
    k = np.array([joint.drive.spring["k_low"] for joint in TWO.moving_joints])
    bent = -aw.compile(TWO).inverse_dynamics(q, v, a) / k
    np.testing.assert_allclose(result, TWO.gear_matrix @ (q - bent), rtol=1e-13)


@pytest.mark.parametrize("fidelity", [{"joints": "rigid"}, {"drives": False}])
def test_rigid_gears_need_inverse_dynamics_only(fidelity):
    where = site(TWO, fidelity=Fidelity(**fidelity, friction=False))
    q, v, a = moved(MOTION, 0.0)
    result = evaluate(FlexibleFeedforward(), where, **signals(q, v, a))
    rigid = evaluate(InverseDynamicsFeedforward(), where, **signals(q, v, a))
    eta = TWO.gear_matrix if where.fidelity.drives else np.eye(2)
    torque = rigid["feedforward_motor_torque"]
    np.testing.assert_allclose(result["feedforward_motor_torque"], torque, rtol=1e-13)
    np.testing.assert_allclose(result["reference_motor_position"], eta @ q, rtol=1e-14)
    np.testing.assert_allclose(result["reference_motor_velocity"], eta @ v, rtol=1e-14)


STRIBECK = {"coulomb": 0.5, "static": 0.8, "stribeck_velocity": 4.0, "viscous": 0.01}
DIRECTED = {"coulomb_positive": 0.5, "coulomb_negative": 0.4, "viscous": 0.01}


def curve(v, coulomb=0.5):
    return np.sign(v) * (coulomb + 0.3 * np.exp(-((v / 4.0) ** 2))) + 0.01 * v


@pytest.mark.parametrize(
    ("law", "settings", "friction"),
    [
        ("coulomb", DIRECTED, lambda v, _: np.where(v > 0, 0.5, -0.4) + 0.01 * v),
        ("tustin", STRIBECK, lambda v, _: curve(v)),
        ("lugre", {**STRIBECK, "stiffness": 300.0, "damping": 2.0}, lambda v, _: curve(v)),
        ("gms", {**STRIBECK, "stiffness": 300.0, "attraction": 3.0}, lambda v, _: curve(v)),
        (
            "loaded_tustin",
            {**STRIBECK, "load_coefficient": 1e-3},
            lambda v, load: curve(v) + np.sign(v) * 1e-3 * np.abs(load),
        ),
        ("sigmoid", {"phi1": 0.9, "phi2": 0.2}, lambda v, _: 0.45 * np.tanh(0.1 * v)),
    ],
)
@pytest.mark.parametrize("side", ["motor", "joint"])
def test_friction_is_that_of_the_model_at_a_steady_velocity(law, settings, friction, side):
    robot = changed(UNDAMPED, {"joints.*.friction": {"law": law, "side": side, **settings}})
    where = site(robot, fidelity=Fidelity(joints="rigid"))
    motion = signals(*moved(MOTION, 0.0))
    with_it, without = (
        evaluate(FlexibleFeedforward(friction=f, friction_transition=1e-3), where, **motion)
        for f in (True, False)
    )
    part = with_it["feedforward_motor_torque"] - without["feedforward_motor_torque"]
    load = aw.compile(robot).inverse_dynamics(*moved(MOTION, 0.0))
    eta = np.diag(robot.gear_matrix)
    speed = MOTION[1] * (eta if side == "motor" else 1.0)
    expected = friction(speed, load) / (1.0 if side == "motor" else eta)
    np.testing.assert_allclose(part, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("law", ["coulomb", "lugre", "gms", "dahl"])
def test_dry_friction_fades_in(law):
    settings = {"coulomb": 0.5}
    settings |= {"stiffness": 300.0} if law != "coulomb" else {}
    settings |= {"attraction": 3.0} if law == "gms" else {}
    robot = changed(TWO, {"joints.*.friction": {"law": law, **settings}})
    where = site(robot, fidelity=Fidelity(joints="rigid", gravity=False))
    v = np.linspace(-0.02, 0.02, 9)[:, None] * [1.0, 1.0]
    still = np.zeros_like(v)
    block = FlexibleFeedforward(friction_transition=2.0)
    torque = evaluate(block, where, **signals(still, v, still))["feedforward_motor_torque"]
    bare = evaluate(FlexibleFeedforward(friction=False), where, **signals(still, v, still))
    expected = 0.5 * np.tanh(v @ robot.gear_matrix.T / 2.0)
    np.testing.assert_allclose(
        torque - bare["feedforward_motor_torque"], expected, rtol=1e-9, atol=1e-12
    )


def test_friction_at_the_joints_bends_the_springs():
    robot = changed(UNDAMPED, {"joints.*.friction": {"law": "coulomb", "side": "joint"}})
    motions = [changed(robot, {"joints.*.friction.coulomb": F}) for F in (0.0, 200.0)]
    results = [
        evaluate(FlexibleFeedforward(), site(r), **signals(*moved(MOTION, 0.0))) for r in motions
    ]
    bent = [r["reference_motor_position"] / np.diag(TWO.gear_matrix) for r in results]
    torque = aw.compile(robot).inverse_dynamics(*moved(MOTION, 0.0))
    springs = [joint.drive.spring for joint in robot.moving_joints]
    for i, spring in enumerate(springs):
        more = [stiffening(spring, b[i] - MOTION[0][i]) for b in bent]
        np.testing.assert_allclose(more[0], torque[i], rtol=1e-9)
        np.testing.assert_allclose(more[1] - more[0], 200 * np.sign(MOTION[1][i]), rtol=1e-6)


def test_first_samples_have_no_past():
    """A motion that begins with an acceleration is no jump."""
    where = site(TWO, rate=RATE)
    q, v, a = moved(MOTION * [[1], [1], [1], [0], [0]], np.arange(4)[:, None] / RATE)
    sampled = run(FlexibleFeedforward(jerk="difference", rate=RATE), where, 4, **signals(q, v, a))
    plain = evaluate(FlexibleFeedforward(), where, **signals(q, v, a))
    for name, value in plain.items():
        np.testing.assert_allclose(sampled[name], value, rtol=1e-9)


def test_memories_only_where_they_are_needed():
    assert FlexibleFeedforward().of(Memory) == {}
    block = FlexibleFeedforward(jerk="difference", rate=RATE)
    names = {"acceleration_1", "acceleration_2", "acceleration_3", "started"}
    assert block.of(Memory).keys() == names == block.changed({"friction": False}).of(Memory).keys()


def coupled():
    """The second motor also turns with the first joint, whose spring is on the other side."""
    robot = changed(TWO, {"joints.2.coupling": {"joint1": 20.0}, "joints.2.spring": {}})
    return changed(robot, {"joints.2.stiffness": 40.0})


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: FlexibleFeedforward(jerk="difference"),
            "block 'flexible_feedforward': keeps 'acceleration_1' from sample to sample but has "
            "no rate (expected rate = … (Hz))",
        ),
        (
            lambda: FlexibleFeedforward(jerk="ignored"),
            "block 'flexible_feedforward': unknown 'jerk' (got 'ignored', expected one of "
            "neglected, difference)",
        ),
        (
            lambda: FlexibleFeedforward(friction_transition=0.0),
            "block 'flexible_feedforward': 'friction_transition' is too small (got 0.0, expected "
            "more than 0 rad/s)",
        ),
        (
            lambda: evaluate(
                FlexibleFeedforward(),
                site(
                    changed(
                        TWO,
                        {"joints.2.spring": {"law": "backlash", "stiffness": 1e5, "gap": 1e-3}},
                    )
                ),
            ),
            "robot 'two_axis', joint 'joint2', spring 'backlash': the gear has no stiffness at "
            "rest, so that no deflection follows from its torque (got 0 N m/rad, expected more "
            "than 0 N m/rad)",
        ),
        (
            lambda: evaluate(
                FlexibleFeedforward(),
                site(
                    changed(
                        TWO,
                        {
                            "joints.1.friction": {
                                "law": "warm_coulomb",
                                "coulomb": 1.0,
                                "coulomb_warm": 0.5,
                                "warm_temperature": 330.0,
                            }
                        },
                    )
                ),
            ),
            "robot 'two_axis', friction.warm_coulomb: a controller cannot know the 'temperature' "
            "of this law (expected a law of velocity and load alone). Give the controller's model "
            "another law, or let it leave friction out.",
        ),
        (
            lambda: evaluate(FlexibleFeedforward(), site(coupled())),
            "robot 'two_axis': joints 'joint1' and 'joint2' are coupled, and elastic in different "
            "ways (expected springs of both on the same side of the gears, or of none)",
        ),
    ],
)
def test_wrong_settings(make, message):
    with pytest.raises(aw.InputError) as error:
        make()
    assert str(error.value) == message


def test_laws_that_nobody_knows():
    robot = changed(TWO, {"joints.2.friction": {"law": "own", "coulomb": 1.0}})
    with pytest.raises(aw.InputError) as error:
        evaluate(FlexibleFeedforward(), site(robot))
    assert str(error.value).startswith(
        "robot 'two_axis', joint 'joint2': unknown kind of friction "
        "(got 'own', expected one of coulomb, tustin, "
    )
