import sys

import billing
import billing.tax.rates
import billing.tax.rounding as rnd
from billing import Invoice as Bill
from billing.tax import rate_for


def main(lines: list[str]) -> int:
    for bill in billing.read_all(lines):
        sys.stdout.write(f"{bill.number} {bill.total()}\n")
    return 0


def quick_total(amount: float, country: str) -> int:
    if billing.is_exempt(country):
        return rnd.half_up(amount)
    return Bill("quick", amount, country).total()


def compare(left: str, right: str) -> int:
    rate_for = {"BE": 6}.get
    own = rate_for(left) or 0
    return own - billing.tax.rates.rate_for(right).percent


def load_late(text: str) -> int:
    from billing.documents import loads as parse

    return parse(text).total()


def describe(country: str) -> str:
    return str(rate_for(country))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
