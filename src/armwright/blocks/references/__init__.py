"""References: where the joints should be, by the name that files use; one block per file.

Read `reference` first. `options` checks what a user gives, `profiles` has the speeds. The tool's
motions start in `cartesian`: `curves`, `path`, `attitude`, `schedule`, then `guide`, `following`.
"""

from armwright.block.block import Block
from armwright.blocks.references.cartesian_circle import CartesianCircle
from armwright.blocks.references.cartesian_line import CartesianLine
from armwright.blocks.references.cartesian_path import CartesianPath
from armwright.blocks.references.chirp import Chirp
from armwright.blocks.references.filter import Filter
from armwright.blocks.references.filtered_steps import FilteredSteps
from armwright.blocks.references.fourier import Fourier
from armwright.blocks.references.from_csv import Csv
from armwright.blocks.references.from_samples import Samples
from armwright.blocks.references.hold import Hold
from armwright.blocks.references.iso9283_path import Iso9283Path
from armwright.blocks.references.iso9283_points import Iso9283Points
from armwright.blocks.references.joint_path import JointPath
from armwright.blocks.references.joint_ptp import JointPtp
from armwright.blocks.references.multisine import RandomMultisine
from armwright.blocks.references.steps import Steps

_ALL: tuple[type[Block], ...] = (
    Hold,
    Steps,
    FilteredSteps,
    Filter,
    JointPtp,
    JointPath,
    CartesianLine,
    CartesianCircle,
    CartesianPath,
    Iso9283Points,
    Iso9283Path,
    Chirp,
    RandomMultisine,
    Fourier,
    Samples,
    Csv,
)
REFERENCES: dict[str, type[Block]] = {reference.kind: reference for reference in _ALL}

__all__ = ["REFERENCES"]
