from __future__ import annotations

from enum import Enum

try:
    from slugify import slugify
except ImportError:

    def slugify(text: str) -> str:
        return text.lower().replace(" ", "-")


class Status(Enum):
    OPEN = "open"
    DOING = "doing"
    DONE = "done"

    def follows(self, other: Status) -> bool:
        return self.rank() == other.rank() + 1

    def rank(self) -> int:
        return list(Status).index(self)

    @property
    def slug(self) -> str:
        return slugify(self.value)

    @classmethod
    def start(cls) -> Status:
        return cls.OPEN


class Visitor:
    def visit(self, ticket: Ticket) -> int:
        return 1 + sum(self.visit(child) for child in ticket.children)


class Ticket:
    def __init__(self, title: str) -> None:
        self.title = title
        self.status = Status.start()
        self.children: list[Ticket] = []

    def move(self, status: Status) -> bool:
        if status.follows(self.status):
            self.status = status
            return True
        return False

    def accept(self, visitor: Visitor) -> int:
        return visitor.visit(self)
