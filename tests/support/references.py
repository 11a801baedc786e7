"""References on their own: where they work, and what they say at given times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import casadi as cs
import numpy as np

from armwright import Robot, load
from armwright.block import Block, Parameter, Quantities, Site, Table
from armwright.plant import Plant


class Motion(NamedTuple):
    """(samples, joints)."""

    position: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray


def site_of(robot: Robot | str, duration: float = 10.0, rate: float | None = None) -> Site:
    """Of a block with that rate in a run on `robot`."""
    arm = load(robot) if isinstance(robot, str) else robot
    plant = Plant(arm)
    return Site.around(plant, plant, 1e-3, 1 / rate if rate else 0.0, duration)


def at_times(block: Block, site: Site, times: Sequence[float] | np.ndarray) -> Motion:
    """What the equations give, with the parameters as inputs."""
    time = cs.SX.sym("time")
    values = block.parameters(site)
    symbols = {name: cs.SX.sym(name, len(value)) for name, value in values.items()}
    assert set(symbols) == {key for p in block.of(Parameter).values() for key in p.keys}
    x = Quantities(symbols, site, time, cs.SX.sym("tick"), cs.SX.sym("seed"), block.name)
    results = block.equations(x)
    names = [f"reference_joint_{name}" for name in Motion._fields]
    assert set(results) == set(names)
    function = cs.Function("f", [time, *symbols.values()], [results[name] for name in names])
    rows = function.map(len(times))(
        np.atleast_2d(times), *(np.tile(v[:, None], len(times)) for v in values.values())
    )
    return Motion(*(np.array(part).T for part in rows))


def tabled(block: Block, site: Site) -> Motion:
    """What the tables hold."""
    tables = block.tables(site)
    assert set(tables) == set(block.of(Table))
    return Motion(*(tables[f"{name}_table"] for name in Motion._fields))


def slope(values: np.ndarray, period: float) -> np.ndarray:
    """By time, of rows at equal distances: fourth-order differences, for rows 2 to −2."""
    inner = 8 * (values[3:-1] - values[1:-3]) - (values[4:] - values[:-4])
    return inner / (12 * period)
