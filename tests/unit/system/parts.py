"""Small blocks to wire up, and an arm to wire them to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright import Blocks, load
from armwright.block import Block, Input, Output, Parameter, Quantities, State
from armwright.system import Setup


class Gain(Block):
    """y = k u, at the same instant."""

    u = Input("N m", "what comes in")
    y = Output("N m", "what goes out")
    k = Parameter("", "factor", default=1.0)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"y": x.k * x.u}


class Lag(Block):
    """ż = u − z, y = z: the output does not depend on the input of the same instant."""

    u = Input("N m", "what comes in")
    y = Output("N m", "what goes out")
    z = State("N m", "what is kept")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"y": x.z, "z": x.u - x.z}


class Single(Block):
    """One torque for all motors: of the wrong size for most readers."""

    y = Output("N m", "what goes out", size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"y": 1.0}


def gain(name: str, reads: str, writes: str, rate: float | None = None) -> Gain:
    return Gain(name=name, rate=rate, connect={"u": reads, "y": writes})


def setup(*blocks: Block, **fields: Any) -> Setup:
    """Two joints; a clock of 1 kHz."""
    given = {"name": "wired", "robot": load("two_axis"), "duration": 0.1, "tick": 1e-3}
    return Setup(**{**given, "blocks": Blocks(controller=blocks), **fields})
