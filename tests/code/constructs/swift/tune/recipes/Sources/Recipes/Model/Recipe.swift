protocol Servable {
    var servings: Int { get }
    func lines() -> [String]
    func title() -> String
}

extension Servable {
    func card() -> String {
        return header(title()) + lines().joined(separator: "\n")
    }
}

struct Ingredient {
    let name: String
    let quantity: Quantity

    func line() -> String {
        return quantity.text() + " " + name
    }
}

struct Recipe: Servable {
    let servings: Int
    let name: String
    var ingredients: [Ingredient]

    func lines() -> [String] {
        return ingredients.map { $0.line() }
    }

    func title() -> String {
        return name
    }

    func resized(to people: Int) -> Recipe {
        let factor = Double(people) / Double(servings)
        func grow(_ item: Ingredient) -> Ingredient {
            return Ingredient(name: item.name, quantity: item.quantity.scaled(by: factor))
        }
        return Recipe(servings: people, name: name, ingredients: ingredients.map(grow))
    }
}

private func header(_ title: String) -> String {
    return "# " + title + "\n"
}
