"""Rows of the views in the schema, as values of the domain."""

from typing import Final

from lockstitch.domain.anchor import Anchor, AnchorKind, Scope
from lockstitch.domain.episode import Episode, Role, Tier
from lockstitch.domain.fold import Fold, FoldState
from lockstitch.domain.ids import AnchorId, EpisodeId, FoldId, ProjectId
from lockstitch.stores.sqlite.database import Cells, from_us, text_or_none, whole

TIERS: Final = tuple(Tier)


def episode_of(row: Cells) -> Episode:
    """Return the episode that a row of `episode_view` holds."""
    return Episode(
        position=whole(row[0]),
        id=EpisodeId(str(row[1])),
        seq=whole(row[2]),
        project=ProjectId(str(row[3])),
        session_id=str(row[4]),
        role=Role(str(row[5])),
        content=str(row[6]),
        content_sha256=str(row[7]),
        token_count=whole(row[8]),
        token_counter=str(row[9]),
        created_at=from_us(whole(row[10])),
        occurred_at=None if row[11] is None else from_us(whole(row[11])),
        tool_name=text_or_none(row[12]),
        slot_id=str(row[13]),
        message_id=text_or_none(row[14]),
        tool_call_id=text_or_none(row[15]),
        tier=TIERS[whole(row[16])],
        droppable=bool(row[17]),
        fold_id=None if row[18] is None else FoldId(str(row[18])),
        superseded_by=None if row[19] is None else EpisodeId(str(row[19])),
        corrects=None if row[20] is None else EpisodeId(str(row[20])),
    )


def fold_of(row: Cells) -> Fold:
    """Return the fold that a row of `fold_view` holds."""
    return Fold(
        id=FoldId(str(row[0])),
        project=ProjectId(str(row[1])),
        session_id=str(row[2]),
        slot_id=str(row[3]),
        parent=None if row[4] is None else FoldId(str(row[4])),
        description=str(row[5]),
        goal=str(row[6]),
        state=FoldState(str(row[7])),
        tokens_at_open=whole(row[8]),
        opened_at=from_us(whole(row[9])),
        closed_at=None if row[10] is None else from_us(whole(row[10])),
        result_summary=text_or_none(row[11]),
        summary_episode=None if row[12] is None else EpisodeId(str(row[12])),
        tokens_reclaimed=None if row[13] is None else whole(row[13]),
        episodes_folded=None if row[14] is None else whole(row[14]),
    )


def anchor_of(row: Cells) -> Anchor:
    """Return the anchor that a row of the anchor queries holds."""
    return Anchor(
        id=AnchorId(str(row[0])),
        content=str(row[1]),
        kind=AnchorKind(str(row[2])),
        scope=Scope(str(row[3])),
        project=None if row[4] is None else ProjectId(str(row[4])),
        session_id=text_or_none(row[5]),
        token_count=whole(row[6]),
        pinned_by=str(row[7]),
        created_at=from_us(whole(row[8])),
        withdrawn_at=None if row[9] is None else from_us(whole(row[9])),
    )
