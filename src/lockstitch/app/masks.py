"""Masking on the way in: every text that is stored passes here first."""

from lockstitch.app.world import World
from lockstitch.domain.episode import Redaction
from lockstitch.intake.masking import mask


def masked(world: World, text: str) -> tuple[str, tuple[Redaction, ...]]:
    """Return *text* as it may be stored, and what was replaced in it."""
    if world.masking_key is None:
        return text, ()
    result = mask(text, key=world.masking_key)
    return result.text, result.redactions
