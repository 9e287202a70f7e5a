"""Text as it goes into the lexical index, and a question as phrases to look for in it.

The index folds case and diacritics and splits at everything but letters and digits. What that
leaves undone is done here, on both sides alike: identifiers are split where their case changes,
and scripts without spaces become overlapping pairs of characters.
"""

import re
from typing import Final

from lockstitch.domain.limits import LIMITS

_CASE_CHANGE: Final = re.compile(
    r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])"
)
_NAME: Final = re.compile(r"[A-Za-z0-9]{3,}")
_UNSPACED: Final = re.compile(
    "[\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0003ffff]+"
)
_WORD: Final = re.compile(r"[^\W_]+", re.UNICODE)
_JOINED: Final = re.compile(r"(?<![^\W_])[^\W_]+(?:[._/\\:#@-]+[^\W_]+)+", re.UNICODE)
_CAMEL_PARTS_MAX: Final = 8

STOP_WORDS: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "being",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "doing",
        "done",
        "for",
        "from",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "hers",
        "him",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "itself",
        "just",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "ours",
        "s",
        "she",
        "should",
        "so",
        "some",
        "such",
        "t",
        "than",
        "that",
        "the",
        "their",
        "theirs",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "too",
        "us",
        "very",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
        "yours",
        "about",
        "again",
        "all",
        "also",
        "am",
        "any",
        "because",
        "before",
        "both",
        "down",
        "each",
        "few",
        "more",
        "most",
        "no",
        "nor",
        "not",
        "now",
        "off",
        "once",
        "only",
        "other",
        "out",
        "over",
        "own",
        "same",
        "through",
        "under",
        "until",
        "up",
    ]
)
"""Words that say nothing about which passage is meant; they are left out of questions alone."""


TALK_WORDS: Final = frozenset(
    [
        "ahead",
        "alright",
        "awesome",
        "bye",
        "cheers",
        "cool",
        "evening",
        "exactly",
        "excellent",
        "fine",
        "go",
        "goodbye",
        "good",
        "great",
        "haha",
        "hello",
        "hey",
        "hi",
        "hm",
        "hmm",
        "lgtm",
        "lol",
        "looks",
        "morning",
        "nice",
        "night",
        "no",
        "ok",
        "okay",
        "perfect",
        "please",
        "right",
        "sorry",
        "sounds",
        "sure",
        "thank",
        "thanks",
        "thx",
        "ugh",
        "welcome",
        "well",
        "wow",
        "yeah",
        "yep",
        "yes",
    ]
)
"""Words of talk: a prompt of nothing else asks for nothing."""


def asks(question: str) -> bool:
    """Whether *question* holds a word that something could be remembered about."""
    words = _words(question[: LIMITS.query_chars])
    said = [word for word in words if word not in STOP_WORDS]
    return not said or any(word not in TALK_WORDS for word in said)


def searchable(text: str) -> str:
    """Return *text* as the index takes it in: itself, and what its own tokenizer would miss."""
    extra = [part for name in _NAME.findall(text) for part in split_case(name)]
    if not text.isascii():
        text = _UNSPACED.sub(lambda run: f" {' '.join(pairs(run.group()))} ", text)
    return f"{text}\n{' '.join(extra)}" if extra else text


def split_case(name: str) -> list[str]:
    """Return the parts of *name*, split where case changes or digits begin; none for a plain word."""
    if name.isalpha() and (name.islower() or name.isupper() or name[1:].islower()):
        return []
    parts = _CASE_CHANGE.split(name)
    return parts if 1 < len(parts) <= _CAMEL_PARTS_MAX else []


def pairs(run: str) -> list[str]:
    """Return the overlapping pairs of a run of characters, and the characters themselves."""
    return [run[i : i + 2] for i in range(len(run) - 1)] + list(run)


def phrases_of(question: str) -> tuple[tuple[str, ...], ...]:
    """Return what to look for: every word that says something, and every joined name as a phrase.

    Two words that stand in no stop list are enough to leave the stop words out; a question of
    stop words alone is looked for as it stands.
    """
    question = question[: LIMITS.query_chars]
    found: dict[tuple[str, ...], None] = {}
    for match in _JOINED.finditer(question):
        words = tuple(_words(match.group()))
        if 1 < len(words) <= _CAMEL_PARTS_MAX:
            found[words] = None
    for name in _NAME.findall(question):
        for part in split_case(name):
            if len(part) > 1:
                found[(part.lower(),)] = None
    words = _words(question)
    telling = [word for word in words if word not in STOP_WORDS]
    for word in telling or words:
        found[(word,)] = None
    return tuple(found)[: LIMITS.query_terms]


def _words(text: str) -> list[str]:
    words: list[str] = []
    for match in _WORD.finditer(text):
        word = match.group()
        start = 0
        for run in _UNSPACED.finditer(word):
            if word[start : run.start()]:
                words.append(word[start : run.start()].lower())
            characters = run.group()
            words.extend(pairs(characters)[: len(characters) - 1] or [characters])
            start = run.end()
        if word[start:]:
            words.append(word[start:].lower())
    return words
