from typing import NamedTuple


class Measure(NamedTuple):
    amount: float
    unit: str

    def show(self) -> str:
        return f"{self.amount:g} {self.unit}"

    def halve(self) -> "Measure":
        return Measure(self.amount / 2, self.unit)


def measured(amount: float) -> Measure:
    if amount > 100:
        return measured(amount / 10).halve()
    return Measure(amount, "tbsp")
