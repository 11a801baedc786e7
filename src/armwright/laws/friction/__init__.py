"""Friction laws, by the name that files use; and the heat that friction makes."""

from armwright.laws.friction.coulomb import Coulomb
from armwright.laws.friction.dahl import Dahl
from armwright.laws.friction.friction import Friction, StickingFriction
from armwright.laws.friction.gms import GMS, GMS10, MaxwellSlip, maxwell_slip
from armwright.laws.friction.loaded import loaded
from armwright.laws.friction.lugre import LuGre
from armwright.laws.friction.passivity import passivity_warnings
from armwright.laws.friction.sigmoid import Sigmoid
from armwright.laws.friction.smooth_coulomb import SmoothCoulomb
from armwright.laws.friction.tanh_stribeck import TanhStribeck
from armwright.laws.friction.thermal import Thermal
from armwright.laws.friction.tustin import Tustin
from armwright.laws.friction.warming import warming

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
