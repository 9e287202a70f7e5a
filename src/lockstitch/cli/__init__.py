"""Commands for people, one module a command; nothing heavy is imported before it is needed."""


def main() -> None:
    """Run the command line, and exit with its code."""
    from lockstitch.cli.root import root

    root()
