import json
from typing import Any

from billing import tax
from billing.tax import round_amount
from billing.tax.rounding import *


class Invoice:
    def __init__(self, number: str, amount: float, country: str) -> None:
        self.number = number
        self.amount = half_up(amount)
        self.country = country

    def total(self) -> int:
        rate = tax.rate_for(self.country)
        return rate.apply(self.amount)


def loads(text: str) -> Invoice:
    row: dict[str, Any] = json.loads(text)
    return Invoice(row["number"], row["amount"], row["country"])


def upper_bound(amounts: list[float]) -> int:
    return ceil(sum(amounts))


def share(amount: float, people: int) -> int:
    return round_amount(amount / people)
