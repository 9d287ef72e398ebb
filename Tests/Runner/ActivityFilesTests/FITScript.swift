@testable import ActivityFiles

/// A FIT file of a run, message by message: three metres a second, 170 steps a minute, 150 bpm
/// unless another value is given. Times are seconds since the script's own beginning.
struct FITScript {
    private(set) var bytes = FITBytes()

    static let beginning: UInt64 = 1_000_000_000

    init(kind: UInt8 = 4) {
        bytes.define(3, 0, [[0, 1, 0]])
        bytes.add([3, kind])
        bytes.define(
            0, 20, [[253, 4, 0x86], [3, 1, 2], [6, 2, 0x84], [4, 1, 2], [5, 4, 0x86]])
        bytes.define(1, 21, [[253, 4, 0x86], [0, 1, 0], [1, 1, 0]])
        bytes.define(
            2, 18,
            [
                [253, 4, 0x86], [2, 4, 0x86], [7, 4, 0x86], [8, 4, 0x86], [9, 4, 0x86], [5, 1, 0],
                [6, 1, 0],
            ])
        bytes.define(4, 19, [[7, 4, 0x86], [8, 4, 0x86], [9, 4, 0x86]])
    }

    private static func number(_ value: Double?, _ size: Int) -> [UInt8] {
        guard let value else { return Array(repeating: 0xFF, count: size) }
        return FITBytes.little(UInt64(value.rounded()), size)
    }

    private static func time(_ second: Int) -> [UInt8] {
        FITBytes.little(UInt64(Int64(beginning) + Int64(second)), 4)
    }

    /// - Parameter distance: metres; nil where it is not told.
    mutating func record(
        _ second: Int, distance: Double?, speed: Double? = 3, cadence: Double? = 85,
        heartRate: Double? = 150
    ) {
        bytes.add(
            [0] + Self.time(second) + Self.number(heartRate, 1)
                + Self.number(speed.map { $0 * 1000 }, 2) + Self.number(cadence, 1)
                + Self.number(distance.map { $0 * 100 }, 4))
    }

    /// Records of each second behind `start`, three metres further each.
    mutating func records(
        behind start: Int, through end: Int, every step: Int = 1, from distance: Double = 0
    ) {
        for second in stride(from: start + step, through: end, by: step) {
            record(second, distance: distance + 3 * Double(second - start))
        }
    }

    mutating func start(_ second: Int) { bytes.add([1] + Self.time(second) + [0, 0]) }
    mutating func stop(_ second: Int) { bytes.add([1] + Self.time(second) + [0, 4]) }

    mutating func session(
        _ start: Int, _ end: Int, timer: Double?, distance: Double?, sport: UInt8 = 1,
        kind: UInt8 = 0
    ) {
        bytes.add(
            [2] + Self.time(end) + Self.time(start) + Self.number(Double(end - start) * 1000, 4)
                + Self.number(timer.map { $0 * 1000 }, 4)
                + Self.number(distance.map { $0 * 100 }, 4) + [sport, kind])
    }

    mutating func lap(timer: Double, distance: Double) {
        bytes.add(
            [4] + Self.number(timer * 1000, 4) + Self.number(timer * 1000, 4)
                + Self.number(distance * 100, 4))
    }

    mutating func add(_ message: [UInt8]) { bytes.add(message) }

    /// Five minutes, a pause of two, five minutes.
    static func pausing(
        events: Bool = true, inPause: (inout FITScript) -> Void = { _ in }
    ) -> FITScript {
        var script = FITScript()
        if events { script.start(0) }
        script.records(behind: 0, through: 300)
        if events { script.stop(300) }
        inPause(&script)
        if events { script.start(420) }
        script.records(behind: 420, through: 720, from: 900)
        return script
    }

    var file: [UInt8] { bytes.file() }

    func reading() throws(ActivityFault) -> ActivityReading {
        try FITRecordings.read(file, name: "run.fit")
    }
}
