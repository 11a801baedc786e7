"""What is held at an operating point: by loops, and by dry friction that does not slide."""

from __future__ import annotations

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.linear.assembling import Holding
from armwright.plant import Plant
from armwright.plant.law import Element


def free_numbers(plant: Plant) -> dict[str, Array]:
    """The plant's free numbers as its description has them, by the names of their vectors."""
    return {
        "drive_parameters": plant.values.vector(plant.numbers),
        "link_parameters": plant.free_bodies.vector(plant.numbers),
    }


def directions(plant: Plant, part: Element) -> Array:
    """G of a law's channels, (channels, coordinates), for the plant's own numbers."""
    free = [plant.values.symbol, plant.free_bodies.symbol]
    own = [cs.SX(value) for value in free_numbers(plant).values()]
    return np.array(cs.evalf(cs.substitute([plant.directions(part)], free, own)[0]))


def modes_at(plant: Plant, velocity: Array) -> Array:
    """For each channel that can stick: 1 or −1 as it slides, 0 at rest. (…, channels)"""
    found: list[Array] = [np.zeros((*velocity.shape[:-1], 0))]
    for part in plant.elements:
        if part.limits is not None:
            found.append(np.sign(velocity @ directions(plant, part).T))
    joined: Array = np.concatenate(found, axis=-1)
    return joined


def held(plant: Plant, position: Array, mode: Array, *, stuck: bool) -> Holding | None:
    """What loops hold, and, if dry friction is `stuck`, the channels at rest in all configurations;
    None if there is nothing."""
    channels = held_channels(plant, mode) if stuck else None
    if plant.loops is None:
        return None if channels is None else Holding.of(channels)
    if position.ndim > 1:
        raise InputError(
            "an arm with loops is linearised at one configuration at a time",
            where=f"robot '{plant.robot.name}'",
            got=f"shape {position.shape}",
        )
    own = list(free_numbers(plant).values())
    rows = plant.loops.numbers.at(position, own)[1][list(plant.loops.structure.rows)]
    first = plant.arrangement.places("dependent")
    if channels is None:
        return Holding.of(rows, len(rows), first)
    # What loops hold already, friction need not hold again.
    kept = rows
    for row in channels:
        if np.linalg.matrix_rank(np.vstack([kept, row]), tol=1e-9) > len(kept):
            kept = np.vstack([kept, row])
    return Holding.of(kept, len(rows), first)


def held_channels(plant: Plant, mode: Array) -> Array | None:
    """The rows of those at rest, in all configurations; None if there are none."""
    rows = [directions(plant, part) for part in plant.elements if part.limits is not None]
    if not rows:
        return None
    still = (mode.reshape(-1, mode.shape[-1]) == 0).all(axis=0)
    found: Array = np.concatenate(rows)[still]
    return found if len(found) else None
