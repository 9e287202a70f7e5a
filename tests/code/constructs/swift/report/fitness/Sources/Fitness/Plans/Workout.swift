protocol Exercise {
    func minutes() -> Int
    func effort() -> Int
}

extension Exercise {
    func load() -> Int {
        return minutes() * effort()
    }

    func isHard() -> Bool {
        return load() > Limits.weekly() / 7
    }
}

struct Run: Exercise {
    let distance: Distance

    func minutes() -> Int {
        return distance.minutes(pace: 6)
    }

    func effort() -> Int {
        return 3
    }
}

struct Stretch: Exercise {
    func minutes() -> Int {
        return 15
    }

    func effort() -> Int {
        return clamp(1)
    }
}

struct Distance {
    let km: Double

    func minutes(pace: Int) -> Int {
        return Int(km * Double(pace))
    }

    static func marathon() -> Distance {
        return Distance(km: 42.195)
    }
}

enum Limits {
    static func weekly() -> Int {
        return clamp(700)
    }
}

private func clamp(_ value: Int) -> Int {
    return min(value, 1000)
}
