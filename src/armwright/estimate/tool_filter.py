"""The Kalman filter of an arm as a block of its loop, sampled: what a controller may know of the
tool while the arm moves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Declared, Input, Memory, Option, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.estimate.kalman import KalmanFilter


class ToolFilter(Block):
    """x̂ and its covariance at every sample, by the equations of `KalmanFilter`; out of them the
    tool's position, from all measurements up to this one.

    `ToolObserver.block` makes one. At the first sample it begins with what it is told.
    """

    kind = "tool_filter"

    measured_motor_position = Input("rad", "θ")
    commanded_motor_torque = Input("N m", "τ, from this sample to the next")
    accelerometer = Input("m/s²", "a", size="axis")
    estimated_tool_position = Output("m", "p̂", size="axis")
    estimated_tool_deviation = Output("m", "its standard deviations", size="axis")
    last_torque = Memory("N m", "τ up to this sample", fixed=True)
    started = Memory("", "0 at the first sample, then 1", size="one", fixed=True)
    filter = Option(KalmanFilter, "the filter")

    def __init__(self, *, filter: KalmanFilter, **settings: Any) -> None:
        inputs, _ = filter.expressions
        own: dict[str, Declared] = {}
        for name, first in (("state", "first_state"), ("factors", "first_factors")):
            size = inputs[name].shape[0]
            own[name] = Memory("", f"{name} of the filter", size=size, fixed=True)
            own[first] = Parameter("", f"{name} at the first sample", size=size)
        own["told"] = Parameter("", "its parameters", size=inputs["parameters"].shape[0])
        for name, declared in own.items():
            declared.name = name
        self.declared = MappingProxyType({**type(self).declared, **own})
        super().__init__(filter=filter, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        inputs, outputs = self.filter.expressions
        measured = cs.vertcat(x.measured_motor_position, x.accelerometer)
        before = cs.if_else(x.started, x.last_torque, x.commanded_motor_torque)
        given = {
            "state": cs.if_else(x.started, x.state, x.first_state),
            "factors": cs.if_else(x.started, x.factors, x.first_factors),
            "measurement": measured,
            "there": cs.SX.ones(measured.shape[0]),
            "input": cs.vertcat(x.commanded_motor_torque, before),
            "parameters": x.told,
        }
        wanted = ("shown", "shown_deviation", "state", "factors")
        position, deviation, state, factors = cs.substitute(
            [outputs[name] for name in wanted],
            [inputs[name] for name in inputs],
            [given[name] for name in inputs],
        )
        return {
            "estimated_tool_position": position,
            "estimated_tool_deviation": deviation,
            "state": state,
            "factors": factors,
            "last_torque": x.commanded_motor_torque,
            "started": 1.0,
        }
