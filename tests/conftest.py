"""Every run compiles afresh, once for all workers: the user's cache is neither read nor written.
Ctrl-C works in programs that tests start, also where the shell that started the tests lets them
ignore it."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile

import pytest

#: Workers are started with the environment of the process that has the run in hand.
_IN_HAND = "PYTEST_XDIST_WORKER" not in os.environ
if _IN_HAND:
    os.environ["ARMWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="armwright-test-cache-")
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_unconfigure(config: pytest.Config) -> None:
    if _IN_HAND:
        shutil.rmtree(os.environ["ARMWRIGHT_CACHE"], ignore_errors=True)
