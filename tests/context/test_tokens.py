"""Estimated tokens: named as an estimate, never negative, and near the truth for ordinary text."""

import sysconfig
from pathlib import Path

import pytest
import rs_bpe
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.context.tokens import EstimatedTokens

COUNTER = EstimatedTokens()


def test_a_count_says_that_it_is_an_estimate() -> None:
    assert COUNTER.name == "estimate"


def test_nothing_costs_nothing() -> None:
    assert COUNTER.count("") == 0


@given(st.text(min_size=1))
def test_any_text_costs_at_least_a_token(text: str) -> None:
    assert COUNTER.count(text) >= 1


@given(st.text(), st.text())
def test_more_text_never_costs_less(one: str, more: str) -> None:
    assert COUNTER.count(one + "\n" + more) + 1 >= COUNTER.count(one)


@pytest.mark.parametrize("name", ["argparse.py", "json/decoder.py", "asyncio/tasks.py"])
def test_an_estimate_of_source_is_within_a_third_of_a_real_vocabulary(name: str) -> None:
    text = (Path(sysconfig.get_path("stdlib")) / name).read_text(encoding="utf-8")
    real = len(rs_bpe.bpe.openai.o200k_base().encode(text))
    assert abs(COUNTER.count(text) - real) < real / 3
