"""Identifiers. Each is a prefix that says what it names, then 32 hex digits.

Canonical things get their digits from an `IdSource`; what is derived gets them from a hash of
what it was derived from, so that a rebuild gives the same ids again.
"""

import hashlib
from typing import Final, NewType

ProjectId = NewType("ProjectId", str)
SessionKey = NewType("SessionKey", str)
EpisodeId = NewType("EpisodeId", str)
AnchorId = NewType("AnchorId", str)
FoldId = NewType("FoldId", str)
FactId = NewType("FactId", str)
AtlasId = NewType("AtlasId", str)

PROJECT: Final = "proj_"
SESSION: Final = "ses_"
EPISODE: Final = "ep_"
ANCHOR: Final = "anc_"
FOLD: Final = "fold_"
FACT: Final = "fact_"
ATLAS: Final = "atlas_"


def derived_id(prefix: str, *parts: str) -> str:
    """Return the id that *parts* give, always the same; no two lists of parts share one."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return prefix + digest.hexdigest()
