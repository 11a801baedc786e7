"""The application, and how it ends: what the user can put right is one line and exit code 2."""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from armwright.cli.output import PatientOutput
from armwright.errors import ArmwrightError, printable
from armwright.inputs import check_text, source_date

# What is slow to import is imported by the commands that need it.


class _Stopped(Exception):
    """Ctrl-C. Typer ends without a word where it meets KeyboardInterrupt itself."""


class _Commands(TyperGroup):
    def make_context(self, *arguments: Any, **options: Any) -> Any:
        with _telling_stops():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        with _telling_stops():
            source_date()  # NumPy and Matplotlib read it as well, and fail without a word about it
            return super().invoke(ctx)


@contextmanager
def _telling_stops() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise _Stopped from None


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="A workbench for robot arms.",
)

#: Exit codes: something is wrong with what was given, or with armwright itself (as sysexits.h has
#: it); Ctrl-C (as shells have it).
REFUSED, BUG, STOPPED = 2, 70, 130
#: Set to anything, it shows where in the code an error comes from.
TRACEBACK = "ARMWRIGHT_TRACEBACK"
#: What is wrong with the words of a command line; typer has no public name for the class.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]


def run() -> None:
    """Run the command that the command line asks for, and end."""
    # While Python ends, there is nothing left to stop.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    warnings.showwarning = _show_warning
    before, sys.unraisablehook = sys.unraisablehook, _stop_again
    try:
        with PatientOutput() as output:
            code = _code()
            with finishing():
                output.flush()
    finally:
        sys.unraisablehook = before
    if output.failure and code == 0:
        complain(f"standard output: cannot be written: {output.failure.strerror}")
        code = REFUSED
    sys.exit(code)


def _code() -> int:
    try:
        for word in sys.argv[1:]:
            # Names of files come back in what is printed.
            check_text(word, "a word", "command line", lines=True)
        return int(app(standalone_mode=False) or 0)
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get(TRACEBACK):
            with suppress(OSError):
                traceback.print_exc()
        return _told(error)


def _told(error: BaseException) -> int:
    """Says what ended the command; the exit code."""
    match error:
        case ArmwrightError():
            complain(str(error))
        case _Stopped() | KeyboardInterrupt():
            with finishing():
                complain("stopped")
            return STOPPED
        case _UsageError():
            # Without a message, the help has been printed.
            message = error.format_message()  # type: ignore[attr-defined]
            if message:
                complain(
                    f"{message if message.endswith('?') else message.rstrip('.') + '.'} See --help."
                )
        case MemoryError():
            complain("not enough memory. Try a shorter duration, fewer runs or fewer signals.")
        case _:
            what = f"{type(error).__name__}: {str(error).rstrip('.')}"
            complain(
                f"{what}. This is a bug in armwright, not in what it was given: please report it, "
                f"with what {TRACEBACK}=1 in the environment shows."
            )
            return BUG
    return REFUSED


def _stop_again(lost: sys.UnraisableHookArgs) -> None:
    """Python drops a Ctrl-C that comes while it throws things away: once more, a moment later."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        Timer(0.01, _thread.interrupt_main).start()
    else:
        sys.__unraisablehook__(lost)


@contextmanager
def finishing() -> Iterator[None]:
    """The work is done, and needs to be written and told: Ctrl-C comes too late."""
    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def complain(message: str, kind: str = "error") -> None:
    if sys.stderr is None:  # closed; `print` would take standard output instead
        return
    with suppress(OSError, ValueError):  # nobody can be told
        print(f"{kind}: {printable(message)}", file=sys.stderr)


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """The words alone: users of a command need not know which line of ours said them."""
    complain(str(message), "warning")


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"armwright {version('armwright')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version)
    ] = False,
) -> None:
    pass
