import pytest

from bank.account import Account, Overdrawn


@pytest.fixture
def small(empty: Account) -> Account:
    empty.post(5)
    return empty


class TestTransfer:
    @pytest.fixture
    def other(self) -> Account:
        return Account("Eve")

    def test_moves_money(self, funded: Account, other: Account) -> None:
        funded.transfer(other, 30)
        assert other.balance == 30

    def test_needs_cover(self, small: Account, other: Account) -> None:
        with pytest.raises(Overdrawn):
            small.transfer(other, 30)


def test_pair(pair: tuple[Account, Account]) -> None:
    assert pair[1].balance == 100


def test_plain() -> None:
    small = Account("Zoe")
    small.post(1)
    assert owner_of(small) == "Zoe"


def owner_of(funded: Account) -> str:
    return funded.owner
