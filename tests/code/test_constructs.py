"""What a careful reader finds in small projects of each language, the resolver finds too, and little else."""

import pytest

from lockstitch.domain.code import Tier
from lockstitch.parsing.languages import GRAMMARS
from tests.code.judging import CONSTRUCTS, judge

LANGUAGES = sorted({(one.language, one.tier) for one in GRAMMARS})


@pytest.mark.parametrize("half", ["tune", "report"])
@pytest.mark.parametrize(
    ("language", "tier"), LANGUAGES, ids=[language for language, _ in LANGUAGES]
)
def test_a_language_is_understood_as_well_as_its_tier_says(
    language: str, tier: Tier, half: str
) -> None:
    score = judge(language, half)
    precision, recall = (0.95, 0.90) if tier is Tier.FULL else (0.85, 0.0)
    assert score.precision >= precision, score.wrong
    assert score.recall >= recall, score.missed


def test_there_are_projects_for_every_language_that_is_read() -> None:
    judged = {path.name for path in CONSTRUCTS.iterdir()}
    assert {language for language, _ in LANGUAGES} <= judged
