"""Tax rules, one module per kind; the names below are the public ones."""

from .rates import VatRate, rate_for
from .rounding import half_up as round_amount

__all__ = ["VatRate", "is_exempt", "rate_for", "round_amount"]


def is_exempt(country: str) -> bool:
    return rate_for(country).percent == 0
