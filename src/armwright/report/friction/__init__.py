"""Friction laws beside each other, each in the experiments that tell them apart."""

from armwright.report.friction.page import friction_page

__all__ = ["friction_page"]
