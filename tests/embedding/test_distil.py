"""The table that ships is the one that the script makes."""

import numpy as np
import pytest

from lockstitch.embedding.artefact import table
from scripts.distil import distilled


@pytest.mark.slow
def test_the_table_is_made_again_from_the_encoder() -> None:
    made, shipped = distilled(), table()
    told = shipped["weight"] > 0
    assert np.array_equal(made["weight"] > 0, told)
    one, other = (rows["row"][told].astype(np.float64) for rows in (made, shipped))
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    cosines = (one * other).sum(axis=1) / lengths
    assert cosines.mean() >= 0.999
    assert cosines.min() >= 0.999
    assert np.allclose(made["weight"][told], shipped["weight"][told], rtol=0.01, atol=2)
