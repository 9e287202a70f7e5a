import Foundation

public protocol Store {
    func read(_ key: Key) -> [UInt8]?
    func write(_ data: [UInt8], for key: Key)
}

public struct Key {
    let path: String

    public init(_ raw: String) {
        path = normalize(raw)
    }

    public func folder() -> String {
        return path.parts().dropLast().joined(separator: "/")
    }
}

public final class MemoryStore: Store {
    private var table: [String: [UInt8]] = [:]

    public init() {}

    public func read(_ key: Key) -> [UInt8]? {
        return table[key.path]
    }

    public func write(_ data: [UInt8], for key: Key) {
        table[key.path] = data
    }

    public func remove(_ key: Key) {
        table.removeValue(forKey: key.path)
    }
}

extension String {
    func parts() -> [String] {
        return split(separator: "/").map(String.init)
    }
}

func normalize(_ raw: String) -> String {
    return raw.parts().map(escape).joined(separator: "/")
}

private func escape(_ part: String) -> String {
    return part.replacingOccurrences(of: " ", with: "-")
}
