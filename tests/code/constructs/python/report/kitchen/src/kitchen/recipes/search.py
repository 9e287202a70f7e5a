import re


def find(titles: list[str], word: str) -> list[str]:
    return [title for title in titles if matches(title, word)]


def matches(title: str, word: str) -> bool:
    return compile(word).search(title) is not None


def compile(word: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)


def search(title: str) -> str:
    return title.casefold()
