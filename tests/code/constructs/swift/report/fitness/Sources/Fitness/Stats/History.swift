struct History {
    private var loads: [Int] = []

    mutating func record(_ plan: Plan) {
        loads += plan.items.map(score)
    }

    func average() -> Int {
        return loads.isEmpty ? 0 : sum() / loads.count
    }

    private func sum() -> Int {
        return loads.reduce(0, +)
    }

    private func score(_ item: Exercise) -> Int {
        return item.load()
    }
}

extension Plan {
    func report() -> String {
        let hard = items.filter { $0.isHard() }
        return describe() + " (" + String(hard.count) + " hard)"
    }
}
