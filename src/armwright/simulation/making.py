"""One thread at a time makes expressions and code, and forks wait for it.

CasADi has locks of its own, which a child would find locked for ever if a thread of its parent was
inside CasADi at the fork.
"""

from __future__ import annotations

import os
import threading

#: Held by the thread that is inside CasADi on a run's way.
making = threading.RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=making.acquire,
        after_in_parent=making.release,
        after_in_child=making.release,
    )
