"""The bench of the code index measures a small repository from end to end."""

import asyncio
import json
import subprocess
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from bench.code import parser, sections
from bench.code_accuracy import ask_peer
from bench.code_constructs import row_of
from bench.code_edits import Edit, hub_edit, hubs, leaf_edit, signature_edit
from bench.code_floors import bare_parse, by_name
from bench.code_index import called, indexed, spots_of, uses_of
from bench.code_queries import breaks_of, queries_section
from bench.code_speed import again_part, bare_part, cold_part, cold_rows, edits_part
from bench.code_tables import Section
from bench.measures import harmonic, portion
from lockstitch.app.code_answers import CallerAnswer
from lockstitch.domain.code import Symbol
from tests.bench.call_graphs import a_placed_reference
from tests.bench.shapes import written
from tests.code.judging import Score

CART = '''class Cart:
    def __init__(self, owner: str) -> None:
        self.owner = owner

    def add(self, price: int) -> int:
        """Add."""
        return price + rounded(price)


def rounded(price: int, *, step: int = 5) -> int:
    return price // step * step


def unused(price: int) -> int:
    doubled = price * 2
    return doubled
'''
PAY = """from shop.cart import Cart, rounded


def pay(price: int) -> int:
    return Cart("Ana").add(price) + rounded(price)
"""
APP = """export class Cart {
  add(price: number): number { return price }
}
export const pay = (price: number) => new Cart().add(price)
"""


def a_repository(folder: Path, **files: str) -> Path:
    """Return a folder of two modules, and of other files."""
    root = folder / "repo"
    for path, text in ({"shop/cart.py": CART, "shop/pay.py": PAY} | files).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def given_for(root: Path, folder: Path) -> Namespace:
    folder.mkdir(exist_ok=True)
    return Namespace(root=root, folder=folder, edits=2)


def test_the_application_draws_the_calls_of_a_repository(tmp_path: Path) -> None:
    async def drawn() -> object:
        async with indexed(a_repository(tmp_path), tmp_path / "store") as index:
            return uses_of(await index.graph(), spots_of(await index.symbols()))

    cart = "shop/cart.py"
    assert asyncio.run(drawn()) == {
        ((cart, 5), (cart, 10)),
        (("shop/pay.py", 4), (cart, 1)),
        (("shop/pay.py", 4), (cart, 2)),
        (("shop/pay.py", 4), (cart, 5)),
        (("shop/pay.py", 4), (cart, 10)),
    }


def test_a_search_by_name_reaches_every_definition_of_the_name(tmp_path: Path) -> None:
    root = a_repository(tmp_path, **{"web/app.ts": APP})
    cart, app = "shop/cart.py", "web/app.ts"
    assert by_name(root, [cart, "shop/pay.py", app, "no/language.txt"]) == {
        ((cart, 5), (cart, 10)),
        (("shop/pay.py", 4), (cart, 1)),
        (("shop/pay.py", 4), (app, 1)),
        (("shop/pay.py", 4), (cart, 5)),
        (("shop/pay.py", 4), (app, 2)),
        (("shop/pay.py", 4), (cart, 10)),
        ((app, 4), (cart, 1)),
        ((app, 4), (app, 1)),
        ((app, 4), (cart, 5)),
        ((app, 4), (app, 2)),
    }
    assert bare_parse(root, [cart]) == len(CART)


def a_caller(name: str, via: str, through: str) -> CallerAnswer:
    return CallerAnswer(
        qualified_name=name,
        file="a.py",
        line=1,
        depth=1,
        via=via,
        through=through,
        stale=False,
        stale_reason=None,
    )


def test_a_caller_over_a_fixture_is_none_by_calls_nor_is_who_calls_it() -> None:
    callers = [
        a_caller("a", "call", "x"),
        a_caller("b", "fixture", "x"),
        a_caller("c", "instantiate", "a"),
        a_caller("d", "call", "b"),
    ]
    assert [one.qualified_name for one in called(callers)] == ["a", "c"]


def test_a_hub_is_the_file_that_the_most_files_use(tmp_path: Path) -> None:
    async def edits() -> tuple[list[str], Edit | None, Edit | None]:
        root = a_repository(tmp_path)
        async with indexed(root, tmp_path / "store") as index:
            symbols, rows = await index.symbols(), await index.graph()
            return hubs(rows), leaf_edit(root, symbols, rows), hub_edit(root, symbols, rows)

    found, leaf, hub = asyncio.run(edits())
    assert found == ["shop/cart.py"]
    assert leaf is not None
    assert leaf.symbol.name == "shop::pay::pay"
    assert leaf.made(PAY.encode(), 7).decode() == PAY.replace(
        "    return Cart", "    _ = 7\n    return Cart"
    )
    assert hub is not None
    assert hub.symbol.name == "shop::cart::Cart::add"
    assert "price: int, bench_added_7=None)" in hub.made(CART.encode(), 7).decode()


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        pytest.param("def f():\n    pass\n", "def f(bench_added_1=None):\n    pass\n", id="none"),
        pytest.param(
            "def f(\n    a,\n):\n    pass\n",
            "def f(\n    a,\nbench_added_1=None):\n    pass\n",
            id="comma",
        ),
        pytest.param("def f(**more):\n    pass\n", None, id="nothing-may-follow"),
    ],
)
def test_a_signature_gets_a_last_parameter(text: str, edited: str | None) -> None:
    symbol = Symbol(
        name="a::f",
        kind="function",
        signature="",
        file="a.py",
        line=1,
        first=1,
        last=2,
        start=0,
        stop=len(text),
        ast_hash="",
        interface_hash="",
        language="python",
        test=False,
    )
    edit = signature_edit(symbol, text.encode())
    assert (edit and edit.made(text.encode(), 1).decode()) == edited


def test_each_part_of_speed_says_what_it_timed(tmp_path: Path) -> None:
    root, store = a_repository(tmp_path), tmp_path / "a"

    async def done() -> list[Mapping[str, object]]:
        cold = await cold_part(given_for(root, store))
        bare = await bare_part(given_for(root, store))
        rows = cold_rows(cold, bare)
        rows += await again_part(given_for(root, store))
        return [*rows, *await edits_part(given_for(root, tmp_path / "b"))]

    rows = asyncio.run(done())
    assert [row["what"] for row in rows] == [
        "first index",
        "bare parse of the same files",
        "first index / bare parse, CPU",
        "store against source",
        "a look, nothing changed: a fresh process, with the store opened",
        "a look, nothing changed: warm",
        "edit of a leaf's body, warm",
        "edit of a hub's signature, warm",
        "edits: peak memory",
    ]
    counted = {name: rows[0][name] for name in ("files", "lines")}
    assert counted == {"files": 2, "lines": CART.count("\n") + PAY.count("\n")}
    assert [rows[6]["files resolved"], rows[7]["files resolved"]] == [1, 2]
    assert (root / "shop/cart.py").read_text(encoding="utf-8") == CART


def test_maps_and_names_keep_their_promises_in_a_small_repository(tmp_path: Path) -> None:
    async def asked() -> Section:
        async with indexed(a_repository(tmp_path), tmp_path / "store") as index:
            return await queries_section(index, n=3, seed=1)

    rows = {row["what"]: row for row in asyncio.run(asked()).rows}
    assert rows["query_symbol"]["n"] == 3
    assert rows["map: a budget's begins no larger one's"]["n"] == 0
    assert rows["names_only: names that do not resolve to themselves"] == {
        "what": "names_only: names that do not resolve to themselves",
        "n": 0,
        "of": 6,
        "examples": "none",
    }


def test_a_map_that_does_not_begin_the_next_one_is_counted() -> None:
    assert breaks_of(["", "a", "ab", "ac", "acd"]) == 1


def test_precision_of_constructs_is_over_what_was_drawn() -> None:
    trap = ("a::f", "b::f")
    row = row_of(Score(right=8, wrong=(trap, ("a::f", "c::f")), missed=(), forbidden=(trap,)))
    assert [(one.value, one.n) for one in row.values() if one] == [
        (0.8, 10),
        (1.0, 8),
        (pytest.approx(0.889, abs=1e-3), 8),
        (0.1, 10),
    ]


def test_f1_lies_between_what_both_ends_give() -> None:
    found = harmonic(portion(8, 10), portion(5, 10))
    assert found.value == pytest.approx(0.615, abs=1e-3)
    assert (found.low, found.high) == (
        pytest.approx(0.319, abs=1e-3),
        pytest.approx(0.843, abs=1e-3),
    )
    assert harmonic(portion(0, 4), portion(0, 4)).value == 0.0


@pytest.mark.parametrize(
    ("name", "python", "paths", "reason"),
    [
        pytest.param("jedi", None, ["a.py"], "no --peers was given", id="no-interpreter"),
        pytest.param("jedi", sys.executable, ["a.ts"], "it reads Python alone", id="no-python"),
        pytest.param(
            "nobody", sys.executable, ["a.py"], "KeyError: 'nobody'", id="one-that-is-not-there"
        ),
    ],
)
def test_a_peer_that_cannot_run_is_left_out_with_the_reason(
    tmp_path: Path, name: str, python: str | None, paths: list[str], reason: str
) -> None:
    found = ask_peer(name, tmp_path, paths, python=Path(python) if python else None, seconds=60)
    assert found == reason


def test_a_section_is_a_table_with_lines_below_it() -> None:
    section = Section(
        title="edges of shop",
        figures={"ours": {"recall": portion(9, 10), "executed": None}},
        rows=[{"what": "ours: CPU s", "s": 1.5}],
        notes=["jedi: skipped"],
    )
    assert section.as_text() == snapshot("""\
edges of shop
system  recall                executed
ours    0.900 0.60–0.98 (10)  –
ours: CPU s                                          s 1.5
jedi: skipped\
""")
    assert json.loads(json.dumps(section.as_json()))["figures"]["ours"]["executed"] is None


def test_a_reference_of_places_gives_recall_alone(tmp_path: Path) -> None:
    root = a_repository(tmp_path, **{"src/app.ts": APP})
    gold = a_placed_reference()
    gold["edges"] = [{"caller_loc": ["src/app.ts", 4], "callee_loc": ["src/app.ts", 2]}]
    path = written(tmp_path / "gold.json", gold)
    made, as_json = sections(
        ["impact", "edges", "--repo", str(root), "--gold", str(path), "--json"]
    )
    assert as_json
    edges, impact = made
    assert {name: list(row) for name, row in edges.figures.items()} == {
        "lockstitch": ["recall"],
        "any definition of the name": ["recall"],
    }
    assert edges.figures["lockstitch"]["recall"] == portion(1, 1)
    assert impact.notes == ["skipped: the reference does not name its symbols"]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="no-part"),
        pytest.param(["memory"], id="an-unknown-part"),
        pytest.param(["speed"], id="no-repository"),
        pytest.param(["edges", "--repo", "."], id="no-reference"),
    ],
)
def test_what_cannot_be_measured_is_no_command(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        sections(arguments)
    assert "usage: bench.code" in capsys.readouterr().err


def test_a_bad_reference_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = written(tmp_path / "gold.json", {})
    command = [
        sys.executable,
        "-m",
        "bench.code",
        "edges",
        "--repo",
        str(tmp_path),
        "--gold",
        str(path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"bench.code: {path}: no reference of a call graph")
    assert done.stderr.count("\n") == 1


def test_the_parts_are_told_in_the_help() -> None:
    assert all(part in parser().format_help() for part in ("edges", "impact", "speed", "queries"))
