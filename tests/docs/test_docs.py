"""The docs say what the code does: generated pages are fresh, links lead somewhere, slugs are explained."""

import re
from pathlib import Path

import pytest

from lockstitch.domain.errors import LockstitchError
from scripts.docs import DOCS, PAGES

ROOT = DOCS.parent
PROSE = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_what_the_code_gives(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run: python -m scripts.docs"


@pytest.mark.parametrize("page", PROSE, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_between_pages_leads_to_a_page(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_slug_has_a_paragraph_with_its_exit_code() -> None:
    said = (DOCS / "messages.md").read_text(encoding="utf-8")
    paragraphs = dict(re.findall(r"^## (\S+)\nExit code (\d+)\.", said, re.MULTILINE))
    expected = {error.slug: str(error.exit_code) for error in _tree(LockstitchError)}
    assert {slug: paragraphs.get(slug) for slug in expected} == expected


def _tree(root: type[LockstitchError]) -> list[type[LockstitchError]]:
    found = [root]
    for child in root.__subclasses__():
        found += _tree(child)
    return found
