"""Cosines are equal to the byte in whatever order and number the vectors come, and memory is bounded."""

import math
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lockstitch.domain.ids import ProjectId
from lockstitch.domain.passage import Near
from lockstitch.stores.sqlite.database import Connection, connect
from lockstitch.stores.sqlite.queries import named, script
from lockstitch.stores.sqlite.vectors import ENTRY, EPISODE, Matrices

PROJECT: Final = ProjectId("proj_1")
SIZE: Final = 6


def a_file() -> Connection:
    connection = connect(Path(":memory:"), key=None)
    connection.run(script("derived.sql"))
    connection.run("INSERT INTO embedder (number, id) VALUES (1, 'e'), (2, 'other')")
    return connection


def put(connection: Connection, kind: int, number: int, *windows: bytes, embedder: int = 1) -> None:
    for window, data in enumerate(windows):
        binds = {"number": embedder, "kind": kind, "of": number, "window": window}
        connection.run(
            named("derived_queries.sql")["add_vector"],
            binds | {"hash": "", "context": "[]", "data": data},
        )


def near(vector: bytes) -> Near:
    return Near(embedder="e", vector=vector)


def expected(vector: bytes, windows: list[bytes]) -> float:
    def signed(data: bytes) -> list[int]:
        return [byte - 256 if byte > 127 else byte for byte in data]

    def cosine(one: list[int], other: list[int]) -> float:
        lengths = math.sqrt(sum(x * x for x in one)) * math.sqrt(sum(x * x for x in other))
        return sum(x * y for x, y in zip(one, other, strict=True)) / lengths if lengths else 0.0

    return max(cosine(signed(vector), signed(window)) for window in windows)


VECTOR = st.binary(min_size=SIZE, max_size=SIZE)
PASSAGES = st.lists(st.lists(VECTOR, min_size=1, max_size=3), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(passages=PASSAGES, question=VECTOR, data=st.data())
def test_the_order_and_the_number_of_rows_change_no_cosine(
    passages: list[list[bytes]], question: bytes, data: st.DataObject
) -> None:
    with closing(a_file()) as one, closing(a_file()) as two:
        for number, windows in enumerate(passages):
            put(one, EPISODE, number, *windows)
        at_once = Matrices().nearness(one, PROJECT, near(question), mark=1)
        assert at_once is not None
        grown = Matrices()
        step = None
        for number in data.draw(st.permutations(range(len(passages)))):
            put(two, ENTRY, number, *passages[number])
            put(two, EPISODE, number, *passages[number])
            put(two, EPISODE, number, *passages[number], embedder=2)
            step = grown.nearness(two, PROJECT, near(question), mark=1)
        assert step is not None
        for number, windows in enumerate(passages):
            cosine = at_once.of(EPISODE, number)
            assert cosine is not None
            assert cosine == step.of(EPISODE, number) == step.of(ENTRY, number)
            assert math.isclose(cosine, expected(question, windows), abs_tol=6e-7)
        ranking = at_once.best(EPISODE, 5, visible=lambda numbers: numbers)
        assert ranking == step.best(EPISODE, 5, visible=lambda numbers: numbers)
        assert (
            ranking
            == sorted(range(len(passages)), key=lambda n: (-(at_once.of(EPISODE, n) or 0.0), -n))[
                :5
            ]
        )


def test_what_is_not_visible_is_walked_past() -> None:
    with closing(a_file()) as file:
        for number in range(1_000):
            put(file, EPISODE, number, bytes((1, 0, 0, 0, 0, number % 100)))
        found = Matrices().nearness(file, PROJECT, near(b"\1" + bytes(SIZE - 1)), mark=1)
        assert found is not None
        shown = found.best(EPISODE, 3, visible=lambda some: [n for n in some if n % 100 == 99])
        assert shown == [999, 899, 799]
        assert found.best(EPISODE, 2, visible=lambda some: some, among={5, 7, 2_000}) == [5, 7]


def test_what_an_older_file_of_that_name_held_is_forgotten() -> None:
    matrices = Matrices()
    with closing(a_file()) as old, closing(a_file()) as new:
        put(old, EPISODE, 1, b"\1" * SIZE)
        put(new, EPISODE, 2, b"\1" * SIZE)
        for file, mark, there in ((old, 1, 1), (new, 2, 2)):
            found = matrices.nearness(file, PROJECT, near(b"\1" * SIZE), mark=mark)
            assert found is not None
            assert [n for n in (1, 2) if found.of(EPISODE, n) is not None] == [there]


def test_the_matrices_that_were_asked_for_last_are_held() -> None:
    matrices = Matrices(bytes_max=25_000)
    with closing(a_file()) as file:
        for number in range(60):
            put(file, EPISODE, number, b"\1" * SIZE)
        for project in range(9):
            found = matrices.nearness(
                file, ProjectId(f"proj_{project}"), near(b"\1" * SIZE), mark=1
            )
            assert found is not None
            assert matrices.size <= 25_000 + 60 * 200
        tight = Matrices(bytes_max=0)
        assert tight.nearness(file, PROJECT, near(b"\1" * SIZE), mark=1) is not None
        assert tight.size > 0


@pytest.mark.parametrize("size", [1_024, 1_536])
def test_the_largest_sums_are_exact(size: int) -> None:
    with closing(a_file()) as file:
        put(file, EPISODE, 1, b"\x80" * size)
        put(file, EPISODE, 2, b"\x80" * (size - 1) + b"\x7f")
        found = Matrices().nearness(file, PROJECT, near(b"\x80" * size), mark=1)
        assert found is not None
        assert found.of(EPISODE, 1) == 1.0
        assert math.isclose(
            found.of(EPISODE, 2) or 0.0,
            expected(b"\x80" * size, [b"\x80" * (size - 1) + b"\x7f"]),
            abs_tol=6e-7,
        )


def test_who_compares_nothing_does_not_import_what_it_takes() -> None:
    code = (
        "import sys; import lockstitch.stores.sqlite.derived, lockstitch.stores.sqlite.vectors_store;"
        "sys.exit('numpy' in sys.modules)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONPATH": "src"}, check=False
        ).returncode
        == 0
    )
