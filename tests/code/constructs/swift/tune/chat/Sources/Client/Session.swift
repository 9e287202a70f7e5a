import Transport

class Session {
    let connection: Connection
    let user: User

    init(connection: Connection, user: User) {
        self.connection = connection
        self.user = user
        greet()
    }

    func greet() {
        say(user.tag() + " joined")
    }

    @discardableResult
    func say(_ text: String) -> Bool {
        return connection.send(Frame(text: clean(text)))
    }

    func say(all texts: [String]) {
        for text in texts {
            say(text)
        }
    }

    func end() {
        connection.close()
    }
}

final class LoudSession: Session {
    override func say(_ text: String) -> Bool {
        return super.say(text.shouted())
    }

    func close() {
        say("bye")
        end()
    }
}

struct User {
    let name: String

    func tag() -> String {
        return "@" + clean(name)
    }

    static func guest() -> User {
        return User(name: "guest")
    }
}

func clean(_ text: String) -> String {
    return fold(text)
}

private func fold(_ text: String) -> String {
    return text.lowercased()
}
