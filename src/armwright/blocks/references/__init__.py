"""References: where the joints should be, by the name that files use; one block per file.

Read `reference` first; `unfiltered` lists the blocks. `options` checks what a user gives,
`profiles` has the speeds. The tool's motions start in `cartesian`: `curves`, `path`, `attitude`,
`schedule`, then `guide`, `following`; tests of ISO 9283 in `iso9283_moves` and `iso9283_cycles`.
"""

from armwright.block.block import Block
from armwright.blocks.references.filter import Filter
from armwright.blocks.references.set_points import SetPoints
from armwright.blocks.references.unfiltered import UNFILTERED

REFERENCES: dict[str, type[Block]] = {**UNFILTERED, Filter.kind: Filter, SetPoints.kind: SetPoints}

__all__ = ["REFERENCES"]
