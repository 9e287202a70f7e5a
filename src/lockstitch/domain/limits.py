"""The one table of limits: the docs, `sakur4.status` and every check read it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How large things may be. Sizes in bytes unless the name says characters."""

    content_bytes: int = 10_000_000
    http_body_bytes: int = 64 * 1024 * 1024
    stdio_line_bytes: int = 64 * 1024 * 1024
    answer_chars: int = 64_000
    passage_chars: int = 8_000
    name_chars: int = 500
    summary_chars: int = 8_000
    anchor_chars: int = 8_000
    query_chars: int = 4_000
    query_terms: int = 32
    recall_k: int = 100
    fold_depth: int = 16
    facts_per_episode: int = 400
    json_depth: int = 16
    queued_requests: int = 1_000
    sessions_listed: int = 1_000
    map_tokens: int = 32_000
    callers_shown: int = 500
    symbols_touched: int = 500


LIMITS: Final = Limits()
