func makeSoup() -> Recipe {
    let water = Ingredient(name: "water", quantity: Quantity(amount: 1.5, unit: .litre))
    let leeks = Quantity.parse("3") ?? Quantity(amount: 2, unit: .piece)
    return Recipe(servings: 4, name: "Soup", ingredients: [water, Ingredient(name: "leek", quantity: leeks)])
}

func serve(_ recipe: Recipe, on station: Station) {
    station.prepare(recipe.resized(to: 2))
    print(station.summary())
}

func runKitchen() {
    let oven = Oven(thermostat: Thermostat())
    serve(makeSoup(), on: oven)
    oven.prepare(makeSoup(), at: 90)
}

runKitchen()
