"""Commands stopped by Ctrl-C and kill -9 at random moments leave all or nothing."""

from __future__ import annotations

import sys

import pytest

from tests.support.interrupts import campaign

pytestmark = [
    pytest.mark.crosscheck,
    pytest.mark.skipif(sys.platform == "win32", reason="it has other signals"),
]


def test_stopped_at_random_moments() -> None:
    stopped = list(campaign(6, seed=6))
    assert len(stopped) == 12
    assert [one for one in stopped if one.faults] == []
    # They were stopped, and had not all come to their end before.
    assert {130, -9} <= {one.code for one in stopped}
