from collections.abc import Iterator

import pytest

from bank.account import Account, open_account


@pytest.fixture
def empty() -> Account:
    return Account("Ada")


@pytest.fixture
def funded() -> Iterator[Account]:
    account = open_account("Bob", 100)
    yield account
    account.transfer(open_account("till"), account.balance)


@pytest.fixture(name="pair")
def make_pair(empty: Account, funded: Account) -> tuple[Account, Account]:
    return empty, funded
