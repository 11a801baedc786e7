"""`python -m armwright` is the command line."""

from armwright.cli import main

main()
