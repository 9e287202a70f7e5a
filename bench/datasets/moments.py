"""Times as data sets write them."""

from datetime import UTC, datetime


def moment_of(text: str, *forms: str) -> str | None:
    """Return *text* in ISO 8601, read by the first of *forms* that fits; None when none does."""
    for form in forms:
        try:
            return datetime.strptime(text.strip(), form).replace(tzinfo=UTC).isoformat()
        except ValueError:
            continue
    return None
