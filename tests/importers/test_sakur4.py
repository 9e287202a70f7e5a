"""A Sakur4 store comes in: word for word, in its order, each rule where it held, nothing twice."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol, cast

import apsw
import pytest

from lockstitch.app.care import doctor
from lockstitch.app.fold import recall_fold
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.import_sakur4 import import_sakur4
from lockstitch.app.pin import standing_anchors
from lockstitch.app.projects import merge
from lockstitch.app.world import World
from lockstitch.domain.anchor import Scope
from lockstitch.domain.episode import Episode, Tier
from lockstitch.domain.errors import (
    ConflictError,
    InvalidArgumentError,
    NotFoundError,
)
from lockstitch.domain.ids import EpisodeId, ProjectId
from lockstitch.domain.store import ImportReport
from lockstitch.importers.sakur4 import Sakur4Reader
from tests.builders import a_caller, a_project, found, said
from tests.transfers import another_world, exported, imported, values_of

pytestmark = pytest.mark.anyio

START = datetime(2026, 9, 25, 10, 0, 0, 123456, tzinfo=UTC)

EPISODES = (
    "episode_id TEXT PRIMARY KEY, seq INTEGER NOT NULL UNIQUE, session_id TEXT NOT NULL,"
    " slot_id TEXT NOT NULL, role TEXT NOT NULL, content TEXT NOT NULL, tool_name TEXT,"
    " token_count INTEGER NOT NULL, created_at TEXT NOT NULL, fold_id TEXT,"
    " eviction_tier TEXT NOT NULL, droppable INTEGER NOT NULL, superseded_by TEXT,"
    " corrected_episode TEXT, raw_ref TEXT, meta_json TEXT"
)
EDGES = (
    "src_type TEXT, src_id TEXT, dst_type TEXT, dst_id TEXT, edge_kind TEXT,"
    " weight REAL NOT NULL DEFAULT 1.0, created_at TEXT,"
)
EDGE_KEY = " PRIMARY KEY (src_type, src_id, dst_type, dst_id, edge_kind)"
TABLES = {
    "meta": "key TEXT PRIMARY KEY, value TEXT",
    "project": (
        "project_id TEXT PRIMARY KEY, root_path TEXT, name TEXT, indexed_at TEXT, index_commit TEXT"
    ),
    "session": (
        "session_id TEXT PRIMARY KEY, project_id TEXT, slot_id TEXT, description TEXT,"
        " created_at TEXT, last_seen_at TEXT"
    ),
    "folds": (
        "fold_id TEXT PRIMARY KEY, session_id TEXT, slot_id TEXT, description TEXT, goal TEXT,"
        " status TEXT, opened_checkpoint_id TEXT, closed_checkpoint_id TEXT,"
        " opened_token_position INTEGER, result_summary TEXT, tokens_at_open INTEGER,"
        " tokens_reclaimed INTEGER, created_at TEXT, closed_at TEXT"
    ),
    "anchor_set": (
        "anchor_id TEXT PRIMARY KEY, content TEXT NOT NULL, kind TEXT NOT NULL, session_id TEXT,"
        " project_id TEXT, pinned_by TEXT, created_at TEXT"
    ),
    "semantic_atlas": (
        "atlas_id TEXT PRIMARY KEY, content TEXT NOT NULL, anchor_type TEXT, anchor_id TEXT,"
        " anchor_hash_at_write TEXT NOT NULL, model TEXT, project_id TEXT, session_id TEXT,"
        " created_at TEXT, regenerated_at TEXT"
    ),
    "symbolic_fact": (
        "fact_id TEXT PRIMARY KEY, kind TEXT, qualified_name TEXT, file_path TEXT,"
        " line_start INTEGER, line_end INTEGER, signature TEXT, ast_hash TEXT, source TEXT,"
        " project_id TEXT, parent_name TEXT, body TEXT, updated_at TEXT"
    ),
    "vectors": (
        "embedding_id TEXT PRIMARY KEY, source_table TEXT, source_id TEXT, dim INTEGER,"
        " model TEXT, norm REAL, vec BLOB, created_at TEXT"
    ),
    "receipt": "receipt_id TEXT PRIMARY KEY, session_id TEXT, slot_id TEXT, turn INTEGER",
    "provider_usage": "usage_id TEXT PRIMARY KEY, session_id TEXT, slot_id TEXT, turn INTEGER",
}
LATER = {"vectors": 2, "provider_usage": 3}
"""Since which schema a table is there, where that is not the first."""


def moment(number: int) -> str:
    """Return a time in the form of that store."""
    return (START + timedelta(seconds=number)).isoformat(timespec="microseconds")


class Driver(Protocol):
    """What we use of the driver, whose own stubs are partly unknown to checkers."""

    def execute(self, statements: str, bindings: Mapping[str, object], /) -> object: ...


def run(connection: apsw.Connection, sql: str, binds: Mapping[str, object] | None = None) -> None:
    """Do what *sql* says."""
    cast("Driver", connection).execute(sql, binds or {})


class Sakur4File:
    """A store of that tool, as its table of columns describes it."""

    def __init__(self, path: Path, *, version: int = 4) -> None:
        self.path = path
        self.version = version
        path.parent.mkdir(parents=True, exist_ok=True)
        self.connection = apsw.Connection(str(path))
        self._episodes = 0
        self.run("PRAGMA journal_mode = wal")
        columns = dict(TABLES) | {
            "episodic_stream": EPISODES + (", project_id TEXT" if version >= 3 else ""),
            "dependency_graph_edge": EDGES
            + (" target_hash TEXT," if version >= 4 else "")
            + EDGE_KEY,
        }
        for table, text in columns.items():
            if version >= LATER.get(table, 1):
                self.run(f"CREATE TABLE {table} ({text})")
        self.add("meta", key="schema_version", value=str(version))

    def close(self) -> Path:
        """Close the store as its own program does; return where it is."""
        self.connection.close()
        return self.path

    def add(self, table: str, **values: object) -> None:
        """Insert a row."""
        names = ", ".join(values)
        marks = ", ".join(f":{name}" for name in values)
        self.run(f"INSERT INTO {table} ({names}) VALUES ({marks})", values)  # noqa: S608 - ours

    def project(self, name: str, *, root: str) -> str:
        """Add a project; return its id."""
        project = f"proj_{name}"
        self.add("project", project_id=project, root_path=root, name=name)
        return project

    def session(self, session: str, *, project: str | None) -> str:
        """Add a session; return its id."""
        self.add(
            "session",
            session_id=session,
            project_id=project,
            slot_id="0",
            created_at=moment(0),
            last_seen_at=moment(500),
        )
        return session

    def episode(self, content: object, **changed: object) -> str:
        """Add an episode; return its id."""
        self._episodes += 1
        episode = f"ep_{self._episodes:032x}"
        values: dict[str, object] = {
            "episode_id": episode,
            "seq": self._episodes,
            "session_id": "default",
            "slot_id": "0",
            "role": "user",
            "content": content,
            "token_count": 9,
            "created_at": moment(self._episodes),
            "eviction_tier": "live",
            "droppable": 0,
        }
        if self.version >= 3:
            values["project_id"] = None
        self.add("episodic_stream", **(values | changed))
        return episode

    def correct(self, content: str, *, corrects: str, **changed: object) -> str:
        """Add an episode that corrects another, with all that follows there."""
        episode = self.episode(content, **changed)
        self.run(
            "UPDATE episodic_stream SET superseded_by = :by, droppable = 1 WHERE episode_id = :of",
            {"by": episode, "of": corrects},
        )
        self.add(
            "dependency_graph_edge",
            src_type="episode",
            src_id=episode,
            dst_type="episode",
            dst_id=corrects,
            edge_kind="supersedes",
            created_at=moment(0),
        )
        return episode

    def rule(self, name: str, content: str, **changed: object) -> str:
        """Add a pinned rule; return its id."""
        anchor = f"anc_{name}"
        values = {"kind": "task_contract", "pinned_by": "agent", "created_at": moment(0)}
        self.add("anchor_set", **({"anchor_id": anchor, "content": content} | values | changed))
        return anchor

    def run(self, sql: str, binds: Mapping[str, object] | None = None) -> None:
        """Do what *sql* says."""
        run(self.connection, sql, binds)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the folder of the project that the store is about."""
    folder = tmp_path / "loom"
    folder.mkdir()
    return folder


@pytest.fixture
def sakur4(tmp_path: Path, root: Path) -> Iterator[Sakur4File]:
    """Return a store of one project with one session."""
    store = Sakur4File(tmp_path / "there" / "sakur4.db")
    store.session("default", project=store.project("loom", root=str(root)))
    yield store
    store.connection.close()


async def taken(world: World, path: Path, *, dry_run: bool = False) -> ImportReport:
    """Import the store at *path*."""
    return await import_sakur4(world, path, dry_run=dry_run, told=lambda _, __: None)


async def project_named(world: World, name: str) -> ProjectId:
    project = await world.projects.get(name)
    assert project is not None
    return project.id


async def episodes_of(world: World, project: ProjectId) -> list[Episode]:
    return list(await world.episodes.after(project, position=0, limit=1_000))


# What comes.


async def test_turns_come_word_for_word_in_their_order(world: World, sakur4: Sakur4File) -> None:
    planes = "é \u202e\u4e16 \U0001f9f5 \U0010fffd\r\n\u2028\x01"
    first = sakur4.episode(planes)
    sakur4.episode('{"port": 8080}', role="tool", tool_name="curl")
    last = sakur4.episode("", role="assistant", seq=99)
    report = await taken(world, sakur4.close())
    assert report.added == {"project": 1, "place": 1, "session": 1, "episode": 3}
    assert (report.refused, report.notes) == ((), ())
    project = await project_named(world, "loom")
    episodes = await episodes_of(world, project)
    assert [(e.id, e.seq, e.content) for e in episodes] == [
        (first, 1, planes),
        (f"ep_{2:032x}", 2, '{"port": 8080}'),
        (last, 3, ""),
    ]
    assert [e.created_at for e in episodes] == [START + timedelta(seconds=n) for n in (1, 2, 3)]
    assert episodes[1].tool_name == "curl"
    assert episodes[0].token_count == world.tokens.count(planes)
    (session,) = await world.catalogue.sessions(project, limit=9)
    assert (session.session_id, session.client) == ("default", "sakur4")
    assert (session.created_at, session.last_seen_at) == (START, START + timedelta(seconds=500))
    assert (await doctor(world)).sound


async def test_recall_finds_turns_and_the_facts_that_are_parsed_anew(
    world: World, sakur4: Sakur4File
) -> None:
    sakur4.episode('{"listenPort": 8080}', role="tool", tool_name="curl")
    sakur4.episode("the widget is blue")
    await taken(world, sakur4.close())
    caller = a_caller(await project_named(world, "loom"))
    assert [p.text for p in await found(world, caller, "widget")] == ["the widget is blue"]
    assert "symbolic_fact" in {p.kind for p in await found(world, caller, "listen port")}


async def test_a_correction_comes_with_its_edge_and_its_state(
    world: World, sakur4: Sakur4File
) -> None:
    wrong = sakur4.episode("the port is 8080")
    right = sakur4.correct("no: 9090", corrects=wrong)
    report = await taken(world, sakur4.close())
    assert report.added["edge"] == 1
    (episode, by) = await world.episodes.get([EpisodeId(wrong), EpisodeId(right)])
    assert (episode.superseded_by, episode.droppable, by.corrects) == (right, True, wrong)
    caller = a_caller(await project_named(world, "loom"))
    stale = [p for p in await found(world, caller, "port") if p.stale]
    assert [(p.id, p.current_value) for p in stale] == [(wrong, "no: 9090")]


@pytest.mark.parametrize("tier", [*Tier])
async def test_a_tier_stays_as_deep_as_it_was(world: World, sakur4: Sakur4File, tier: Tier) -> None:
    episode = sakur4.episode("hello", eviction_tier=tier.value, droppable=1)
    await taken(world, sakur4.close())
    (got,) = await world.episodes.get([EpisodeId(episode)])
    assert (got.tier, got.droppable) == (tier, True)


async def test_folds_come_with_what_is_in_them(world: World, sakur4: Sakur4File) -> None:
    step = sakur4.episode("a step", fold_id="fold_1", eviction_tier="referenced")
    summary = sakur4.episode("found it", role="internal")
    common = {"session_id": "default", "slot_id": "0", "description": "look", "goal": "find"}
    ended = {"closed_checkpoint_id": summary, "result_summary": "found it", "tokens_reclaimed": 7}
    sakur4.add(
        "folds",
        fold_id="fold_1",
        status="closed",
        tokens_at_open=12,
        created_at=moment(0),
        closed_at=moment(3),
        **common,
        **ended,
    )
    sakur4.add("folds", fold_id="fold_2", status="open", created_at=moment(4), **common)
    sakur4.episode("in the open one", fold_id="fold_2")
    report = await taken(world, sakur4.close())
    assert report.added["fold"] == 2
    assert report.notes == (
        "1 folds are open: close each with lockstitch unfold, or give it up with fold --abandon",
    )
    caller = a_caller(await project_named(world, "loom"), session_id="default")
    trace = await recall_fold(world, caller, fold_id="fold_1")
    assert [one.episode_id for one in trace.episodes] == [step]
    assert (trace.result_summary, trace.summary_episode_id) == ("found it", summary)
    assert (trace.tokens_at_open, trace.tokens_reclaimed, trace.episode_count) == (12, 7, 1)
    assert [fold.id for fold in await world.folds.open_of(caller.project)] == ["fold_2"]
    assert "a step" not in {p.text for p in await found(world, caller, "step")}


async def test_credentials_are_masked_as_on_every_way_in(world: World, sakur4: Sakur4File) -> None:
    credential = "gh" + "p_" + "0123456789abcdefghijklmnopqrstuvwxyz"[:36]
    episode = sakur4.episode(f"use {credential} for it")
    sakur4.rule("1", f"Never print {credential}", project_id="proj_loom")
    report = await taken(world, sakur4.close())
    (got,) = await world.episodes.get([EpisodeId(episode)])
    assert "[masked:" in got.content
    assert credential not in "".join(await exported(world))
    assert report.notes == ("2 credentials were masked",)


async def test_what_is_not_imported_yet_is_counted(world: World, sakur4: Sakur4File) -> None:
    sakur4.episode("hello")
    sakur4.add("semantic_atlas", atlas_id="a1", content="x", anchor_hash_at_write="h")
    sakur4.add("symbolic_fact", fact_id="f1", source="tree_sitter")
    sakur4.add("symbolic_fact", fact_id="f2", source="tool_output_parser")
    for number in range(2):
        sakur4.add("receipt", receipt_id=f"r{number}")
        sakur4.add("provider_usage", usage_id=f"u{number}")
        sakur4.add("vectors", embedding_id=f"v{number}")
    report = await taken(world, sakur4.close())
    assert report.notes == (
        "not imported yet: 1 atlas entries",
        "not imported yet: 1 symbols of code",
        "not imported yet: 2 receipts",
        "not imported yet: 2 provider usage",
        "not imported yet: 2 vectors",
    )


# Where it goes.


async def test_a_project_that_is_known_here_is_the_same_one(
    world: World, sakur4: Sakur4File, root: Path
) -> None:
    own = await a_project(world, root)
    await said(world, a_caller(own, session_id="own"), "from here")
    sakur4.episode("from there")
    report = await taken(world, sakur4.close())
    assert "project" not in report.added
    assert [(e.seq, e.content) for e in await episodes_of(world, own)] == [
        (1, "from here"),
        (2, "from there"),
    ]


async def test_the_project_of_an_import_is_recognised_in_its_folder(
    world: World, sakur4: Sakur4File, root: Path
) -> None:
    sakur4.episode("from there")
    await taken(world, sakur4.close())
    assert await a_project(world, root) == await project_named(world, "loom")


async def test_a_folder_that_is_gone_still_names_its_project(
    world: World, sakur4: Sakur4File, root: Path
) -> None:
    gone = root / "gone"
    sakur4.run("UPDATE project SET root_path = :root", {"root": str(gone)})
    sakur4.episode("from there")
    await taken(world, sakur4.close())
    project = await world.projects.get("loom")
    assert project is not None
    assert project.directories == (str(gone),)
    assert (await taken(world, sakur4.path)).added == {}


async def test_a_session_that_several_projects_share_is_one_in_each(
    world: World, sakur4: Sakur4File, tmp_path: Path
) -> None:
    other = sakur4.project("shuttle", root=str(tmp_path / "shuttle"))
    sakur4.episode("of the loom")
    sakur4.episode("of the shuttle", project_id=other)
    report = await taken(world, sakur4.close())
    assert report.added["session"] == 2
    for name in ("loom", "shuttle"):
        project = await project_named(world, name)
        assert [e.content for e in await episodes_of(world, project)] == [f"of the {name}"]


async def test_an_older_store_names_projects_by_its_sessions_alone(
    world: World, tmp_path: Path, root: Path
) -> None:
    store = Sakur4File(tmp_path / "attic" / "sakur4.db", version=2)
    store.session("s1", project=store.project("loom", root=str(root)))
    store.session("s2", project=None)
    wrong = store.episode("of the loom", session_id="s1")
    store.correct("of the loom too", corrects=wrong, session_id="s1")
    store.episode("nobody's", session_id="s2")
    store.episode("of no session either", session_id="s3")
    report = await taken(world, store.close())
    assert report.added["episode"] == 4
    assert report.notes == ("2 episodes name no project: they went to attic",)
    loom, attic = [await project_named(world, name) for name in ("loom", "attic")]
    assert len(await episodes_of(world, loom)) == 2
    assert [e.content for e in await episodes_of(world, attic)] == [
        "nobody's",
        "of no session either",
    ]
    assert (await taken(world, store.path)).added == {}


async def test_a_session_whose_name_is_taken_keeps_apart(
    world: World, sakur4: Sakur4File, root: Path
) -> None:
    own = await a_project(world, root)
    await said(world, a_caller(own, session_id="default"), "from here")
    sakur4.episode("from there")
    sakur4.rule("1", "In that session", session_id="default")
    path = sakur4.close()
    await taken(world, path)
    names = {s.session_id: s.client for s in await world.catalogue.sessions(own, limit=9)}
    assert names == {"default": None, "default~2": "sakur4"}
    (rule,) = await world.anchors.standing(own)
    assert rule.session_id == "default~2"
    assert (await taken(world, path)).added == {}


# Rules never leak.


async def test_rules_hold_where_they_held(world: World, sakur4: Sakur4File) -> None:
    sakur4.episode("hello")
    sakur4.rule("a", "  Of the project ", project_id="proj_loom", kind="safety_constraint")
    sakur4.rule("b", "Of the session", session_id="default", pinned_by="auto:prohibition")
    sakur4.rule("c", "Of nobody")
    await taken(world, sakur4.close())
    caller = a_caller(await project_named(world, "loom"), session_id="default")
    rules = {
        one.id: (one.content, one.kind.value, one.scope, one.session_id, one.pinned_by)
        for one in await standing_anchors(world, caller)
    }
    assert rules == {
        "anc_a": ("Of the project", "safety_constraint", Scope.PROJECT, None, "agent"),
        "anc_b": ("Of the session", "task_contract", Scope.SESSION, "default", "auto:prohibition"),
        "anc_c": ("Of nobody", "task_contract", Scope.PROJECT, None, "agent"),
    }


async def test_a_rule_that_may_be_of_several_projects_is_left_to_the_person(
    world: World, sakur4: Sakur4File, tmp_path: Path
) -> None:
    other = sakur4.project("shuttle", root=str(tmp_path / "shuttle"))
    sakur4.session("apart", project=other)
    sakur4.episode("of the loom")
    sakur4.episode("of the shuttle", project_id=other)
    sakur4.rule("a", "Of nobody")
    sakur4.rule("b", "Of a session that both share", session_id="default")
    sakur4.rule("c", "Of a session of one", session_id="apart")
    report = await taken(world, sakur4.close())
    assert report.added["anchor"] == 1
    assert len(report.notes) == 2
    for note, text in zip(report.notes, ("Of nobody", "Of a session that both"), strict=True):
        assert "names no project" in note
        assert text in note
    loom, shuttle = [await project_named(world, name) for name in ("loom", "shuttle")]
    assert await world.anchors.standing(loom) == []
    assert [one.id for one in await world.anchors.standing(shuttle)] == ["anc_c"]


# What cannot come.


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        pytest.param({"content": "a\0b"}, "content holds a NUL character", id="nul"),
        pytest.param({"content": b"\xff\xfe"}, "its content is bytes", id="bytes"),
        pytest.param({"role": "king"}, "its role is 'king'", id="role"),
        pytest.param({"created_at": "soon"}, "its created_at is no time", id="time"),
        pytest.param({"session_id": " "}, "session_id is blank", id="blank-session"),
        pytest.param({"tool_name": "x" * 501}, "tool_name has 501", id="long-tool"),
        pytest.param({"episode_id": "../etc"}, "its episode_id is '../etc'", id="id"),
        pytest.param({"content": "x" * 10_000_001}, "content has 10000001 bytes", id="too-large"),
    ],
)
async def test_a_turn_that_cannot_be_stored_is_refused_alone(
    world: World, sakur4: Sakur4File, changed: dict[str, object], reason: str
) -> None:
    first = sakur4.episode("kept")
    content = changed.pop("content", "hello")
    bad = str(changed.get("episode_id", sakur4.episode(content, **changed)))
    sakur4.correct("of what is refused", corrects=bad)
    report = await taken(world, sakur4.close())
    assert len(report.refused) == 1
    assert report.refused[0].startswith(f"episode {bad}: ")
    assert reason in report.refused[0]
    assert report.added["episode"] == 2
    assert report.notes == ("1 corrections lead to what did not come: left out",)
    assert await world.episodes.get([EpisodeId(first)])
    assert (await doctor(world)).sound


async def test_text_that_is_no_utf8_is_refused_alone(world: World, sakur4: Sakur4File) -> None:
    sakur4.episode("kept")
    sakur4.episode("x")
    sakur4.run("UPDATE episodic_stream SET content = CAST(x'ff41' AS TEXT) WHERE seq = 2")
    report = await taken(world, sakur4.close())
    assert report.added["episode"] == 1
    assert "no UTF-8" in report.refused[0]


async def test_rules_and_folds_that_cannot_be_stored_are_refused_alone(
    world: World, sakur4: Sakur4File
) -> None:
    sakur4.episode("hello", fold_id="fold_1")
    sakur4.rule("a", "   ")
    sakur4.rule("b", "x" * 8_001)
    sakur4.rule("c", "fine", kind="wish")
    common = {"session_id": "default", "slot_id": "0", "created_at": moment(0)}
    sakur4.add("folds", fold_id="fold_1", status="lost", description="d", goal="g", **common)
    sakur4.add("folds", fold_id="fold_2", status="open", description=" ", goal="g", **common)
    report = await taken(world, sakur4.close())
    assert [one.partition(":")[0] for one in report.refused] == [
        "fold fold_1",
        "fold fold_2",
        "rule anc_a",
        "rule anc_b",
        "rule anc_c",
    ]
    assert report.added == {"project": 1, "place": 1, "session": 1, "episode": 1}
    assert report.notes == ("1 episodes name a fold that did not come: they stay in the window",)


async def test_what_was_purged_here_does_not_come_back(world: World, sakur4: Sakur4File) -> None:
    gone = sakur4.episode("the secret word is xyzzy")
    path = sakur4.close()
    await taken(world, path)
    caller = a_caller(await project_named(world, "loom"))
    await purge(world, await plan_purge(world, caller, gone))
    report = await taken(world, path)
    assert report.refused == (f"episode {gone} was purged here and does not come back",)
    assert "xyzzy" not in "".join(await exported(world))


# Once, all or nothing.


async def a_busy_store(store: Sakur4File) -> None:
    wrong = store.episode("wrong")
    store.correct("right", corrects=wrong)
    store.episode("a step", fold_id="fold_1")
    store.add(
        "folds",
        fold_id="fold_1",
        session_id="default",
        slot_id="0",
        description="look",
        goal="find",
        status="open",
        created_at=moment(0),
    )
    store.rule("a", "Of nobody")


async def test_a_second_import_adds_nothing(world: World, sakur4: Sakur4File) -> None:
    await a_busy_store(sakur4)
    path = sakur4.close()
    first = await taken(world, path)
    lines = await exported(world)
    second = await taken(world, path)
    assert second.added == {}
    assert second.present.items() <= first.added.items()
    assert await exported(world) == lines


async def test_a_second_import_adds_what_came_to_it_since(
    world: World, sakur4: Sakur4File, root: Path
) -> None:
    await a_busy_store(sakur4)
    await taken(world, sakur4.path)
    own = await project_named(world, "loom")
    await merge(world, own, into=await a_project(world, root.parent / "into"))
    sakur4.correct("righter", corrects=f"ep_{2:032x}")
    report = await taken(world, sakur4.close())
    assert report.added == {"episode": 1, "edge": 1}
    project = await a_project(world, root.parent / "into")
    contents = [e.content for e in await episodes_of(world, project)]
    assert contents == ["wrong", "right", "a step", "righter"]


async def test_a_dry_run_gives_the_same_report_and_changes_nothing(
    world: World, sakur4: Sakur4File
) -> None:
    await a_busy_store(sakur4)
    sakur4.episode("a\0b")
    path = sakur4.close()
    before = await exported(world)
    planned = await taken(world, path, dry_run=True)
    assert await exported(world) == before
    assert await taken(world, path) == planned


async def test_progress_is_told_to_the_end(world: World, sakur4: Sakur4File) -> None:
    for number in range(250):
        sakur4.episode(f"turn {number}")
    told: list[tuple[int, int]] = []
    await import_sakur4(
        world, sakur4.close(), dry_run=True, told=lambda done, total: told.append((done, total))
    )
    assert told == [(100, 250), (200, 250), (250, 250)]


async def test_an_altered_store_is_a_conflict_and_changes_nothing(
    world: World, sakur4: Sakur4File
) -> None:
    sakur4.episode("as it was")
    await taken(world, sakur4.path)
    sakur4.run("UPDATE episodic_stream SET content = 'as it was not'")
    sakur4.episode("and one more")
    before = await exported(world)
    with pytest.raises(ConflictError, match="is here with another content_sha256"):
        await taken(world, sakur4.close())
    assert await exported(world) == before


@pytest.fixture
def other(tmp_path: Path) -> Iterator[World]:
    """Open an empty store beside `world`."""
    opened = another_world(tmp_path / "other")
    yield opened
    opened.close()


async def test_what_came_goes_out_like_all_else(
    world: World, other: World, sakur4: Sakur4File
) -> None:
    await a_busy_store(sakur4)
    path = sakur4.close()
    await taken(world, path)
    lines = await exported(world)
    await imported(other, lines)
    assert await exported(other) == lines
    assert (await taken(other, path)).added == {}  # from both ways it is the same


# The other store is only read.


def beside(path: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in path.parent.iterdir()}


async def test_a_closed_store_is_left_as_it_was(world: World, sakur4: Sakur4File) -> None:
    sakur4.episode("hello")
    path = sakur4.close()
    before = beside(path)
    assert list(before) == ["sakur4.db"]
    await taken(world, path)
    assert beside(path) == before


async def test_a_store_in_use_is_read_with_what_is_in_its_log(
    world: World, sakur4: Sakur4File
) -> None:
    sakur4.episode("not yet in the file itself")
    before = beside(sakur4.path)
    assert sorted(before) == ["sakur4.db", "sakur4.db-shm", "sakur4.db-wal"]
    assert (await taken(world, sakur4.path)).added["episode"] == 1
    after = beside(sakur4.path)
    assert sorted(after) == sorted(before)
    assert after["sakur4.db"] == before["sakur4.db"]
    assert after["sakur4.db-wal"] == before["sakur4.db-wal"]
    sakur4.episode("it can be written on")


def test_a_store_that_is_written_to_meanwhile_is_noticed(sakur4: Sakur4File) -> None:
    for number in range(3):
        sakur4.episode(f"turn {number}")
    path = sakur4.close()
    with Sakur4Reader().open(path) as store:
        episodes = store.episodes()
        next(episodes)
        with closing(apsw.Connection(str(path))) as writer:
            run(writer, "INSERT INTO meta VALUES ('a', 'b')")
        with pytest.raises(ConflictError, match="was written to while it was read"):
            list(episodes)


async def test_a_store_in_a_folder_that_may_not_be_written_is_read(
    world: World, sakur4: Sakur4File
) -> None:
    sakur4.episode("hello")
    path = sakur4.close()
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        assert (await taken(world, path)).added["episode"] == 1
    finally:
        path.parent.chmod(0o700)


async def test_a_newer_schema_is_read_as_far_as_it_is_known(
    world: World, tmp_path: Path, root: Path
) -> None:
    store = Sakur4File(tmp_path / "there" / "sakur4.db", version=9)
    store.session("default", project=store.project("loom", root=str(root)))
    store.episode("hello")
    report = await taken(world, store.close())
    assert report.added["episode"] == 1
    assert report.notes[0].startswith("the store has schema 9, and 4 is known")


async def test_an_empty_store_adds_its_project_alone(world: World, sakur4: Sakur4File) -> None:
    path = sakur4.close()
    assert (await taken(world, path)).added == {"project": 1, "place": 1}
    assert (await taken(world, path)).added == {}


async def test_what_is_no_such_store_is_said_to_be_none(world: World, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        await taken(world, tmp_path / "nothing.db")
    text = tmp_path / "text.db"
    text.write_text(json.dumps({"no": "store"}) * 100)
    with pytest.raises(InvalidArgumentError, match="is no SQLite file, or it is enciphered"):
        await taken(world, text)
    another = tmp_path / "another.db"
    with closing(apsw.Connection(str(another))) as connection:
        run(connection, "CREATE TABLE recipe (name TEXT)")
    with pytest.raises(InvalidArgumentError, match="is no Sakur4 store"):
        await taken(world, another)
    assert len(values_of(await exported(world))) == 0
