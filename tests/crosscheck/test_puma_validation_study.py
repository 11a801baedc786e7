"""The study of S2's chapter 5 from beginning to end."""

from __future__ import annotations

import pytest

from armwright.studies.registry import find
from tests.crosscheck.claims import check_claims

pytestmark = pytest.mark.crosscheck


def test_what_differs() -> None:
    """On coupled links the method finds a body that there is; model distortion converges; and no
    step of the plan for the SCARA tells a link's inertia alone."""
    found = find("puma-validation").run(lambda what, done: None)
    different = {claim.key for claim in found.claims if claim.verdict == "differs"}
    assert different == {"coupled-composite", "distortion", "scara-alone"}
    check_claims("puma-validation", found.claims)
