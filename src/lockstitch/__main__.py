"""`python -m lockstitch` is the command line."""

from lockstitch.cli import main

main()
