"""Files are written whole or not at all, one or several together.

New files are written into a folder of their own inside the one they are for. Renaming that folder
is what decides: until then nothing has happened, and from then on the files count as written. They
are moved to their places at once; if the program is killed in between, the next one that writes
into the folder moves the rest. Whatever else killed programs leave there, it removes.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from armwright.errors import InputError

try:
    import fcntl
except ImportError:  # Windows, where nobody is kept from writing at the same time
    fcntl = None  # type: ignore[assignment]

#: Text is written as UTF-8; a callable gets the open binary file to write into.
Content = bytes | memoryview | str | Callable[[BinaryIO], object]

#: How the folders of new files are called before and after they count as written.
_NEW, _DECIDED = ".armwright-new-", ".armwright-decided-"
#: The list of the files in a folder of results.
LIST = ".armwright-files"
_LIST_HEAD = "# What armwright wrote here, and replaces when it writes here again."
#: s, for another program that writes into the same folder.
PATIENCE = 60.0


def write_whole(path: str | os.PathLike[str], content: Content) -> Path:
    """Put `content` into the file `path`; a failure half way leaves what was there before.

    Folders that are missing are made. Readers and other writers at the same time see one whole
    version or another.
    """
    path = Path(path)
    if not path.name or "\0" in str(path):
        raise InputError("not the name of a file", where="write", got=repr(str(path)))
    return write_together(path.parent, {path.name: content})[0]


def write_together(folder: str | os.PathLike[str], contents: Mapping[str, Content]) -> list[Path]:
    """Put files into `folder`, by their names in it: all of them, or none. Returns their paths."""
    folder = Path(folder)
    paths = {name: folder / name for name in contents}
    if not contents:
        return []
    now = next(iter(paths.values()))
    try:
        with making(folder), _alone_in(folder):
            new = folder / (_NEW + secrets.token_hex(6))
            try:
                new.mkdir()
                for name, content in contents.items():
                    now = paths[name]
                    check_replaceable(now)
                    _write(new / name, content)
                with contextlib.ExitStack() as made:
                    for now in paths.values():
                        made.enter_context(making(now.parent))
                    decided = new.rename(folder / (_DECIDED + new.name.removeprefix(_NEW)))
            except BaseException:
                shutil.rmtree(new, ignore_errors=True)
                raise
            _settle(decided)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot be written: {reason}", where=str(now)) from error
    return list(paths.values())


def write_results(folder: str | os.PathLike[str], contents: Mapping[str, Content]) -> list[Path]:
    """As `write_together`, into a folder of results: what an earlier call wrote there goes.

    A list in the folder says what that is. Files that are not in the list stay.
    """
    names = "\n".join((_LIST_HEAD, *contents))
    return write_together(folder, {**contents, LIST: f"{names}\n"})[:-1]


@contextlib.contextmanager
def making(folder: Path) -> Iterator[None]:
    """The folder, made if need be; after a failure, what was made is removed if it is empty."""
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        _remove_empty(made)
        raise


def _write(path: Path, content: Content) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        if callable(content):
            content(file)
        else:
            file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())


def check_replaceable(path: Path) -> None:
    """A name that a file can have, and there is no folder or device of that name.

    Whoever may write into /dev could put a file in the place of /dev/null.
    """
    with contextlib.suppress(FileNotFoundError):
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "It is there already, and is not a file to replace")


@contextlib.contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Nobody else writes into the folder, and what others left there is put in order."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        if _lock(handle, folder):
            _recover(folder)
        yield
    finally:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_UN)  # a fork may have the handle, too
        os.close(handle)


def _lock(handle: int, folder: Path) -> bool:
    """False where folders cannot be locked, as on some network drives."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() > until:
                raise InputError(
                    "another program is writing into the folder", where=str(folder)
                ) from None
            time.sleep(0.02)
        except OSError:
            return False


def _recover(folder: Path) -> None:
    """The lock is ours: whoever made these folders is gone."""
    with os.scandir(folder) as entries:
        left = [Path(one.path) for one in entries if one.is_dir(follow_symlinks=False)]
    for path in left:
        if path.name.startswith(_DECIDED):
            _settle(path)
        elif path.name.startswith(_NEW):
            shutil.rmtree(path, ignore_errors=True)


def _settle(decided: Path) -> None:
    """Move the files to their places. It can be done again from wherever it was stopped."""
    try:
        _move(decided)
    except KeyboardInterrupt:
        _move(decided)
        raise
    except OSError:
        shutil.rmtree(decided, ignore_errors=True)
        raise


def _move(decided: Path) -> None:
    folder = decided.parent
    if (decided / LIST).exists():
        _remove(folder, _listed(folder) - _listed(decided))
    found = [path for path in decided.rglob("*") if not path.is_dir()]
    # As long as the new list is not in its place, the old one tells what is to be removed.
    for path in sorted(found, key=lambda path: path.name == LIST):
        target = folder / path.relative_to(decided)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, target)
    shutil.rmtree(decided, ignore_errors=True)


def _listed(folder: Path) -> set[str]:
    """The names in a folder's list. Whoever wrote it, none of them leads out of the folder."""
    try:
        lines = (folder / LIST).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return set()
    names = {line for line in lines[1:] if lines[0] == _LIST_HEAD and line and "\0" not in line}
    return {name for name in names if _is_inside(folder, PurePosixPath(name))}


def _is_inside(folder: Path, name: PurePosixPath) -> bool:
    if name.is_absolute() or ".." in name.parts or not name.parts:
        return False
    return not any((folder / above).is_symlink() for above in name.parents if above.name)


def _remove(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        path = folder / name
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
            _remove_empty([above for above in path.parents if folder in above.parents])


def _remove_empty(folders: Iterable[Path]) -> None:
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.rmdir()
