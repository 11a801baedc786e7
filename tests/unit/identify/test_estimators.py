"""Each estimator where it is better than the others, and columns beside bodies and friction."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from armwright import ExtraFriction, InputError, Log, Robot, identify, load
from armwright.identify import Surroundings
from armwright.identify.columns import with_static_friction
from armwright.identify.essential import essential
from armwright.identify.motion import coarser, motion_of
from armwright.identify.problem import Estimator, RigidProblem
from armwright.identify.reduction import filtered_rows, reduced, thinning
from armwright.identify.regressor import regressor
from armwright.laws.compensators import JointSpring
from armwright.robot.changing import changed
from tests.support.combined import combined
from tests.support.excited import excited_log


@functools.cache
def _truth() -> Robot:
    robot = changed(load("two_axis"), {"joints.*.torque_constant": 0.5})
    friction = {"law": "coulomb", "side": "motor", "viscous": 0.002, "coulomb": 0.05}
    robot = changed(robot, {"joints.*.friction": friction})
    return with_static_friction(robot, "coulomb")


@functools.cache
def _problem() -> RigidProblem:
    return RigidProblem(_truth(), "motor_torque")


def _off(log: Log, estimator: Estimator, instrument: Log | None = None) -> np.ndarray:
    """Against the truth, in parts of the truth's size."""
    problem = _problem()
    motion = problem.motion(log, 10.0)
    still = None if instrument is None else problem.motion(instrument, 10.0)
    known = problem.solve(motion, estimator, instrument=still).combinations
    true = combined(_truth(), known)
    return np.abs(known.values - true) / np.maximum(np.abs(true), 0.05 * np.abs(true).max())


def test_weights_tell_a_noisy_motor_from_a_quiet_one() -> None:
    log = excited_log(_truth(), noise=0.0, rate=200.0)
    torque = log["motor_torque"].copy()
    torque[:, 0] += 0.5 * torque[:, 0].std() * np.random.default_rng(1).normal(size=len(torque))
    noisy = _with(log, motor_torque=torque)
    assert np.median(_off(noisy, "weighted")) < 0.5 * np.median(_off(noisy, "ordinary"))


def test_collisions_move_the_robust_estimate_less() -> None:
    log = excited_log(_truth(), noise=0.01, rate=200.0)
    torque = log["motor_torque"].copy()
    for start in range(200, 2000, 400):
        torque[start : start + 30] += 3.0 * torque.std(axis=0)
    hit = _with(log, motor_torque=torque)
    assert np.median(_off(hit, "robust")) < 0.4 * np.median(_off(hit, "weighted"))


def test_instruments_undo_the_bias_of_noisy_positions() -> None:
    log = excited_log(_truth(), noise=0.01, rate=200.0, duration=20.0)
    rng = np.random.default_rng(2)
    q = log["joint_position"]
    noisy = _with(log, joint_position=q + 6e-3 * rng.normal(size=q.shape))
    instrument = excited_log(_truth(), rate=200.0, duration=20.0)
    inertia = [k for k, name in enumerate(_problem().names) if name.startswith("I")]
    plain = _off(noisy, "weighted")[inertia]
    better = _off(noisy, "instrumental", instrument)[inertia]
    assert plain.max() > 0.03
    assert better.max() < 0.5 * plain.max()


def test_instrumental_variables_without_an_instrument_are_refused() -> None:
    log = excited_log(_truth(), rate=200.0)
    with pytest.raises(InputError, match="instrumental variables need a motion without noise"):
        identify.rigid(_truth(), log, estimator="instrumental")


def _with(log: Log, **signals: np.ndarray) -> Log:
    names = ("joint_position", "motor_torque")
    values = {name: signals.get(name, log[name]) for name in names}
    return Log.from_arrays(log.time, values, joints=_truth().joint_names)


def test_blocks_give_the_triangle_of_the_whole() -> None:
    """RᵀR = YᵀY, with and without a filter, at a size that no block divides."""
    problem = _problem()
    motion = problem.motion(excited_log(_truth(), rate=1000.0, duration=6.3), 20.0)
    for thin in (1, 7):
        blocks = list(filtered_rows(problem.regressor, motion, thin))
        for k, triangle in enumerate(reduced(problem.regressor, motion, thin)):
            rows = np.concatenate([np.column_stack(block.of(k)) for block in blocks])
            product = rows.T @ rows
            assert (
                np.abs(triangle.matrix.T @ triangle.matrix - product).max() < 1e-10 * product.max()
            )
            assert triangle.samples == sum(block.used[:, k].sum() for block in blocks)


def test_fewer_samples_leave_the_combinations_where_they_are() -> None:
    log = excited_log(_truth(), rate=5000.0, noise=0.01)
    problem = _problem()
    every = problem.motion(log, 10.0)
    assert every.step == pytest.approx(0.0082)  # taken at every 41st sample
    dense = motion_of(problem.robot, log, "motor_torque", 10.0, every=True)
    assert coarser(dense).samples == every.samples
    a, b = (problem.solve(one, rate=20.0).combinations for one in (every, dense))
    assert np.abs((a.values - b.values) / b.errors).max() < 2.0


def test_currents_with_a_known_payload_tell_the_torque_constants() -> None:
    """Everything scales with the constants, unless something is known: here link 2."""
    robot = _truth()
    log = excited_log(robot, rate=200.0, noise=0.005)
    current = Log.from_arrays(
        log.time,
        {"joint_position": log["joint_position"], "motor_current": log["motor_torque"] / 0.5},
        joints=robot.joint_names,
    )
    wrong = changed(robot, {"joints.*.torque_constant": 0.4})
    free = [f"joints.{name}.drive.torque_constant" for name in robot.joint_names]
    free += [
        f"joints.{name}.drive.friction.{one}"
        for name in robot.joint_names
        for one in ("viscous", "coulomb_positive", "coulomb_negative")
    ]
    fit = identify.rigid(wrong, current, free=free, unchecked=True)
    for path in free[:2]:
        assert fit.parameters[path].value == pytest.approx(0.5, rel=0.02)


def test_a_payload_alone_is_found_where_the_arm_is_known() -> None:
    robot = _truth()
    link = robot.links[-1].name
    heavier = changed(robot, {f"links.{link}.mass": 1.3 * robot.links[-1].inertia.mass})  # type: ignore[union-attr]
    free = [f"links.{link}.{part}" for part in ("mass", "first_moment", "inertia_at_origin")]
    fit = identify.rigid(
        robot, excited_log(heavier, rate=200.0, noise=0.005), free=free, friction="described"
    )
    assert all(name.startswith(f"links.{link}") for name in fit.parameters)
    known = fit.combinations
    assert np.abs((known.values - combined(heavier, known)) / known.errors).max() < 5


def test_stribecks_curve_is_linear_once_its_speed_is_given() -> None:
    robot = with_static_friction(_truth(), "tustin")
    found = regressor(robot, "motor_torque")
    assert f"joints.{robot.joint_names[0]}.drive.friction.static_positive" in found.elements
    with pytest.raises(InputError, match=r"not linear in this number.*stribeck_velocity"):
        regressor(
            robot,
            "motor_torque",
            [
                f"joints.{robot.joint_names[0]}.drive.friction.{one}"
                for one in ("static_positive", "stribeck_velocity")
            ],
        )


def test_friction_with_bristles_is_refused_unless_it_is_exchanged() -> None:
    with pytest.raises(InputError, match=r"'friction.lugre' has a state that no log shows"):
        regressor(load("rx90b"), "motor_torque")
    assert regressor(with_static_friction(load("rx90b"), "coulomb"), "motor_torque").elements


def test_essential_parameters_are_fewer_and_predict_as_well() -> None:
    problem = _problem()
    log = excited_log(_truth(), rate=200.0, noise=0.05)
    estimate = problem.solve(problem.motion(log))
    few = essential(problem, estimate)
    assert len(few.names) < problem.base.size
    assert {"Fv1", "Fv2"} <= set(few.names)


def test_thinning_follows_the_rate_that_is_asked_for() -> None:
    motion = _problem().motion(excited_log(_truth(), rate=1000.0), 20.0)
    assert thinning(motion, 50.0) == 20


def test_the_stiffness_of_a_compensating_spring_is_found() -> None:
    robot = _truth()
    log = excited_log(robot, rate=200.0, noise=0.002)
    stiffness, rest, ratio = 800.0, 0.4, robot.gear_matrix[1, 1]
    torque = log["motor_torque"].copy()
    torque[:, 1] += stiffness * (log["joint_position"][:, 1] - rest) / ratio
    spring = JointSpring(name="spring", weights=[0.0, 1.0], stiffness=500.0, rest=rest)
    around = Surroundings(compensators=(spring,))
    every = regressor(_problem().robot, "motor_torque").elements
    free = list(dict.fromkeys(name.partition("[")[0] for name in every))
    fit = identify.rigid(
        robot,
        _with(log, motor_torque=torque),
        free=[*free, "spring.stiffness"],
        surroundings=around,
    )
    found = fit.parameters["spring.stiffness"]
    assert found.value == pytest.approx(stiffness, abs=5 * found.error)
    assert found.error < 0.05 * stiffness
    assert found.unit == "N m/rad"
    # What is predicted has the spring that was found, not the one that was described.
    assert fit.validate(_with(log, motor_torque=torque), "motor_torque", "torques", 0.05).valid


def test_friction_along_a_sum_of_joints_is_found() -> None:
    """S3's seventh friction."""
    robot = _truth()
    log = excited_log(robot, rate=200.0, noise=0.002)
    q = log["joint_position"]
    speed = np.gradient(q.sum(axis=1), log.time)
    joint = 4.0 * speed[:, None] * np.ones(2)
    torque = log["motor_torque"] + joint @ np.linalg.inv(robot.gear_matrix)
    names = robot.joint_names
    both = ExtraFriction("both", "coulomb", dict.fromkeys(names, 1.0), {"viscous": 1.0})
    fit = identify.rigid(
        robot, _with(log, motor_torque=torque), surroundings=Surroundings(frictions=(both,))
    )
    found = fit.parameters["frictions.both.viscous"]
    assert found.value == pytest.approx(4.0, rel=0.1)
