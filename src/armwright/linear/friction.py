"""Channels of dry friction at an operating point: which slide, and which are held."""

from __future__ import annotations

import casadi as cs
import numpy as np

from armwright.arrays import Array
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


def held_channels(plant: Plant, mode: Array) -> Holding | None:
    """Those at rest, in all configurations; None if there are none."""
    rows = [directions(plant, part) for part in plant.elements if part.limits is not None]
    if not rows:
        return None
    still = (mode.reshape(-1, mode.shape[-1]) == 0).all(axis=0)
    held = np.concatenate(rows)[still]
    return Holding.of(held) if len(held) else None
