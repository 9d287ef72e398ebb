import CommandLine
import Vocabulary
import WireProtocol

/// The flags that say what the daemon computes, and the `subscribe` request made of them.
package enum ChannelFlags {
    package static let all = [
        Flag("--session", value: "NAMES", "Sessions or lanes, such as s0,s7.2 (default: all)."),
        Flag(
            "--kinds", value: "KINDS", of: .words(LineKind.allCases.map(\.rawValue)),
            "stat, sample, phase, advisory, event, truth, entry, with commas between (default: "
                + "stat)."),
        Flag(
            "--metrics", value: "NAMES",
            "Such as heart_rate_bpm,speed_mps (default: heart rate, speed, cadence, stride, "
                + "contact)."),
        Flag(
            "--stats", value: "NAMES", of: .words(Statistic.allCases.map(\.rawValue)),
            "\(Statistic.allCases.map(\.rawValue).joined(separator: ", ")) (default: "
                + "average,latest)."),
        windowFlag,
        Flag(
            "--every", value: "SPAN",
            "How often a statistic is emitted (default: 1s); each tells of its --window alone, so "
                + "that --every 5m wants --window 5m, too."),
        smoothingFlag,
        Flag("--align", value: "GRID", "session or clock (default: session)."),
        Flag(
            "--min-coverage", value: "SHARE",
            "Leave out values that were measured for less than this share of the window, 0 to 1."),
    ]

    /// The flag for the queue of a subscription, which only commands that follow live have.
    package static let queueFlag = Flag(
        "--queue", value: "POLICY", of: .word(QueuePolicy.allCases.map(\.rawValue)),
        "If it is read too slowly: \(QueuePolicy.allCases.map(\.rawValue).joined(separator: ", ")) "
            + "(default: \(QueuePolicy.dropOldest.rawValue)).")
    package static let windowFlag = Flag(
        "--window", value: "SPAN", "Such as 30s, or session (default: 5s).")
    package static let smoothingFlag = Flag(
        "--smooth", value: "KIND:SPAN",
        "mean:10s or median:10s; ema:5s or ema2:5s by half-life (default: none); the text of tail "
            + "marks the smoothed value with ~.")

    /// The request that the flags ask for, and the line to send.
    ///
    /// - Parameter after: `start` or an anchor; nil begins now.
    package static func request(
        _ flags: ParsedFlags, after: String?
    ) throws(ProgramFailure) -> (line: String, request: SubscribeRequest) {
        let (line, request) = try FlagRequest.make("subscribe") { line throws(ProgramFailure) in
            try append(flags, after: after, to: &line)
        }
        guard case .subscribe(let subscription) = request else {
            preconditionFailure("the flags made another request: \(line)")
        }
        return (line, subscription)
    }

    private static func append(
        _ flags: ParsedFlags, after: String?, to line: inout LineBuffer
    ) throws(ProgramFailure) {
        line.appendList("kinds", flags["--kinds"])
        line.appendList("metrics", flags["--metrics"])
        line.appendList("stats", flags["--stats"])
        line.appendField("window", flags["--window"])
        line.appendField("every", flags["--every"])
        line.appendField("align", flags["--align"])
        line.appendField("after", after)
        if let policy = flags[queueFlag.name] {
            line.append(#","queue":{"policy":"#)
            line.appendJSONString(policy)
            line.append("}")
        }
        line.appendSelection(flags["--session"])
        if let coverage = flags["--min-coverage"] {
            line.appendName("min_coverage")
            line.append(utf8: try number(coverage))
        }
        if let smoothing = flags["--smooth"] { try append(smoothing, to: &line) }
    }

    /// The number as JSON writes it, which knows neither `.5` nor `+1`.
    private static func number(_ text: String) throws(ProgramFailure) -> String {
        guard let number = Double(text), number.isFinite else {
            throw .usage(
                "--min-coverage cannot be \"\(text)\"", suggestion: "give a number from 0 to 1")
        }
        return "\(number)"
    }

    /// The kinds of smoothing that need a span.
    private static let spanned = ["mean", "median", "ema", "ema2"]

    private static func append(
        _ smoothing: String, to line: inout LineBuffer
    ) throws(ProgramFailure) {
        let parts = smoothing.split(separator: ":", maxSplits: 1).map(String.init)
        if let kind = parts.first, parts.count == 1, spanned.contains(kind) {
            throw .usage(
                "--smooth: \(kind) needs a span",
                suggestion: "write it behind the kind, such as \(kind):10s")
        }
        line.append(#","smooth":{"kind":"#)
        line.appendJSONString(parts.first ?? "")
        if parts.count == 2 {
            let isByHalfLife = parts[0].hasPrefix("ema")
            line.appendField(isByHalfLife ? "half_life" : "over", parts[1])
        }
        line.append("}")
    }
}

extension ParsedFlags {
    /// A span of machine time such as `10s`.
    package func span(_ name: String) throws(ProgramFailure) -> Duration? {
        try value(name, allowed: "a span such as 10s or 5m") { text in
            FleetDuration(parsing: text).map { .microseconds($0.microseconds) }
        }
    }
}

extension ProgramFailure {
    /// The error that a daemon would answer, as a mistake in the flags: the two sentences become
    /// one, and the flag's name replaces the field's.
    package static func usage(_ error: WireError) -> ProgramFailure {
        let flag = error.field.map { "\(FlagRequest.flag(for: $0)): " } ?? ""
        let suggestion = FlagRequest.suggestion(error.suggestion, field: error.field)
            .withoutFullStop
        let isOfFlag = suggestion != error.suggestion.withoutFullStop
        return .usage(
            flag + error.reason.withoutFullStop,
            suggestion: isOfFlag
                ? suggestion : suggestion.prefix(1).lowercased() + suggestion.dropFirst())
    }
}

extension FlagRequest {
    /// The suggestion with the flag's name instead of the field's at its beginning.
    package static func suggestion(_ text: String, field: String?) -> String {
        let path = (field ?? "").split(separator: ".").filter { Int($0) == nil }
        let name = path.joined(separator: ".")
        guard let field, text.hasPrefix("\(name) ") else { return text }
        return flag(for: field) + text.dropFirst(name.count)
    }

    /// The flag that sets a field of a request; the field itself if none does.
    package static func flag(for field: String) -> String {
        let parts = field.split(separator: ".")
        switch parts.first {
        case "after": return "--from"
        case "select": return "--session"
        case "min_coverage": return "--min-coverage"
        case "kinds", "metrics", "stats", "window", "every", "smooth", "align", "queue", "plan",
            "athlete", "at", "from", "to", "interval":
            return "--\(parts[0])"
        case "session": return "SESSION"
        case _: return field
        }
    }
}
