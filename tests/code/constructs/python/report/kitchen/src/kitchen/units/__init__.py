"""Units of weight and volume.

`to_grams` and `spoons` are what cooks ask for.
"""

from . import volume
from .volume import Measure as Volume
from .weight import *

__all__ = ["Volume", "spoons", "to_grams", "volume"]


def spoons(ml: float) -> Volume:
    return volume.measured(ml / 15)
