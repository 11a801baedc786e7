"""The small scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from armwright import Scenario
from tests.unit.scenario.small import scenario


@pytest.fixture
def small(tmp_path: Path) -> Scenario:
    return scenario(tmp_path)
