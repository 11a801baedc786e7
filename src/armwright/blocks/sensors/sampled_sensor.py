"""What sensors have in common that measure now and then."""

from __future__ import annotations

from typing import Any

from armwright.block.block import Block
from armwright.errors import InputError


class SampledSensor(Block):
    """A sensor that gives out a new value at every sample, with new noise, and holds it."""

    def __init__(self, *, rate: float | None = None, **settings: Any) -> None:
        super().__init__(rate=rate, **settings)
        if rate is None:
            raise InputError(
                f"block '{self.name}' measures at samples but has no rate",
                expected="rate = … (Hz)",
            )
