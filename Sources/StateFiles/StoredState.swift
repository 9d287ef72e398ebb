import Vocabulary

/// What the file `identity` of a state directory holds: the fleet and its clock.
package struct StoredState: Hashable, Sendable {
    package let fleet: StoredFleet
    package let clock: ClockPoint

    private static let head = "runway-state"
    private static let version = "1"

    package init(fleet: StoredFleet, clock: ClockPoint) {
        self.fleet = fleet
        self.clock = clock
    }

    private var fields: [(name: String, value: String)] {
        [(Self.head, Self.version)] + fleet.fields + [
            ("speed", "\(clock.speed)"), ("fleet", InstantText.text(of: clock.fleet)),
            ("wall_us", "\(clock.wallMicroseconds)"),
        ]
    }

    /// The file's bytes: a name and a value a line.
    var bytes: [UInt8] {
        fields.enumerated().flatMap { index, field in
            CheckedRecord.encode("\(field.name) \(field.value)", line: index + 1)
        }
    }

    /// Reads what ``bytes`` gives. A file that differs in any bit is refused.
    init(_ bytes: [UInt8], file: String) throws(StateFailure) {
        let values = try Self.values(bytes, file: file)
        guard let version = values[Self.head] else {
            throw .damaged(file: file, line: 1, reason: "it does not begin with \(Self.head)")
        }
        guard version == Self.version else {
            throw .damaged(file: file, line: 1, reason: Self.strange(version))
        }
        guard let fleet = StoredFleet(values), let clock = Self.clock(values) else {
            throw .damaged(file: file, line: 1, reason: "the file lacks a line, or says no value")
        }
        self.init(fleet: fleet, clock: clock)
        guard self.bytes == bytes else {
            throw .damaged(file: file, line: 1, reason: "the file has lines that do not belong")
        }
    }

    static func strange(_ version: String, known: String = version) -> String {
        "its format has version \(version), and this daemon knows \(known)"
    }

    private static func values(
        _ bytes: [UInt8], file: String
    ) throws(StateFailure) -> [String: String] {
        var values: [String: String] = [:]
        for (index, start) in stride(from: 0, to: bytes.count, by: CheckedRecord.bytes).enumerated()
        {
            let record = bytes[start...].prefix(CheckedRecord.bytes)
            guard let text = CheckedRecord.text(of: record, line: index + 1),
                let space = text.firstIndex(of: " ")
            else { throw .damaged(file: file, line: index + 1, reason: "the line is damaged") }
            values[String(text[..<space])] = String(text[text.index(after: space)...])
        }
        return values
    }

    /// Microseconds since 1970 that a clock can have said, up to the end of fleet time.
    private static let walls = 0...StreamPosition.instants.upperBound.microseconds

    private static func clock(_ values: [String: String]) -> ClockPoint? {
        guard let speed = values["speed"].flatMap({ PlaybackSpeed(parsing: $0) }),
            let fleet = values["fleet"].flatMap({ InstantText.instant($0) }),
            let wall = values["wall_us"].flatMap({ Int64($0) }), Self.walls.contains(wall)
        else { return nil }
        return ClockPoint(fleet: fleet, wallMicroseconds: wall, speed: speed)
    }
}
