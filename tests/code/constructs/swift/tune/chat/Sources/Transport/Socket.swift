public protocol Connection {
    func send(_ frame: Frame) -> Bool
    func close()
}

public struct Frame {
    public let bytes: [UInt8]

    public init(text: String) {
        bytes = Array(text.utf8)
    }

    public func checksum() -> Int {
        return fold(bytes.map(Int.init))
    }
}

public final class LoopConnection: Connection {
    private var sent: [Frame] = []
    private let meter = Meter()

    public init() {}

    public func send(_ frame: Frame) -> Bool {
        sent.append(frame)
        meter.add(frame.checksum())
        return true
    }

    public func close() {
        sent.removeAll()
        meter.reset()
    }
}

final class Meter {
    private var total = 0

    func add(_ value: Int) { total += value }
    func reset() { total = 0 }
}

func fold(_ values: [Int]) -> Int {
    return values.reduce(0, combine)
}

private func combine(_ left: Int, _ right: Int) -> Int {
    return (left &* 31) &+ right
}
