"""The bench of retrieval commits, dreams, asks and counts as it says."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.datasets.devmembench import read_devmembench
from bench.datasets.longmemeval import read_longmemeval
from bench.datasets.shape import Asked, Corpus, Dataset, Item, Level
from bench.retrieval import main
from bench.systems import rankings_of, sessions_of, without_encoder
from bench.tables import tables_of
from bench.told import a_place, a_store, answers, cover, told
from bench.tunings import ARMS, SHIPPED_ALONE, WITHOUT
from lockstitch.retrieval.fusion import SHIPPED
from tests.bench.shapes import a_devmembench, a_longmemeval, a_remem, written


def a_corpus(*texts: str, question: str = "which port does the gateway use") -> Corpus:
    items = [Item(unit=f"u{n}", session=f"s{n // 2}", text=text) for n, text in enumerate(texts)]
    asked = Asked(text=question, gold=frozenset({"u0"}), sessions=frozenset({"s0"}))
    return Corpus(name="c", items=items, questions=[asked])


def a_dataset(*projects: Corpus) -> Dataset:
    return Dataset(
        name="small", projects=projects, levels=(Level.UNITS, Level.SESSIONS), unit="turns"
    )


def test_recall_answers_with_units_of_the_data_set() -> None:
    corpus = a_corpus("The gateway uses port 8080.", "Lunch is at noon.", "Bees fly at dawn.")

    async def asked() -> list[list[str]]:
        with a_store() as (world, folder):
            project = await told(world, a_place(folder, "1"), corpus)
            return await answers(world, [project], SHIPPED, k=10)

    assert asyncio.run(asked())[0][0] == "u0"


def test_an_entry_and_a_fact_count_as_the_unit_that_they_were_made_from() -> None:
    sentence = "We decided that the gateway listens on port 8080 because 80 is taken. "
    long = Item(unit="long", session="s", text=sentence * 20)
    tool = Item(unit="tool", session="s", text='{"gateway_quota": 12}', role="tool")
    questions = [Asked(text="why does the gateway listen there"), Asked(text="gateway_quota")]
    corpus = Corpus(name="c", items=[long, tool], questions=questions)

    async def ranked() -> tuple[int, list[list[str]]]:
        with a_store() as (world, folder):
            project = await told(world, a_place(folder, "1"), corpus)
            entries = await world.atlas.count(project.project)
            return entries, await answers(world, [project], SHIPPED, k=10)

    entries, (of_entry, of_fact) = asyncio.run(ranked())
    assert entries == 1
    assert of_entry.count("long") == 2
    assert of_fact.count("tool") == 2


def test_telling_leaves_the_encoder_to_the_bench() -> None:
    corpus = a_corpus("The gateway uses port 8080.", "Lunch is at noon.", "Bees fly.", "It rains.")

    async def covered() -> list[int]:
        with a_store() as (world, folder):
            project = await told(world, a_place(folder, "1"), corpus)
            return [await cover(world, [project], percent=percent) for percent in (0, 50, 100)]

    assert asyncio.run(covered()) == [0, 50, 100]


def test_a_session_stands_where_its_first_unit_stands() -> None:
    dataset = a_dataset(a_corpus("a", "b", "c", "d"), a_corpus("e", "f"))
    assert sessions_of(dataset, [["u3", "u0", "u2", "u1"], ["u1"]]) == [["s1", "s0"], ["s0"]]


def test_every_system_is_asked_everything_on_every_level() -> None:
    dataset = a_dataset(a_corpus("The gateway uses port 8080.", "Lunch is at noon."))
    found = asyncio.run(rankings_of(dataset, coverages=[0], ablation=True))
    systems = [
        "lockstitch, 0 % encoded",
        "lockstitch, 0 % encoded, without the floor",
        *without_encoder({**ARMS, **WITHOUT}),
        "fts5 plain",
        "fts5 porter",
    ]
    assert {level: list(rankings) for level, rankings in found.items()} == {
        Level.UNITS: systems,
        Level.SESSIONS: systems,
    }


def test_names_of_systems_are_told_apart() -> None:
    names = [*SHIPPED_ALONE, *ARMS, *WITHOUT]
    assert len(set(names)) == len(names)


def test_silence_is_counted_apart_and_by_kind(tmp_path: Path) -> None:
    dataset = read_devmembench(a_devmembench(tmp_path))
    found = tables_of(dataset, Level.SESSIONS, {"one": [["S01"], []], "other": [["S02"], ["S01"]]})
    assert {system: row["hit@1"].value for system, row in found.measures.items()} == {
        "one": 1.0,
        "other": 0.0,
    }
    assert found.measures["one"]["hit@1"].n == 1
    assert {system: row["abstention"].value for system, row in found.silence.items()} == {
        "one": 1.0,
        "other": 0.0,
    }


def test_what_is_unanswerable_on_one_level_alone_is_no_silence(tmp_path: Path) -> None:
    dataset = read_longmemeval(written(tmp_path / "l.json", a_longmemeval()))
    asked = dataset.projects[0].questions[0]
    without_turns = Asked(text=asked.text, sessions=asked.sessions, category=asked.category)
    corpus = Corpus(name="c", items=dataset.projects[0].items, questions=[without_turns])
    found = tables_of(a_dataset(corpus), Level.UNITS, {"one": [[]]})
    assert found.silence == {}
    assert found.measures["one"]["hit@1"].n == 0


def test_the_text_of_a_table_names_n_and_every_measure(tmp_path: Path) -> None:
    dataset = read_devmembench(a_devmembench(tmp_path))
    text = tables_of(dataset, Level.SESSIONS, {"one": [["S01"], []]}).as_text()
    assert text.splitlines()[0] == (
        "DevMemBench, by sessions: 1 of 2 questions have an answer there; 3 messages in 1 projects"
    )
    assert text.splitlines()[1].split() == [
        "system", "hit@1", "hit@5", "hit@10", "recall@5", "recall@10", "all@5", "NDCG@10", "MRR",
        "n",
    ]  # fmt: skip
    assert text.splitlines()[2].split()[:3] == ["one", "1.000", "0.21–1.00"]


def test_the_command_prints_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "golden.json", a_remem())
    arguments = ["bench.retrieval", "--remem", str(path), "--coverage", "0", "--json"]
    monkeypatch.setattr(sys, "argv", arguments)
    main()
    told_of = json.loads(capsys.readouterr().out)
    assert told_of["measures"]["lockstitch, 0 % encoded, without the floor"]["hit@10"]["n"] == 2
    assert told_of["silence"]["fts5 plain"]["abstention"]["n"] == 1


@pytest.mark.parametrize(
    ("value", "said"),
    [
        pytest.param([1], "golden.json is no object", id="of-another-format"),
        pytest.param({"corpus": [], "queries": []}, "remem asks nothing", id="empty"),
        pytest.param(
            {"corpus": [{"title": "a", "content": "\ud800"}], "queries": [{"query": "q", "slice": "s"}]},
            "remem: 0: ",
            id="what-no-store-holds",
        ),
    ],
)  # fmt: skip
def test_a_bad_file_is_one_sentence_and_exit_code_2(
    value: object, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    path = written(tmp_path / "golden.json", value)
    monkeypatch.setattr(sys, "argv", ["bench.retrieval", "--remem", str(path)])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("bench.retrieval: ")
    assert said in line


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="no-data-set"),
        pytest.param(["--sets", "tune", "--coverage", "100,50"], id="falling-coverage"),
        pytest.param(["--sets", "tune", "--coverage", "half"], id="coverage-in-words"),
        pytest.param(["--sets", "tune", "--coverage", "101"], id="more-than-all"),
        pytest.param(["--sets", "tune", "--projects", "6-1"], id="a-range-backwards"),
    ],
)
def test_arguments_that_say_nothing_are_refused(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench.retrieval", *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2


def test_the_bench_starts_as_a_module() -> None:
    command = [sys.executable, "-m", "bench.retrieval", "--locomo", "/nowhere.json"]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "/nowhere.json cannot be read" in done.stderr
    assert "Traceback" not in done.stderr
