"""The command line. Each command is one call of the library; results are printed or written.

`app.py` is how a command begins and ends, `output.py` what it prints to, `results.py` what it
writes; each other file has the commands about what it is called after.
"""

import atexit
import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Entry point. What the user can put right is one line on stderr and exit code 2."""
    # Imports make objects by the hundred thousand, and these stay: Python would look through them
    # again and again for what it can throw away, and once more at the end.
    gc.set_threshold(2000, 10, 50)
    atexit.register(gc.freeze)
    try:
        # What takes time is imported here, where Ctrl-C is one line, too.
        from armwright.cli.commands import run
    except KeyboardInterrupt:
        print("error: stopped", file=sys.stderr)
        sys.exit(130)
    run()
