from __future__ import annotations


class Plant:
    def __init__(self, name: str, thirst: int) -> None:
        self.name = name
        self.thirst = thirst

    def water(self, litres: int) -> int:
        self.thirst = max(0, self.thirst - litres)
        return self.thirst

    @property
    def happy(self) -> bool:
        return self.thirst == 0


class Bed:
    def __init__(self) -> None:
        self.plants: list[Plant] = []

    def plant(self, name: str) -> Plant:
        added = Plant(name, 2)
        self.plants.append(added)
        return added

    def water(self, litres: int) -> None:
        for plant in self.plants:
            plant.water(litres)

    def all_happy(self) -> bool:
        return all(plant.happy for plant in self.plants)
