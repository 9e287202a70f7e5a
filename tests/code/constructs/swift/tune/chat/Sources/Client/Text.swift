import Transport

extension String {
    func shouted() -> String {
        return uppercased() + bangs(2)
    }

    private func bangs(_ count: Int) -> String {
        return String(repeating: "!", count: count)
    }
}

extension User {
    func open(_ connection: Connection) -> Session {
        return name.isEmpty ? Session(connection: connection, user: User.guest()) : LoudSession(connection: connection, user: self)
    }
}

func demo() {
    let wire = LoopConnection()
    let session = User(name: "Kim").open(wire)
    session.say(all: ["hello", "anyone?"])
    session.end()
    wire.close()
}
