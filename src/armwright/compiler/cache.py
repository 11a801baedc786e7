"""Object code on disk, so that the second start is fast.

A file per key, named by the key's hash: a header line, the SHA-256 of the rest, the rest. It is
written to a temporary file and renamed, so that a reader sees a whole file or none, whoever else
writes. Whatever does not check out (cut, corrupted, from another version) counts as absent. The
folder must belong to the user alone, because what lies in it will be run.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import time
import warnings
from functools import cache
from pathlib import Path

from armwright.errors import InputError
from armwright.files import write_whole

_HEADER = b"armwright object code 1\n"
_DIGEST_LENGTH = hashlib.sha256().digest_size
#: The oldest files go when the folder grows beyond this many bytes.
SIZE_LIMIT = 500_000_000
_SUFFIX = ".code"


def cache_folder() -> Path:
    """`$ARMWRIGHT_CACHE`, or armwright's folder in the user's cache folder."""
    chosen = os.environ.get("ARMWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    if os.name == "nt":
        root = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return root / "armwright"


def key_of(*parts: str) -> str:
    """A file name for anything that the code depends on."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def read(key: str) -> bytes | None:
    """The code stored under `key`, or None."""
    folder = _usable_folder(cache_folder())
    if folder is None:
        return None
    path = folder / f"{key}{_SUFFIX}"
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest = content[len(_HEADER) : len(_HEADER) + _DIGEST_LENGTH]
    payload = content[len(_HEADER) + _DIGEST_LENGTH :]
    if not content.startswith(_HEADER) or hashlib.sha256(payload).digest() != digest:
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # used now: the last to be thrown out
    return payload


def write(key: str, payload: bytes) -> None:
    """Keep `payload` under `key`; a full or read-only disk only costs the next start its time."""
    folder = _usable_folder(cache_folder())
    if folder is None:
        return
    content = _HEADER + hashlib.sha256(payload).digest() + payload
    with contextlib.suppress(InputError):
        write_whole(folder / f"{key}{_SUFFIX}", content)
        _tidy(folder)


@cache
def _usable_folder(folder: Path) -> Path | None:
    """The folder, made if need be; None where it cannot be trusted or written."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        status = folder.stat()
    except OSError:
        return None
    if os.name != "nt":
        others_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if status.st_uid != os.getuid() or others_write:
            warnings.warn(
                f"{folder}: not used as cache, because other users can write to it; "
                "set ARMWRIGHT_CACHE to a folder of your own",
                stacklevel=2,
            )
            return None
    return folder


def _tidy(folder: Path, limit: int = SIZE_LIMIT) -> None:
    """Throw out the longest unused files beyond the limit, and what a killed writer left."""
    now, total = time.time(), 0
    with contextlib.suppress(OSError):
        entries = sorted(
            (
                (entry.stat().st_mtime, entry.stat().st_size, entry.path)
                for entry in os.scandir(folder)
            ),
            reverse=True,
        )
        for modified, size, path in entries:
            total += size
            abandoned = not path.endswith(_SUFFIX) and now - modified > 3600
            if abandoned or total > limit:
                with contextlib.suppress(OSError):
                    os.unlink(path)
