class Station {
    let label: String
    private var done: [String] = []

    init(label: String) {
        self.label = label
    }

    func prepare(_ dish: Servable) {
        log(dish.card())
    }

    func log(_ line: String) {
        done.append(header(line))
    }

    func summary() -> String {
        return done.joined(separator: "; ")
    }
}

final class Oven: Station {
    let thermostat: Thermostat

    init(thermostat: Thermostat) {
        self.thermostat = thermostat
        super.init(label: "oven")
    }

    override func prepare(_ dish: Servable) {
        thermostat.warm(to: 180)
        super.prepare(dish)
    }

    func prepare(_ dish: Servable, at degrees: Int) {
        thermostat.warm(to: degrees)
        self.log(dish.title())
    }
}

final class Thermostat {
    private var current = 20

    func warm(to degrees: Int) {
        current = max(current, degrees)
    }
}

private func header(_ line: String) -> String {
    return "* " + line
}
