class Plan {
    let owner: String
    private(set) var items: [Exercise] = []

    init(owner: String) {
        self.owner = owner
    }

    func add(_ item: Exercise) {
        items.append(item)
    }

    func add(_ first: Exercise, _ second: Exercise) {
        self.add(first)
        self.add(second)
    }

    func accepts(_ item: Exercise) -> Bool {
        return item.load() < 1000
    }

    func describe() -> String {
        return clamp(owner) + ": " + String(items.count)
    }
}

final class RecoveryPlan: Plan {
    private let history: History

    init(owner: String, history: History) {
        self.history = history
        super.init(owner: owner)
        add(Stretch())
    }

    override func accepts(_ item: Exercise) -> Bool {
        return super.accepts(item) && !item.isHard() && history.average() < 90
    }
}

private func clamp(_ name: String) -> String {
    return String(name.prefix(12))
}
