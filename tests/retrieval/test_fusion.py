"""Fusion: what comes first, what weighs how much, and below what nothing is said."""

from datetime import UTC, datetime, timedelta

import pytest

from lockstitch.domain.fact import Fact, FactKind
from lockstitch.domain.ids import EpisodeId, FactId, ProjectId
from lockstitch.domain.passage import Candidate, Coverage, FactHit, SearchHits
from lockstitch.retrieval.fusion import SHIPPED, Arms, Ranked, fused, telling, weights_of

NOW = datetime(2026, 7, 28, tzinfo=UTC)
BOTH = Arms(static=0, encoder=1)


def a_candidate(position: int, *, words: float | None = None, **changes: object) -> Candidate:
    given: dict[str, object] = {"superseded": False, "said_at": NOW, "near": ()} | changes
    return Candidate(position=position, words=words, **given)  # pyright: ignore[reportArgumentType] - what the cases change


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


def some_hits(
    *episodes: Candidate, covered: int = 100, facts: tuple[FactHit, ...] = ()
) -> SearchHits:
    arms = max((len(one.near) for one in episodes), default=0)
    coverage = (Coverage(embedded=100, total=100), Coverage(embedded=covered, total=100))
    return SearchHits(
        episodes=episodes, facts=facts, coverage=coverage[:arms], holders=(3, 5), documents=1000
    )


def order(hits: SearchHits, arms: Arms | None = None) -> list[str]:
    return [_name(one) for one in fused(hits, arms or Arms(), phrases=[("port",)])]


def _name(one: Ranked) -> str:
    return one.item.fact.id if isinstance(one.item, FactHit) else f"ep_{one.item.position}"


def test_what_matches_better_comes_first() -> None:
    hits = some_hits(a_candidate(1, words=5.0), a_candidate(2, words=9.0))
    assert order(hits) == ["ep_2", "ep_1"]


def test_of_equals_the_later_comes_first() -> None:
    hits = some_hits(a_candidate(1, words=5.0), a_candidate(2, words=5.0))
    assert order(hits) == ["ep_2", "ep_1"]


def test_of_nearly_equals_the_fresher_comes_first() -> None:
    old = a_candidate(2, words=5.0, said_at=NOW - timedelta(days=300))
    assert order(some_hits(old, a_candidate(1, words=5.0))) == ["ep_1", "ep_2"]


def test_a_corrected_episode_stays_behind_what_matches_nearly_as_well() -> None:
    wrong = a_candidate(1, words=9.0, superseded=True)
    assert order(some_hits(wrong, a_candidate(2, words=6.0))) == ["ep_2", "ep_1"]


def test_what_is_near_in_meaning_comes_before_a_chance_word() -> None:
    chance = a_candidate(1, words=1.5, near=(0.5, 0.05))
    meant = a_candidate(2, near=(0.6, 0.6))
    assert order(some_hits(chance, meant), BOTH) == ["ep_2", "ep_1"]


def test_a_match_of_many_words_comes_before_what_is_only_near() -> None:
    matched = a_candidate(1, words=16.0, near=(0.6, 0.3))
    near = a_candidate(2, near=(0.6, 0.5))
    assert order(some_hits(matched, near), BOTH) == ["ep_1", "ep_2"]


@pytest.mark.parametrize("covered", [0, 50, 100])
def test_the_encoder_weighs_by_the_coverage_that_is_declared(covered: int) -> None:
    weights = weights_of(some_hits(a_candidate(1, near=(0.6, None)), covered=covered), BOTH)
    assert weights.encoder == pytest.approx(SHIPPED.encoder * (covered / 100) ** 4)


def test_scores_lie_between_0_and_1() -> None:
    hits = some_hits(
        a_candidate(1, words=400.0, near=(1.0, 1.0)), a_candidate(2, near=(-1.0, -1.0))
    )
    assert all(0.0 <= one.score <= 1.0 for one in fused(hits, BOTH, phrases=()))


def test_a_fact_that_holds_too_little_of_the_question_is_not_shown() -> None:
    assert order(some_hits(facts=(a_fact("host", "localhost"),))) == []


@pytest.mark.parametrize(
    ("candidate", "speaks"),
    [
        pytest.param(a_candidate(1, words=9.0, near=(0.4, 0.1)), True, id="many-words"),
        pytest.param(a_candidate(1, words=0.8, near=(0.4, 0.1)), False, id="one-chance-word"),
        pytest.param(a_candidate(1, near=(0.4, 0.5)), True, id="near"),
        pytest.param(a_candidate(1, near=(0.4, 0.1)), False, id="nothing"),
    ],
)
def test_below_the_floor_nothing_is_said(candidate: Candidate, *, speaks: bool) -> None:
    hits = some_hits(candidate)
    assert bool(telling(hits, BOTH, fused(hits, BOTH, phrases=()))) is speaks


def test_what_shares_no_word_and_is_not_near_does_not_fill_the_list() -> None:
    hits = some_hits(a_candidate(1, words=9.0, near=(0.5, 0.5)), a_candidate(2, near=(0.5, 0.0)))
    said = telling(hits, BOTH, fused(hits, BOTH, phrases=()))
    assert [one.item.position for one in said] == [1]
