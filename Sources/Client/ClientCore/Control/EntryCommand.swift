import CommandLine
import FlightDisplay
import LinuxIO
import Readout
import StreamClient
import Vocabulary
import WireProtocol

/// `runway add` and `runway remove`: samples by hand in the books of days.
enum EntryCommand: String, CaseIterable {
    case add, remove

    var table: FlagTable {
        switch self {
        case .add:
            FlagTable(
                command: "runway add", summary: "adds a sample by hand to the book of a lane.",
                examples: [
                    "runway add s1 body_mass 71.3kg",
                    "runway add s1 body_mass 157 lb",
                    "runway add s1 resting_heart_rate_bpm 48 --at 'yesterday 06:40'",
                    "runway add s1 steps 1200 --start 2h --end 90m",
                ],
                flags: Command.answerFlags + Self.timeFlags, operand: "SESSION METRIC VALUE [UNIT]",
                operandHelp: "METRIC is one of \(Self.metrics); the unit in its name may be left "
                    + "out, as in body_mass.")
        case .remove:
            FlagTable(
                command: "runway remove", summary: "removes a sample that was added by hand.",
                examples: ["runway remove e7.88417115619"],
                flags: Command.answerFlags, operand: "ENTRY")
        }
    }

    private static let timeFlags: [Flag] = {
        let points = names(of: DayMetric.ofPeople.members.filter(\.isPoint))
        let spans = names(of: DayMetric.ofPeople.members.filter { !$0.isPoint })
        return [
            Flag(
                "--at", value: "MOMENT",
                "When it was, in fleet time: \(Moment.form); of \(points) (default: now)."),
            Flag("--start", value: "MOMENT", "When it began; of \(spans)."),
            Flag("--end", value: "MOMENT", "When it ended; of the same (default: now)."),
        ]
    }()

    private static let metrics = DayMetric.ofPeople.members.map { metric in
        let units = MeasuredText.units(metric)
        return metric.name + (units.isEmpty ? "" : " (\(units))")
    }.joined(separator: ", ")

    private static func names(of metrics: [DayMetric]) -> String {
        metrics.map(\.name).joined(separator: ", ")
    }

    func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        // Mistakes that do not depend on the fleet's time are told before anything is sent.
        _ = try request(flags, at: .last)
        var link = try DaemonLink(flags)
        let moments = [
            try flags.moment("--at"), try flags.moment("--start"), try flags.moment("--end"),
        ]
        let clock = try FleetClock(link.greeting, of: moments)
        let measured = self == .add ? Self.measured(flags) : nil
        return try Command.carryOut(
            try request(flags, at: clock.moments),
            named: "\(rawValue) \(flags.operands.joined(separator: " "))", flags, &link
        ) { text($0, measured) }
    }

    /// The request that the flags describe.
    ///
    /// - Parameter clock: the fleet's clock.
    func request(
        _ flags: ParsedFlags, at clock: MomentClock
    ) throws(ProgramFailure) -> String {
        try FlagRequest.make(rawValue) { line throws(ProgramFailure) in
            switch self {
            case .add: try appendSample(flags, at: clock, to: &line)
            case .remove: line.appendField("entry", try operand(0, "entry", flags))
            }
        }.line
    }

    private func operand(
        _ index: Int, _ name: String, _ flags: ParsedFlags
    ) throws(ProgramFailure) -> String {
        guard index < flags.operands.count else {
            throw .usage(
                "no \(name) is named",
                suggestion:
                    "write \(flags.command) \(table.operand ?? ""), as in \(table.examples[0])"
            )
        }
        return flags.operands[index]
    }

    private func appendSample(
        _ flags: ParsedFlags, at clock: MomentClock, to line: inout LineBuffer
    ) throws(ProgramFailure) {
        line.appendField("session", try operand(0, "lane", flags))
        let metric = Self.metric(try operand(1, "metric", flags))
        line.appendField("metric", metric)
        let text = Self.value(try operand(2, "value", flags), flags)
        let named = DayMetric(named: metric)
        let measured = named.flatMap { MeasuredText(text, of: $0)?.value }
        guard let value = measured ?? (named == nil ? Decimal64(parsing: text) : nil) else {
            let units = named.map { MeasuredText.units($0) } ?? ""
            throw .usage(
                "\"\(text)\" is no value",
                suggestion: "write a number such as 71.3"
                    + (units.isEmpty ? "" : ", behind it \(units) if you like"))
        }
        line.appendName("value")
        line.append(utf8: "\(value)")
        for (flag, name) in [
            ("--at", "at" as StaticString), ("--start", "start"), ("--end", "end"),
        ] {
            guard let moment = try flags.moment(flag) ?? usual(flag, metric, flags) else {
                continue
            }
            let instant = try moment.instant(by: clock)
            guard StreamPosition.instants.contains(instant) else {
                throw .usage("\(flag) lies outside fleet time", suggestion: "give another moment")
            }
            line.appendName(name)
            line.appendTime(instant)
        }
    }

    /// The metric's name as the wire has it; its unit may be left out, as in `body_mass`.
    private static func metric(_ name: String) -> String {
        guard DayMetric(named: name) == nil else { return name }
        return DayMetric.ofPeople.members.first {
            $0.name.split(separator: "_").dropLast().joined(separator: "_") == name
        }?.name ?? name
    }

    /// The value with its unit, which may be the next operand.
    private static func value(_ text: String, _ flags: ParsedFlags) -> String {
        flags.operands.count > 3 ? "\(text) \(flags.operands[3])" : text
    }

    /// The kept form of a value that was given in another unit: `59.0 kg`; nil for any other value.
    static func measured(_ flags: ParsedFlags) -> String? {
        guard flags.operands.count > 2, let metric = DayMetric(named: metric(flags.operands[1])),
            let measured = MeasuredText(value(flags.operands[2], flags), of: metric),
            measured.isConverted
        else { return nil }
        let unit = metric.name.split(separator: "_").last ?? ""
        return "\(measured.value.rounded(to: metric.decimals)) \(unit)"
    }

    /// The present, for the flag that says when: `--at` of a point, `--end` of a span; else nil.
    private func usual(
        _ flag: String, _ metric: String, _ flags: ParsedFlags
    ) -> FlagMoment? {
        guard let metric = DayMetric(named: metric) else { return nil }
        let isUsual = flag == (metric.isPoint ? "--at" : "--end")
        return isUsual ? FlagMoment(flag: flag, moment: .back(.zero)) : nil
    }

    /// `e7.88417115619 is in d7.12`, `e7.88417115619 is in d7.12, kept as 59.0 kg`.
    func text(_ answer: JSONValue, _ measured: String? = nil) -> String {
        let (entry, book) = (answer["entry"]?.text ?? "?", answer["session"]?.text ?? "?")
        return switch self {
        case .add: "\(entry) is in \(book)" + (measured.map { ", kept as \($0)" } ?? "")
        case .remove: "removed, by \(entry) in \(book)"
        }
    }
}
