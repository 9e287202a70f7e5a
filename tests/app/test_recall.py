"""What the project remembers is found: by other forms of its words, through filters, every time."""

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from lockstitch.app.commit import Committed, Turn, commit
from lockstitch.app.fold import fold, unfold
from lockstitch.app.read import read_passage
from lockstitch.app.recall import Question, recall
from lockstitch.app.world import World
from lockstitch.domain.errors import InvalidArgumentError, NotFoundError
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.passage import Passage
from lockstitch.domain.project import Caller
from tests.builders import a_caller, a_draft, a_project, asked, found, said, seen
from tests.fakes.processes import Worker

pytestmark = pytest.mark.anyio


async def results(
    world: World,
    caller: Caller,
    query: str,
    *,
    k: int = 8,
    session_id: str | None = None,
    file_path: str | None = None,
    include_folded: bool = False,
    project_id: str | None = None,
) -> list[str]:
    question = Question(
        query=query,
        k=k,
        session_id=session_id,
        file_path=file_path,
        include_folded=include_folded,
        project_id=project_id,
    )
    return [one.text for one in (await recall(world, caller, question)).results]


# ------------------------------------------------------------------ words


FORMS = [
    pytest.param("a small helper for the parser", "helpers", id="plural"),
    pytest.param("two helpers for the parser", "helper", id="singular"),
    pytest.param("it ended in a timeout", "timeouts", id="timeouts"),
    pytest.param("the cache is warm", "cached", id="past"),
    pytest.param("we cached the page", "caching", id="participle-of-participle"),
    pytest.param("parse the header first", "parsing", id="gerund"),
    pytest.param("the libraries are pinned", "library", id="ies"),
    pytest.param("It RAN on Python", "python", id="case"),
    pytest.param("call getUserName there", "user name", id="camel-case-by-its-words"),
    pytest.param("call getUserName there", "getUserName", id="camel-case-whole"),
    pytest.param("the HTTPServerError class", "server", id="capitals-and-words"),
    pytest.param("set max_retry_count to 5", "retry count", id="snake-case"),
    pytest.param("set max_retry_count to 5", "max_retry_count", id="snake-case-whole"),
    pytest.param("import os.path.join here", "path.join", id="part-of-a-dotted-name"),
    pytest.param("see com.example.billing.Invoice", "billing", id="one-part-of-it"),
    pytest.param("edit src/lockstitch/app/fold.py now", "fold.py", id="file-without-its-folder"),
    pytest.param("edit src/lockstitch/app/fold.py now", "app/fold", id="end-of-a-path"),
    pytest.param("C:\\Users\\loom\\notes.txt", "notes.txt", id="path-of-another-system"),
    pytest.param("use the kebab-case-name here", "case-name", id="part-of-a-hyphenated-name"),
    pytest.param("ticket ABC-1234 is open", "ABC-1234", id="a-ticket"),
    pytest.param("error E0502 on line 7", "E0502", id="letters-and-digits"),
    pytest.param("café à la crème", "cafe creme", id="without-the-marks"),
    pytest.param("cafe a la creme", "café", id="with-marks-that-are-not-there"),
    pytest.param("cafe\u0301 au lait", "café", id="marks-of-their-own"),
    pytest.param("сервер слушает порт 8080", "порт", id="cyrillic"),
    pytest.param("Сервер СЛУШАЕТ порт", "слушает", id="cyrillic-case"),
    pytest.param("الخادم يستمع على المنفذ", "المنفذ", id="arabic"),
    pytest.param("השרת מאזין לפורט", "לפורט", id="hebrew"),
    pytest.param("サーバーはポート8080で待ち受けます", "ポート", id="japanese-within-a-run"),
    pytest.param("数据库连接超时", "连接", id="chinese-within-a-run"),
    pytest.param("数据库连接超时", "数据库超时", id="chinese-that-is-not-side-by-side"),
    pytest.param("서버가 포트를 듣는다", "포트", id="korean-without-its-particle"),
    pytest.param("เซิร์ฟเวอร์รอที่พอร์ต", "พอร์ต", id="thai-within-a-run"),
    pytest.param('he said "force-push" again', '"force-push"', id="quotes"),
    pytest.param("x = a * (b + c)", "a * (b + c) AND NOT x:", id="operators-of-the-index"),
]


@pytest.mark.parametrize(("content", "query"), FORMS)
async def test_a_turn_is_found_by_another_form_of_its_words(
    world: World, caller: Caller, content: str, query: str
) -> None:
    await said(world, caller, "nothing of that kind is here")
    turn = await said(world, caller, content)
    await said(world, caller, "nor is it in this one")
    assert turn.episode_id == (await found(world, caller, query))[0].id


async def test_any_word_of_the_question_is_enough(world: World, caller: Caller) -> None:
    await said(world, caller, "the linker needs more memory")
    assert await results(world, caller, "why did the linker crash yesterday evening?") == [
        "the linker needs more memory"
    ]


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "?!...", "🎉", "-- ;;"])
async def test_a_question_without_a_word_finds_nothing_and_says_so(
    world: World, caller: Caller, query: str
) -> None:
    await said(world, caller, "the linker needs more memory")
    answer = await asked(world, caller, query)
    assert answer.results == ()
    assert "nothing relevant is remembered here" in answer.notes


async def test_a_question_of_stop_words_alone_is_looked_for_as_it_stands(
    world: World, caller: Caller
) -> None:
    await said(world, caller, "to be or not to be")
    await said(world, caller, "the linker needs more memory")
    assert (await results(world, caller, "to be or not to be"))[0] == "to be or not to be"


async def test_what_nobody_spoke_of_is_not_found(world: World, caller: Caller) -> None:
    await said(world, caller, "the linker needs more memory")
    await seen(world, caller, '{"port": 8080}')
    answer = await asked(world, caller, "quarterly revenue forecast")
    assert (answer.results, answer.stale_flags) == ((), ())
    assert answer.notes == (
        "words: ready, all of the project",
        "static: ready, 100 % of 2 passages",
        "nothing relevant is remembered here",
    )


async def test_an_empty_project_has_an_answer(world: World, caller: Caller) -> None:
    assert (await asked(world, caller, "anything")).results == ()


@pytest.mark.parametrize(
    ("given", "used"), [(0, 1), (-5, 1), (1, 1), (8, 8), (100, 100), (101, 100), (10**20, 100)]
)
async def test_k_is_clamped_and_told(world: World, caller: Caller, given: int, used: int) -> None:
    await said(world, caller, "the linker needs more memory")
    answer = await asked(world, caller, "linker", k=given)
    assert (answer.k, len(answer.results)) == (used, 1)


async def test_the_best_k_of_many_are_shown(world: World, caller: Caller) -> None:
    for number in range(30):
        await said(world, caller, f"turn {number} is about the linker")
    best = await said(world, caller, "linker, linker!")
    passages = await found(world, caller, "linker", k=5)
    assert len(passages) == 5
    assert passages[0].id == best.episode_id
    scores = [one.score for one in passages]
    assert scores == sorted(scores, reverse=True)
    assert 0.0 < scores[-1] <= scores[0] <= 1.0


@pytest.mark.parametrize(
    "question",
    [
        pytest.param({"query": "a\0b"}, id="a-nul"),
        pytest.param({"query": "a\ud800"}, id="a-surrogate"),
        pytest.param({"query": "a", "session_id": "\ud800"}, id="a-surrogate-in-the-session"),
        pytest.param({"query": "a", "file_path": "\ud800"}, id="a-surrogate-in-the-path"),
        pytest.param({"query": "a", "project_id": "\ud800"}, id="a-surrogate-in-the-project"),
    ],
)
async def test_a_question_that_cannot_be_stored_is_refused(
    world: World, caller: Caller, question: Mapping[str, Any]
) -> None:
    with pytest.raises(InvalidArgumentError):
        await recall(world, caller, Question(**question))


# ---------------------------------------------------------------- filters


@pytest.fixture
async def crowded(world: World, caller: Caller) -> Committed:
    """Write one turn of a session among so many of others that no candidate list holds them."""
    lone = a_caller(caller.project, session_id="lone")
    turn = Turn(role="user", content="the linker flag of src/lone.c is slow", tool_name=None)
    committed = await commit(world, lone, turn)
    crowd = a_caller(caller.project, session_id="crowd")
    for number in range(600):
        text = f"linker linker linker flag {number}"
        await world.episodes.append(a_draft(world, crowd, text))
    return committed


async def test_a_hit_among_many_of_other_sessions_is_found_by_each_filter(
    world: World, caller: Caller, crowded: Committed
) -> None:
    for session, path in (("lone", None), (None, "src/lone.c"), (None, "src"), ("lone", "src")):
        question = Question(query="linker flag", session_id=session, file_path=path)
        answer = await recall(world, caller, question)
        assert [one.id for one in answer.results] == [crowded.episode_id]
    assert await results(world, caller, "linker", session_id="nobody") == []


@pytest.mark.slow
async def test_a_hit_among_five_thousand_of_other_sessions_is_found(
    world: World, caller: Caller
) -> None:
    lone = a_caller(caller.project, session_id="lone")
    committed = await said(world, lone, "the linker flag is slow in here")
    crowd = a_caller(caller.project, session_id="crowd")
    for number in range(5_000):
        await world.episodes.append(a_draft(world, crowd, f"linker flag {number}"))
    question = Question(query="linker flag", session_id="lone")
    answer = await recall(world, caller, question)
    assert [one.id for one in answer.results] == [committed.episode_id]


async def test_what_is_folded_away_takes_no_place_from_what_is_not(
    world: World, caller: Caller
) -> None:
    await said(world, caller, "the linker is slow, said once")
    opened = await fold(world, caller, description="look", goal="find")
    for number in range(250):
        await said(world, caller, f"linker linker linker {number}")
    await unfold(world, caller, fold_id=opened.fold_id, result_summary="nothing came of it")
    assert await results(world, caller, "linker") == [
        "the linker is slow, said once",
        "nothing came of it",  # by the words that the turn before it lends
    ]
    folded = await results(world, caller, "linker", include_folded=True, k=100)
    assert len(folded) > 1


async def test_a_path_finds_what_names_it_and_a_folder_what_is_below(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    await said(world, caller, "fix the bug in src/app/fold.py please")
    await said(world, caller, "fix the bug in src/app/folder/pin.py please")
    await said(world, caller, "fix the bug in tests/app/fold.py please")
    await said(world, caller, "fix the bug please")
    absolute = tmp_path / "work"

    async def names(path: str) -> set[str]:
        texts = await results(world, caller, "fix bug", file_path=path)
        return {next((w for w in text.split() if "/" in w), "none") for text in texts}

    one, two, three = "src/app/fold.py", "src/app/folder/pin.py", "tests/app/fold.py"
    assert await names("src/app/fold.py") == {one}
    assert await names("./src//app/fold.py") == {one}
    assert await names("src\\app\\fold.py") == {one}
    assert await names(str(absolute / "src" / "app" / "fold.py")) == {one}
    assert await names("src/app") == await names("src/app/") == {one, two}
    assert await names("app") == {one, two, three}
    assert await names("fold.py") == {one, three}
    assert await names("src/app/fold") == set()
    assert await names("") == {one, two, three, "none"}
    assert await names(".") == await names(str(absolute)) == {one, two, three, "none"}


async def test_another_project_is_searched_when_it_is_named_on_purpose(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    other = a_caller(await a_project(world, tmp_path / "other"))
    await said(world, other, "the linker needs more memory")
    assert await results(world, caller, "linker") == []
    named = await results(world, caller, "linker", project_id=other.project)
    assert named == await results(world, caller, "linker", project_id="other")
    assert named == ["the linker needs more memory"]
    with pytest.raises(NotFoundError):
        await results(world, caller, "linker", project_id="nobody")


# ------------------------------------------------------------ corrections


async def corrected(world: World, caller: Caller, *contents: str) -> list[Committed]:
    """Write turns each of which corrects the one before."""
    written: list[Committed] = []
    for content in contents:
        target = written[-1].episode_id if written else None
        turn = Turn(role="user", content=content, corrects=target)
        written.append(await commit(world, caller, turn))
    return written


async def test_what_was_corrected_is_marked_ranks_behind_and_carries_what_holds_now(
    world: World, caller: Caller
) -> None:
    old, new = await corrected(
        world, caller, "the listen port is port 8080", "no: the listen port is 9090 by now"
    )
    for number in range(5):
        await said(world, caller, f"another turn, number {number}")
    answer = await asked(world, caller, "listen port")
    first = answer.results[0]
    (second,) = (one for one in answer.results if one.stale)
    assert (first.id, first.stale, first.current_value) == (new.episode_id, False, None)
    assert second.id == old.episode_id
    assert second.current_value == "no: the listen port is 9090 by now"
    assert f"corrected by {new.episode_id}" in second.reasons
    assert answer.stale_flags == (old.episode_id,)


async def test_a_chain_of_corrections_leads_to_its_end(world: World, caller: Caller) -> None:
    chain = await corrected(
        world, caller, *(f"the listen port is {n}" for n in range(8_000, 8_012))
    )
    passages = await found(world, caller, "listen port", k=20)
    assert passages[0].id == chain[-1].episode_id
    assert {one.current_value for one in passages[1:]} == {"the listen port is 8011"}
    read = await read_passage(world, caller, chain[0].episode_id)
    assert (read.about["stale"], read.about["current_id"]) == (True, chain[-1].episode_id)
    assert read.text == "the listen port is 8000"


async def test_what_was_corrected_is_found_even_when_the_correction_is_not(
    world: World, caller: Caller
) -> None:
    await corrected(world, caller, "deploy on Fridays", "never on that day again")
    await said(world, caller, "something in between")
    await said(world, caller, "and something else")
    (passage,) = (one for one in await found(world, caller, "deploy Fridays") if one.stale)
    assert passage.current_value == "never on that day again"


async def test_a_fact_of_a_corrected_result_is_marked_too(world: World, caller: Caller) -> None:
    wrong = await seen(world, caller, '{"replicas": 3}')
    turn = Turn(role="tool", content="that was the wrong cluster", corrects=wrong.episode_id)
    await commit(world, caller, turn)
    fact = next(one for one in await found(world, caller, "replicas") if one.kind != "episode")
    assert (fact.stale, fact.current_value) == (True, "that was the wrong cluster")


# ------------------------------------------------------------------- size


async def test_a_long_passage_is_cut_at_its_limit_with_the_way_to_the_rest(
    world: World, caller: Caller
) -> None:
    content = "the linker " + "x" * 20_000
    committed = await said(world, caller, content)
    (passage,) = await found(world, caller, "linker")
    mark = f"... [truncated: call read_passage with id {committed.episode_id} for the full text]"
    assert passage.text == content[: LIMITS.passage_chars] + mark
    assert (await read_passage(world, caller, passage.id)).text == content


async def test_a_passage_of_the_limit_is_whole_and_one_character_more_is_cut(
    world: World, caller: Caller
) -> None:
    whole = "linker ".ljust(LIMITS.passage_chars, "x")
    await said(world, caller, whole)
    assert (await found(world, caller, "linker"))[0].text == whole
    await said(world, caller, "shuttle ".ljust(LIMITS.passage_chars + 1, "x"))
    assert "[truncated: " in (await found(world, caller, "shuttle"))[0].text


async def test_the_part_that_was_asked_for_is_what_is_shown_of_a_long_turn(
    world: World, caller: Caller
) -> None:
    content = "\n".join(f"line {number} of the log" for number in range(5_000))
    content += "\nthe linker ran out of memory\n" + "more of the log\n" * 2_000
    committed = await said(world, caller, content)
    (passage,) = await found(world, caller, "linker memory")
    assert "the linker ran out of memory" in passage.text
    assert passage.text.startswith("[... ")
    assert passage.text.endswith(f"with id {committed.episode_id} for the full text]")


async def test_an_answer_that_would_be_too_long_leaves_the_last_out_and_says_so(
    world: World, caller: Caller
) -> None:
    for number in range(20):
        await said(world, caller, f"linker {number} ".ljust(9_000, "x"))
    answer = await asked(world, caller, "linker", k=20)
    assert sum(len(one.text) for one in answer.results) <= LIMITS.answer_chars
    left_out = 20 - len(answer.results)
    assert left_out > 0
    assert any(note.startswith(f"{left_out} more results did not fit") for note in answer.notes)


# ------------------------------------------------------------ determinism


async def test_the_same_store_gives_the_same_bytes_in_every_process(
    world: World, caller: Caller, data_dir: Path
) -> None:
    for number in range(60):
        session = a_caller(caller.project, session_id=f"s{number % 3}")
        await said(world, session, f"the linker of loom{number % 7} is at port {number % 5}")
        await seen(world, session, f'{{"loom": {number % 4}, "port": {number % 5}}}')
    with ExitStack() as stack:
        workers = [
            stack.enter_context(worker)
            for worker in [Worker(environment={"PYTHONHASHSEED": seed}) for seed in ("1", "2")]
        ]
        for worker in workers:
            worker.open(data_dir)
            assert worker.answer() == "open"
        for query in ("linker port", "loom3", "port 4 loom", "the"):
            one, two = (worker.ask("scores", query=query) for worker in workers)
            assert one == two
            here = await found(world, caller, query, k=100)
            assert one == [[passage.id, repr(passage.score), passage.text] for passage in here]


async def test_of_what_is_said_again_the_last_time_is_shown(world: World, caller: Caller) -> None:
    turns = [await said(world, caller, "the linker is slow", role="tool") for _ in range(5)]
    other = await said(world, caller, "the linker is slow on 2 cores", role="tool")
    passages = await found(world, caller, "linker slow")
    assert {one.id for one in passages} == {turns[-1].episode_id, other.episode_id}


async def test_a_passage_says_where_it_comes_from(world: World, caller: Caller) -> None:
    committed = await seen(world, caller, "the linker is slow", tool_name="ld")
    (passage,) = await found(world, caller, "linker")
    expected = Passage(
        kind=passage.kind,
        id=committed.episode_id,
        score=passage.score,
        retrievers=("words", "static"),
        stale=False,
        current_value=None,
        text="the linker is slow",
        token_cost=committed.token_count,
        reasons=passage.reasons,
        created_at=world.clock.now(),
        session_id="s1",
        role="tool",
        tool_name="ld",
        fold_id=None,
        disputed=False,
    )
    assert passage == expected


@pytest.mark.parametrize("item", ["ep_0", "fact_0", "anc_0", "fold_0", "nothing", "", "ep_\ud800"])
async def test_what_has_no_such_id_cannot_be_read(world: World, caller: Caller, item: str) -> None:
    with pytest.raises((NotFoundError, InvalidArgumentError)):
        await read_passage(world, caller, item)


@pytest.mark.parametrize(
    ("offset", "text", "next_offset"),
    [(-3, "0123456789", None), (4, "456789", None), (10, "", None), (99, "", None)],
)
async def test_a_passage_can_be_read_from_any_offset(
    world: World, caller: Caller, *, offset: int, text: str, next_offset: int | None
) -> None:
    committed = await said(world, caller, "0123456789")
    page = await read_passage(world, caller, committed.episode_id, offset=offset)
    assert (page.text, page.next_offset, page.total_chars) == (text, next_offset, 10)
