from __future__ import annotations


class Overdrawn(Exception):
    def __init__(self, missing: int) -> None:
        super().__init__(f"{missing} missing")
        self.missing = missing


class Account:
    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._entries: list[int] = []

    @property
    def balance(self) -> int:
        return sum(self._entries)

    def post(self, amount: int) -> None:
        if self.balance + amount < 0:
            raise Overdrawn(-amount - self.balance)
        self._entries.append(amount)

    def transfer(self, other: Account, amount: int) -> None:
        self.post(-amount)
        other.post(amount)


def open_account(owner: str, *amounts: int) -> Account:
    account = Account(owner)
    for amount in amounts:
        account.post(amount)
    return account
