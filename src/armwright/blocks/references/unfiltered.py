"""All references but the filter, which smooths any of them; by the name that files use."""

from __future__ import annotations

from armwright.block.block import Block
from armwright.blocks.references.cartesian_circle import CartesianCircle
from armwright.blocks.references.cartesian_line import CartesianLine
from armwright.blocks.references.cartesian_path import CartesianPath
from armwright.blocks.references.chirp import Chirp
from armwright.blocks.references.constant_speeds import ConstantSpeeds
from armwright.blocks.references.filtered_steps import FilteredSteps
from armwright.blocks.references.fourier import Fourier
from armwright.blocks.references.from_csv import Csv
from armwright.blocks.references.from_samples import Samples
from armwright.blocks.references.hold import Hold
from armwright.blocks.references.iso9283_approaches import Iso9283Approaches
from armwright.blocks.references.iso9283_path import Iso9283Path
from armwright.blocks.references.iso9283_points import Iso9283Points
from armwright.blocks.references.iso9283_posing import Iso9283Posing
from armwright.blocks.references.iso9283_reorientation import Iso9283Reorientation
from armwright.blocks.references.iso9283_weaving import Iso9283Weaving
from armwright.blocks.references.joint_path import JointPath
from armwright.blocks.references.joint_ptp import JointPtp
from armwright.blocks.references.multisine import RandomMultisine
from armwright.blocks.references.steps import Steps
from armwright.blocks.references.velocity_chirp import VelocityChirp

_ALL: tuple[type[Block], ...] = (
    Hold,
    Steps,
    FilteredSteps,
    JointPtp,
    JointPath,
    CartesianLine,
    CartesianCircle,
    CartesianPath,
    Iso9283Points,
    Iso9283Approaches,
    Iso9283Posing,
    Iso9283Path,
    Iso9283Reorientation,
    Iso9283Weaving,
    Chirp,
    VelocityChirp,
    ConstantSpeeds,
    RandomMultisine,
    Fourier,
    Samples,
    Csv,
)
UNFILTERED: dict[str, type[Block]] = {reference.kind: reference for reference in _ALL}
