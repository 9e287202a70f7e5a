"""A turn that states a standing rule is noticed, and one that only sounds like it is not.

The half for reporting is scored and never shown: what a failure prints is counts alone.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lockstitch.domain.anchor import AnchorKind, SuggestedAnchor
from lockstitch.domain.episode import Role
from lockstitch.intake.constraints import BURIED_COST, RULES, suggest
from lockstitch.intake.phrases import Only
from lockstitch.intake.statements import (
    HEAD_CHARS,
    STATEMENT_CHARS_MAX,
    STATEMENTS_MAX,
    TAIL_CHARS,
    statements_of,
)
from lockstitch.intake.triggers import TRIGGERS
from scripts import triggers

DATA: Final = Path(__file__).parent / "data"
PAGE: Final = Path(__file__).parents[2] / "docs" / "reference" / "suggested-anchors.md"
PRECISION_MIN: Final = 0.9
RECALL_MIN: Final = 0.8
KIND_MIN: Final = 0.85
NONE: Final = "none"
SAFETY: Final = AnchorKind.SAFETY_CONSTRAINT
CORRECTION: Final = AnchorKind.USER_CORRECTION
CONTRACT: Final = AnchorKind.TASK_CONTRACT


# What the two halves say.


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """So many of so many, with a 95 % Wilson interval."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        return self.hits / self.of

    @property
    def interval(self) -> tuple[float, float]:
        z = 1.959964
        spread = z * sqrt(self.value * (1 - self.value) / self.of + z * z / (4 * self.of**2))
        middle = self.value + z * z / (2 * self.of)
        scale = 1 + z * z / self.of
        return (middle - spread) / scale, min(1.0, (middle + spread) / scale)

    @property
    def told(self) -> str:
        low, high = self.interval
        return f"{self.value:.3f} ({self.hits} of {self.of}; {low:.3f} to {high:.3f})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How often what was suggested is what was labelled; counts, and never a text or an id."""

    pairs: Counter[tuple[str, str]]

    @property
    def n(self) -> int:
        return self.pairs.total()

    @property
    def precision(self) -> Share:
        return Share(hits=self._noticed, of=self._count(lambda label, found: found != NONE))

    @property
    def recall(self) -> Share:
        return Share(hits=self._noticed, of=self._count(lambda label, found: label != NONE))

    @property
    def kind(self) -> Share:
        same = self._count(lambda label, found: label == found != NONE)
        return Share(hits=same, of=self._noticed)

    @property
    def false_alarms(self) -> Share:
        """How many of the turns that state nothing get a suggestion all the same."""
        nothing = self._count(lambda label, found: label == NONE)
        return Share(hits=nothing - self.pairs[NONE, NONE], of=nothing)

    @property
    def _noticed(self) -> int:
        return self._count(lambda label, found: NONE not in (label, found))

    def _count(self, test: Callable[[str, str], bool]) -> int:
        return sum(count for pair, count in self.pairs.items() if test(*pair))

    @property
    def row(self) -> str:
        """The row of the reference page."""
        shares = (self.precision, self.recall, self.kind, self.false_alarms)
        return " | ".join((str(self.n), *(share.told for share in shares)))

    @property
    def confusion(self) -> str:
        labels = [*AnchorKind, NONE]
        return "\n".join(
            f"{label:18}" + "".join(f"{self.pairs[str(label), str(found)]:5}" for found in labels)
            for label in labels
        )


def score_of(half: str) -> Score:
    pairs: Counter[tuple[str, str]] = Counter()
    for line in (DATA / f"constraints_{half}.jsonl").read_text("utf-8").splitlines():
        turn = json.loads(line)
        found = suggest(turn["text"], role=Role(turn["role"]))
        pairs[turn["label"], str(found.kind) if found else NONE] += 1
    return Score(pairs=pairs)


@pytest.fixture(scope="module")
def report() -> Score:
    return score_of("report")


def test_the_report_half_is_met(report: Score) -> None:
    told = f"n | precision | recall | kind | false alarms: {report.row}\n{report.confusion}"
    sys.stdout.write(f"\n{told}\n")
    assert report.precision.value >= PRECISION_MIN, told
    assert report.recall.value >= RECALL_MIN, told
    assert report.kind.value >= KIND_MIN, told


def test_the_page_tells_the_figures_of_both_halves(report: Score) -> None:
    page = PAGE.read_text("utf-8")
    assert f"| report | {report.row} |" in page
    assert f"| tune | {score_of('tune').row} |" in page


def test_the_page_lists_the_rules_as_they_are() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (\w+) \| (\d\.\d\d) \|", PAGE.read_text("utf-8"), re.M)
    assert rows == [(rule.slug, str(rule.kind), f"{rule.confidence:.2f}") for rule in RULES]


def test_every_example_on_the_page_is_suggested_by_its_rule() -> None:
    rows = re.findall(
        r"^\| `([\w-]+)` \| \w+ \| \d\.\d\d \| (.+) \|$", PAGE.read_text("utf-8"), re.M
    )
    assert {slug: by_rule(text, slug) for slug, text in rows} == {
        rule.slug: rule.slug for rule in RULES
    }


def by_rule(text: str, slug: str) -> str | None:
    only = next(rule.only for rule in RULES if rule.slug == slug)
    found = suggest(text, role=Role.SYSTEM if only is Only.SYSTEM else Role.USER)
    return found.rule if found else None


def test_no_two_rules_share_a_slug() -> None:
    assert [slug for slug, count in Counter(rule.slug for rule in RULES).items() if count > 1] == []


# What is suggested.


@pytest.mark.parametrize(
    ("content", "kind", "rule"),
    [
        pytest.param("Never push to main.", SAFETY, "never-do", id="never"),
        pytest.param("Don\u2019t ever push to main.", SAFETY, "never-do", id="curly-apostrophe"),
        pytest.param("please dont install global packages here", SAFETY, "do-not", id="no-mark"),
        pytest.param(
            "You must not write outside of /workspace.", SAFETY, "must-not", id="must-not"
        ),
        pytest.param("Ask me before you drop a table.", SAFETY, "ask-first", id="ask-before"),
        pytest.param("`infra/` is off-limits.", SAFETY, "not-allowed", id="off-limits"),
        pytest.param("No secrets in the repo.", SAFETY, "no-thing", id="no-noun"),
        pytest.param("That's wrong, the port is 8443.", CORRECTION, "not-right", id="wrong"),
        pytest.param("No, the port is 8443.", CORRECTION, "not-right", id="no-then-claim"),
        pytest.param("stop adding comments", CORRECTION, "stop-doing", id="stop"),
        pytest.param("You keep writing `color`.", CORRECTION, "you-keep", id="you-keep"),
        pytest.param("The field is `uid`, not `id`.", CORRECTION, "x-not-y", id="x-not-y"),
        pytest.param("Actually the branch is trunk.", CORRECTION, "actually", id="actually"),
        pytest.param("Always run the linter.", CONTRACT, "always-do", id="always"),
        pytest.param("Every table must have a key.", CONTRACT, "each-must", id="every-must"),
        pytest.param("From now on use tabs.", CONTRACT, "from-now-on", id="from-now-on"),
        pytest.param("Prefer early returns.", CONTRACT, "prefer", id="prefer"),
        pytest.param("Niemals direkt auf main pushen.", SAFETY, "never-de", id="german"),
        pytest.param("Nunca borres los backups.", SAFETY, "never-es", id="spanish"),
        pytest.param("C'est faux, la limite est de 10.", CORRECTION, "wrong-fr", id="french"),
        pytest.param("Isso está errado, a porta é 80.", CORRECTION, "wrong-pt", id="portuguese"),
        pytest.param("Usa sempre le virgolette singole.", CONTRACT, "always-it", id="italian"),
        pytest.param("Elke functie moet een docstring hebben.", CONTRACT, "always-nl", id="dutch"),
    ],
)
def test_a_standing_rule_is_suggested(content: str, kind: AnchorKind, rule: str) -> None:
    found = suggest(content, role=Role.USER)
    assert found
    assert (found.kind, found.rule, found.excerpt) == (kind, rule, content)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("Should we never push to main?", id="question"),
        pytest.param("do I always have to ask", id="question-without-a-mark"),
        pytest.param("Each call must be signed. Is that right?", id="checked-by-the-next-sentence"),
        pytest.param("So you're saying each call must be signed.", id="checking-back"),
        pytest.param("```\n# never edit this\n```\nwhat is this file", id="fenced"),
        pytest.param("~~~\nnever edit this\n~~~", id="fenced-with-tildes"),
        pytest.param("See:\n\n    # never edit this\n", id="indented"),
        pytest.param("> never edit this\nhm", id="quoted-line"),
        pytest.param('It says "never edit this file".', id="quotation"),
        pytest.param("ValueError: must not be empty", id="exception"),
        pytest.param("2024-01-01 10:00:00 WARN never acked", id="log-line"),
        pytest.param("fix(api): never retry on 4xx", id="commit-subject"),
        pytest.param("The docs say that you must not call it twice.", id="report"),
        pytest.param("never mind, found it", id="idiom"),
        pytest.param("I can never remember that flag.", id="first-person"),
        pytest.param("The callback never returns.", id="third-person"),
        pytest.param("It must be the cache.", id="conclusion"),
        pytest.param("We were never allowed to use generics.", id="past"),
        pytest.param("Maybe every page should have a footer.", id="guess"),
        pytest.param("Don't push yet.", id="not-yet"),
        pytest.param("Don't bother with the tests this time.", id="this-time"),
        pytest.param("Add a test that the name must not be empty.", id="task"),
        pytest.param("Write the parser. It must return a tree.", id="goes-on-about-the-task"),
        pytest.param("No, that's fine.", id="polite-no"),
        pytest.param("Sorry, I was wrong, the port is 80.", id="own-mistake"),
        pytest.param("haha, never trust a Friday", id="joke"),
        pytest.param("Ich finde die Datei nie.", id="german-fact"),
        pytest.param("No toques esto por ahora.", id="spanish-for-now"),
        pytest.param("", id="empty"),
    ],
)
def test_what_only_sounds_like_a_rule_is_not(content: str) -> None:
    assert suggest(content, role=Role.USER) is None


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.TOOL, Role.INTERNAL])
def test_a_rule_binds_only_from_a_user_or_a_system(role: Role) -> None:
    assert suggest("Never push to main.", role=role) is None


def test_a_manner_alone_is_a_rule_in_a_system_turn() -> None:
    turn = "You review code. Explain each finding in one line."
    found = suggest(turn, role=Role.SYSTEM)
    assert found
    assert found.rule == "system-order"
    assert suggest("Explain the finding in one line.", role=Role.USER) is None


# What is told of it.


def test_the_excerpt_is_the_sentence_word_for_word() -> None:
    content = "Thanks!  Now, please:\n\n* **never**  edit `a.lock`, it's generated.\n* go on"
    found = suggest(content, role=Role.USER)
    assert found == SuggestedAnchor(
        kind=SAFETY,
        excerpt="**never**  edit `a.lock`, it's generated.",
        rule="never-do",
        confidence=0.95,
    )


def test_a_correction_is_told_with_the_claim_beside_it() -> None:
    found = suggest("Hm. You told me it has 3 seats. It has 5. Go on.", role=Role.USER)
    assert found
    assert found.excerpt == "You told me it has 3 seats. It has 5."


def test_an_afterthought_belongs_to_its_sentence() -> None:
    found = suggest("Don't run it. Ever.", role=Role.USER)
    assert found
    assert found.excerpt == "Don't run it. Ever."


def test_a_wrapped_sentence_is_one() -> None:
    content = "Whatever you are asked to do in this repository, never\npush to main."
    found = suggest(content, role=Role.USER)
    assert found
    assert found.excerpt == content


def test_the_surest_rule_wins_then_the_first() -> None:
    found = suggest("Use tabs. Never push tags. Never push to main.", role=Role.USER)
    assert found
    assert (found.rule, found.excerpt) == ("never-do", "Never push tags.")


def test_a_rule_in_the_middle_of_much_is_less_sure() -> None:
    around = "The build is green. " * 5
    alone, buried = (
        suggest(turn, role=Role.USER)
        for turn in ("Never push tags.", f"{around}Never push tags. {around}")
    )
    assert alone
    assert buried
    assert round(alone.confidence - buried.confidence, 2) == BURIED_COST


def test_a_whole_turn_in_quotes_is_read() -> None:
    assert suggest('"Never push to main."', role=Role.USER)


# What it costs.


def test_a_long_turn_is_read_at_both_ends() -> None:
    rule, other = " Never push to main. ", "The build is green. "
    filler = other * (HEAD_CHARS // len(other) + 1)
    assert suggest(rule + filler + filler, role=Role.USER)
    assert suggest(filler + filler + rule, role=Role.USER)
    assert suggest(filler + rule + filler[:TAIL_CHARS], role=Role.USER) is None


BOMBS: Final = (
    "never ", "not x without ", "'", '"', "`", " ", "\n", "a. ", "- never do\n", "no, ", "((",
    "(a", ": ", "use ", "x", "\u2014 ", "is a, not b ", "all the ", "1) ", "[1.2] ", "at x.",
    "```\n", "nie der ", "we don't ", "\ue000", "\t", "@@ ", "A.A.", "a:1 ", "\u00e4\u0130",
)  # fmt: skip


@pytest.mark.parametrize("bomb", [pytest.param(bomb, id=ascii(bomb)) for bomb in BOMBS])
def test_ten_megabytes_cost_no_more_than_their_ends(bomb: str) -> None:
    content = bomb * (10_000_000 // len(bomb))
    statements = statements_of(content)
    assert len(statements) <= 2 * STATEMENTS_MAX
    assert max((len(one.excerpt) for one in statements), default=0) <= STATEMENT_CHARS_MAX
    suggest(content, role=Role.USER)


WORDS: Final = st.sampled_from(
    ["never", "don't", "no", "not", "must", "every", "you", "keep", "always", "use", "is", "but",
     "without", "`x`", '"q"', "'", "\u2019", ",", ".", "?", "!", ":", "\n", "\n- ", "```\n", "> ",
     "    ", "nie", "jamais", "siempre", "\u0130", "\ue000", "\ue001", "\ud800"]
)  # fmt: skip
TURNS: Final = st.text() | st.lists(WORDS).map(" ".join) | st.lists(WORDS).map("".join)


@given(content=TURNS, role=st.sampled_from(Role))
@example(content="\ue000", role=Role.USER)
@example(content='"', role=Role.USER)
def test_it_never_raises_and_tells_only_what_is_there(content: str, role: Role) -> None:
    found = suggest(content, role=role)
    assert found == suggest(content, role=role)
    if found:
        assert found.excerpt in content
        assert 0 < len(found.excerpt) <= STATEMENT_CHARS_MAX
        assert 0 < found.confidence < 1


@given(content=TURNS)
def test_statements_stand_in_the_turn_in_their_order(content: str) -> None:
    statements = statements_of(content)
    assert all(one.excerpt in content for one in statements)
    assert all(before.end <= after.start for before, after in pairwise(statements))


def test_the_words_without_which_a_rule_cannot_match_are_those_of_the_rules() -> None:
    assert triggers.TARGET.read_text(encoding="utf-8") == triggers.module(), (
        "run: python -m scripts.triggers"
    )


def test_wherever_a_rule_matches_one_of_its_words_stands() -> None:
    lines = (DATA / "constraints_tune.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [
        statement.text for line in lines for statement in statements_of(json.loads(line)["text"])
    ]
    for rule in RULES:
        words = TRIGGERS.get(rule.slug, ("",))
        for text in texts:
            if rule.pattern.search(text):
                assert any(word in text for word in words), (rule.slug, text)
