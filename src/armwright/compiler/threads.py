"""Threads that run machine code; it needs no Python meanwhile."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache, cached_property


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="armwright")


def all_of(one: Callable[[int], bool], parts: int, threads: int) -> list[bool]:
    """`one` of every part, in so many threads: this one and others take part after part.

    Whatever interrupts it waits until no thread works any more. A second interruption does not
    wait, so that `one` must own the memory that it works on.
    """
    left, results = iter(range(parts)), [False] * parts

    def take() -> None:
        for part in left:
            results[part] = one(part)

    others: list[Future[None]] = []
    try:
        for _ in range(min(threads, parts) - 1):
            others.append(_pool(threads - 1).submit(take))
        take()
        for other in others:
            if not other.cancel():  # one that has not begun has nothing to do any more
                other.result()
    except BaseException:
        for _ in left:  # nobody takes another part
            pass
        wait(others)
        raise
    return results


def _free_cached_properties() -> None:
    """New locks for the cached properties of all our classes."""
    modules = [module for name, module in sys.modules.items() if name.startswith("armwright")]
    for kind in [kind for module in modules for kind in vars(module).values()]:
        if isinstance(kind, type):
            for member in vars(kind).values():
                if isinstance(member, cached_property):
                    member.lock = threading.RLock()  # type: ignore[attr-defined]


if hasattr(os, "register_at_fork"):  # threads do not survive a fork: the child makes its own
    os.register_at_fork(after_in_child=_pool.cache_clear)
    if sys.version_info < (3, 12):
        # Each cached property has a lock there, and a thread of the parent may have held it.
        os.register_at_fork(after_in_child=_free_cached_properties)
