"""The water around a plant: numbers of the hulls, density, and current."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.errors import InputError
from armwright.multibody.spatial import Scalar, Vector
from armwright.multibody.wet_links import HullNumber, Water, still_water
from armwright.plant.registry import WATER_DENSITY, hull_numbers
from armwright.plant.values import Values
from armwright.robot import Robot
from armwright.robot.changing import HULL

#: Inputs of a plant in moving water: velocity and acceleration of the current, world axes.
CURRENT = ("current_velocity", "current_acceleration")


def water_numbers(robot: Robot, fidelity: Fidelity) -> dict[str, Array]:
    """By path; none where the water is left out."""
    return {one.path: one.value for one in hull_numbers(robot)} if fidelity.water else {}


def check_current(robot: Robot) -> None:
    """A current that nothing feels is a mistake."""
    if still_water(robot) is None:
        raise InputError(
            "no link has a hull that could feel a current",
            where=f"robot '{robot.name}'",
            hint="Give its links hulls.",
        )


def water_around(
    robot: Robot, fidelity: Fidelity, values: Values, inputs: Mapping[str, cs.SX]
) -> Water | None:
    """None where there is none, or where it is left out."""
    described = still_water(robot)
    if described is None or not fidelity.water:
        return None
    hulls = {
        link: (hull, _open(link, number, values))
        for link, (hull, number) in described.hulls.items()
    }
    velocity, rate = (
        Vector(*cs.vertsplit(inputs[name])) if name in inputs else Vector() for name in CURRENT
    )
    return Water(hulls, values.scalar(WATER_DENSITY), velocity, rate, fidelity.strips)


def _open(link: str, described: HullNumber, values: Values) -> HullNumber:
    """Numbers of a hull, free ones as symbols; what is not said of it is zero."""

    def number(key: str) -> list[Scalar]:
        path = f"links.{link}.{HULL}.{key}"
        return values.scalars(path) if path in values.numbers else list(described(key))

    return number
