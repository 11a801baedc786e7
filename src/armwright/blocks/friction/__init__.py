"""Friction laws, by the name that files use."""

from armwright.blocks.friction.friction import Friction, StickingFriction
from armwright.blocks.friction.lugre import LuGre

LAWS: dict[str, type[Friction]] = {law.kind: law for law in (LuGre,)}

__all__ = ["LAWS", "Friction", "StickingFriction"]
