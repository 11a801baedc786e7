"""The command line. Each command is one call of the library; results are printed or written.

`app.py` is how a command begins and ends, `output.py` what it prints to, `results.py` what it
writes; each other file has the commands about what it is called after.
"""

import sys

__all__ = ["main"]


def main() -> None:
    """Entry point. What the user can put right is one line on stderr and exit code 2."""
    try:
        # What takes time is imported here, where Ctrl-C is one line, too.
        from armwright.cli.commands import run
    except KeyboardInterrupt:
        print("error: stopped", file=sys.stderr)
        sys.exit(130)
    run()
