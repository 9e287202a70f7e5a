import states
from states import Status, Ticket, Visitor, slugify as slug

COUNTER = 0


def finished(ticket: Ticket) -> bool:
    return Status.DONE.rank() == ticket.status.rank()


def advance(ticket: Ticket) -> str:
    if ticket.move(Status.DOING) and not finished(ticket):
        return ticket.status.slug
    return slug(ticket.title)


def make_counter(step: int):
    total = 0

    def add() -> int:
        nonlocal total
        total += clamp(step)
        return total

    def clamp(value: int) -> int:
        return min(value, limit())

    return add


def clamp(value: int) -> int:
    return max(0, value)


def limit() -> int:
    return 10


def is_even(number: int) -> bool:
    return number == 0 or is_odd(number - 1)


def is_odd(number: int) -> bool:
    return number != 0 and is_even(number - 1)


def size(ticket: Ticket) -> int:
    return ticket.accept(Visitor()) + len(rename(ticket, lambda text: slug(text)))


def rename(ticket: Ticket, slug) -> str:
    ticket.title = slug(ticket.title)
    return ticket.title


def blank(title: str) -> "states.Ticket":
    finished = states.Ticket(title)
    finished.move(states.Status.start())
    return finished
