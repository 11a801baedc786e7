"""The benchmarks measure what they say: the scenario is the one described, the peer the same."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import armwright as aw
from benchmarks import (
    accuracy,
    closed_loop,
    elastic_axes,
    frequency,
    growth,
    many_runs,
    scaling,
)
from benchmarks.native_loop import NativeLoop
from benchmarks.pinocchio_loop import PinocchioLoop
from benchmarks.six_axis_loop import scenario
from benchmarks.timing import best_times


@pytest.fixture(scope="module")
def loop() -> NativeLoop:
    return NativeLoop(scenario().changed({"recording.signals": ["tool_position"]}))


def test_all_inertias_are_full_and_physical() -> None:
    robot, plain = scenario().robot, aw.load("six_axis")
    assert robot.check() == ()
    for link, before in zip(robot.links, plain.links, strict=True):
        if link.inertia is not None and before.inertia is not None:
            tensor = link.inertia.tensor
            assert np.all(np.abs(tensor[np.triu_indices(3, 1)]) > 1e-3 * tensor.max())
            moments = np.linalg.eigvalsh(before.inertia.tensor)
            assert np.allclose(np.linalg.eigvalsh(tensor), moments, rtol=1e-12)


def test_every_joint_reverses_eight_times(loop: NativeLoop) -> None:
    velocity = loop.system.tables["reference.velocity_table"][1]
    for speeds in velocity.T:
        signs = [sign for sign, _ in itertools.groupby(np.sign(speeds[np.abs(speeds) > 1e-6]))]
        assert len(signs) - 1 == 8


def test_rates_are_those_of_the_description(loop: NativeLoop) -> None:
    setup = loop.setup
    assert (setup.tick, setup.duration) == (0.00025, 10.0)
    assert {block.name: block.rate for block in setup.blocks} == {
        "reference": 1000.0,
        "controller.position": 1000.0,
        "controller.feedforward": 1000.0,
        "controller.velocity": 4000.0,
    }


def test_the_peer_simulates_the_same(loop: NativeLoop) -> None:
    peer = PinocchioLoop(loop)
    q = peer.run(0.25)
    distance = np.linalg.norm(loop.run(duration=0.25)["tool_position"][0] - peer.tool(q), axis=1)
    way = np.linalg.norm(np.diff(peer.tool(q), axis=0), axis=1).sum()
    assert way > 0.02
    assert distance.max() < closed_loop.AGREEMENT


@pytest.mark.parametrize("joints", [2, 8])
def test_arms_of_any_length_come_to_their_goal(joints: int) -> None:
    position = NativeLoop(growth.moving(joints)).run()["joint_position"][0]
    assert np.allclose(position[0], 0.3)
    assert np.all(position[-1] > 0.35)
    assert np.all(position[-1] < 0.6)


def test_exponents_are_fitted_beyond_the_constants() -> None:
    x = growth.JOINTS
    line = growth.line("joints", x, [7.0 if n < growth.FIT_FROM["joints"] else n**1.5 for n in x])
    assert line.exponent == pytest.approx(1.5)
    assert line.each == pytest.approx((x[-1] ** 1.5 - x[-2] ** 1.5) / (x[-1] - x[-2]))


def test_of_equal_costs_the_most_accurate_is_the_cheapest() -> None:
    def point(method: str, error: float, cost: float) -> accuracy.Point:
        return accuracy.Point(method, 1, error, cost, cost)

    points = (
        point("implicit", 3e-7, 1.00),
        point("midpoint", 2e-7, 1.05),
        point("rk4", 1e-7, 3.0),
        point("coarse", 2e-6, 0.1),
    )
    assert accuracy.Accuracy(points, 0.0).cheapest().method == "midpoint"


def test_the_best_turn_counts_on_the_clock_that_was_asked_for() -> None:
    time, lengths = 0.0, iter([4.0, 3.0, 1.0, 2.0])

    def work() -> None:
        nonlocal time
        time += next(lengths)

    assert best_times({"work": work}, 3, turn=0.5, clock=lambda: time) == {"work": 1.0}


def test_the_cache_comes_back() -> None:
    before = scaling.cache.read
    with scaling.without_cache():
        assert scaling.cache.read("any") is None
    assert scaling.cache.read is before


def test_sweeps_are_timed_beside_the_machine_code_that_they_run() -> None:
    """The loop alone, from the same start, gives the figures of the prepared scenario."""
    prepared = (
        aw.load_scenario("two-axis/joints")
        .changed({"duration": 0.05})
        .prepare(["links.link2.mass"], ["rms(joint_torque)"], record=False)
    )
    frames = many_runs.bare(prepared, 4, 1)()
    found = prepared.loop.figures.results(frames)["rms_joint_torque"]
    expected = prepared.run({"links.link2.mass": [prepared.nominal["links.link2.mass"]] * 4})
    np.testing.assert_array_equal(found, expected["rms_joint_torque"])


def test_frequency_responses_are_of_the_size_told_and_those_of_the_peer() -> None:
    model, w = frequency.model(), frequency.FREQUENCIES
    assert model.A.shape == (36, 36) and model.D.shape == (6, 6) and w.size == 100
    mechanical = model.mechanical
    assert mechanical is not None
    M, D, K = mechanical.mass, mechanical.damping, mechanical.stiffness
    motors = np.eye(18)[:, 12:]
    exact = np.stack([-(x**2) * np.linalg.solve(K - x**2 * M + 1j * x * D, motors)[12:] for x in w])
    size = np.abs(exact).max(axis=(1, 2), keepdims=True)
    theirs = np.moveaxis(model.to_control()(1j * w), -1, 0)
    assert (np.abs(model.frequency_response(w) - exact) / size).max() < 1e-7
    assert (np.abs(theirs - exact) / size).max() < 1e-5


@pytest.mark.parametrize("axes", elastic_axes.AXES)
def test_so_many_axes_give_way_and_six_motors_turn(axes: int) -> None:
    plant = aw.Plant(elastic_axes.elastic_arm(axes))
    roles = [one.role for one in plant.coordinates]
    assert roles.count("elastic") == axes - 6 and roles.count("rotor") == 6
    assert {element.law.block.kind for element in plant.elements} == {"lugre", "linear"}


@pytest.mark.crosscheck
def test_the_arm_with_18_elastic_axes_arrives() -> None:
    setup = elastic_axes.elastic_loop()
    assert {block.rate for block in setup.blocks} == {1000.0, 4000.0}
    longer = {"duration": 2.5, "recording.signals": ["joint_position"]}
    position = setup.changed(longer).simulate().data["joint_position"].values
    np.testing.assert_allclose(position[-1], [0.6, 0.5, -0.6, 0.8, -0.6, 1.0], atol=5e-3)
