import Foundation

enum Unit: String {
    case gram, litre, piece

    func suffix(for amount: Double) -> String {
        return self == .piece ? plural(amount) : " " + rawValue
    }

    private func plural(_ amount: Double) -> String {
        return amount == 1 ? " piece" : " pieces"
    }
}

struct Quantity {
    let amount: Double
    let unit: Unit

    func scaled(by factor: Double) -> Quantity {
        return Quantity(amount: amount * factor, unit: unit)
    }

    func text() -> String {
        return amount.trimmed() + unit.suffix(for: amount)
    }

    static func parse(_ raw: String) -> Quantity? {
        guard let amount = Double(raw) else { return nil }
        return Quantity(amount: amount, unit: .piece)
    }
}

extension Double {
    func trimmed() -> String {
        return rounded() == self ? String(Int(self)) : String(format: "%.1f", self)
    }
}
