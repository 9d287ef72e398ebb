import Vocabulary

/// One line of a fault script: a fault, its start and duration, and the sessions that have it.
struct FaultScriptEntry: Hashable, Sendable {
    let fault: ScriptedFault
    var duration: FleetDuration
    /// Since the session's start; nil if it is drawn within the run.
    var start: FleetDuration?
    /// Whether the satellite receiver has a poor fix after the fault.
    var reacquires = false
    /// The share of all sessions that have the fault, above 0 and at most 1, in shortest form.
    var share = Self.everySession
    /// The lanes that have the fault; nil for all.
    var lanes: Set<LaneID>?

    static let everySession = Decimal64(units: 1, decimals: 0)

    init(_ fault: ScriptedFault) {
        self.fault = fault
        duration = fault.standardDuration
    }

    /// The same entry, cut at the end of a session of 70 minutes. Entries with equal effect become
    /// equal: what reaches that end lasts to the end of any session.
    var cutToSession: FaultScriptEntry {
        guard let start else { return self }
        var entry = self
        entry.duration = Self.cut(start + duration) - start
        entry.reacquires = reacquires && start + duration < FaultScript.sessionEnd
        return entry
    }

    var isDrawn: Bool { start == nil || share != Self.everySession }

    /// The spans of the fault in a session of `lane`, by start, none beyond the session's end.
    ///
    /// - Parameters:
    ///   - meeting: uniform in (0, 1); below the share, the session has the fault.
    ///   - time: uniform in (0, 1); where within `run` the fault begins if the script does not say.
    ///   - last: a tick after the session's last sample.
    func spans(
        lane: LaneID, run: ClosedRange<FleetDuration>, meeting: Double, time: Double,
        before last: FleetDuration
    ) -> [FaultSpan] {
        guard lanes?.contains(lane) ?? true, meeting < probability else { return [] }
        let start = start ?? Self.instant(time, within: run)
        let end = lastsToEnd ? last : min(start + duration, last)
        var spans = [FaultSpan(fault.fault, from: start, to: end)]
        if reacquires {
            let found = min(end + FaultScript.reacquisition, last)
            spans.append(FaultSpan(.gpsReacquiring, from: end, to: found))
        }
        return spans.filter { $0.start < $0.end }
    }

    private var lastsToEnd: Bool {
        guard fault.takesDuration else { return true }
        return start.map { $0 + duration >= FaultScript.sessionEnd } ?? false
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
    /// The line in canonical form: `gps lost 30 s at 12:00 then reacquire on s3, s7`.
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

    // A script gives start times in whole seconds.
    private static func timeText(_ start: FleetDuration) -> String {
        let seconds = start.ticks / FleetDuration.ticksPerSecond
        let rest = "\(seconds % 60)"
        return "at \(seconds / 60):\(rest.count == 1 ? "0" : "")\(rest)"
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

    /// The duration where the script gives none.
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

    /// Whether a script may give a duration: a dead battery stays dead.
    var takesDuration: Bool { self != .batteryDies }
}
