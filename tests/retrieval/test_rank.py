"""Ranking: what comes first, and why."""

from datetime import UTC, datetime

from lockstitch.domain.episode import Episode, Role, Tier
from lockstitch.domain.fact import Fact, FactKind
from lockstitch.domain.ids import EpisodeId, FactId, ProjectId
from lockstitch.domain.passage import EpisodeHit, FactHit, SearchHits
from lockstitch.retrieval.rank import SUPERSEDED_FACTOR, ranked

AT = datetime(2026, 1, 1, tzinfo=UTC)


def an_episode(position: int, *, superseded_by: str | None = None) -> Episode:
    return Episode(
        id=EpisodeId(f"ep_{position}"),
        position=position,
        seq=position,
        project=ProjectId("proj_1"),
        session_id="s",
        role=Role.USER,
        content="words",
        content_sha256="",
        token_count=1,
        token_counter="estimate",
        created_at=AT,
        occurred_at=None,
        tool_name=None,
        slot_id="0",
        message_id=None,
        tool_call_id=None,
        tier=Tier.LIVE,
        droppable=False,
        fold_id=None,
        superseded_by=None if superseded_by is None else EpisodeId(superseded_by),
        corrects=None,
    )


def a_fact(name: str, value: str) -> FactHit:
    fact = Fact(
        id=FactId(f"fact_{name}"),
        project=ProjectId("proj_1"),
        session_id="s",
        tool_name="t",
        kind=FactKind.JSON_FIELD,
        name=name,
        value=value,
        file_path=None,
        episode=EpisodeId("ep_1"),
        seq=99,
    )
    return FactHit(fact=fact, position=1, score=1.0)


def order(hits: SearchHits, *episodes: Episode, k: int = 8) -> list[str]:
    known = {episode.position: episode for episode in episodes}
    return [one.item.id for one in ranked(hits, episodes=known, phrases=[("port",)], k=k)]


def test_what_matches_better_comes_first() -> None:
    hits = SearchHits(
        episodes=(EpisodeHit(position=1, score=2.0), EpisodeHit(position=2, score=4.0))
    )
    assert order(hits, an_episode(1), an_episode(2)) == ["ep_2", "ep_1"]


def test_of_equals_the_later_comes_first() -> None:
    hits = SearchHits(
        episodes=(EpisodeHit(position=1, score=2.0), EpisodeHit(position=2, score=2.0))
    )
    assert order(hits, an_episode(1), an_episode(2)) == ["ep_2", "ep_1"]


def test_a_corrected_episode_stays_behind_what_matches_nearly_as_well() -> None:
    hits = SearchHits(
        episodes=(EpisodeHit(position=1, score=4.0), EpisodeHit(position=2, score=3.0))
    )
    wrong = an_episode(1, superseded_by="ep_2")
    assert order(hits, wrong, an_episode(2)) == ["ep_2", "ep_1"]
    best = ranked(hits, episodes={1: wrong}, phrases=[("port",)], k=1)[0]
    assert best.score == SUPERSEDED_FACTOR
    assert best.reasons == ("words", "corrected by ep_2")


def test_facts_never_take_more_than_half_the_places() -> None:
    hits = SearchHits(
        episodes=tuple(EpisodeHit(position=n, score=1.0) for n in range(1, 9)),
        facts=tuple(a_fact(f"port{n}", "port") for n in range(8)),
    )
    found = order(hits, *(an_episode(n) for n in range(1, 9)), k=8)
    assert sum(one.startswith("fact_") for one in found) == 4


def test_a_fact_that_holds_too_little_of_the_question_is_not_shown() -> None:
    hits = SearchHits(facts=(a_fact("host", "localhost"),))
    assert order(hits) == []


def test_what_was_purged_meanwhile_is_left_out() -> None:
    assert order(SearchHits(episodes=(EpisodeHit(position=9, score=1.0),))) == []
