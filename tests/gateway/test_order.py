"""What arrives first takes effect first, for the line itself and for a server on standard streams."""

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.gateway.order import Line, Ticket
from tests.gateway.piped import HOLD, READ, WRITE, Scripted, piped
from tests.gateway.wire import Frame, Wire, a_call, a_request, a_wire, structure_of, text_of

RUNS = 20
PAIRS = 12


def is_in(ticket: Ticket) -> bool:
    return ticket.admitted.is_set()


def test_an_empty_line_lets_a_write_in_at_once() -> None:
    assert is_in(Line().enter(reads=False))


def test_reads_go_in_together() -> None:
    line = Line()
    assert all(is_in(line.enter(reads=True)) for _ in range(3))


def test_a_write_waits_for_the_reads_before_it_and_keeps_the_reads_behind_it_waiting() -> None:
    line = Line()
    first, second = line.enter(reads=True), line.enter(reads=True)
    write, behind = line.enter(reads=False), line.enter(reads=True)
    first.leave()
    assert not is_in(write)
    second.leave()
    assert is_in(write)
    assert not is_in(behind)
    write.leave()
    assert is_in(behind)


def test_writes_go_in_one_by_one_in_the_order_of_arrival() -> None:
    line = Line()
    tickets = [line.enter(reads=False) for _ in range(4)]
    for place, ticket in enumerate(tickets):
        assert [is_in(other) for other in tickets] == [turn <= place for turn in range(4)]
        ticket.leave()
    assert line.empty


def test_leaving_twice_is_leaving_once() -> None:
    line = Line()
    first, second, third = (line.enter(reads=False) for _ in range(3))
    first.leave()
    first.leave()
    assert is_in(second)
    assert not is_in(third)


def test_who_leaves_before_his_turn_holds_nobody_up() -> None:
    line = Line()
    inside, gone, behind = (line.enter(reads=False) for _ in range(3))
    gone.leave()
    assert line.length == 1
    inside.leave()
    assert is_in(behind)
    assert not is_in(gone)


def test_reads_behind_a_write_that_gave_up_join_the_reads_inside() -> None:
    line = Line()
    line.enter(reads=True)
    write, behind = line.enter(reads=False), line.enter(reads=True)
    write.leave()
    assert is_in(behind)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3), st.integers(0, 7)), max_size=40))
def test_no_write_ever_overlaps_and_what_takes_effect_keeps_the_order(
    steps: list[tuple[bool, int, int]],
) -> None:
    """Each step lets one arrive, then lets *leaving* go: chosen of all that are still in the line."""
    line = Line()
    arrived: list[Ticket] = []
    present: list[Ticket] = []
    entered: list[Ticket] = []
    gave_up: set[int] = set()

    def note() -> None:
        entered.extend(
            ticket for ticket in present if is_in(ticket) and not any(ticket is e for e in entered)
        )
        inside = [ticket for ticket in present if is_in(ticket)]
        assert len(inside) <= 1 or all(ticket.reads for ticket in inside)
        assert inside or not present, "somebody waits and nobody is inside"

    for reads, leaving, which in steps:
        ticket = line.enter(reads=reads)
        arrived.append(ticket)
        present.append(ticket)
        note()
        for _ in range(min(leaving, len(present))):
            gone = present.pop(which % len(present))
            if not is_in(gone):
                gave_up.add(id(gone))
            gone.leave()
            note()
    for ticket in list(present):
        present.remove(ticket)
        ticket.leave()
        note()
    assert line.empty
    assert entered == [ticket for ticket in arrived if id(ticket) not in gave_up and is_in(ticket)]


@given(st.lists(st.booleans(), max_size=30))
def test_what_is_read_is_always_all_that_was_asked_to_be_written_before(kinds: list[bool]) -> None:
    async def serve() -> None:
        line = Line()
        written: list[int] = []
        seen: dict[int, list[int]] = {}

        async def one(place: int, ticket: Ticket) -> None:
            await ticket.turn()
            await asyncio.sleep(0)
            if ticket.reads:
                seen[place] = list(written)
            else:
                written.append(place)
            ticket.leave()

        tickets = [line.enter(reads=reads) for reads in kinds]
        numbered = list(enumerate(tickets))
        await asyncio.gather(*(one(*each) for each in reversed(numbered)))
        for place, before in seen.items():
            assert before == [other for other in range(place) if not kinds[other]]

    asyncio.run(serve())


@pytest.mark.anyio
async def test_what_is_sent_without_waiting_takes_effect_in_the_order_it_was_sent() -> None:
    surface = Scripted()
    async with piped(surface) as client:
        client.send(a_call("held", HOLD))
        await surface.began.wait()
        client.send(
            a_call(1, WRITE, said="one"),
            a_call(2, READ),
            a_call(3, READ),
            a_call(4, WRITE, said="two"),
            a_call(5, READ),
        )
        await client.ask("tools/list")  # needs no place, so it overtakes
        assert surface.written == []
        surface.let_go.set()
        said = [text_of(await client.answer(identity)) for identity in (2, 3, 5)]
    assert said == ["one", "one", "one two"]


def pairs(run: int, session: dict[str, str]) -> Iterator[Frame]:
    for pair in range(PAIRS):
        turn = {"role": "user", "content": f"run {run}, turn {pair}"} | session
        call = {"name": "memory.commit_episode", "arguments": turn}
        yield a_request(f"{run}-commit-{pair}", "tools/call", call)
        yield a_call(f"{run}-status-{pair}", "sakur4.status")


@pytest.mark.parametrize(
    "session",
    [
        pytest.param({}, id="in-the-session-of-the-process"),
        pytest.param({"session_id": "named"}, id="in-a-session-that-is-named"),
    ],
)
def test_a_status_behind_an_unawaited_commit_counts_the_new_episode_every_time(
    session: dict[str, str], tmp_path: Path
) -> None:
    with a_wire(tmp_path) as wire:
        for run in range(RUNS):
            wire.send(*pairs(run, session))
        counted = [
            structure_of(wire.answer(f"{run}-status-{pair}"))["episodes"]
            for run, pair in itertools.product(range(RUNS), range(PAIRS))
        ]
        assert wire.finish() == 0
    assert counted == list(range(1, RUNS * PAIRS + 1))


def test_fifty_calls_and_then_the_end_of_input_give_fifty_answers(tmp_path: Path) -> None:
    calls = [
        a_call(number, "memory.commit_episode", role="user", content=f"turn {number}")
        if number % 2
        else a_call(number, "memory.recall", query=f"turn {number}")
        for number in range(50)
    ]
    with a_wire(tmp_path) as wire:
        wire.send(*calls)
        assert wire.finish() == 0
        assert_answered(wire, range(50))


def assert_answered(wire: Wire, identities: range) -> None:
    assert sorted(frame["id"] for frame in wire.frames) == list(identities)
    assert not [frame for frame in wire.frames if "error" in frame]
