from collections.abc import Iterator

import pytest

from plants.bed import Bed, Plant


@pytest.fixture(scope="module")
def bed() -> Bed:
    return Bed()


@pytest.fixture()
def tomato(bed: Bed) -> Plant:
    return bed.plant("tomato")


@pytest.fixture
def dry(bed: Bed) -> Iterator[None]:
    yield
    bed.plants.clear()
