from stock.items import Crate, Item
from stock.shelf import Shelf, heaviest, make_shelf


def receive(names: list[str]) -> float:
    shelf = make_shelf()
    for name in names:
        shelf.put(Crate(name, 12.0))
    return shelf.room


def fill(shelf: Shelf, crate: Crate) -> str:
    shelf.put(crate).put(crate).sale()
    crate.price = 12.5
    return crate.named("spare").label()


def total(crates: list[Crate]) -> float:
    shelf = Shelf(5.0)
    for crate in crates:
        crate.lid.weight()
        shelf.put(crate)
    return shelf.load() + heaviest(crates)


def tidy(names: list[str]) -> list[str]:
    items: list[str] = []
    for name in names:
        items.append(Item.clean(name))
    return items
