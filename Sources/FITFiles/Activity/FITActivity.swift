import Simulation
import Vocabulary

/// Writes a run as an activity file, sample by sample.
///
/// Time stamps are whole seconds, counted from the beginning of the run: a record holds the last
/// sample of the second that it ends. What a sensor did not measure is invalid, not zero. Laps lie
/// behind the records that they sum up; the session and the activity come last.
package struct FITActivity: Sendable {
    private let facts: FITFacts
    private let origin: FITPoint
    private var encoder = FITEncoder()
    private let records: FITRecordLayout
    private let lapSlot: FITEncoder.Slot
    private let eventSlot: FITEncoder.Slot

    /// The last sample of a second that may not be over.
    private var pending: FITMoment?
    /// Of laps that ended within that second.
    private var endedLaps: [[FITValue]] = []
    private var lapCount: Int64 = 0
    private var lapPhase: Phase?
    private var run: FITTotals
    private var lap: FITTotals

    /// Begins the file.
    ///
    /// - Parameter origin: where the run began, a sample period before its first sample.
    package init(_ facts: FITFacts, from origin: FITPoint) {
        self.facts = facts
        self.origin = origin
        run = FITTotals(from: origin)
        lap = run
        encoder.writeHead(of: facts, at: FITTime.second(of: origin.instant))
        let lapDeveloperFields: [FITDeveloperField] = facts.laps == .phase ? [.phase] : []
        records = FITRecordLayout(&encoder, tellsTruth: facts.tellsTruth)
        lapSlot = encoder.define(
            FITLayout(.lap, Self.lapFields, developerFields: lapDeveloperFields))
        eventSlot = encoder.define(FITLayout(.event, Self.eventFields))
        writeTimer(FITEventType.start, at: origin)
    }

    /// Adds a sample; they come in order.
    package mutating func take(_ moment: FITMoment) {
        if let pending, second(of: pending.point) != second(of: moment.point) { flush() }
        pending = moment
        run.add(moment)
        let kilometres = lap.distance / Self.kilometre
        lap.add(moment)
        switch facts.laps {
        case .kilometre:
            if lap.distance / Self.kilometre > kilometres { endLap(.distance) }
        case .phase:
            if let lapPhase, lapPhase != moment.phase { endLap(.manual) }
            lapPhase = moment.phase
        }
    }

    /// Notes that session time stands still from a point on.
    package mutating func pause(at point: FITPoint) {
        flush()
        writeTimer(FITEventType.stopAll, at: point)
    }

    /// Notes that session time goes on.
    package mutating func resume(at point: FITPoint) { writeTimer(FITEventType.start, at: point) }

    /// The whole file. O(samples).
    package consuming func finish() -> [UInt8] {
        if !lap.isEmpty || lapCount == 0 { endLap(.sessionEnd) }
        let laps = endedLaps
        endedLaps = []
        flush()
        writeTimer(FITEventType.stopAll, at: run.end)
        for values in laps { encoder.write(values, as: lapSlot) }
        writeSession()
        writeActivity()
        return encoder.finish()
    }

    /// Centimetres.
    private static let kilometre: Int64 = 100_000

    /// The second that ends at or after a point.
    private func second(of point: FITPoint) -> Int64 {
        let elapsed = (point.instant - origin.instant).ticks
        let whole = -(-elapsed).dividedRoundingDown(by: FleetDuration.ticksPerSecond)
        return FITTime.second(of: origin.instant) + whole
    }
}

/// Writes messages.
extension FITActivity {
    /// Why a lap ended, in the numbers of the profile.
    private enum LapTrigger: Int64 {
        case manual = 0
        case distance = 2
        case sessionEnd = 7
    }

    /// Index, end, event and its kind, trigger, sport and its kind, then ``FITTotals``.
    private static let lapFields: [FITField] =
        [
            .messageIndex, .timestamp, FITField(0, .enumeration), FITField(1, .enumeration),
            FITField(24, .enumeration), FITField(25, .enumeration), FITField(39, .enumeration),
        ] + FITTotals.lapFields

    private static let eventFields: [FITField] = [
        .timestamp, FITField(0, .enumeration), FITField(1, .enumeration), FITField(4, .uint8),
    ]

    private mutating func flush() {
        if let pending { records.write(pending, at: second(of: pending.point), to: &encoder) }
        pending = nil
        for values in endedLaps { encoder.write(values, as: lapSlot) }
        endedLaps = []
    }

    private mutating func writeTimer(_ type: Int64, at point: FITPoint) {
        let values = [second(of: point), FITEvent.timer, type, 0]
        encoder.write(values.map { .integer($0) }, as: eventSlot)
    }

    private mutating func endLap(_ trigger: LapTrigger) {
        let head: [Int64] = [
            lapCount, second(of: lap.end), FITEvent.lap, FITEventType.stop, trigger.rawValue,
            FITSport.running, FITSport.kind(ofPlan: facts.profile.planName),
        ]
        let phase: [FITValue] = facts.laps == .phase ? [.text(lapPhase?.rawValue ?? "")] : []
        let start = second(of: lap.start)
        endedLaps.append(head.map { .integer($0) } + lap.values(startingAt: start) + phase)
        lapCount += 1
        lap = lap.next
    }

    private mutating func writeSession() {
        let plan = facts.profile.planName
        let numbers: [(FITField, Int64)] = [
            (.messageIndex, 0), (.timestamp, second(of: run.end)),
            (FITField(0, .enumeration), FITEvent.session),
            (FITField(1, .enumeration), FITEventType.stop),
            (FITField(5, .enumeration), FITSport.running),
            (FITField(6, .enumeration), FITSport.kind(ofPlan: plan)),
            (FITField(25, .uint16), 0), (FITField(26, .uint16), lapCount),
            // It ended with the activity.
            (FITField(28, .enumeration), 0),
        ]
        let totals = run.values(startingAt: second(of: origin))
        encoder.write(
            .session,
            numbers.map { ($0, .integer($1)) } + zip(FITTotals.sessionFields, totals)
                + [(.text(110, plan), .text(plan))])
    }

    private mutating func writeActivity() {
        let end = second(of: run.end)
        let timer = FITQuantity.milliseconds(run.end.sessionTime - origin.sessionTime)
        let local = end + Int64(facts.localOffset(run.end.instant))
        let numbers: [(FITField, Int64)] = [
            (.timestamp, end), (FITField(0, .uint32), timer), (FITField(1, .uint16), 1),
            // Recorded by hand, not as one of several sports.
            (FITField(2, .enumeration), 0), (FITField(3, .enumeration), FITEvent.activity),
            (FITField(4, .enumeration), FITEventType.stop), (FITField(5, .uint32), local),
        ]
        encoder.write(.activity, numbers.map { ($0, .integer($1)) })
    }
}
