"""A code index holds what was written to it, whatever came in which order, and can be lost at any time."""

import asyncio
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lockstitch.domain.code import CodeState, LeftOut, Sureness, Symbol, Via
from lockstitch.domain.errors import StoreDamagedError
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.source import Definition, Field, FileRecord, Param, Scope, Trait
from lockstitch.ports.code import (
    GraphRows,
    IndexedFile,
    IndexUpdate,
    NewEdge,
    NewSymbol,
    NewUnbound,
    StoredFile,
)
from lockstitch.stores.sqlite.code_files import CodeFiles, SqliteCode
from lockstitch.stores.sqlite.code_queries import SqliteCodeQueries
from lockstitch.stores.sqlite.code_writing import own_name
from lockstitch.stores.sqlite.database import Database, connect
from lockstitch.wiring import at_once
from tests.builders import KEY
from tests.fakes.clock import NOON

pytestmark = pytest.mark.anyio

LOOM = ProjectId("proj_loom")
OTHER = ProjectId("proj_other")

A_STATE = CodeState(
    root="/work/loom",
    commit="f" * 40,
    dirty=True,
    digest="d" * 64,
    indexed_at=NOON,
    files=2,
    left_out=(LeftOut(reason="ignored", count=2, examples=("a.pyc", "b.pyc")),),
    damaged=("pkg/b.py",),
    languages={"python": 2},
)

A_RECORD = FileRecord(
    language="python",
    package="",
    definitions=(
        Definition(
            kind="function",
            name="run",
            qualified="run",
            container="",
            scope=1,
            outer=0,
            line=3,
            first=2,
            last=9,
            start=10,
            stop=90,
            signature="def run(self, x: int = 1) -> str",
            ast="0123456789abcdef",
            traits=Trait.STATIC | Trait.ASYNC,
            bases=(),
            decorators=(("name", "staticmethod"),),
            params=(
                Param(name="x", type=("name", "int"), default=("lit", "int"), rest=False),
                Param(name="more", type=None, default=None, rest=True),
            ),
            returns=("name", "str"),
            generics=("T",),
        ),
    ),
    scopes=(
        Scope(
            kind="module",
            parent=-1,
            owner=-1,
            names={"run": (("def", 0),)},
            returns=(),
            yields=(),
            uses=((4, ("call", ("name", "go"), (("key", "n", ("lit", "int")),), 4)),),
        ),
    ),
    fields=(Field(container="Loom", name="width", scope=1, value=("param", 1)),),
    parents=(("Loom", ("name", "Machine")),),
    exports={"run": (("def", 0),)},
    stars=("tools",),
    public=("run",),
    dynamic=((0, 7, "getattr(x, name)()"),),
    damaged=False,
    mentions=("go", "run"),
)


class Store:
    """An index with its questions, as one process opens it."""

    def __init__(self, folder: Path, *, key: str | None = None, threads: bool = True) -> None:
        self.database = Database(folder / "lockstitch.db", key=key, threads=threads)
        self.files = CodeFiles(self.database, folder / "code")
        self.code = SqliteCode(self.files)
        self.ask = SqliteCodeQueries(self.files)

    async def write(
        self,
        *written: IndexedFile,
        removed: Sequence[str] = (),
        touched: Sequence[StoredFile] = (),
        project: ProjectId = LOOM,
    ) -> None:
        """Take a step that follows the last one."""
        before = await self.code.state(project)
        update = an_update(*written, removed=removed, touched=touched)
        assert await self.code.update(project, update, since=before[2] if before else 0)

    async def edges(self, project: ProjectId = LOOM) -> list[tuple[str, str]]:
        """Return the edges, by name."""
        graph = await self.ask.graph(project)
        return [(graph.names[source], graph.names[target]) for source, target, *_ in graph.edges]


@contextmanager
def opened(folder: Path, *, key: str | None = None) -> Generator[Store]:
    store = Store(folder, key=key)
    try:
        yield store
    finally:
        store.files.close()
        store.database.close()


@pytest.fixture
def store(tmp_path: Path) -> Generator[Store]:
    with opened(tmp_path) as one:
        yield one


def an_update(
    *written: IndexedFile, removed: Sequence[str] = (), touched: Sequence[StoredFile] = ()
) -> IndexUpdate:
    return IndexUpdate(
        removed=tuple(removed),
        written=written,
        touched=tuple(touched),
        state=A_STATE,
        parser="p1",
    )


def a_symbol(name: str, path: str, *, start: int = 0) -> NewSymbol:
    symbol = Symbol(
        name=name,
        kind="function",
        signature=f"def {own_name(name)}()",
        file=path,
        line=start + 1,
        first=start + 1,
        last=start + 2,
        start=start,
        stop=start + 1,
        ast_hash="a1",
        interface_hash="b2",
        language="python",
        test=path.startswith("tests/"),
    )
    return NewSymbol(symbol, own_name(name).replace("_", " "))


def a_file(
    path: str,
    *names: str,
    uses: Mapping[str, Sequence[str]] | None = None,
    unbound: Sequence[NewUnbound] = (),
    record: FileRecord | None = A_RECORD,
) -> IndexedFile:
    """Return a file with symbols of these own names; *uses* says by own name what each one uses."""
    prefix = path.partition(".")[0].replace("/", "::")
    return IndexedFile(
        file=StoredFile(
            path=path,
            hash="c" * 64,
            size=10,
            modified_ns=1_700_000_000_000_000_001,
            inode=2**64 + 1,
            prefix=prefix,
            mentions=frozenset({"go", *names}),
            interface=dict.fromkeys(names, "e5"),
            leans={name: frozenset({"int", "str"}) for name in names},
        ),
        record=record,
        symbols=tuple(a_symbol(f"{prefix}::{name}", path, start=n) for n, name in enumerate(names)),
        edges=tuple(
            NewEdge(f"{prefix}::{name}", target, Via.CALL, Sureness.EXACT, 7)
            for name, targets in (uses or {}).items()
            for target in targets
        ),
        unbound=tuple(unbound),
    )


def edges_alone(file: IndexedFile) -> IndexedFile:
    return replace(file, record=None, symbols=None)


async def test_before_the_first_update_there_is_nothing(store: Store) -> None:
    assert await store.code.state(LOOM) is None
    assert await store.code.files(LOOM) == {}
    with pytest.raises(KeyError):
        store.code.load(LOOM, "a.py")
    assert await store.ask.graph(LOOM) == GraphRows([], [], [], [], [])
    assert await store.ask.in_file(LOOM, "") == []
    assert await store.ask.unbound(LOOM, ["go"], limit=9) == (0, [])


async def test_what_is_written_is_read_again_by_another_process(tmp_path: Path) -> None:
    first, second = a_file("a.py", "run"), a_file("pkg/b.py", "Loom", "Loom::weave")
    with opened(tmp_path) as store:
        await store.write(first, second)
    with opened(tmp_path) as again:
        assert await again.code.state(LOOM) == (A_STATE, "p1", 1)
        assert await again.code.files(LOOM) == {"a.py": first.file, "pkg/b.py": second.file}
        record = again.code.load(LOOM, "pkg/b.py")
        assert record == A_RECORD
        (definition,) = record.definitions
        assert [param.name for param in definition.params] == ["x", "more"]
        assert record.scopes[0].kind == "module"
        assert record.fields[0].name == "width"


async def test_a_state_without_a_commit_is_kept_as_it_is(store: Store) -> None:
    state = replace(A_STATE, commit=None, dirty=None, left_out=(), languages={})
    assert await store.code.update(LOOM, replace(an_update(), state=state), since=0)
    assert await store.code.state(LOOM) == (state, "p1", 1)


async def test_each_update_follows_the_one_before_and_another_one_changes_nothing(
    store: Store, tmp_path: Path
) -> None:
    with opened(tmp_path) as other:
        assert await store.code.update(LOOM, an_update(a_file("a.py", "run")), since=0)
        assert not await other.code.update(LOOM, an_update(removed=["a.py"]), since=0)
        assert not await other.code.update(LOOM, an_update(removed=["a.py"]), since=2)
        assert list(await other.code.files(LOOM)) == ["a.py"]
        assert await other.code.update(LOOM, an_update(removed=["a.py"]), since=1)
        assert await store.code.state(LOOM) == (A_STATE, "p1", 2)
        assert await store.code.files(LOOM) == {}
        assert (await store.ask.graph(LOOM)).names == []


async def test_two_projects_never_mix(store: Store) -> None:
    await store.write(a_file("a.py", "run"))
    await store.write(a_file("a.py", "stop"), project=OTHER)
    assert (await store.ask.graph(LOOM)).names == ["a::run"]
    assert (await store.ask.graph(OTHER)).names == ["a::stop"]
    await store.code.reset(OTHER)
    assert await store.code.state(OTHER) is None
    assert (await store.ask.graph(LOOM)).names == ["a::run"]


async def test_more_projects_than_are_kept_open_are_all_found(store: Store) -> None:
    projects = [ProjectId(f"proj_{number}") for number in range(40)]
    for number, project in enumerate(projects):
        await store.write(a_file("a.py", f"f{number}"), project=project)
    for number, project in enumerate(projects):
        assert (await store.ask.graph(project)).names == [f"a::f{number}"]


async def test_a_touched_file_changes_its_status_alone(store: Store) -> None:
    written = a_file("a.py", "run", uses={"run": ["a::run"]})
    await store.write(written)
    touched = written.file._replace(size=11, modified_ns=5, inode=6, prefix="not taken")
    await store.write(touched=[touched])
    kept = written.file._replace(size=11, modified_ns=5, inode=6)
    assert await store.code.files(LOOM) == {"a.py": kept}
    assert await store.edges() == [("a::run", "a::run")]


@pytest.mark.parametrize("turned", [False, True], ids=["target-first", "source-first"])
async def test_an_edge_finds_its_end_in_whichever_order_the_files_come(
    store: Store, turned: bool
) -> None:
    files = [a_file("a.py", "run"), a_file("b.py", "go", uses={"go": ["a::run", "no::where"]})]
    await store.write(*(reversed(files) if turned else files))
    assert await store.edges() == [("b::go", "a::run")]


async def test_edges_into_a_symbol_stay_when_its_file_is_written_again(store: Store) -> None:
    await store.write(a_file("a.py", "run", "stop"), a_file("b.py", "go", uses={"go": ["a::run"]}))
    await store.write(a_file("a.py", "start", "run"))
    assert await store.edges() == [("b::go", "a::run")]
    assert (await store.ask.graph(LOOM)).names == ["a::start", "a::run", "b::go"]


async def test_edges_go_with_either_end_and_do_not_come_back_with_it(store: Store) -> None:
    user = a_file("b.py", "go", uses={"go": ["a::run"]})
    await store.write(a_file("a.py", "run"), user)
    await store.write(a_file("a.py", "stop"))
    assert await store.edges() == []
    await store.write(a_file("a.py", "run"))
    assert await store.edges() == []
    await store.write(edges_alone(user))
    assert await store.edges() == [("b::go", "a::run")]
    await store.write(removed=["b.py"])
    assert await store.edges() == []


async def test_a_symbol_that_moves_to_another_file_takes_the_edges_into_it_along(
    store: Store,
) -> None:
    user = a_file("b.py", "go", uses={"go": ["a::run"]})
    await store.write(a_file("a.py", "run", uses={"run": ["b::go"]}), user)
    await store.write(a_file("a.pyi", "run"), removed=["a.py"])
    assert await store.edges() == [("b::go", "a::run")]
    assert [one.file for one in await store.ask.symbols(LOOM, ["a::run"])] == ["a.pyi"]


async def test_where_only_edges_changed_the_rest_stays(store: Store) -> None:
    unbound = [NewUnbound("a::run", "go", 3, "the receiver is unknown")]
    await store.write(a_file("a.py", "run", "stop", unbound=unbound))
    await store.write(edges_alone(a_file("a.py", uses={"run": ["a::stop"]})))
    assert await store.edges() == [("a::run", "a::stop")]
    assert store.code.load(LOOM, "a.py") == A_RECORD
    assert await store.ask.unbound(LOOM, ["go"], limit=9) == (0, [])
    assert len(await store.ask.matching(LOOM, "run", limit=9)) == 1


async def test_what_is_removed_and_written_at_once_is_written(store: Store) -> None:
    await store.write(a_file("a.py", "run"))
    await store.write(a_file("a.py", "stop"), removed=["a.py", "never.py"])
    assert (await store.ask.graph(LOOM)).names == ["a::stop"]


async def test_a_name_that_stands_in_two_files_is_the_last_ones(store: Store) -> None:
    await store.write(a_file("a.py", "run"), a_file("a.pyi", "run"))
    assert (await store.ask.graph(LOOM)).files == ["a.pyi"]
    await store.write(removed=["a.pyi"])
    assert (await store.ask.graph(LOOM)).names == []


async def test_symbols_come_in_the_order_asked_for(store: Store) -> None:
    await store.write(a_file("a.py", "run", "stop"), a_file("tests/b.py", "go"))
    found = await store.ask.symbols(LOOM, ["tests::b::go", "no::where", "a::run", "tests::b::go"])
    assert [one.name for one in found] == ["tests::b::go", "a::run", "tests::b::go"]
    assert found[1] == a_symbol("a::run", "a.py").symbol
    assert found[0].test


async def test_symbols_are_found_by_their_own_name_without_its_number(store: Store) -> None:
    await store.write(a_file("b.py", "run", "A::run#2", "rerun"), a_file("a.py", "run", "#run"))
    found = await store.ask.ending(LOOM, "run", limit=9)
    assert [one.name for one in found] == ["a::run", "b::A::run#2", "b::run"]
    assert [one.name for one in await store.ask.ending(LOOM, "run", limit=1)] == ["a::run"]
    assert await store.ask.ending(LOOM, "run#2", limit=9) == []
    assert [one.name for one in await store.ask.ending(LOOM, "#run", limit=9)] == ["a::#run"]


@pytest.mark.parametrize(
    ("words", "best"),
    [
        pytest.param("form", "a::get_form", id="a-whole-word-before-a-beginning"),
        pytest.param("FORMA", "a::get_format", id="the-beginning-of-a-word-in-any-case"),
        pytest.param("get form", "a::get_form", id="all-of-several"),
        pytest.param("form nothing", "a::get_form", id="some-of-several"),
        pytest.param("set-widget", "a::set_widget", id="signs-part-words"),
        pytest.param('"form" OR NEAR(', "a::get_form", id="signs-of-a-query-mean-nothing"),
        pytest.param("zzz", None, id="nothing"),
        pytest.param('*" ::', None, id="signs-alone"),
        pytest.param("", None, id="no-words"),
    ],
)
async def test_symbols_are_found_by_parts_of_their_names(
    store: Store, words: str, best: str | None
) -> None:
    await store.write(a_file("a.py", "get_format", "get_form", "set_widget"))
    found = await store.ask.matching(LOOM, words, limit=2)
    assert [one.name for one in found[:1]] == ([] if best is None else [best])
    assert len(found) == len({one.name for one in found}) <= 2


@settings(max_examples=40, deadline=None)
@given(words=st.text(st.characters(exclude_categories=["Cs"])))
def test_no_words_are_too_strange_to_be_looked_for(words: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder), threads=False)
        try:
            at_once(store.write(a_file("a.py", "run")))
            at_once(store.ask.matching(LOOM, words, limit=9))
            assert at_once(store.code.state(LOOM)) is not None
        finally:
            store.files.close()


async def test_words_go_with_their_symbol(store: Store) -> None:
    await store.write(a_file("a.py", "run", "stop"))
    await store.write(a_file("a.py", "stop"))
    assert await store.ask.matching(LOOM, "run", limit=9) == []
    assert len(await store.ask.matching(LOOM, "stop", limit=9)) == 1
    await store.write(removed=["a.py"])
    assert await store.ask.matching(LOOM, "stop", limit=9) == []


@pytest.mark.parametrize(
    ("path", "names"),
    [
        pytest.param("a/b.py", ["a::b::two", "a::b::one"], id="a-file-in-its-order"),
        pytest.param("a", ["a::b::two", "a::b::one", "a::c::three"], id="a-folder"),
        pytest.param("a/", ["a::b::two", "a::b::one", "a::c::three"], id="with-a-slash"),
        pytest.param("a/c", [], id="no-part-of-a-name"),
        pytest.param("nowhere", [], id="what-is-not-there"),
        pytest.param(".", ["a-b::four", "a::b::two", "a::b::one", "a::c::three"], id="everywhere"),
    ],
)
async def test_the_symbols_of_a_file_or_folder_come_in_the_order_of_the_text(
    store: Store, path: str, names: list[str]
) -> None:
    await store.write(
        a_file("a/c.py", "three"), a_file("a/b.py", "two", "one"), a_file("a-b.py", "four")
    )
    assert [one.name for one in await store.ask.in_file(LOOM, path)] == names


async def test_uses_that_could_not_be_bound_are_counted_and_the_first_are_listed(
    store: Store,
) -> None:
    here = [
        NewUnbound("b::run", "go", 9, "the receiver is unknown"),
        NewUnbound("b::run", "go", 4, "the receiver is unknown"),
        NewUnbound("b::run", "go", 4, "the receiver is unknown"),
        NewUnbound("b::run", "leave", 5, "it is computed"),
    ]
    there = [NewUnbound("a", "go", 2, "it is computed"), NewUnbound("a", "stay", 1, "")]
    await store.write(a_file("b.py", "run", unbound=here), a_file("a.py", unbound=there))
    total, first = await store.ask.unbound(LOOM, ["go", "leave", "never"], limit=4)
    assert (total, first) == (5, [there[0], here[1], here[2], here[3]])
    await store.write(a_file("b.py", "run", unbound=here[:1]), removed=["a.py"])
    assert await store.ask.unbound(LOOM, ["go"], limit=9) == (1, here[:1])


async def test_the_graph_is_numbered_by_path_and_place_and_sorted(store: Store) -> None:
    file = a_file("tests/b.py", "go", "Loom")
    edges = (
        NewEdge("tests::b::Loom", "a::run", "import", "exact", 9),
        NewEdge("tests::b::go", "tests::b::Loom", "instantiate", "inferred", 3),
        NewEdge("tests::b::go", "a::run", "reference", "candidate", 2),
        NewEdge("tests::b::go", "a::run", "call", "exact", 5),
        NewEdge("tests::b::go", "a::run", "call", "exact", 4),
        NewEdge("tests::b::go", "a::run", "call", "exact", 4),
    )
    await store.write(replace(file, edges=edges), a_file("a.py", "run"))
    assert await store.ask.graph(LOOM) == GraphRows(
        names=["a::run", "tests::b::go", "tests::b::Loom"],
        files=["a.py", "tests/b.py", "tests/b.py"],
        kinds=["function"] * 3,
        tests=[False, True, True],
        edges=[
            (1, 0, "call", "exact", 4),
            (1, 0, "call", "exact", 5),
            (1, 0, "reference", "candidate", 2),
            (1, 2, "instantiate", "inferred", 3),
            (2, 0, "import", "exact", 9),
        ],
    )


async def test_an_index_that_is_reset_starts_again_and_gives_its_room_back(
    store: Store, tmp_path: Path
) -> None:
    await store.write(*(a_file(f"f{n}.py", *(f"f{m}" for m in range(50))) for n in range(50)))
    path = the_file(tmp_path)
    with opened(tmp_path) as other:
        assert len(await other.code.files(LOOM)) == 50
        await store.code.reset(LOOM)
        assert await other.code.state(LOOM) is None
        assert await other.code.files(LOOM) == {}
        assert await other.code.update(LOOM, an_update(a_file("a.py", "run")), since=0)
    store.files.close()
    assert path.stat().st_size < 200_000


async def test_an_update_that_fails_leaves_all_as_it_was(store: Store) -> None:
    await store.write(a_file("a.py", "run"), a_file("c.py", "stay"))
    broken = replace(
        a_file("b.py", "go"), edges=(NewEdge("b::go", "a::run", "no such way", "exact", 1),)
    )
    with pytest.raises(KeyError):
        await store.code.update(LOOM, an_update(broken, removed=["c.py"]), since=1)
    assert await store.code.state(LOOM) == (A_STATE, "p1", 1)
    assert (await store.ask.graph(LOOM)).names == ["a::run", "c::stay"]


async def test_of_many_who_take_the_same_step_one_does(store: Store, tmp_path: Path) -> None:
    with opened(tmp_path) as other:
        taken = await asyncio.gather(
            *(
                one.code.update(LOOM, an_update(a_file(f"f{n}.py", "run")), since=0)
                for n, one in enumerate([store, other] * 4)
            )
        )
        assert sum(taken) == 1
        assert await other.code.state(LOOM) == (A_STATE, "p1", 1)
        graph = await store.ask.graph(LOOM)
        assert graph.names == [f"f{taken.index(True)}::run"]


async def test_a_file_is_its_owners_alone_and_enciphered_where_the_store_is(tmp_path: Path) -> None:
    with opened(tmp_path, key=KEY) as store:
        await store.write(a_file("a.py", "weave_silk"))
        assert (await store.ask.graph(LOOM)).names == ["a::weave_silk"]
        files = [path for path in (tmp_path / "code").iterdir() if path.is_file()]
        assert not [path for path in files if b"weave_silk" in path.read_bytes()]
        assert {path.stat().st_mode & 0o077 for path in [tmp_path / "code", *files]} == {0}


def the_file(folder: Path) -> Path:
    return folder / "code" / f"{LOOM}.db"


def _nothing(path: Path) -> None:
    path.write_bytes(b"")


def _half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _a_text(path: Path) -> None:
    path.write_text("Dear diary")


def _no_file(path: Path) -> None:
    for companion in path.parent.glob(f"{path.name}*"):
        companion.unlink()


def _no_tables(path: Path) -> None:
    connection = connect(path, key=None)
    connection.run("DROP TABLE meta")
    connection.close()


def _another_form(path: Path) -> None:
    connection = connect(path, key=None)
    connection.run("UPDATE meta SET format = 'of another release'")
    connection.close()


SPOILT = [
    pytest.param(_nothing, id="emptied"),
    pytest.param(_half, id="cut"),
    pytest.param(_a_text, id="a-text-in-its-place"),
    pytest.param(_no_file, id="deleted"),
    pytest.param(_no_tables, id="without-a-table"),
    pytest.param(_another_form, id="of-another-form"),
]


@pytest.mark.parametrize("spoil", SPOILT)
async def test_an_index_that_was_spoilt_is_made_anew_empty(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    with opened(tmp_path) as store:
        await store.write(a_file("a.py", "run"))
    spoil(the_file(tmp_path))
    with opened(tmp_path) as again:
        assert await again.code.state(LOOM) is None
        assert await again.code.update(LOOM, an_update(a_file("a.py", "run")), since=0)
        assert (await again.ask.graph(LOOM)).names == ["a::run"]


@pytest.mark.parametrize("spoil", SPOILT)
async def test_an_index_that_is_spoilt_while_it_is_used_is_made_anew_by_one_and_found_by_all(
    store: Store, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    with opened(tmp_path) as other:
        await store.write(a_file("a.py", "run"))
        assert (await other.ask.graph(LOOM)).names == ["a::run"]
        spoil(the_file(tmp_path))
        await store.code.reset(LOOM)
        assert await store.code.update(LOOM, an_update(a_file("a.py", "stop")), since=0)
        assert (await other.ask.graph(LOOM)).names == ["a::stop"]
        assert (await store.ask.graph(LOOM)).names == ["a::stop"]


async def test_an_index_of_another_key_is_made_anew(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        await store.write(a_file("a.py", "run"))
    with opened(tmp_path, key=KEY) as other:
        assert await other.code.state(LOOM) is None


@pytest.mark.parametrize("column", ["record", "seen"])
async def test_bytes_that_do_not_fit_their_checksum_are_never_read(
    tmp_path: Path, column: str
) -> None:
    with opened(tmp_path) as store:
        await store.write(a_file("a.py", "run"))
    connection = connect(the_file(tmp_path), key=None)
    changed = f"UPDATE file SET {column} = cast(substr({column}, 1, 9) || 'xyz' AS BLOB)"  # noqa: S608
    connection.run(changed)
    connection.close()
    with opened(tmp_path) as again:
        assert await again.code.state(LOOM) is not None
        if column == "record":
            with pytest.raises(StoreDamagedError, match="cannot be read"):
                again.code.load(LOOM, "a.py")
        else:
            assert await again.code.files(LOOM) == {}
        assert await again.code.state(LOOM) is None


async def test_a_question_to_a_damaged_index_is_not_answered_with_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        await store.write(a_file("a.py", "run"))
    connection = connect(the_file(tmp_path), key=None)
    connection.run("DROP TABLE edge")
    connection.close()
    with opened(tmp_path) as again:
        with pytest.raises(StoreDamagedError, match="cannot be read"):
            await again.ask.graph(LOOM)
        assert await again.code.state(LOOM) is None


Content = Mapping[str, Mapping[str, Sequence[str]]]
"""By path, the own names in a file and what each one uses."""

OWN = ["one", "two", "three"]
PATHS = ["a.py", "b.py", "c.py"]
FULL = [f"{path[0]}::{own}" for path in PATHS for own in OWN]
FILES = st.dictionaries(st.sampled_from(OWN), st.lists(st.sampled_from(FULL), max_size=3))
STEPS = st.lists(
    st.dictionaries(st.sampled_from(PATHS), st.none() | FILES, min_size=1), min_size=1, max_size=6
)


def names_in(content: Content) -> set[str]:
    return {f"{path[0]}::{own}" for path, names in content.items() for own in names}


def step_between(before: Content, after: Content) -> IndexUpdate:
    """Return the step as an indexer takes it: who uses what came or went is resolved again."""
    moved = names_in(before) ^ names_in(after)
    written: list[IndexedFile] = []
    for path, names in after.items():
        file = a_file(path, *names, uses=names)
        if path not in before or list(before[path].items()) != list(names.items()):  # in order
            written.append(file)
        elif moved & {target for targets in names.values() for target in targets}:
            written.append(edges_alone(file))
    return an_update(*written, removed=[path for path in before if path not in after])


@settings(max_examples=60, deadline=None)
@given(steps=STEPS)
def test_step_by_step_or_at_once_the_graph_is_the_same(
    steps: Sequence[Mapping[str, Mapping[str, Sequence[str]] | None]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder), threads=False)
        try:
            content: dict[str, Mapping[str, Sequence[str]]] = {}
            for number, step in enumerate(steps):
                changed = {**content, **step}
                after = {path: names for path, names in changed.items() if names is not None}
                update = step_between(content, after)
                assert at_once(store.code.update(LOOM, update, since=number))
                content = after
            files = [a_file(path, *names, uses=names) for path, names in content.items()]
            assert at_once(store.code.update(OTHER, an_update(*reversed(files)), since=0))
            assert at_once(store.ask.graph(LOOM)) == at_once(store.ask.graph(OTHER))
            assert at_once(store.code.files(LOOM)) == at_once(store.code.files(OTHER))
            for one in OWN:
                found = at_once(store.ask.matching(LOOM, one, limit=99))
                assert found == at_once(store.ask.matching(OTHER, one, limit=99))
        finally:
            store.files.close()
            store.database.close()
