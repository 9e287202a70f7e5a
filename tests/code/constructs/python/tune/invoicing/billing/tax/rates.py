from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class VatRate:
    country: str
    percent: int

    def apply(self, amount: int) -> int:
        return amount + amount * self.percent // 100


_TABLE = {"BE": 21, "CH": 0}


def rate_for(country: str) -> VatRate:
    code = _normalise(country)
    return VatRate(code, _TABLE.get(code, 20))


def _normalise(country: str) -> str:
    return country.strip().upper()
