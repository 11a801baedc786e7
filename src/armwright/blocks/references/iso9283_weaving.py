"""A zigzag along the line of ISO 9283."""

from __future__ import annotations

import math

import numpy as np

from armwright.block.declarations import Option
from armwright.blocks.references.cartesian_path import polygon, round_corners
from armwright.blocks.references.iso9283_cycles import PathInCycles
from armwright.blocks.references.options import not_negative, positive, unfit
from armwright.blocks.references.path import Path


class Iso9283Weaving(PathInCycles):
    """From P2 to P4 in a zigzag in the test plane, for the weaving deviations WS and WF.

    Its teeth are `stroke` high from peak to peak and `wavelength` apart; corners are rounded with
    `blend`, which takes something off the stroke. As many whole waves as fit are in the middle of
    the line. No public source confirms the sizes of the standard's weaving path.
    """

    kind = "iso9283_weaving"

    stroke = Option(float, "from peak to peak, in m")
    wavelength = Option(float, "from peak to peak on one side, along the line, in m")
    blend = Option(float, "from which distance on corners are rounded, in m", default=0.0)

    def one_cycle(self) -> Path:
        stroke = positive(self.name, "stroke", self.stroke, "m")
        wave = positive(self.name, "wavelength", self.wavelength, "m")
        blend = not_negative(self.name, "blend", self.blend, "m")
        line, normal = self.test_plane.line(), self.test_plane.axes[2]
        waves = math.floor(line.length / wave * (1 + 1e-9))
        if waves < 1:
            raise unfit(self.name, "wavelength", wave, f"at most {line.length:.4g} m, the line")
        along = (line.end - line.begin) / line.length
        aside = stroke / 2 * np.cross(normal, along)
        first = line.begin + (line.length - waves * wave) / 2 * along
        peaks = np.arange(2 * waves)
        teeth = first + (0.25 + 0.5 * peaks)[:, None] * wave * along
        teeth = teeth + np.where(peaks % 2, -1.0, 1.0)[:, None] * aside
        points = [first, *teeth, first + waves * wave * along]
        return round_corners(self.name, polygon(points), blend).path
