import Vocabulary

/// The faults of an athlete's device that come by chance.
public struct DeviceFaults {
    let draws: Draws
    /// From the first step to the last that is planned.
    let run: ClosedRange<FleetDuration>

    /// Drop-outs in an hour, of three to twenty seconds.
    private static let dropoutsPerHour = 0.4
    /// The most drop-outs in a session, so that its memory has a bound. No session comes near.
    private static let mostDropouts: UInt64 = 12
    private static let shareOfColdStarts = 0.12
    private static let shareOfCadenceLocks = 0.05

    /// The most spans of chance faults in a session.
    public static let most = Int(mostDropouts) + 2

    /// The faults of the session. Cold starts and cadence locks happen to optical sensors only.
    func spans(isOptical: Bool) -> [FaultSpan] {
        let opticalOnly = isOptical ? [coldStart, cadenceLock].compactMap(\.self) : []
        return dropouts + opticalOnly
    }

    private var dropouts: [FaultSpan] {
        var spans: [FaultSpan] = []
        let stream = draws.stream(.dropouts)
        var seconds = run.lowerBound.seconds
        for event in UInt64(0)..<Self.mostDropouts {
            seconds -= 3600 / Self.dropoutsPerHour * Elementary.log(stream.uniform(event))
            guard seconds < run.upperBound.seconds else { break }
            let length = draws.uniform(.dropoutLengths, event: event, in: 3...20)
            spans.append(span(.strapDropout, from: seconds, lasting: length))
        }
        return spans
    }

    // Light hardly passes through skin that is still cold, so the pulse is found late.
    private var coldStart: FaultSpan? {
        guard draws.uniform(.coldStart) < Self.shareOfColdStarts else { return nil }
        return span(
            .coldStart, from: run.lowerBound.seconds,
            lasting: draws.uniform(.coldStartLength, in: 30...90))
    }

    private var cadenceLock: FaultSpan? {
        guard draws.uniform(.cadenceLock) < Self.shareOfCadenceLocks else { return nil }
        let start = draws.uniform(
            .cadenceLockStart, in: run.lowerBound.seconds...run.upperBound.seconds)
        let length = draws.logNormal(.cadenceLockLength, median: 180, sigma: 0.8)
        return span(.cadenceLock, from: start, lasting: length)
    }

    private func span(_ fault: Fault, from start: Double, lasting seconds: Double) -> FaultSpan {
        let start = FleetDuration.nearest(seconds: start)
        return FaultSpan(fault, from: start, to: start + .nearest(seconds: seconds))
    }
}

extension FleetDuration {
    /// The whole ticks nearest to `seconds`.
    fileprivate static func nearest(seconds: Double) -> FleetDuration {
        FleetDuration(ticks: Int64((seconds * Double(ticksPerSecond)).rounded()))
    }
}
