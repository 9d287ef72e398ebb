import Vocabulary

/// The content of the file `identity`: the fleet and its clock.
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
    var bytes: [UInt8] { CheckedRecord.encode(fields.map { "\($0.name) \($0.value)" }) }

    /// Parses ``bytes``. Throws if the file differs in any bit from what ``bytes`` returns.
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
        for (index, text) in try CheckedRecord.texts(of: bytes, file: file).enumerated() {
            guard let space = text.firstIndex(of: " ") else {
                throw .damaged(file: file, line: index + 1, reason: "the line is damaged")
            }
            values[String(text[..<space])] = String(text[text.index(after: space)...])
        }
        return values
    }

    /// The range of wall clocks, microseconds since 1970, up to the end of fleet time.
    private static let walls = 0...StreamPosition.instants.upperBound.microseconds

    private static func clock(_ values: [String: String]) -> ClockPoint? {
        guard let speed = values["speed"].flatMap({ PlaybackSpeed(parsing: $0) }),
            let fleet = values["fleet"].flatMap({ InstantText.instant($0) }),
            let wall = values["wall_us"].flatMap({ Int64($0) }), Self.walls.contains(wall)
        else { return nil }
        return ClockPoint(fleet: fleet, wallMicroseconds: wall, speed: speed)
    }
}

/// The fleet of a state directory: its identity, and everything that enters it, so that an error
/// can name what differs.
package struct StoredFleet: Hashable, Sendable {
    package let identity: String
    package let model: Int
    package let encoding: Int
    package let seed: UInt64
    package let epoch: FleetInstant
    /// The rate in Hz.
    package let rate: Int64
    package let device: String
    /// Whether athletes pause their recordings.
    package let pauses: Bool
    /// The middle and the radius of the region, or `none`.
    package let region: String
    private let files: StoredHashes
    /// At rest and maximal, in bpm, or `none` without recordings.
    package let heartRateLimits: String
    package internal(set) var shard: FleetShard
    /// `laps` or `days`.
    package let schedule: String
    /// The name of the zone of its days, or `none`.
    package let timeZone: String

    package init(
        identity: String, model: Int, encoding: Int, seed: UInt64, epoch: FleetInstant,
        rate: Int64, device: String, faults: String, recordings: String, heartRateLimits: String,
        region: String = drawn, route: String = drawn, athletes: String = drawn,
        shard: FleetShard = .whole,
        schedule: String = usualSchedule, timeZone: String = noZone,
        pauses: Bool = true
    ) {
        self.identity = identity
        self.model = model
        self.encoding = encoding
        self.seed = seed
        self.epoch = epoch
        self.rate = rate
        self.device = device
        self.pauses = pauses
        self.region = region
        files = StoredHashes(
            faults: faults, route: route, athletes: athletes, recordings: recordings)
        self.heartRateLimits = heartRateLimits
        self.shard = shard
        self.schedule = schedule
        self.timeZone = timeZone
    }

    package static let usualSchedule = "laps"
    package static let noZone = "none"
    package static let drawn = "none"

    /// The lines of the file in order, a name and a value each. The usual values of the last ones
    /// are left out, as files of earlier daemons have none of them.
    var fields: [(name: String, value: String)] {
        facts.filter { fact in
            switch fact.name {
            case "shard": shard != .whole
            case "schedule": schedule != Self.usualSchedule
            case "time_zone": timeZone != Self.noZone
            case "pauses": !pauses
            case "region": region != Self.drawn
            case "route": files.route != Self.drawn
            case "athletes": files.athletes != Self.drawn
            case _: true
            }
        }
    }

    private var facts: [(name: String, value: String)] {
        [
            ("identity", identity), ("model", "\(model)"), ("encoding", "\(encoding)"),
            ("seed", "\(seed)"), ("epoch", InstantText.text(of: epoch)), ("rate_hz", "\(rate)"),
            ("device", device), ("faults", files.faults), ("replay", files.recordings),
            ("heart_rate_limits_bpm", heartRateLimits), ("shard", "\(shard)"),
            ("schedule", schedule), ("time_zone", timeZone), ("pauses", "\(pauses)"),
            ("region", region), ("route", files.route), ("athletes", files.athletes),
        ]
    }

    /// Parses ``fields``; nil if one is missing or its value cannot be parsed.
    init?(_ values: [String: String]) {
        guard let identity = values["identity"], let model = values["model"].flatMap({ Int($0) }),
            let encoding = values["encoding"].flatMap({ Int($0) }),
            let seed = values["seed"].flatMap({ UInt64($0) }),
            let epoch = values["epoch"].flatMap({ InstantText.instant($0) }),
            let rate = values["rate_hz"].flatMap({ Int64($0) }), let device = values["device"],
            let faults = values["faults"], let recordings = values["replay"],
            let limits = values["heart_rate_limits_bpm"],
            let shard = FleetShard(parsing: values["shard"] ?? "\(FleetShard.whole)"),
            let pauses = Bool(values["pauses"] ?? "true")
        else { return nil }
        self.init(
            identity: identity, model: model, encoding: encoding, seed: seed, epoch: epoch,
            rate: rate, device: device, faults: faults, recordings: recordings,
            heartRateLimits: limits, region: values["region"] ?? Self.drawn,
            route: values["route"] ?? Self.drawn, athletes: values["athletes"] ?? Self.drawn,
            shard: shard,
            schedule: values["schedule"] ?? Self.usualSchedule,
            timeZone: values["time_zone"] ?? Self.noZone, pauses: pauses)
    }

    /// The fields in which `other` differs; empty for equal fleets. The identity is named only if
    /// nothing else differs.
    package func differences(from other: StoredFleet) -> [StoredDifference] {
        let differences = zip(facts, other.facts).filter { $0.value != $1.value }
            .map { StoredDifference(name: $0.name, stored: $0.value, given: $1.value) }
        return differences.count > 1 ? differences.filter { $0.name != "identity" } : differences
    }
}

/// What is kept of the content of files that decide a fleet: hashes, or `none`.
private struct StoredHashes: Hashable, Sendable {
    let faults: String
    let route: String
    /// Behind the number of athletes.
    let athletes: String
    /// Behind the number of recordings.
    let recordings: String
}

/// A field in which a fleet differs from the one of a state directory.
package struct StoredDifference: Hashable, Sendable, CustomStringConvertible {
    /// The name of the field, most often of a setting.
    package let name: String
    package let stored: String
    package let given: String

    package init(name: String, stored: String, given: String) {
        self.name = name
        self.stored = stored
        self.given = given
    }

    /// To be read after "the state directory holds a fleet with": `rate_hz 1, not 5`.
    package var description: String { "\(name) \(stored), not \(given)" }
}
