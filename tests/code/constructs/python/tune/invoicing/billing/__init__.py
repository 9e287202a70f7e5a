"""Invoices and what they cost."""

from billing.documents import Invoice, loads
from billing.tax import is_exempt

__all__ = ["Invoice", "is_exempt", "loads"]

VERSION = "2.1"


def read_all(lines: list[str]) -> list[Invoice]:
    return list(map(loads, lines))
