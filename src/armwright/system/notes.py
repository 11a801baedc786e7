"""What one should know about a setup before one trusts its runs."""

from __future__ import annotations

import numpy as np

from armwright.block.block import as_name
from armwright.laws.friction import LAWS
from armwright.laws.friction.passivity import passivity_warnings
from armwright.system.laws import narrowed
from armwright.system.setup import Setup
from armwright.system.system import setting


def notes(setup: Setup) -> tuple[str, ...]:
    """One line for each thing; joints with the same trouble are named together."""
    if not setup.fidelity.friction:
        return ()
    found: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for joint in setup.robot.moving_joints:
        drive = joint.drive
        if drive is None or drive.friction_law not in LAWS or not drive.friction:
            continue
        ratio = abs(drive.gear_ratio) if drive.friction_side == "motor" else 1.0
        fastest = joint.limits.velocity * ratio if np.isfinite(joint.limits.velocity) else np.inf
        name = as_name(f"friction of '{joint.name}'")
        law = LAWS[drive.friction_law].made(drive.friction, name=name)
        for text in passivity_warnings(law, narrowed(setting(setup, None), 1), fastest):
            kind = text.partition(":")[0]
            texts.setdefault(kind, text)
            found.setdefault(kind, []).append(joint.name)
    return tuple(
        f"joint{'s' if len(joints) > 1 else ''} {', '.join(joints)}: {texts[kind]}"
        + (f" (joint {joints[0]})" if len(joints) > 1 else "")
        for kind, joints in found.items()
    )
