"""Experiments of published sources, each one command: what they report beside what we get."""

from armwright.studies.claim import Claim, Verdict, in_kind, in_number
from armwright.studies.registry import STUDIES, find
from armwright.studies.study import Outcome, Study, Tell
from armwright.studies.writing import write

__all__ = [
    "STUDIES",
    "Claim",
    "Outcome",
    "Study",
    "Tell",
    "Verdict",
    "find",
    "in_kind",
    "in_number",
    "write",
]
