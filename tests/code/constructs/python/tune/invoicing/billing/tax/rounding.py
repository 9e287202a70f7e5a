import math


def half_up(amount: float) -> int:
    return floor(amount + 0.5)


def floor(amount: float) -> int:
    return math.floor(amount)


def ceil(amount: float) -> int:
    return -floor(-amount)
