import CommandLine
import LinuxIO
import LoadReport
import StreamClient
import Terminal
import Vocabulary
import WireProtocol

/// What the flags of `load` ask for.
package struct LoadOptions {
    /// The flags themselves: `LoadPlan` reads the subscription and the daemon from them.
    package var flags: ParsedFlags
    /// The command's flags, in the order of its help.
    let table: FlagTable
    var subscribers: Int
    let mix: SubscriberMix
    let habits: SubscriberScript.Habits
    /// How many connections are begun per second.
    let connectionsPerSecond: Int
    let warmUp: Duration
    /// The length of the measurement.
    let length: Duration
    /// The seed of the tester's random streams.
    let dice: UInt64
    let assertions: [LoadAssertion]
    /// The assertion of `--find-limit`.
    package let limit: LoadAssertion?
    /// What the search raises.
    let raise: CapacityCurve.Raised
    let palette: Palette
    /// The number of subscribers over time; nil for a constant number.
    let stages: StagePlan?
    /// Which of the subscribers are this run's; nil for all.
    let share: LoadShare?
    /// The earliest beginning of the measurement; nil for as soon as all are live and warm.
    let begins: CalendarTime?

    static let usualSubscribers = 100
    static let mostSubscribers = 1_000_000

    package init(_ flags: ParsedFlags, of table: FlagTable) throws(ProgramFailure) {
        stages = try Self.stages(flags)
        let given =
            try flags.integer("--subscribers", in: 1...Self.mostSubscribers)
            ?? Self.usualSubscribers
        subscribers = stages?.mostSubscribers ?? given
        mix = try flags["--mix"].map(SubscriberMix.init(parsing:)) ?? .steady
        habits = try Self.habits(flags)
        connectionsPerSecond = try Self.ramp(flags)
        let givenWarmUp = try flags.span("--warm-up", from: 0) ?? .seconds(5)
        warmUp = stages == nil ? givenWarmUp : .zero
        let givenLength = try flags.span("--for", from: 1) ?? .seconds(30)
        length = stages?.length ?? givenLength
        share = try flags.value("--part", allowed: "a part such as 0/8, of at most 4096") {
            LoadShare(parsing: $0)
        }
        begins = try flags.value("--at", allowed: Moment.formAhead) { text in
            let now = FleetInstant(notAfter: WallClock.nowMicroseconds)
            let clock = MomentClock(present: now, zone: UTCZone())
            return Moment(parsing: text).flatMap {
                try? clock.microseconds(of: $0, looksAhead: true)
            }.map { CalendarTime(microseconds: $0) }
        }
        dice = try Self.dice(flags)
        raise = try Self.raise(flags)
        palette = try flags.palette()
        assertions = try flags.assertions("--assert")
        limit = try flags.assertions("--find-limit").first
        self.flags = flags
        self.table = table
        let request = try ChannelFlags.request(flags, after: flags["--from"]).request
        try refuseContradictions(request)
    }

    package var isEmbedded: Bool { flags.has("--embedded") }
    /// Whether each subscriber follows one lane, or one of the sessions that are named.
    var spreads: Bool { flags.has("--spread") }
    var tellsTruth: Bool { flags.has("--truth") }
    var abortsOnFail: Bool { flags.has("--abort-on-fail") }
    package var isDryRun: Bool { flags.has("--dry-run") }
    package var isQuiet: Bool { flags.has("--quiet") }
    /// Where the first subscription begins: `start` or an anchor; nil begins now.
    var beginning: String? { flags["--from"] }

    private static func stages(_ flags: ParsedFlags) throws(ProgramFailure) -> StagePlan? {
        guard let text = flags["--stages"] else { return nil }
        do throws(StagePlan.Problem) {
            return try StagePlan(parsing: text, most: mostSubscribers)
        } catch {
            throw ProgramFailure(error, most: mostSubscribers)
        }
    }

    private static func habits(
        _ flags: ParsedFlags
    ) throws(ProgramFailure) -> SubscriberScript.Habits {
        var habits = SubscriberScript.Habits()
        habits.stall = try flags.span("--stall", from: 1) ?? habits.stall
        habits.cycle = try flags.span("--cycle", from: 1) ?? habits.cycle
        let share = try flags.value("--slow-share", allowed: "a number from 0.01 to 0.99") {
            Double($0).flatMap { (0.01...0.99).contains($0) ? $0 : nil }
        }
        habits.slowShare = share ?? habits.slowShare
        return habits
    }

    private static func ramp(_ flags: ParsedFlags) throws(ProgramFailure) -> Int {
        let rates = 1...100_000
        return try flags.value("--ramp", allowed: "connections a second, such as 500/s") { text in
            let number = text.hasSuffix("/s") ? text.dropLast(2) : text[...]
            return Int(number).flatMap { rates.contains($0) ? $0 : nil }
        } ?? 1000
    }

    /// The seed, at most 2⁵³: readers of JSON keep such a number exactly, so that a report can name
    /// it.
    private static func dice(_ flags: ParsedFlags) throws(ProgramFailure) -> UInt64 {
        let largest: UInt64 = 1 << 53
        let given = try flags.value("--dice", allowed: "a whole number from 0 to \(largest)") {
            UInt64($0).flatMap { $0 <= largest ? $0 : nil }
        }
        return given ?? SystemRandom.bits() % largest
    }

    private static func raise(
        _ flags: ParsedFlags
    ) throws(ProgramFailure) -> CapacityCurve.Raised {
        try flags.check("--raise", isOneOf: CapacityCurve.Raised.allCases.map(\.rawValue))
        return flags["--raise"].flatMap(CapacityCurve.Raised.init) ?? .subscribers
    }
}

extension ParsedFlags {
    /// The assertions of a flag, in order.
    package func assertions(_ flag: String) throws(ProgramFailure) -> [LoadAssertion] {
        var assertions: [LoadAssertion] = []
        do throws(AssertionFault) {
            for text in all(flag) { assertions.append(try LoadAssertion(parsing: text)) }
        } catch {
            throw .usage("\(flag): \(error.reason)", suggestion: error.remedy)
        }
        return assertions
    }

    /// A span of whole seconds or parts of them; at most a day.
    fileprivate func span(_ name: String, from least: Int64) throws(ProgramFailure) -> Duration? {
        let spans = FleetDuration.seconds(least)...FleetDuration.seconds(86_400)
        return try value(name, allowed: "a span from \(least)s to 24h, such as 10s") { text in
            FleetDuration(parsing: text).flatMap { span in
                spans.contains(span) ? .microseconds(span.microseconds) : nil
            }
        }
    }
}

extension LoadOptions {
    /// The command line that repeats the run, quoted for a shell, with the seed that was drawn.
    var command: String {
        var flags = flags
        flags.setDefault("--dice", "\(dice)")
        let words = table.flags.filter { $0.name != "--dry-run" }.flatMap { flag in
            flags.all(flag.name).flatMap { value in
                flag.value == nil ? [flag.name] : [flag.name, Self.quoted(value)]
            }
        }
        return ([table.command] + words).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "+")...UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "_"),
                UInt8(ascii: "@"), UInt8(ascii: "%"):
                true
            case _: false
            }
        }
        guard !isPlain else { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: #"'\''"#))'"
    }
}
