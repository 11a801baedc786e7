"""Every run compiles afresh: the user's cache is neither read nor written. Ctrl-C works in programs
that tests start, also where the shell that started the tests lets them ignore it."""

from __future__ import annotations

import os
import signal
import tempfile

os.environ["ARMWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="armwright-test-cache-")
signal.signal(signal.SIGINT, signal.default_int_handler)
