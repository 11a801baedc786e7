"""The industrial cascade: a position loop around a velocity loop, with feed-forward."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from armwright.block.block import Assembly, Block
from armwright.block.declarations import Input, Option, Output, Parameter
from armwright.blocks.controllers.drive_feedforward import DriveFeedforward
from armwright.blocks.controllers.position_loop import PositionLoop
from armwright.blocks.controllers.velocity_loop import VelocityLoop


class Cascade(Assembly):
    """PositionLoop, DriveFeedforward and VelocityLoop with the settings of all.  S3: at 1 kHz the
    first two, and at 4 kHz.

    Each loop runs at its own rate, else at the cascade's; without any it is continuous. S3's PID
    has its integral in the position loop: `position_integral_gain`, and no `integral_time`.
    """

    kind = "cascade"
    #: Ports and settings of the parts, and the two options below.
    declared = MappingProxyType(
        {
            name: value
            for loop in (PositionLoop, DriveFeedforward, VelocityLoop)
            for name, value in loop.declared.items()
            if isinstance(value, Input | Output | Parameter | Option)
        }
    )

    position_rate = Option(
        float, "rate of the position loop and of the feed-forward in Hz", default=None
    )
    velocity_rate = Option(float, "rate of the velocity loop in Hz", default=None)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._parts = (
            self._part(PositionLoop, "position", self.position_rate),
            self._part(DriveFeedforward, "feedforward", self.position_rate),
            self._part(VelocityLoop, "velocity", self.velocity_rate),
        )

    def parts(self) -> tuple[Block, ...]:
        return self._parts

    def _part(self, loop: type[Block], name: str, rate: float | None) -> Block:
        return loop(
            name=f"{self.name}.{name}",
            rate=self.rate if rate is None else rate,
            connect={
                port: signal for port, signal in self.connect.items() if port in loop.declared
            },
            **{key: value for key, value in self.values.items() if key in _settings(loop)},
        )


def _settings(loop: type[Block]) -> set[str]:
    """The names that a loop's settings may be given under."""
    directed = [key for parameter in loop.of(Parameter).values() for key in parameter.keys]
    return {*loop.declared, *directed}
