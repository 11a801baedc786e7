"""What a block is: `declarations` of its ports, parameters and states, `quantities` that its
equations work with, `block` itself, and `fidelity`: which effects there are.
"""

from armwright.block.block import Assembly, Block
from armwright.block.declarations import Input, Memory, Option, Output, Parameter, State, Table
from armwright.block.quantities import Quantities, Site

__all__ = [
    "Assembly",
    "Block",
    "Input",
    "Memory",
    "Option",
    "Output",
    "Parameter",
    "Quantities",
    "Site",
    "State",
    "Table",
]
