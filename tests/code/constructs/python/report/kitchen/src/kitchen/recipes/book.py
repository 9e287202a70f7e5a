import copy

from ..units import spoons as tablespoons
from ..units import to_grams, volume
from . import search


class Recipe:
    def __init__(self, title: str, ounces: int) -> None:
        self.title = title
        self.grams = to_grams(ounces)

    def copy(self) -> "Recipe":
        return copy.copy(self)

    def oil(self) -> str:
        return tablespoons(self.grams / 10).show()


class Book:
    def __init__(self) -> None:
        self.recipes: list[Recipe] = []

    def find(self, word: str) -> list[str]:
        titles = [recipe.title for recipe in self.recipes]
        return search.find(titles, word)

    def smallest(self) -> volume.Measure:
        return volume.measured(min(recipe.grams for recipe in self.recipes))
