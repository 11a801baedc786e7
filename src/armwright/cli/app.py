"""The application, and how it ends: what the user can put right is one line and exit code 2."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from contextlib import suppress
from io import TextIOWrapper
from typing import Annotated, NoReturn

import typer

from armwright.errors import ArmwrightError, printable
from armwright.inputs import check_text

# What is slow to import is imported by the commands that need it.

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A workbench for robot arms.",
)
gallery = typer.Typer(no_args_is_help=True, help="Draw many things on one page.")
app.add_typer(gallery, name="gallery")

#: Exit codes: nobody reads the output any more (as Click has it); something is wrong with what was
#: given; with armwright itself (as sysexits.h has it); Ctrl-C (as shells have it).
UNREAD, REFUSED, BUG, STOPPED = 1, 2, 70, 130
#: Set to anything, it shows where in the code an error comes from.
TRACEBACK = "ARMWRIGHT_TRACEBACK"
#: What is wrong with the words of a command line; typer has no public name for the class.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]


def main() -> NoReturn:
    """Entry point. What the user can put right is one line on stderr and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows another one.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = _show_warning
    try:
        for word in sys.argv[1:]:
            # Names of files come back in what is printed.
            check_text(word, "a word", "command line", lines=True)
        code = app(standalone_mode=False) or 0
        if sys.stdout is not None:  # it is None if it was closed before we began
            sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get(TRACEBACK):
            with suppress(OSError):
                traceback.print_exc()
        code = _told(error)
        if isinstance(error, OSError):
            # Python would try once more at its very end, and complain after all exit codes.
            sys.stdout = None
    sys.exit(code)


def _told(error: BaseException) -> int:
    """Says what ended the command; the exit code."""
    match error:
        case ArmwrightError():
            complain(str(error))
        case KeyboardInterrupt() | typer.Abort():
            complain("stopped; nothing was written")
            return STOPPED
        case _UsageError():
            # Without a message, the help has been printed.
            message = error.format_message()  # type: ignore[attr-defined]
            if message:
                complain(f"{message.rstrip('.')}. --help tells more.")
        case BrokenPipeError():
            return UNREAD
        case OSError(filename=None, strerror=str(reason)):
            # All files are opened by their names, and what goes wrong with them has been caught.
            complain(f"standard output: cannot be written: {reason}")
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


def complain(message: str, kind: str = "error") -> None:
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
