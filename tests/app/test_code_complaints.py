"""What users of code indexes complain of does not happen here."""

import threading
from pathlib import Path
from random import Random

import pytest

from lockstitch.app.code_answers import impact, query_symbol, repo_map
from lockstitch.app.code_index import up_to_date
from lockstitch.app.world import World
from lockstitch.code.impact import DEPTH_MAX
from lockstitch.domain.errors import InvalidArgumentError, NotFoundError
from lockstitch.domain.project import Caller
from tests.app.code_folders import answer, callers, stale, write
from tests.app.code_scripts import LANGUAGES
from tests.app.code_trees import a_repository
from tests.builders import a_caller, a_project, a_store

pytestmark = pytest.mark.anyio

LOOM = {
    "loom/__init__.py": "",
    "loom/yarn.py": """
        def spin(fibre: str) -> str:
            return fibre
        """,
    "loom/cloth.py": """
        from loom.yarn import spin

        def weave() -> str:
            return spin("wool")

        def finish() -> str:
            return weave()
        """,
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the folder of the caller's project."""
    return tmp_path / "work"


# Edits


@pytest.mark.parametrize(
    "edited",
    [
        pytest.param('def spin(fibre: str) -> str:\n    return fibre + "!"\n', id="a-body"),
        pytest.param(
            "def spin(fibre: str, turns: int) -> str:\n    return fibre\n", id="a-signature"
        ),
        pytest.param("def card(): pass\n\ndef spin(fibre): return card()\n", id="a-neighbour"),
    ],
)
async def test_callers_in_other_files_are_still_known_after_a_file_was_edited(
    world: World, caller: Caller, root: Path, edited: str
) -> None:
    write(root, LOOM)
    assert await callers(world, caller, "loom::yarn::spin") == {"loom::cloth::weave"}
    write(root, {"loom/yarn.py": edited})
    assert await callers(world, caller, "loom::yarn::spin") == {"loom::cloth::weave"}


async def test_what_is_called_from_a_changed_file_in_an_unchanged_one_is_found(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, LOOM)
    await up_to_date(world, caller.project, str(root))
    new = "from loom.yarn import spin\n\ndef knit():\n    return spin('silk')\n"
    write(root, {"loom/cloth.py": new})
    assert await callers(world, caller, "loom::yarn::spin") == {"loom::cloth::knit"}


async def test_an_override_that_is_new_takes_the_calls_of_files_that_nobody_edited(
    world: World, caller: Caller, root: Path
) -> None:
    write(
        root,
        {
            "base.py": "class Base:\n    def run(self): pass\n",
            "engine.py": "from base import Base\n\nclass Engine(Base):\n    pass\n",
            "main.py": "from engine import Engine\n\ndef start():\n    Engine().run()\n",
        },
    )
    assert await callers(world, caller, "base::Base::run") == {"main::start"}
    new = "from base import Base\n\nclass Engine(Base):\n    def run(self): pass\n"
    write(root, {"engine.py": new})
    assert await callers(world, caller, "engine::Engine::run") == {"main::start"}
    assert await callers(world, caller, "base::Base::run") == {"engine::Engine::run"}


async def test_a_name_that_was_looked_up_in_vain_is_found_once_it_is_defined(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, LOOM | {"loom/yarn.py": ""})
    await up_to_date(world, caller.project, str(root))
    write(root, LOOM)
    assert await callers(world, caller, "loom::yarn::spin") == {"loom::cloth::weave"}


async def test_what_is_gone_is_no_answer_and_no_caller(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, LOOM)
    assert await callers(world, caller, "loom::cloth::weave") == {"loom::cloth::finish"}
    write(
        root, {"loom/cloth.py": "from loom.yarn import spin\n\ndef weave():\n    return spin('')\n"}
    )
    assert not (await query_symbol(world, caller, name="loom::cloth::finish")).found
    assert await callers(world, caller, "loom::cloth::weave") == set()
    (root / "loom/cloth.py").unlink()
    assert not (await query_symbol(world, caller, name="weave")).found
    assert await callers(world, caller, "loom::yarn::spin") == set()


async def test_lines_that_shift_are_told_as_they_are_and_make_nothing_stale(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, LOOM)
    before = await answer(world, caller, "loom::yarn::spin", depth=1)
    for name in ("loom/yarn.py", "loom/cloth.py"):
        text = (root / name).read_text(encoding="utf-8")
        (root / name).write_text(f"# A note.\n\n{text}", encoding="utf-8")
    after = await answer(world, caller, "loom::yarn::spin", depth=1)
    assert (after.line, after.ast_hash) == (before.line + 2, before.ast_hash)
    assert [one.line for one in after.callers if one.line] == [
        one.line + 2 for one in before.callers if one.line
    ]
    assert not any(one.stale for one in after.callers)


# What a call is bound to


async def test_a_call_on_an_unknown_receiver_is_no_certain_use_of_all_that_have_its_name(
    world: World, caller: Caller, root: Path
) -> None:
    many = {f"m{number}.py": "class T:\n    def take(self): pass\n" for number in range(5)}
    write(root, many | {"main.py": "def run(source):\n    source.take()\n"})
    for number in range(5):
        told = await answer(world, caller, f"m{number}::T::take")
        assert not told.callers
        assert not told.bound.exact
        assert (told.bound.unbound_uses, told.bound.unbound_places) == (1, ("main.py:2",))


async def test_what_may_be_meant_is_listed_apart_and_is_never_a_caller(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, {"one.py": "class T:\n    def take(self): pass\n\ndef run(x):\n    x.take()\n"})
    told = await answer(world, caller, "one::T::take")
    assert not told.callers
    assert told.bound.candidates == ("one::run (one.py:5)",)
    assert not told.bound.exact


async def test_a_call_of_a_foreign_package_is_no_call_of_what_has_its_name_here(
    world: World, caller: Caller, root: Path
) -> None:
    write(
        root,
        {
            "api.py": "def get(url): pass\n\nclass Client:\n    def get(self): pass\n",
            "main.py": """
                import requests
                from api import Client

                def run(table: dict):
                    requests.get("x")
                    {}.get("x")
                    table.get("x")
                    requests.Session().get("x")
                """,
        },
    )
    for name in ("api::get", "api::Client::get"):
        told = await answer(world, caller, name)
        assert not [one for one in told.callers if one.via != "import"]
        assert not told.bound.candidates


async def test_a_function_with_a_common_name_has_its_callers_and_no_others(
    world: World, caller: Caller, root: Path
) -> None:
    write(
        root,
        {
            "store.py": "def append(x): pass\n\ndef get(x): pass\n\ndef update(x): pass\n",
            "main.py": """
                import store
                from store import append

                def real():
                    append(1)
                    store.get(2)
                    store.update(3)

                def other(names: list[str], table: dict[str, int]):
                    names.append("x")
                    [].append("y")
                    table.get("x")
                    table.update({})
                """,
        },
    )
    for name in ("append", "get", "update"):
        assert await callers(world, caller, f"store::{name}") == {"main::real"}


@pytest.mark.parametrize(
    ("texts", "target", "expected"),
    [
        pytest.param(
            {
                "tools.py": "class Tools:\n    @staticmethod\n    def fix(): pass\n",
                "main.py": "from tools import Tools\n\ndef run():\n    Tools.fix()\n",
            },
            "tools::Tools::fix",
            "main::run",
            id="python",
        ),
        pytest.param(
            {
                "tools.ts": "export class Tools { static fix() {} }\n",
                "main.ts": "import { Tools } from './tools';\nexport function run() { Tools.fix(); }\n",
            },
            "tools::Tools::fix",
            "main::run",
            id="typescript",
        ),
    ],
)
async def test_a_static_call_in_another_file_is_found(
    *, world: World, caller: Caller, root: Path, texts: dict[str, str], target: str, expected: str
) -> None:
    write(root, texts)
    assert await callers(world, caller, target) == {expected}


async def test_a_caller_in_the_same_file_hides_none_in_others(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, LOOM)
    own = "def spin(fibre: str) -> str:\n    return fibre\n\ndef twist():\n    return spin('')\n"
    write(root, {"loom/yarn.py": own})
    expected = {"loom::yarn::twist", "loom::cloth::weave"}
    assert await callers(world, caller, "loom::yarn::spin") == expected


async def test_a_mention_in_words_is_no_use(world: World, caller: Caller, root: Path) -> None:
    text = '''
        """We spin here."""
        # spin()
        def spin(): pass

        def hold(spin):
            """Does not spin()."""
            return "spin()"

        def key():
            return {"spin": 1}
        '''
    write(root, {"yarn.py": text})
    assert await callers(world, caller, "yarn::spin") == set()


@pytest.mark.parametrize(
    "use",
    [
        pytest.param("Service(1).work()", id="made-in-passing"),
        pytest.param("list(map(Service.work, []))", id="passed-on"),
        pytest.param("made().work()", id="returned"),
        pytest.param("[Service(2)][0].work()", id="out-of-a-list"),
        pytest.param("with_one(lambda: Service(1).work())", id="in-a-function-without-a-name"),
        pytest.param("Kept().one.work()", id="kept-in-a-field"),
    ],
)
async def test_a_caller_is_not_missed(world: World, caller: Caller, root: Path, use: str) -> None:
    text = f"""
        from service import Service

        class Kept:
            def __init__(self):
                self.one = Service(3)

        def made():
            return Service(0)

        def with_one(give):
            give()

        def production():
            {use}
        """
    service = "class Service:\n    def __init__(self, db): pass\n\n    def work(self): pass\n"
    write(root, {"service.py": service, "main.py": text})
    assert "main::production" in await callers(world, caller, "service::Service::work")


async def test_an_empty_list_does_not_read_as_safe_where_something_could_not_be_read(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, LOOM | {"loom/broken.py": "def half(:\n  ((\n"})
    told = await answer(world, caller, "loom::cloth::finish")
    assert not told.callers
    assert not told.bound.exact
    assert told.bound.why
    assert told.index.files_in_part == 1


async def test_uses_belong_to_the_function_that_holds_them_and_pointers_hide_none(
    world: World, caller: Caller, root: Path
) -> None:
    write(
        root,
        {
            "go.mod": "module example.com/app\n",
            "pump.go": "package main\n\ntype Pump struct{}\n\nfunc (p *Pump) Run() {}\n",
            "main.go": """
                package main

                func start(p *Pump) { p.Run() }

                func other() {
                    q := &Pump{}
                    q.Run()
                }
                """,
        },
    )
    assert await callers(world, caller, "pump::Pump::Run") == {"main::start", "main::other"}


async def test_a_short_name_and_the_whole_one_are_answered_the_same(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, LOOM)
    whole = await answer(world, caller, "loom::yarn::spin")
    for name in ("spin", "yarn::spin", "yarn.spin", "loom/yarn.py::spin", "loom.yarn.spin"):
        assert await answer(world, caller, name) == whole


# Names that are not there


async def test_a_name_that_is_not_there_is_never_answered_for_another(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, LOOM)
    told = await query_symbol(world, caller, name="loom::yarn::spinn")
    assert (told.found, told.qualified_name, told.near) == (
        False,
        "loom::yarn::spinn",
        ("loom::yarn::spin",),
    )
    with pytest.raises(NotFoundError, match="spinn") as raised:
        await impact(world, caller, name="loom::yarn::spinn")
    assert "loom::yarn::spin" in (raised.value.hint or "")


@pytest.mark.parametrize("seed", range(len(LANGUAGES)))
async def test_every_name_on_the_map_is_found_as_itself_and_its_impact_is_answered(
    world: World, caller: Caller, root: Path, seed: int
) -> None:
    rng = Random(seed)
    texts = a_repository(rng, LANGUAGES[seed])
    extra = (
        "def run(): pass\n\nif True:\n    def run(x): pass\n\nclass run:\n    def run(self): pass\n"
    )
    for name, text in (texts | {"again.py": extra, "run.py": extra}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    told = await repo_map(world, caller, token_budget=100_000, names_only=True)
    assert not told.truncated
    names = [line for line in told.map.splitlines() if line and not line.startswith("#")]
    assert len(names) >= told.symbols
    symbols = [name for name in names if "::" in name]
    assert len(symbols) == len(set(symbols))
    for name in symbols:
        found = await query_symbol(world, caller, name=name)
        assert (found.found, found.qualified_name) == (True, name)
        await impact(world, caller, name=name, depth=16)


# How far


@pytest.mark.parametrize("depth", [1, 2, 4, 15, 16, 17, 40])
async def test_a_chain_is_followed_as_deep_as_was_asked(
    world: World, caller: Caller, root: Path, depth: int
) -> None:
    _write_chain(root)
    told = await answer(world, caller, "link0::f0", depth=depth)
    found = [(one.depth, one.qualified_name) for one in told.callers if one.via != "import"]
    levels = range(1, min(depth, DEPTH_MAX, 20) + 1)
    assert found == [(level, f"link{level}::f{level}") for level in levels]


def _write_chain(root: Path) -> None:
    texts = {"link0.py": "def f0(): pass\n"}
    for level in range(1, 21):
        below = level - 1
        texts[f"link{level}.py"] = (
            f"from link{below} import f{below}\n\ndef f{level}():\n    f{below}()\n"
        )
    write(root, texts)


# Which project


async def test_projects_in_one_store_know_nothing_of_one_another(
    world: World, caller: Caller, root: Path, tmp_path: Path
) -> None:
    write(root, LOOM)
    twin = write(tmp_path / "twin", LOOM)
    write(twin, {"loom/extra.py": "from loom.yarn import spin\n\ndef extra():\n    spin('')\n"})
    other = a_caller(await a_project(world, twin))
    mine = await answer(world, caller, "loom::yarn::spin")
    its = await callers(world, other, "loom::yarn::spin")
    assert its == {"loom::cloth::weave", "loom::extra::extra"}
    assert not (await query_symbol(world, caller, name="extra")).found
    (twin / "loom/cloth.py").unlink()
    write(twin, {"loom/yarn.py": "def spin(other): pass\n"})
    assert await callers(world, other, "loom::yarn::spin") == {"loom::extra::extra"}
    assert await answer(world, caller, "loom::yarn::spin") == mine


async def test_a_home_directory_is_refused_and_nothing_is_left_running(tmp_path: Path) -> None:
    with a_store(tmp_path / "home" / "data") as world:
        write(tmp_path / "home", LOOM)
        project = await a_project(world, tmp_path / "home" / "work")
        with pytest.raises(InvalidArgumentError, match="home"):
            await up_to_date(world, project, str(tmp_path / "home"))
        await up_to_date(world, project, str(write(tmp_path / "home" / "work", LOOM)))
    # The event loop keeps an idle thread of its own for what blocks.
    left = [one.name for one in threading.enumerate() if one is not threading.main_thread()]
    assert not [name for name in left if not name.startswith("asyncio_")]


# The map


async def test_the_map_is_the_same_to_the_byte_also_made_anew(
    world: World, caller: Caller, root: Path, tmp_path: Path
) -> None:
    write(root, LOOM | a_repository(Random(1), "python"))
    first = await repo_map(world, caller, token_budget=4_000)
    assert await repo_map(world, caller, token_budget=4_000) == first
    await world.code.store.reset(caller.project)
    with a_store(tmp_path / "other") as other:
        again = await repo_map(other, a_caller(await a_project(other, root)), token_budget=4_000)
    assert (await repo_map(world, caller, token_budget=4_000)).map == first.map == again.map


async def test_a_smaller_map_begins_a_larger_one(world: World, caller: Caller, root: Path) -> None:
    write(root, LOOM | a_repository(Random(1), "python"))
    whole = await repo_map(world, caller, token_budget=4_000)
    for budget in range(0, 400, 25):
        part = await repo_map(world, caller, token_budget=budget)
        assert whole.map.startswith(part.map)
        assert part.tokens_used <= budget


async def test_a_folder_in_focus_comes_first(world: World, caller: Caller, root: Path) -> None:
    busy = {
        f"busy/m{number}.py": "from busy.hub import hub\n\ndef use():\n    hub()\n"
        for number in range(6)
    }
    quiet = {"quiet/deep/still.py": "def still(): pass\n\ndef water():\n    still()\n"}
    write(root, busy | quiet | {"busy/hub.py": "def hub(): pass\n"})
    plain = await repo_map(world, caller, token_budget=4_000, names_only=True)
    for path in ("quiet", "quiet/", "quiet/deep", "quiet/deep/still.py"):
        told = await repo_map(
            world, caller, token_budget=4_000, names_only=True, focus_paths=(path,)
        )
        assert not told.unknown_paths
        assert told.map.index("still::still") < told.map.index("hub::hub")
    assert plain.map.index("hub::hub") < plain.map.index("still::still")


# Who was not edited since


async def test_a_changed_target_marks_its_callers_until_they_are_edited(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, LOOM)
    assert await stale(world, caller, "spin") == {"loom::cloth::weave": None}
    write(root, {"loom/yarn.py": "def spin(fibre: str, turns: int) -> str:\n    return fibre\n"})
    marked = {"loom::cloth::weave": "target-changed"}
    assert await stale(world, caller, "spin") == marked
    write(root, {"loom/other.py": "x = 1\n"})
    assert await stale(world, caller, "spin") == marked
    await world.code.store.reset(caller.project)
    await up_to_date(world, caller.project, str(root))
    assert await stale(world, caller, "spin") == marked
    text = (root / "loom/cloth.py").read_text(encoding="utf-8")
    write(root, {"loom/cloth.py": text.replace('spin("wool")', 'spin("wool", 2)')})
    assert await stale(world, caller, "spin") == {"loom::cloth::weave": None}


@pytest.mark.parametrize(
    "edited",
    [
        pytest.param("def spin(fibre: str) -> str:\n    return fibre.strip()\n", id="a-body"),
        pytest.param("# New.\ndef spin( fibre: str )  ->  str:\n    return fibre\n", id="a-layout"),
        pytest.param("def spin(fibre: str) -> str:\n    return fibre\n\ny = 1\n", id="a-neighbour"),
    ],
)
async def test_what_leaves_the_signature_marks_nobody(
    world: World, caller: Caller, root: Path, edited: str
) -> None:
    write(root, LOOM)
    await up_to_date(world, caller.project, str(root))
    write(root, {"loom/yarn.py": edited})
    assert await stale(world, caller, "spin") == {"loom::cloth::weave": None}


@pytest.mark.parametrize(
    ("name", "text", "same", "other"),
    [
        pytest.param(
            "m.py",
            "def f(x):\n    return x + 1\n",
            "# why\ndef f( x ):  # so\n\n    # because\n    return (x\n        + 1)\n".replace(
                "(x\n        + 1)", "x  +  1"
            ),
            "def f(x):\n    return x + 2\n",
            id="python",
        ),
        pytest.param(
            "m.ts",
            "function f(x: number) { return x + 1; }\n",
            "/* why */\nfunction f(x: number) {\n  // so\n  return x  + 1;\n}\n",
            "function f(x: number) { return x - 1; }\n",
            id="typescript",
        ),
        pytest.param(
            "m.js",
            "function f(x) { return x + 1; }\n",
            "function f( x ) {\n  /* so */ return x + 1;\n}\n",
            "function f(y) { return y + 1; }\n",
            id="javascript",
        ),
        pytest.param(
            "m.go",
            "package m\n\nfunc f(x int) int { return x + 1 }\n",
            "package m\n\n// f adds.\nfunc f(x int) int {\n\treturn x +\n\t\t1 // so\n}\n",
            "package m\n\nfunc f(x int) int { return x + 11 }\n",
            id="go",
        ),
    ],
)
async def test_a_syntax_hash_ignores_comments_and_layout_and_no_code(
    *, world: World, caller: Caller, root: Path, name: str, text: str, same: str, other: str
) -> None:
    hashes: list[str | None] = []
    for content in (text, same, other):
        (root / name).write_text(content, encoding="utf-8")
        hashes.append((await query_symbol(world, caller, name="m::f")).ast_hash)
    assert hashes[0] == hashes[1] != hashes[2]


# Languages


async def test_markup_in_scripts_and_members_of_every_form_are_read(
    world: World, caller: Caller, root: Path
) -> None:
    write(
        root,
        {
            "view.js": """
                import { icon } from './icon';

                export function View() { return <div title={icon()}>{[1, 2].map((n) => <b>{n}</b>)}</div>; }
                """,
            "icon.js": "export function icon() {}\n",
            "store.ts": """
                function logged(target: unknown) {}

                export enum Mode { On, Off }

                export class Store {
                  mode = Mode.On;
                  load = () => this.read();
                  @logged
                  read() {}
                }
                """,
        },
    )
    assert await callers(world, caller, "icon::icon") == {"view::View"}
    assert "store::Store::load" in await callers(world, caller, "store::Store::read")
    for name in ("store::Mode", "store::Store::load", "store::Store::read"):
        assert (await query_symbol(world, caller, name=name)).found
    told = await query_symbol(world, caller, name="view::View")
    assert told.index.files_in_part == 0


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_language_has_its_symbols(
    world: World, caller: Caller, root: Path, language: str
) -> None:
    write(root, a_repository(Random(5), language))
    told = await repo_map(world, caller, token_budget=10_000, names_only=True)
    assert told.symbols_total > 3
