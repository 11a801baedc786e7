"""Elastic parameters from frequency responses: the model, the cost and the fit."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import armwright as aw
from armwright import InputError
from armwright.identify.frequency import (
    ResponseModel,
    choose_configurations,
    choose_structure,
    elastic,
    equivalent_stiffness,
    free_paths,
)
from armwright.identify.frequency.cost import ResponseCost
from armwright.linear.rest import at_rest
from armwright.robot.changing import changed
from armwright.robot.spring_matrix import SpringMatrix
from tests.support.elastic_arms import CONFIGURATIONS, FREQUENCIES, TRUTH, answered, arm

GUESS = {path: 1.4 * value for path, value in TRUTH.items()}
#: At the joint, behind a gear of 80.
A0, A2 = 3200.0, 6e7
CUBIC = {"law": "cubic", "a0": A0, "a2": A2, "damping": 2.56}


def stiffening() -> aw.Robot:
    return changed(arm(), {"joints.elbow.stiffness": None, "joints.elbow.spring": CUBIC})


def test_responses_are_those_of_the_linear_model() -> None:
    robot = stiffening()
    model = ResponseModel(robot, free_paths(robot), CONFIGURATIONS[:1], FREQUENCIES)
    plant = aw.Plant(robot)
    rest = at_rest(plant, CONFIGURATIONS[0], held="motors")
    linear = aw.linearise(plant, at=rest, inputs="motor_torque", outputs="motor_acceleration")
    expected = linear.frequency_response(FREQUENCIES)
    np.testing.assert_allclose(model.answers(model.nominal).G[0], expected, rtol=1e-8)


@pytest.mark.parametrize("statistical", [False, True])
def test_gradients_are_exact_also_through_the_rest_position(statistical: bool) -> None:
    robot = stiffening()
    free = (*free_paths(robot), "links.fore.mass", "joints.elbow.drive.friction.viscous")
    model = ResponseModel(
        robot, free, CONFIGURATIONS[:2], FREQUENCIES[::10], statistical=statistical
    )
    spread = np.array([[0.1, 2e-3], [0.3, 5e-4]])
    found = model.answers(model.nominal, spread, gradient=True)
    assert found.by_numbers is not None
    for k, value in enumerate(model.nominal):
        step = np.zeros(len(model.nominal))
        step[k] = 1e-5 * value
        above = model.answers(model.nominal + step, spread).G
        below = model.answers(model.nominal - step, spread).G
        slope = (above - below) / (2 * step[k])
        scale = np.abs(slope).max()
        np.testing.assert_allclose(found.by_numbers[k], slope, rtol=1e-6, atol=1e-6 * scale)


def test_a_cubic_spring_has_s4s_slope_at_its_mean_and_over_its_spread() -> None:
    """S4 (4.14): K₁ + 3 K₂ μ²; 4.4: K₁ + 3 K₂ (μ² + σ²)."""
    robot, sigma = stiffening(), 3e-3
    paths = free_paths(robot)
    model = ResponseModel(robot, paths, CONFIGURATIONS[:1], FREQUENCIES[:2], statistical=True)
    spread = np.array([[0.0, sigma]])
    point = model.at_rest(model.nominal, spread).position[0]
    mean = point[1] - point[3] / 80.0
    slope = (A0 + 3 * A2 * (mean**2 + sigma**2)) / 80.0**2
    linear = changed(arm(), {"joints.elbow.stiffness": slope})
    same = aw.linearise(
        aw.Plant(linear), at=point[:2], inputs="motor_torque", outputs="motor_acceleration"
    )
    expected = same.frequency_response(FREQUENCIES[:2])
    assert abs(mean) > 5e-4
    np.testing.assert_allclose(model.answers(model.nominal, spread).G[0], expected, rtol=1e-9)


def test_the_slope_of_samples_is_that_of_the_law_over_their_distribution() -> None:
    d = np.random.default_rng(1).normal(0.1, 0.2, 200_000)
    found = equivalent_stiffness(d, 3.0 * d + 5.0 * d**3)
    assert found == pytest.approx(3.0 + 15.0 * (0.1**2 + 0.2**2), rel=0.01)
    with pytest.raises(InputError, match="no line goes through these samples"):
        equivalent_stiffness([1.0, 1.0], [2.0, 3.0])


@pytest.mark.parametrize("compared", ["magnitude", "complex"])
def test_the_truth_is_found_from_its_own_responses(compared: str) -> None:
    fit = elastic(arm(GUESS), answered(arm(), noise=1e-3), compared=compared)  # type: ignore[arg-type]
    for path, value in TRUTH.items():
        number = fit.parameters[path]
        assert number.knowledge == "seen"
        assert abs(number.value - value) < 4 * number.error
        assert number.error < 0.05 * value
    assert fit.success
    assert fit.robot.joints[1].drive is not None
    assert fit.misfit < 2 * fit.expected_misfit


@pytest.mark.crosscheck
def test_standard_errors_are_those_of_many_fits() -> None:
    """Pooled over numbers: squares of errors by their standard errors are 1 on average."""
    squares = []
    for seed in range(6):
        measured = answered(arm(), 3e-3, seed, CONFIGURATIONS[:2])
        fit = elastic(arm(), measured, hold_back=False)
        squares += [
            ((one.value - TRUTH[path]) / one.error) ** 2 for path, one in fit.parameters.items()
        ]
    assert 0.6 < np.mean(squares) < 1.6


def test_phases_count_as_well() -> None:
    measured = tuple(answered(arm()))
    model = ResponseModel(arm(GUESS), tuple(TRUTH), CONFIGURATIONS, FREQUENCIES)
    cost = ResponseCost(model, measured, "complex")
    r, J = cost.both(np.zeros(4))
    step = 1e-6
    for k in range(4):
        x = step * np.eye(4)[k]
        slope = (cost.residuals(x) - cost.residuals(-x)) / (2 * step)
        np.testing.assert_allclose(J[:, k], slope, rtol=1e-5, atol=1e-5 * np.abs(slope).max())
    assert len(r) == 2 * len(ResponseCost(model, measured).residuals(np.zeros(4)))


@pytest.mark.crosscheck
def test_statistical_linearisation_removes_what_the_tangent_leaves() -> None:
    """A spring that stiffens, shaken by a known spread: its stiffness at rest comes out too high
    from the tangent."""
    robot = stiffening()
    free = ["joints.elbow.drive.spring.a0"]
    measured = answered(robot, 1e-4, spread=np.array([[0.0, 3e-3]] * 3))
    model = ResponseModel(robot, (), CONFIGURATIONS, FREQUENCIES, statistical=True)
    h = model.answers(np.zeros(0), np.array([[0.0, 3e-3]] * 3)).deflections[:, :, 1, :]
    shaken = []
    for c, one in enumerate(measured):
        # Torques that bend the spring by that much.
        size = 3e-3 / np.sqrt(np.sum(np.abs(h[c]) ** 2) / 2)
        power = np.tile(size**2 * np.eye(2, dtype=complex), (len(FREQUENCIES), 1, 1))
        shaken.append(aw.identify.MeasuredResponse(**{**vars(one), "power": power}))
    tangent = elastic(robot, shaken, free=free)
    statistical = elastic(robot, shaken, free=free, springs="statistical")
    off = [abs(fit.parameters[free[0]].value / A0 - 1) for fit in (tangent, statistical)]
    assert off[0] > 0.1
    assert off[1] < 0.35 * off[0]


@pytest.mark.crosscheck
def test_what_responses_cannot_tell_is_said() -> None:
    """A spring so stiff that nothing in the band shows it."""
    axis = aw.ElasticAxis(
        at="elbow",
        axis="ry",
        place="before",
        spring={"stiffness": 3e6, "damping": 1.0},
        inertia=aw.Inertia(0.8, [0.05, 0, 0], np.eye(3) * 0.01),
    )
    robot = dataclasses.replace(arm(), elastic=(axis,))
    fit = elastic(robot, answered(robot, noise=2e-3))
    unseen = [one.element for one in fit.parameters.values() if one.knowledge != "seen"]
    assert "elastic.elbow.ry.spring.damping" in unseen
    assert not fit.success
    assert "combinations are not identified" in fit.verdict


def test_a_structure_that_is_too_simple_damps_too_much_and_is_named() -> None:
    soft = aw.ElasticAxis(
        at="elbow",
        axis="ry",
        place="before",
        spring={"stiffness": 2500.0, "damping": 2.0},
        inertia=aw.Inertia(0.8, [0.05, 0, 0], np.eye(3) * 0.01),
    )
    truth = dataclasses.replace(arm(), elastic=(soft,))
    fit = elastic(arm(), answered(truth, noise=1e-3))
    assert fit.misfit > 5 * fit.expected_misfit
    assert "structure does not explain" in str(fit.findings[0])


@pytest.mark.parametrize(
    ("free", "message"),
    [
        (["joints.elbow.drive.stiffnes"], "stiffnes"),
        (["joints.shoulder.drive.friction.coulomb"], "begins at zero"),
    ],
)
def test_numbers_that_cannot_be_free(free: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        elastic(arm(), answered(arm(), 1e-3), free=free)


def test_any_number_of_the_arm_may_be_free() -> None:
    truth = arm({"links.fore.mass": 3.3, "joints.elbow.motor_inertia": 2.2e-4})
    fit = elastic(
        arm(),
        answered(truth, 1e-4),
        free=["joints.*.drive.stiffness", "joints.elbow.motor_inertia"],
    )
    assert fit.parameters["joints.elbow.drive.motor_inertia"].value == pytest.approx(
        2.2e-4, rel=0.1
    )


def bending(stiffness: float, damping: float) -> aw.ElasticAxis:
    return aw.ElasticAxis(
        at="elbow",
        axis="ry",
        place="before",
        spring={"stiffness": stiffness, "damping": damping},
        inertia=aw.Inertia(0.8, [0.05, 0, 0], np.eye(3) * 0.01),
    )


def test_structures_are_ranked_by_what_they_explain_and_by_what_they_cost() -> None:
    """Two axes of which one moves nothing that is measured: the structure with just the other."""
    soft = bending(2500.0, 2.0)
    useless = aw.ElasticAxis("elbow", "rz", spring={"stiffness": 3000.0, "damping": 1.0})
    candidates = {
        "none": arm(),
        "both": dataclasses.replace(arm(), elastic=(soft, useless)),
        "one": dataclasses.replace(arm(), elastic=(soft,)),
    }
    measured = answered(candidates["one"], 1e-3)
    ranked = choose_structure(candidates, measured)
    assert [one.name for one in ranked] == ["one", "both", "none"]
    assert ranked[0].numbers == 6
    # Two numbers more that explain nothing, of 48 lines in three configurations.
    dearer = ranked[1].criterion - ranked[0].criterion
    assert dearer == pytest.approx(2 * np.log(144), rel=0.2)
    assert ranked[2].fit.misfit > 4 * ranked[0].fit.misfit
    assert str(ranked[2]).startswith("none: 4 numbers, misfit")
    with pytest.raises(InputError, match="nothing to choose from"):
        choose_structure({"one": arm()}, measured)


def test_configurations_are_chosen_by_what_they_tell() -> None:
    """The first one has the largest determinant of JᵀJ, J by differences; the second together with
    the first."""
    rng = np.random.default_rng(2)
    candidates = rng.uniform([-1.0, 0.1], [1.0, 2.6], (6, 2))
    frequencies = FREQUENCIES[::6]
    chosen = choose_configurations(arm(), candidates, 2, frequencies, spread=0.03)
    model = ResponseModel(arm(), free_paths(arm()), candidates, frequencies)
    J = []
    for k in range(4):
        sizes = []
        for sign in (1, -1):
            x = np.zeros(4)
            x[k] = sign * 1e-5
            sizes.append(np.log(np.abs(model.answers(model.nominal * np.exp(x)).G)))
        J.append((sizes[0] - sizes[1]).reshape(6, -1) / 2e-5 / 0.03)
    information = np.einsum("pnr,qnr->npq", J, J)
    first = int(np.argmax([np.linalg.det(one) for one in information]))
    with_first = [np.linalg.det(one + information[first]) for one in information]
    with_first[first] = 0.0
    assert chosen.places == (first, int(np.argmax(with_first)))
    np.testing.assert_array_equal(chosen.positions, candidates[list(chosen.places)])
    assert np.all(chosen.errors[1] < chosen.errors[0])
    with pytest.raises(InputError, match="how many configurations"):
        choose_configurations(arm(), candidates, 7, frequencies)


def test_what_a_low_band_cannot_tell_is_named() -> None:
    """Far below the resonances both springs and all damping hardly show."""
    low = 2 * np.pi * np.linspace(0.2, 0.8, 30)
    fit = elastic(arm(), answered(arm(), noise=1e-3, frequencies=low))
    assert set(fit.unseen) >= {path for path in TRUTH if path.endswith("damping")}
    assert all(np.isinf(fit.parameters[path].error) for path in fit.unseen)
    assert not fit.success
    assert f"{len(fit.unseen)} of 4 combinations are not identified" in fit.verdict


K = np.array([[0.8, 0.25], [0.25, 0.5]])


def coupled(K: np.ndarray) -> aw.Robot:
    """The springs of both gears in one matrix, as in a wrist (S4 3.13)."""
    plain = changed(arm(), {"joints.*.stiffness": None, "joints.*.damping": None})
    matrix = SpringMatrix("gears", ("shoulder", "elbow"), K, 1e-3 * K)
    return dataclasses.replace(plain, spring_matrices=(matrix,))


def test_a_full_matrix_is_found_where_a_diagonal_one_does_not_explain_the_responses() -> None:
    """S4 7.2: the search begins without any coupling."""
    measured = answered(coupled(K), 1e-3)
    full = elastic(coupled(1.2 * np.diag(np.diag(K))), measured)
    plain = {path: 1.2 * value for path, value in TRUTH.items()}
    diagonal = elastic(arm(plain), measured)
    entries = [f"spring_matrices.gears.stiffness[{k}]" for k in range(3)]
    for name, value in zip(entries, K[np.triu_indices(2)], strict=True):
        number = full.parameters[name]
        assert number.knowledge == "seen"
        assert abs(number.value - value) < 4 * number.error < 0.04 * value
    np.testing.assert_allclose(full.robot.spring_matrices[0].stiffness, K, rtol=0.01)
    assert full.misfit < 2 * full.expected_misfit
    assert diagonal.misfit > 5 * full.misfit
    assert "structure does not explain" in str(diagonal.findings[0])


def test_couplings_are_added_to_with_their_own_slope() -> None:
    robot = coupled(np.diag(np.diag(K)))
    model = ResponseModel(robot, free_paths(robot), CONFIGURATIONS[:1], FREQUENCIES[::10])
    measured = answered(coupled(K), 0, 1, CONFIGURATIONS[:1], FREQUENCIES[::10])
    cost = ResponseCost(model, tuple(measured))
    J = cost.jacobian(np.zeros(6))
    for k in range(6):
        x = 1e-5 * np.eye(6)[k]
        slope = (cost.residuals(x) - cost.residuals(-x)) / 2e-5
        np.testing.assert_allclose(J[:, k], slope, atol=1e-4 * np.abs(slope).max())


def four_bar() -> aw.Robot:
    """A crank on an elastic gear, a coupler and a rocker's bearing that give way: two of the three
    springs are inside the loop."""
    body = aw.Inertia(0.1, [0, 0, 0], np.eye(3) * 1e-3)
    robot = changed(
        aw.load("four_bar"), {"joints.crank.stiffness": 60.0, "joints.crank.damping": 0.05}
    )
    bent = aw.ElasticAxis(
        "coupler", "rz", "before", spring={"stiffness": 80.0, "damping": 0.06}, inertia=body
    )
    bearing = aw.ElasticAxis("rocker", "y", spring={"stiffness": 2e4, "damping": 8.0}, inertia=body)
    return dataclasses.replace(robot, elastic=(bent, bearing))


CLOSED = np.array([-0.45116454, -0.16258141, -1.21659604])


def test_springs_inside_a_loop_have_the_linear_models_responses_and_exact_gradients() -> None:
    robot, frequencies = four_bar(), FREQUENCIES[::6]
    model = ResponseModel(robot, free_paths(robot), CLOSED[None], frequencies)
    found = model.answers(model.nominal, gradient=True)
    point = model.at_rest(model.nominal)
    linear = aw.linearise(
        aw.Plant(robot),
        at=type(point)(point.position[0], point.velocity[0], point.motor_torque[0]),
        inputs="motor_torque",
        outputs="motor_acceleration",
    )
    np.testing.assert_allclose(found.G[0], linear.frequency_response(frequencies), rtol=1e-6)
    assert found.by_numbers is not None
    for k, value in enumerate(model.nominal):
        step = 1e-4 * value * np.eye(len(model.nominal))[k]
        above, below = (model.answers(model.nominal + one).G for one in (step, -step))
        slope = (above - below) / (2e-4 * value)
        np.testing.assert_allclose(
            found.by_numbers[k], slope, rtol=1e-4, atol=1e-5 * np.abs(slope).max()
        )


def test_springs_inside_a_loop_are_found_and_without_them_responses_are_not_explained() -> None:
    robot = four_bar()
    measured = answered(robot, 2e-4, configurations=CLOSED[None])
    numbers = aw.Plant(robot).numbers
    paths = free_paths(robot)
    guess = changed(robot, {path: 1.2 * float(numbers[path].item()) for path in paths})
    fit = elastic(guess, measured)
    for path in paths:
        number = fit.parameters[path]
        assert abs(number.value - numbers[path].item()) < 4 * number.error
    rigid = elastic(dataclasses.replace(guess, elastic=()), measured)
    assert rigid.misfit > 5 * fit.misfit
