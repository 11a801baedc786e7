"""What sensors have in common that measure now and then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armwright.block.block import Block
from armwright.errors import InputError


class SampledSensor(Block):
    """A sensor that gives out a new value at every sample, with new noise, and holds it."""

    def __init__(
        self,
        *,
        name: str = "",
        rate: float | None = None,
        connect: Mapping[str, str] | None = None,
        **values: Any,
    ) -> None:
        super().__init__(name=name, rate=rate, connect=connect, **values)
        if rate is None:
            raise InputError(
                f"block '{self.name}' measures at samples, and has no rate",
                expected="rate = … (Hz)",
            )
