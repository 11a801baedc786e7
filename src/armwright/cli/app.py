"""The application, and how it ends: what the user can put right is one line and exit code 2."""

from __future__ import annotations

import sys
import warnings
from io import TextIOWrapper
from typing import Annotated

import typer

from armwright.errors import ArmwrightError

# What is slow to import is imported by the commands that need it.

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A workbench for robot arms.",
)
gallery = typer.Typer(no_args_is_help=True, help="Draw many things on one page.")
app.add_typer(gallery, name="gallery")

#: The exit code of a command that Ctrl-C has ended, as shells have it.
STOPPED = 130
#: What is wrong with the words of a command line; typer has no public name for the class.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]


def main() -> None:
    """Entry point. What the user can put right is one line on stderr and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows another one.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = _show_warning
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except ArmwrightError as error:
        complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        complain("stopped; nothing was written")
        sys.exit(STOPPED)
    except _UsageError as error:
        # Without a message, the help has been printed.
        message = error.format_message()  # type: ignore[attr-defined]
        if message:
            complain(f"{message.rstrip('.')}. --help tells more.")
    sys.exit(2)


def complain(message: str, kind: str = "error") -> None:
    line = "".join(c if c.isprintable() else " " for c in message)
    print(f"{kind}: {line}", file=sys.stderr)


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
