import Vocabulary

/// One line of a fault script: a fault, when it comes, how long it lasts and whom it meets.
struct FaultScriptEntry: Hashable, Sendable {
    let fault: ScriptedFault
    var duration: FleetDuration
    /// Since the session's start; nil is drawn within the run.
    var start: FleetDuration?
    /// Whether a lost satellite receiver comes back with a poor fix.
    var reacquires = false
    /// Of all sessions, above 0 and at most 1, without zeros at the end.
    var share = Self.everySession
    /// Nil is every lane.
    var lanes: Set<Int>?

    static let everySession = Decimal64(units: 1, decimals: 0)

    init(_ fault: ScriptedFault) {
        self.fault = fault
        duration = fault.standardDuration
    }

    /// The same without what lies behind the session's end.
    var cutToSession: FaultScriptEntry {
        guard let start else { return self }
        var entry = self
        entry.duration = Self.cut(start + duration) - start
        entry.reacquires = reacquires && start + duration < FaultScript.sessionEnd
        return entry
    }

    var isDrawn: Bool { start == nil || share != Self.everySession }

    /// What it makes of a session of `lane`, in order; nothing reaches beyond the session's end.
    ///
    /// - Parameters:
    ///   - meeting: uniform in (0, 1), decides whether the session is one of the share.
    ///   - time: uniform in (0, 1), decides where within `run` it begins if it is drawn.
    func spans(
        lane: Int, run: ClosedRange<FleetDuration>, meeting: Double, time: Double
    ) -> [FaultSpan] {
        guard lanes?.contains(lane) ?? true, meeting < probability else { return [] }
        let start = start ?? Self.instant(time, within: run)
        let end = Self.cut(start + duration)
        var spans = [FaultSpan(fault.fault, from: start, to: end)]
        if reacquires {
            let found = Self.cut(end + FaultScript.reacquisition)
            spans.append(FaultSpan(.gpsReacquiring, from: end, to: found))
        }
        return spans.filter { $0.start < $0.end }
    }

    private var probability: Double {
        Double(share.units) / Double(Decimal64.powerOfTen(share.decimals))
    }

    private static func instant(
        _ fraction: Double, within run: ClosedRange<FleetDuration>
    ) -> FleetDuration {
        let length = run.upperBound - run.lowerBound
        return run.lowerBound + FleetDuration(ticks: Int64(fraction * Double(length.ticks)))
    }

    private static func cut(_ instant: FleetDuration) -> FleetDuration {
        min(instant, FaultScript.sessionEnd)
    }
}

extension FaultScriptEntry: CustomStringConvertible {
    /// The same line in one way of writing: `gps lost 30 s at 12:00 then reacquire on s3, s7`.
    var description: String {
        [
            fault.rawValue, fault.takesDuration ? durationText : nil, start.map(Self.timeText),
            reacquires ? "then reacquire" : nil,
            share == Self.everySession ? nil : "in \(share) of sessions", lanesText,
        ].compactMap { $0 }.joined(separator: " ")
    }

    private var durationText: String {
        "\(Decimal64(units: duration.ticks * 2, decimals: 2).shortened) s"
    }

    private var lanesText: String? {
        lanes.map { lanes in "on " + lanes.sorted().map { "s\($0)" }.joined(separator: ", ") }
    }

    /// A script's times are whole seconds.
    private static func timeText(_ start: FleetDuration) -> String {
        let seconds = start.ticks / FleetDuration.ticksPerSecond
        let rest = "\(seconds % 60)"
        return "at \(seconds / 60):\(rest.count == 1 ? "0" : "")\(rest)"
    }
}

extension Decimal64 {
    /// The same number without zeros at the end of its decimals.
    var shortened: Decimal64 {
        var short = self
        while short.decimals > 0, short.units % 10 == 0 {
            short = Decimal64(units: short.units / 10, decimals: short.decimals - 1)
        }
        return short
    }
}

/// A fault that a script can name; the raw value is its name there.
public enum ScriptedFault: String, CaseIterable, Sendable {
    case strapDropout = "strap dropout"
    case coldStart = "cold start"
    case cadenceLock = "cadence lock"
    case podDropout = "pod dropout"
    case gpsLost = "gps lost"
    case batteryDies = "battery dies"

    /// How long it lasts where the script does not say.
    public var standardDuration: FleetDuration {
        switch self {
        case .strapDropout, .podDropout: .seconds(20)
        case .gpsLost: .seconds(30)
        case .coldStart: .seconds(90)
        case .cadenceLock: .seconds(180)
        case .batteryDies: FaultScript.sessionEnd
        }
    }

    var fault: Fault {
        switch self {
        case .strapDropout: .strapDropout
        case .coldStart: .coldStart
        case .cadenceLock: .cadenceLock
        case .podDropout: .podDropout
        case .gpsLost: .gpsLost
        case .batteryDies: .batteryDead
        }
    }

    /// A dead battery stays dead.
    var takesDuration: Bool { self != .batteryDies }
}
