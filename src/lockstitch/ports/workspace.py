"""What the core asks of a person's folders."""

from typing import Protocol

from lockstitch.domain.project import Evidence


class Workspace(Protocol):
    """Looks at a working directory. Writes nothing there."""

    def located(self, directory: str) -> Evidence:
        """Return what can be seen without running git and without walking history."""
        ...

    async def examined(self, located: Evidence) -> Evidence:
        """Return *located* with root commits and remote; may run git, within a time limit."""
        ...
