"""Ranking: what comes first, and why."""

from lockstitch.domain.fact import Fact, FactKind
from lockstitch.domain.ids import EpisodeId, FactId, ProjectId
from lockstitch.domain.passage import EpisodeHit, FactHit, SearchHits
from lockstitch.retrieval.rank import SUPERSEDED_FACTOR, Ranked, ranked


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
    return FactHit(fact=fact, position=99, score=1.0)


def order(hits: SearchHits, *, k: int = 8) -> list[str]:
    return [_name(one) for one in ranked(hits, phrases=[("port",)], k=k)]


def _name(one: Ranked) -> str:
    return one.item.fact.id if isinstance(one.item, FactHit) else f"ep_{one.item.position}"


def test_what_matches_better_comes_first() -> None:
    hits = SearchHits(
        episodes=(EpisodeHit(position=1, score=2.0), EpisodeHit(position=2, score=4.0))
    )
    assert order(hits) == ["ep_2", "ep_1"]


def test_of_equals_the_later_comes_first() -> None:
    hits = SearchHits(
        episodes=(EpisodeHit(position=1, score=2.0), EpisodeHit(position=2, score=2.0))
    )
    assert order(hits) == ["ep_2", "ep_1"]


def test_a_corrected_episode_stays_behind_what_matches_nearly_as_well() -> None:
    wrong = EpisodeHit(position=1, score=4.0, superseded=True)
    assert order(SearchHits(episodes=(wrong, EpisodeHit(position=2, score=3.0)))) == [
        "ep_2",
        "ep_1",
    ]
    best = ranked(SearchHits(episodes=(wrong,)), phrases=[("port",)], k=1)[0]
    assert best.score == SUPERSEDED_FACTOR


def test_facts_never_take_more_than_half_the_places() -> None:
    hits = SearchHits(
        episodes=tuple(EpisodeHit(position=n, score=1.0) for n in range(1, 9)),
        facts=tuple(a_fact(f"port{n}", "port") for n in range(8)),
    )
    found = order(hits)
    assert sum(one.startswith("fact_") for one in found) == 4


def test_a_fact_that_holds_too_little_of_the_question_is_not_shown() -> None:
    hits = SearchHits(facts=(a_fact("host", "localhost"),))
    assert order(hits) == []
