"""What is measured in the responses and the fits."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.identify.frequency import ElasticFit, ResponseModel
from armwright.linear import linearise
from armwright.plant import Plant
from armwright.robot import Robot
from armwright.robot.changing import changed
from armwright.studies.elastic.runs import OneAxis, SixAxes

#: The lowest ones are within the band of the experiments.
_MODES = 6


def estimator_name(method: str) -> str:
    """Of an estimator of responses, in words."""
    words = {"h1": "H1", "joint_input_output": "joint input-output"}
    return words.get(method, method)


def excess_damping(found: SixAxes, name: str) -> float:
    """Of the gears whose damping is seen: what a structure needs against the true one, the median
    of the factors."""
    fit = found.structures[name].fit
    true = Plant(found.truth).numbers
    ratios = [
        number.value / true[path][0]
        for path, number in fit.parameters.items()
        if path.startswith("joints") and path.endswith("damping") and number.knowledge == "seen"
    ]
    return float(np.median(ratios)) if ratios else float("nan")


def resonance(robot: Robot, found: OneAxis, spread: Array | None = None) -> float:
    """Hz: of the first peak of |G|."""
    w = 2 * np.pi * np.linspace(4.0, 13.0, 3000)
    model = ResponseModel(
        robot,
        (),
        np.zeros((1, 1)),
        w,
        frictions=found.scenario.frictions,
        statistical=spread is not None,
    )
    G = np.abs(model.answers(np.zeros(0), spread).G[0, :, 0, 0])
    return float(w[int(np.argmax(G))] / (2 * np.pi))


def shifts(found: OneAxis) -> tuple[float, float]:
    """Hz: how much too low the true arm's model has its first resonance against what was measured,
    with springs linearised at rest, and over their deflections."""
    robot = found.scenario.robot
    seen = resonance(found.tangent.robot, found)
    tangent = resonance(robot, found)
    statistical = resonance(robot, found, found.statistical.spread)
    return seen - tangent, seen - statistical


def gravity_shift(found: SixAxes) -> float:
    """Hz: the largest change of a mode when springs are linearised at rest under weight and not at
    zero deflection, in the first configuration."""
    q = found.responses[0].configuration
    loaded, unloaded = (_modes(one, q) for one in (found.truth, _weightless(found.truth)))
    return float(np.abs(loaded - unloaded).max())


def _weightless(robot: Robot) -> Robot:
    return changed(robot, {"gravity": [0.0, 0.0, 0.0]})


def _modes(robot: Robot, q: Array) -> Array:
    # Weight itself makes the arm swing like a pendulum: here its springs alone count.
    model = linearise(
        Plant(robot),
        at=q,
        inputs="motor_torque",
        outputs="motor_acceleration",
        neglect=("gravity",),
    )
    found = sorted(one.frequency for one in model.modes() if one.oscillates)
    return np.array(found[:_MODES])


def mean_load(found: SixAxes) -> Array:
    """(configurations, motors): mean torque by its own standard deviation."""
    return np.array(
        [
            one.mean_torque / np.sqrt(np.einsum("fii->i", one.power).real / 2)
            for one in found.responses
        ]
    )


def damping_bias(fit: ElasticFit, found: OneAxis) -> float:
    """The gear's damping against the true one, as a part."""
    path = "joints.axis.drive.spring.damping"
    true = Plant(found.scenario.robot).numbers[path][0]
    return float(fit.parameters[path].value / true - 1)
