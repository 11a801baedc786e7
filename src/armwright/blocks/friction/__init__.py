"""Friction laws, by the name that files use."""

from armwright.blocks.friction.coulomb import Coulomb
from armwright.blocks.friction.friction import Friction, StickingFriction
from armwright.blocks.friction.lugre import LuGre
from armwright.blocks.friction.sigmoid import Sigmoid
from armwright.blocks.friction.smooth_coulomb import SmoothCoulomb
from armwright.blocks.friction.tanh_stribeck import TanhStribeck
from armwright.blocks.friction.tustin import Tustin

LAWS: dict[str, type[Friction]] = {
    law.kind: law for law in (Coulomb, Tustin, LuGre, SmoothCoulomb, TanhStribeck, Sigmoid)
}

__all__ = [
    "LAWS",
    "Coulomb",
    "Friction",
    "LuGre",
    "Sigmoid",
    "SmoothCoulomb",
    "StickingFriction",
    "TanhStribeck",
    "Tustin",
]
