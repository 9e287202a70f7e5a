"""Readers of data sets give the one shape, and say in a sentence what is wrong with a file."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.datasets.beam import read_beam
from bench.datasets.devmembench import read_devmembench
from bench.datasets.locomo import read_locomo
from bench.datasets.longmemeval import read_longmemeval
from bench.datasets.own import read_own
from bench.datasets.remem import read_remem
from bench.datasets.shape import Asked, Corpus, Dataset, DatasetError, Item, Level
from tests.bench.shapes import (
    a_beam,
    a_beam_chat,
    a_devmembench,
    a_locomo,
    a_longmemeval,
    a_remem,
    beam_probes,
    written,
)


def test_a_dialogue_comes_in_the_order_of_its_sessions(tmp_path: Path) -> None:
    (corpus,) = read_locomo(written(tmp_path / "l.json", a_locomo())).projects
    assert corpus.items == [
        Item(unit="D2:1", session="session_2", text="Ana: Hello!", at="2023-01-01T00:00:00+00:00"),
        Item(
            unit="D2:2",
            session="session_2",
            text="Ana: Look [photo: a red kite]",
            at="2023-01-01T00:00:00+00:00",
        ),
        Item(
            unit="D10:1",
            session="session_10",
            text="Ben: My boat is called Alba.",
            at="2023-05-03T21:05:00+00:00",
        ),
    ]


def test_evidence_is_read_in_all_its_spellings_and_a_question_without_any_is_left_out(
    tmp_path: Path,
) -> None:
    (corpus,) = read_locomo(written(tmp_path / "l.json", a_locomo())).projects
    assert [(one.gold, one.sessions, one.category) for one in corpus.questions] == [
        ({"D10:1"}, {"session_10"}, "single-hop"),
        ({"D10:1", "D2:2"}, {"session_10", "session_2"}, "multi-hop"),
    ]


def test_ids_of_sessions_do_not_give_the_evidence_away(tmp_path: Path) -> None:
    dataset = read_longmemeval(written(tmp_path / "l.json", a_longmemeval()))
    for corpus in dataset.projects:
        told = [(item.unit, item.session, item.text) for item in corpus.items]
        assert "answer" not in json.dumps(told)


def test_a_haystack_keeps_both_sides_with_their_times_and_drops_what_is_blank(
    tmp_path: Path,
) -> None:
    corpus, _ = read_longmemeval(written(tmp_path / "l.json", a_longmemeval())).projects
    assert [(one.session, one.role, one.text, one.at) for one in corpus.items] == [
        ("s1", "user", "I keep bees.", "2023-05-20T02:21:00+00:00"),
        ("s1", "assistant", "How many hives?", "2023-05-20T02:21:00+00:00"),
        ("s2", "user", "My sister lives in Porto.", "2023-05-21T10:00:00+00:00"),
    ]
    assert corpus.questions == [
        Asked(
            text="Where does my sister live?",
            gold=frozenset({corpus.items[2].unit}),
            sessions=frozenset({"s2"}),
            category="single-session-user",
        )
    ]


def test_an_abstention_has_no_gold_though_the_file_names_sessions(tmp_path: Path) -> None:
    _, corpus = read_longmemeval(written(tmp_path / "l.json", a_longmemeval())).projects
    (asked,) = corpus.questions
    assert (asked.answerable, asked.category) == (False, "abstention")


def test_messages_lose_the_place_in_their_plan_and_keep_the_time_of_their_batch(
    tmp_path: Path,
) -> None:
    (corpus,) = read_beam(a_beam(tmp_path / "100K")).projects
    assert [(one.unit, one.session, one.text, one.at) for one in corpus.items] == [
        ("0", "batch 1", "Plan it?", "2024-03-15T00:00:00+00:00"),
        ("1", "batch 1", "Gladly: a -> b.", "2024-03-15T00:00:00+00:00"),
        ("2", "batch 2", "The port is 8080", None),
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param("Plan it? ->-> 12,3", "Plan it?", id="batch-and-bullet"),
        pytest.param("Plan it? ->-> 2,N/A", "Plan it?", id="no-bullet"),
        pytest.param("(plan it ->-> 5,14)", "(plan it)", id="in-brackets"),
        pytest.param("ptr ->-> next", "ptr ->-> next", id="what-was-said"),
    ],
)
def test_only_the_place_in_the_plan_is_taken_off(content: str, said: str, tmp_path: Path) -> None:
    folder = a_beam(tmp_path / "100K")
    chat = a_beam_chat()
    chat[0]["turns"][0][0]["content"] = content
    written(folder / "3" / "chat.json", chat)
    assert read_beam(folder).projects[0].items[0].text == said


def test_sources_are_found_however_deep_and_only_abstention_is_silence(tmp_path: Path) -> None:
    (corpus,) = read_beam(a_beam(tmp_path / "100K")).projects
    assert [(one.category, one.gold) for one in corpus.questions] == [
        ("abstention", frozenset()),
        ("contradiction resolution", {"0", "2"}),
        ("event ordering", {"0", "2"}),
    ]


def test_a_chat_that_was_cut_is_read_in_the_place_of_the_whole_one(tmp_path: Path) -> None:
    folder = a_beam(tmp_path / "100K")
    written(folder / "3" / "chat_trunecated.json", a_beam_chat()[:1])
    (corpus,) = read_beam(folder).projects
    assert [item.unit for item in corpus.items] == ["0", "1"]


def test_coding_sessions_have_sessions_as_gold(tmp_path: Path) -> None:
    dataset = read_devmembench(a_devmembench(tmp_path))
    (corpus,) = dataset.projects
    assert dataset.levels == (Level.SESSIONS,)
    assert [(one.unit, one.role, one.at) for one in corpus.items] == [
        ("S01/0", "user", "2025-01-15T00:00:00+00:00"),
        ("S01/1", "assistant", "2025-01-15T00:00:00+00:00"),
        ("S02/0", "user", None),
    ]
    assert [(one.sessions, one.answerable) for one in corpus.questions] == [
        ({"S01"}, True),
        (frozenset(), False),
    ]


def test_a_reference_means_the_memories_that_have_all_it_names(tmp_path: Path) -> None:
    (corpus,) = read_remem(written(tmp_path / "g.json", a_remem())).projects
    assert [(one.category, one.gold) for one in corpus.questions] == [
        ("paraphrase", {"0"}),
        ("multi_hop", {"0", "1"}),
        ("abstention", frozenset()),
    ]
    assert corpus.items[0].at == "2023-11-14T22:13:20+00:00"


def test_our_own_half_asks_its_facts_and_what_they_do_not_answer(tmp_path: Path) -> None:
    (tmp_path / "paraphrase_tune.jsonl").write_text(
        '{"id": "p1", "fact": "The gate is green.", "question": "Which hue?", "domain": "x"}\n\n',
        encoding="utf-8",
    )
    (tmp_path / "silence_tune.jsonl").write_text(
        '{"id": "s1", "prompt": "Thanks!", "kind": "small-talk"}\n', encoding="utf-8"
    )
    (corpus,) = read_own("tune", folder=tmp_path).projects
    assert corpus.items == [Item(unit="p1", session="p1", text="The gate is green.")]
    assert corpus.questions == [
        Asked(text="Which hue?", gold=frozenset({"p1"}), category="paraphrase"),
        Asked(text="Thanks!", category="small-talk"),
    ]


def test_our_own_tune_half_is_whole() -> None:
    (corpus,) = read_own("tune").projects
    assert len(corpus.items) == 140
    assert sum(one.answerable for one in corpus.questions) == 140
    assert len(corpus.questions) == 248


def test_a_part_counts_projects_from_one(tmp_path: Path) -> None:
    dataset = read_longmemeval(written(tmp_path / "l.json", a_longmemeval()))
    assert [one.name for one in dataset.part(2, 6).projects] == ["q2_abs"]


@pytest.mark.parametrize(
    ("read", "value", "said"),
    [
        pytest.param(read_locomo, {"a": 1}, "is no list", id="an-object-for-a-list"),
        pytest.param(read_locomo, [7], "[0] is no object", id="a-number-for-an-object"),
        pytest.param(read_locomo, [{"x": 1}], "[0] has no 'conversation'", id="nothing-in-it"),
        pytest.param(
            read_locomo,
            a_locomo(qa=[{"evidence": ["D2:1"]}]),
            "[0].qa[0] has no 'question'",
            id="no-question",
        ),
        pytest.param(
            read_locomo,
            a_locomo(qa=[{"question": "?", "evidence": "D2:1"}]),
            "[0].qa[0].evidence is no list",
            id="evidence-as-text",
        ),
        pytest.param(
            read_longmemeval,
            a_longmemeval(haystack_dates=[]),
            "[0] has 2 haystack_session_ids, 0 haystack_dates and 2 haystack_sessions",
            id="lists-of-other-lengths",
        ),
        pytest.param(
            read_longmemeval,
            a_longmemeval(answer_session_ids=["answer_9"]),
            "[0] has the answer in 'answer_9', which is no session of it",
            id="an-answer-that-is-nowhere",
        ),
        pytest.param(
            read_longmemeval,
            a_longmemeval(haystack_sessions=[[], [{"role": "bard", "content": "x"}]]),
            "has the role 'bard', not user or assistant",
            id="a-role-that-there-is-not",
        ),
        pytest.param(
            read_remem,
            a_remem() | {"queries": [{"query": "q", "slice": "s", "evidence_refs": [{"scope": "z"}]}]},
            "queries[0].evidence_refs[0] means no memory of the corpus",
            id="a-reference-to-nothing",
        ),
        pytest.param(
            read_remem,
            {"corpus": [{"title": "", "content": "", "created_at_epoch": 10**30}], "queries": []},
            "corpus[0].created_at_epoch is no time",
            id="a-time-beyond-all-times",
        ),
    ],
)  # fmt: skip
def test_a_file_of_another_shape_is_told_with_the_place(
    read: Callable[[Path], Dataset], value: object, said: str, tmp_path: Path
) -> None:
    path = written(tmp_path / "data.json", value)
    with pytest.raises(DatasetError) as caught:
        read(path)
    assert str(caught.value).startswith(str(path))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"{", "is no JSON", id="cut"),
        pytest.param(b"[" * 100_000, "is no JSON", id="too-deep"),
        pytest.param(b"\xff\xfe", "is no UTF-8", id="bytes"),
        pytest.param(None, "cannot be read: No such file or directory", id="missing"),
    ],
)
def test_a_file_that_is_no_json_is_told(content: bytes | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DatasetError, match=said):
        read_locomo(path)


def test_a_folder_without_chats_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="holds no numbered folders"):
        read_beam(tmp_path)
    with pytest.raises(DatasetError, match="cannot be read"):
        read_beam(tmp_path / "nowhere")


def test_a_corpus_with_evidence_that_is_nowhere_cannot_be_built() -> None:
    item = Item(unit="u", session="s", text="x")
    corpus = Corpus(name="c", items=[item], questions=[])
    with pytest.raises(DatasetError, match="'v' is nowhere in it"):
        replace(corpus, questions=[Asked(text="?", gold=frozenset({"v"}))])
    with pytest.raises(DatasetError, match="names a unit twice"):
        replace(corpus, items=[item, item])


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def _spots(value: object) -> list[tuple[dict[Any, object] | list[object], Any]]:
    """Return every container in *value* with each of its keys."""
    found: list[tuple[dict[Any, object] | list[object], Any]] = []
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        found += [(fields, key) for key in fields]
        found += [spot for inner in fields.values() for spot in _spots(inner)]
    elif isinstance(value, list):
        items = cast("list[object]", value)
        found += [(items, place) for place in range(len(items))]
        found += [spot for inner in items for spot in _spots(inner)]
    return found


def _outcome(read: Callable[[Path], Dataset], path: Path) -> str:
    try:
        return read(path).name
    except DatasetError as error:
        return str(error)


_FILES: dict[str, tuple[Callable[[Path], Dataset], str, Callable[[], object]]] = {
    "locomo": (read_locomo, "one.json", a_locomo),
    "longmemeval": (read_longmemeval, "one.json", a_longmemeval),
    "remem": (read_remem, "one.json", a_remem),
    "beam-chat": (lambda p: read_beam(p.parents[1]), "3/chat.json", a_beam_chat),
    "beam-probes": (
        lambda p: read_beam(p.parents[2]),
        "3/probing_questions/probing_questions.json",
        beam_probes,
    ),
}


@pytest.mark.parametrize("name", _FILES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_whatever_stands_in_a_file_a_reader_gives_a_data_set_or_a_sentence(
    name: str, data: st.DataObject, tmp_path: Path
) -> None:
    read, place, make = _FILES[name]
    if name.startswith("beam") and not (tmp_path / "3").exists():
        a_beam(tmp_path)
    value: object = json.loads(json.dumps(make()))
    container, key = data.draw(st.sampled_from(_spots(value)))
    container[key] = data.draw(_VALUES)
    assert "\n" not in _outcome(read, written(tmp_path / place, value))
