from __future__ import annotations

import sys

import kitchen.recipes.search
import kitchen.units as u
from kitchen import recipes
from kitchen.recipes import Cookbook, Recipe
from kitchen.units import Volume, to_ounces


def main() -> int:
    book = load(sys.argv[1:])
    for title in book.find("soup"):
        print(title)
    return 0


def load(titles: list[str]) -> Cookbook:
    book = recipes.Cookbook()
    book.recipes.extend(Recipe(title, 8) for title in titles)
    return book


def shout(titles: list[str]) -> list[str]:
    return list(map(kitchen.recipes.search.search, titles))


def pour(ml: float) -> str:
    return u.spoons(ml).halve().show()


def cup() -> Volume:
    return Volume(16.0, "tbsp")


def weigh(grams: int, to_ounces: bool = False) -> str:
    return f"{grams} g" if not to_ounces else "ounces"


def shopping(recipe: Recipe) -> int:
    twin = recipe.copy()
    return to_ounces(twin.grams) + u.to_grams(1)
