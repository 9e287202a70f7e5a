import decimal

OUNCE = decimal.Decimal("28.3495")

__all__ = ["to_grams", "to_ounces"]


def to_grams(ounces: int) -> int:
    return int(ounces * OUNCE)


def to_ounces(grams: int) -> int:
    return _round(grams / OUNCE)


def _round(value: decimal.Decimal) -> int:
    return round(value)
