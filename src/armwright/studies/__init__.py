"""Experiments of published sources, each one command: what they report beside what we get.

A study is a folder with the same files in each: study, source, runs, claims, figures and chapters,
of which `study.py` is the script. Here is what they share: `study.py`, `claim.py`, `running.py` and
`wording.py`; then `registry.py`, `writing.py` and `tables.py` for those who run them."""

from armwright.progress import Tell
from armwright.studies.claim import Claim, NumberLimits, Statement, Verdict, judge, observed
from armwright.studies.registry import STUDIES, find
from armwright.studies.study import Outcome, Study
from armwright.studies.writing import contents, write

__all__ = [
    "STUDIES",
    "Claim",
    "NumberLimits",
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
