"""Every run compiles afresh: the user's cache is neither read nor written."""

from __future__ import annotations

import os
import tempfile

os.environ["ARMWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="armwright-test-cache-")
