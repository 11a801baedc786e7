"""Experiments of published sources, each one command: what they report beside what we get."""

from armwright.studies.claim import Claim, Limits, Statement, Verdict, judge, observed
from armwright.studies.registry import STUDIES, find
from armwright.studies.study import Outcome, Study, Tell
from armwright.studies.writing import contents, write

__all__ = [
    "STUDIES",
    "Claim",
    "Limits",
    "Outcome",
    "Statement",
    "Study",
    "Tell",
    "Verdict",
    "contents",
    "find",
    "judge",
    "observed",
    "write",
]
