"""All that an FMU is made from, before it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from armwright.export.c_code.loop import LoopCode
from armwright.export.fmi.variables import Variable
from armwright.export.model import Model

Version = Literal[2, 3]
Kind = Literal["co-simulation", "model-exchange"]


@dataclass(frozen=True, eq=False)
class Package:
    """`identifier` begins the names of files and functions. `interfaces`: the code of each kind.
    `variables` are those of the description, in the order of their value references: vectors, or
    single numbers in version 2. `lost`: what it lacks."""

    version: Version
    identifier: str
    name: str
    description: str
    duration: float
    step: float
    interfaces: dict[Kind, LoopCode]
    variables: tuple[Variable, ...]
    lost: tuple[str, ...] = ()

    @property
    def model(self) -> Model:
        return next(iter(self.interfaces.values())).model

    @property
    def sources(self) -> list[str]:
        """The names of the files to compile."""
        return [*(f"{code.prefix}.c" for code in self.interfaces.values()), f"fmi{self.version}.c"]

    @property
    def continuous(self) -> bool:
        return "model-exchange" in self.interfaces
