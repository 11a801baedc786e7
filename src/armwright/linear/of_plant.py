"""The linear model of a plant alone, at one configuration or at many."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import casadi as cs
import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.block.declarations import State
from armwright.errors import InputError, shown
from armwright.linear.assembling import Holding, at_point, plant_matrices, reduced
from armwright.linear.assumptions import Sticking, plant_assumptions
from armwright.linear.evaluation import Evaluated
from armwright.linear.expressions import (
    MODE,
    POSITION,
    STATES,
    VELOCITY,
    LinearExpressions,
    linear_expressions,
    stepped,
    with_rates,
)
from armwright.linear.friction import directions, free_numbers, held, modes_at
from armwright.linear.model import LinearModel, MechanicalMatrices, OperatingPoint
from armwright.linear.names import Chosen, Labels, chosen, split
from armwright.linear.rest import at_rest
from armwright.plant import Plant
from armwright.plant.law import Element
from armwright.plant.plant import FORCE, JOINT_TORQUE, MOTOR_TORQUE
from armwright.plant.signals import PlantSignals

#: A time after which friction does not change any more at a steady velocity, s.
_LONG = 1e6
_SIZES = {MOTOR_TORQUE: "motor", JOINT_TORQUE: "joint", FORCE: "coordinate"}


def plant_model(
    plant: Plant,
    at: ArrayLike | OperatingPoint | None,
    inputs: Sequence[str],
    outputs: Sequence[str],
    *,
    neglect: Collection[str] = (),
    sticking: Sticking = "sliding",
) -> LinearModel:
    """`inputs`: those of the plant; `outputs`: signals that it shows."""
    put_in, taken = _inputs(plant, inputs), _outputs(plant, outputs)
    expressions = linear_expressions(plant, _merged(put_in), _merged(taken), neglect=neglect)
    point = at if isinstance(at, OperatingPoint) else at_rest(plant, at)
    _check_point(plant, point)
    values, n = _values(plant, point), len(plant.coordinates)
    _check_still(plant, point)
    holding = held(plant, point.position, values[MODE], stuck=sticking == "held")
    numbers = _numbers(expressions, values, holding)
    A, B, C, D = plant_matrices(numbers, n, holding)
    states = state_labels(plant)
    mechanical = MechanicalMatrices(
        numbers["residual by acceleration"],
        numbers["residual by velocity"],
        numbers["residual by position"],
        tuple(one.name for one in plant.coordinates),
    )
    if holding is not None:
        A, B, C, rows = reduced(A, B, C, holding, n)
        states = states.at(rows)
        mechanical = mechanical.held(holding.basis, holding.kept)
    told = (point.position, point.velocity, point.motor_torque)
    return LinearModel(
        A,
        B,
        C,
        D,
        states,
        Labels.of(put_in),
        Labels.of(taken),
        point=point,
        mechanical=mechanical,
        assumptions=plant_assumptions(plant, *told, sticking, neglect),
        name=plant.robot.name,
    )


def state_labels(plant: Plant) -> Labels:
    """Of x, ẋ and the laws' states."""
    names = [one.name for one in plant.coordinates]
    names += [f"velocity of {name}" for name in names]
    units: list[str] = [one.unit for one in plant.coordinates]
    units += [f"{unit}/s" for unit in units]
    for part in with_rates(plant):
        more = law_state_labels(part)
        names, units = [*names, *more.names], [*units, *more.units]
    return Labels(tuple(names), tuple(units))


def law_state_labels(part: Element) -> Labels:
    """Of a law's states."""
    states = part.law.block.of(State)
    names = [f"{channel.path}.{state}" for state in states for channel in part.law.channels]
    units = [declared.unit for declared in states.values() for _ in part.law.channels]
    return Labels(tuple(names), tuple(units))


def _inputs(plant: Plant, wanted: Sequence[str]) -> list[Chosen]:
    found = []
    for one in wanted:
        name, _ = split(one)
        if name not in plant.inputs:
            raise InputError(
                "no such input of a plant",
                where="linearise, inputs",
                got=shown(one),
                expected="one of " + ", ".join(plant.inputs),
            )
        size = _SIZES.get(name, plant.inputs[name].shape[0])
        found.append(chosen(plant, one, name, "N m", size))
    return found


def _outputs(plant: Plant, wanted: Sequence[str]) -> list[Chosen]:
    signals, found = PlantSignals(plant), []
    for one in wanted:
        name, _ = split(one)
        if name not in signals:
            raise InputError(
                "no such signal of a plant",
                where="linearise, outputs",
                got=shown(one),
                expected="one of " + ", ".join(signals) + ", or as 'position of LINK'",
            )
        found.append(chosen(plant, one, name, signals[name].unit, signals[name].size))
    return found


def _merged(some: Sequence[Chosen]) -> Mapping[str, tuple[int, ...]]:
    """Each signal once: a second element of it would be another entry."""
    found: dict[str, tuple[int, ...]] = {}
    for one in some:
        if one.signal in found:
            raise InputError(
                "a signal is named twice",
                where="linearise",
                got=one.signal,
                expected="all of it once, and model.only(…) for some elements",
            )
        found[one.signal] = one.places
    return found


def _check_point(plant: Plant, point: OperatingPoint) -> None:
    sizes = {
        "position": len(plant.coordinates),
        "velocity": len(plant.coordinates),
        "motor_torque": len(plant.motor_names),
    }
    for name, size in sizes.items():
        value = np.asarray(getattr(point, name))
        if value.shape[-1:] != (size,) or not np.isfinite(value).all():
            raise InputError(
                f"'{name}' does not fit",
                where="linearise, at",
                got=f"shape {value.shape}",
                expected=f"(…, {size}), finite",
            )


def _check_still(plant: Plant, point: OperatingPoint) -> None:
    if plant.loops is not None and np.any(point.velocity):
        raise InputError(
            "an arm with loops is linearised at rest",
            where=f"robot '{plant.robot.name}', loop '{plant.loops.names[0]}'",
            got="an operating point with velocities",
        )


def _values(plant: Plant, point: OperatingPoint) -> dict[str, Array]:
    """Of all symbols of the expressions but ẍ."""
    return {
        POSITION: point.position,
        VELOCITY: point.velocity,
        MOTOR_TORQUE: point.motor_torque,
        STATES: _bent(plant, with_rates(plant), point.velocity),
        "other states": _bent(plant, stepped(plant), point.velocity),
        MODE: modes_at(plant, point.velocity),
        **free_numbers(plant),
    }


def _bent(plant: Plant, parts: Sequence[Element], velocity: Array) -> Array:
    """States of laws as after a long time at this velocity."""
    found = [np.zeros((*velocity.shape[:-1], 0))]
    for part in parts:
        rate = cs.SX.sym("rate", part.size)
        after = part.stepped(part.after, rate, _LONG)
        after = cs.substitute(after, part.state, 0.0 * part.state)
        own = set(map(str, cs.vertsplit(rate)))
        others = [one for one in cs.symvar(after) if str(one) not in own]
        after = cs.substitute([after], others, [cs.SX(0)] * len(others))[0] if others else after
        bend = Evaluated("bent", {"rate": rate}, {"after": after})
        found.append(bend({"rate": velocity @ directions(plant, part).T})["after"][..., 0])
    return np.concatenate(found, axis=-1)


def _numbers(
    expressions: LinearExpressions, values: dict[str, Array], holding: Holding | None
) -> dict[str, Array]:
    derivatives = expressions.derivatives
    outputs = {"residual": derivatives.residual, **derivatives.matrices}
    return at_point(Evaluated("linear model", expressions.symbols, outputs), values, holding)
