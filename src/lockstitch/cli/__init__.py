"""Commands for people, one module a command; nothing heavy is imported before it is needed."""


def main() -> None:
    """Run the command line, and exit with its code."""
    import gc
    import sys

    # A start makes many things that live to its end: looking for garbage among them is a tenth of it.
    gc.set_threshold(50_000)
    try:
        from lockstitch.cli.root import root

        root()
    except KeyboardInterrupt:
        sys.exit(130)  # it came before there was anyone to answer for it
