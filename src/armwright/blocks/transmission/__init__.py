"""Elasticity between motor and link: laws, by the name that files use."""

from armwright.blocks.transmission.linear import LinearSpring
from armwright.blocks.transmission.spring import Spring
from armwright.blocks.transmission.stiffening import StiffeningSpring

LAWS: dict[str, type[Spring]] = {law.kind: law for law in (LinearSpring, StiffeningSpring)}

__all__ = ["LAWS", "LinearSpring", "Spring", "StiffeningSpring"]
