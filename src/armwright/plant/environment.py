"""What surrounds an arm and acts on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from numpy.typing import ArrayLike

from armwright.robot.elastic import Axis


@dataclass(frozen=True)
class Environment:
    """`wrenches`: frames on which something may push. `payloads`: links that may carry more than
    their own mass in mid-run. `base_motion`: axes along which and about which the base is moved
    from outside, one after the other from the ground. `added_inertia`: by link, what the water
    around it adds to its inertia and not to its weight: 6 × 6, (linear; angular), about the link's
    origin, link axes. `current`: whether the water moves; how, the plant's inputs say."""

    wrenches: tuple[str, ...] = ()
    payloads: tuple[str, ...] = ()
    base_motion: tuple[Axis, ...] = ()
    current: bool = False
    added_inertia: Mapping[str, ArrayLike] = field(default_factory=dict)
