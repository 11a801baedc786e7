"""Object code on disk, so that the second start is fast.

A file per key, named by it: a header line, the SHA-256 of the rest, the key, the code. It is
written to a temporary file and renamed, so that a reader sees a whole file or none, whoever else
writes. Whatever does not check out (cut, damaged, renamed, of another version) counts as absent.

What lies in the folder will be run. So the folder and each file in it must belong to the user, and
nobody else may write to them. That is looked at whenever the cache is used, on what was opened and
not on what a path leads to: between two looks at a path, others may have changed it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import stat
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_HEADER = b"armwright object code 2\n"
_DIGEST_LENGTH = hashlib.sha256().digest_size
#: The oldest files go when the folder grows beyond this many bytes.
SIZE_LIMIT = 500_000_000
#: The files that are ours, and so may go; the second, when a killed writer left it.
_STORED = re.compile(r"\w+\.code")
_UNFINISHED = re.compile(r"\.\w+\.code\.[0-9a-f]{12}")
#: What was said already: once is enough.
_told: set[str] = set()

# Windows has none of these, and gives each user a folder that is closed to others.
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)


@dataclass(frozen=True)
class _Folder:
    """The open folder: `descriptor` stays with it, wherever its path may lead by now. On Windows,
    which opens no folders, there is the path instead."""

    descriptor: int | None
    path: Path

    def place(self, name: str) -> str:
        return str(self.path / name) if self.descriptor is None else name

    def entries(self) -> Iterator[os.DirEntry[str]]:
        with os.scandir(self.path if self.descriptor is None else self.descriptor) as entries:
            yield from entries


def cache_folder() -> Path | None:
    """`$ARMWRIGHT_CACHE`, or armwright's folder in the user's cache folder; None for a user who has
    no folder of his own."""
    chosen = os.environ.get("ARMWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    root = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME")
    if root:
        return Path(root) / "armwright"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home.joinpath(*(("AppData", "Local") if os.name == "nt" else (".cache",)), "armwright")


def key_of(*parts: str) -> str:
    """A file name for anything that the code depends on."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def read(key: str) -> bytes | None:
    """The code stored under `key`, or None."""
    with contextlib.suppress(OSError), _opened() as folder:
        if folder is None:
            return None
        at, place = folder.descriptor, folder.place(f"{key}.code")
        file = os.open(place, os.O_RDONLY | _NO_LINK | _NO_WAIT | _BINARY, dir_fd=at)
        with open(file, "rb") as opened:
            status = os.fstat(file)
            if not stat.S_ISREG(status.st_mode) or not _own(status):
                return None
            content = opened.read()
        begin = len(_HEADER) + _DIGEST_LENGTH
        digest, named = content[len(_HEADER) : begin], _named(key, b"")
        if (
            not content.startswith(_HEADER)
            or not content.startswith(named, begin)
            or hashlib.sha256(memoryview(content)[begin:]).digest() != digest
        ):
            return None
        with contextlib.suppress(OSError):
            os.utime(place, dir_fd=at)  # used now: the last to be thrown out
        return content[begin + len(named) :]
    return None


def write(key: str, payload: bytes) -> None:
    """Keep `payload` under `key`; a full or read-only disk only costs the next start its time."""
    named = _named(key, payload)
    with contextlib.suppress(OSError), _opened() as folder:
        if folder is None:
            return
        at, place = folder.descriptor, folder.place(f"{key}.code")
        temporary = folder.place(f".{key}.code.{secrets.token_hex(6)}")
        creation = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
        file = os.open(temporary, creation, 0o600, dir_fd=at)
        try:
            with open(file, "wb") as opened:
                opened.write(_HEADER + hashlib.sha256(named).digest() + named)
            os.replace(temporary, place, src_dir_fd=at, dst_dir_fd=at)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=at)
            raise
        _tidy(folder, SIZE_LIMIT)


def _named(key: str, payload: bytes) -> bytes:
    return key.encode() + b"\n" + payload


@contextlib.contextmanager
def _opened() -> Iterator[_Folder | None]:
    """The folder, made if need be; None where it cannot be trusted. Raises OSError where there is
    none to be had."""
    path = cache_folder()
    if path is None:
        _tell("no folder for the cache, because the user has no home: each start compiles anew")
        yield None
        return
    if os.name == "nt":
        path.mkdir(parents=True, exist_ok=True)
        yield _Folder(None, path)
        return
    try:
        descriptor = _open_directory(path)
    except FileNotFoundError:
        _make(path)
        descriptor = _open_directory(path)
    try:
        if _own(os.fstat(descriptor)):
            yield _Folder(descriptor, path)
        else:
            _tell(f"{path}: not used as cache, because other users can write to it")
            yield None
    finally:
        os.close(descriptor)


def _open_directory(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_DIRECTORY | _NO_LINK)
    except OSError:
        if path.is_symlink():
            _tell(f"{path}: not used as cache, because it is a link, which may lead anywhere")
        raise


def _make(folder: Path) -> None:
    """The folder and those above it, for the user alone, whatever the umask lets others do."""
    for path in (*reversed(folder.parents), folder):
        if not path.exists():
            with contextlib.suppress(FileExistsError):
                path.mkdir(mode=0o700)


def _own(status: os.stat_result) -> bool:
    """Whether it belongs to the user, and only he can write to it."""
    if os.name == "nt":
        return True
    others_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return status.st_uid == os.geteuid() and not others_write


def _tell(message: str) -> None:
    if message not in _told:
        _told.add(message)
        warnings.warn(f"{message}; set ARMWRIGHT_CACHE to a folder of your own", stacklevel=2)


def _tidy(folder: _Folder, limit: int) -> None:
    """Throw out the longest unused files beyond the limit, and what a killed writer left."""
    now, total = time.time(), 0
    found = []
    for entry in folder.entries():
        if _STORED.fullmatch(entry.name) or _UNFINISHED.fullmatch(entry.name):
            with contextlib.suppress(OSError):  # another process throws out, too
                status = entry.stat(follow_symlinks=False)
                found.append((status.st_mtime, status.st_size, entry.name))
    for modified, size, name in sorted(found, reverse=True):
        total += size
        abandoned = name.startswith(".") and now - modified > 3600
        if abandoned or total > limit:
            with contextlib.suppress(OSError):
                os.unlink(folder.place(name), dir_fd=folder.descriptor)
