"""Pieces of a closed loop: friction, transmissions, motors, sensors, references, controllers."""

from armwright.blocks.block import Assembly, Block
from armwright.blocks.declarations import Input, Memory, Option, Output, Parameter, State, Table
from armwright.blocks.quantities import Quantities, Setting

__all__ = [
    "Assembly",
    "Block",
    "Input",
    "Memory",
    "Option",
    "Output",
    "Parameter",
    "Quantities",
    "Setting",
    "State",
    "Table",
]
