"""A changed line belongs to the innermost symbol that it stands in."""

from dataclasses import replace

import pytest

from lockstitch.code.touched import touched
from lockstitch.domain.code import Symbol


def _symbol(name: str, first: int, last: int) -> Symbol:
    return Symbol(
        name=name,
        kind="function",
        signature=name,
        file="loom.py",
        line=first,
        first=first,
        last=last,
        start=first * 100,
        stop=last * 100 + 99,
        ast_hash="",
        interface_hash="",
        language="python",
        test=False,
    )


MODULE = replace(_symbol("loom", 1, 30), kind="module", start=0, stop=0)
LOOM = _symbol("loom::Loom", 3, 20)
WEAVE = _symbol("loom::Loom::weave", 5, 9)
CUT = _symbol("loom::Loom::cut", 11, 20)
WARP = _symbol("loom::warp", 22, 25)
ALL = [MODULE, LOOM, WEAVE, CUT, WARP]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        pytest.param([(6, 6)], ["loom::Loom::weave"], id="a line of a method"),
        pytest.param([(4, 4)], ["loom::Loom"], id="a line of a class between its methods"),
        pytest.param([(10, 10)], ["loom::Loom"], id="the line between two methods"),
        pytest.param([(21, 21), (23, 24)], ["loom", "loom::warp"], id="two places"),
        pytest.param(
            [(9, 11)], ["loom::Loom", "loom::Loom::weave", "loom::Loom::cut"], id="across"
        ),
        pytest.param([(1, 30)], [one.name for one in ALL], id="everything"),
        pytest.param([(31, 40)], [], id="behind the end"),
        pytest.param([], [], id="nothing"),
    ],
)
def test_a_line_belongs_to_the_innermost_symbol(
    lines: list[tuple[int, int]], names: list[str]
) -> None:
    assert [one.name for one in touched(ALL, lines)] == names


def test_symbols_of_one_place_are_all_touched() -> None:
    twin = replace(WARP, name="loom::weft")
    assert touched([WARP, twin], [(22, 22)]) == [WARP, twin]
