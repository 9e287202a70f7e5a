from .book import Book as Cookbook
from .book import Recipe

__all__ = ["Cookbook", "Recipe"]
