import pytest

from plants.bed import Bed, Plant


@pytest.fixture
def tomato(tomato: Plant) -> Plant:
    tomato.water(1)
    return tomato


@pytest.fixture(name="rose")
def _make_rose(bed: Bed) -> Plant:
    return bed.plant("rose")


@pytest.mark.parametrize("litres", [2, 3])
def test_enough(bed: Bed, tomato: Plant, litres: int) -> None:
    bed.water(litres)
    assert tomato.happy


def test_rose(rose: Plant, dry: None) -> None:
    assert rose.water(1) == 1


class TestEmpty:
    def test_all_happy(self, bed: Bed) -> None:
        assert not bed.all_happy()

    def test_new(self) -> None:
        bed = make_bed()
        assert bed.all_happy()


def make_bed() -> Bed:
    return Bed()


def rename(rose: Plant) -> None:
    rose.name = "rosa"
