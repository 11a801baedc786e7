"""Friction laws, by the name that files use; and the heat that friction makes."""

from armwright.blocks.friction.coulomb import Coulomb
from armwright.blocks.friction.dahl import Dahl
from armwright.blocks.friction.friction import Friction, StickingFriction
from armwright.blocks.friction.gms import GMS, GMS10, MaxwellSlip, maxwell_slip
from armwright.blocks.friction.loaded import loaded
from armwright.blocks.friction.lugre import LuGre
from armwright.blocks.friction.passivity import passivity_warnings
from armwright.blocks.friction.sigmoid import Sigmoid
from armwright.blocks.friction.smooth_coulomb import SmoothCoulomb
from armwright.blocks.friction.tanh_stribeck import TanhStribeck
from armwright.blocks.friction.thermal import Thermal
from armwright.blocks.friction.tustin import Tustin
from armwright.blocks.friction.warming import warming

_PLAIN: tuple[type[Friction], ...] = (
    Coulomb,
    Tustin,
    SmoothCoulomb,
    TanhStribeck,
    Sigmoid,
    Dahl,
    LuGre,
    GMS,
    GMS10,
)
#: Those that also come with a temperature, with a load, and with both.
_VARIED: tuple[type[Friction], ...] = (Coulomb, Tustin, LuGre, GMS)

LAWS: dict[str, type[Friction]] = {
    law.kind: law
    for law in (
        *_PLAIN,
        *(warming(law) for law in _VARIED),
        *(loaded(law) for law in _VARIED),
        *(warming(loaded(law)) for law in _VARIED),
    )
}

__all__ = [
    "GMS",
    "GMS10",
    "LAWS",
    "Coulomb",
    "Dahl",
    "Friction",
    "LuGre",
    "MaxwellSlip",
    "Sigmoid",
    "SmoothCoulomb",
    "StickingFriction",
    "TanhStribeck",
    "Thermal",
    "Tustin",
    "loaded",
    "maxwell_slip",
    "passivity_warnings",
    "warming",
]
