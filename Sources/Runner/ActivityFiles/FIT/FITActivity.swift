import Simulation
import Vocabulary

/// Writes a run as an activity file, sample by sample.
///
/// Time stamps are whole seconds, counted from the beginning of the run: a record holds the last
/// sample of the second that it ends. What a sensor did not measure is invalid, not zero. Laps lie
/// behind the records that they sum up; the session and the activity come last.
package struct FITActivity: ActivityTaking, Sendable {
    private let facts: ActivityFacts
    private var course: ActivityCourse
    private var encoder = FITEncoder()
    private let records: FITRecordLayout
    private let lapSlot: FITEncoder.Slot
    private let eventSlot: FITEncoder.Slot
    private var lapCount: Int64 = 0

    /// Begins the file.
    ///
    /// - Parameter origin: where the run began, a sample period before its first sample.
    package init(_ facts: ActivityFacts, from origin: ActivityPoint) {
        self.facts = facts
        course = ActivityCourse(from: origin, laps: facts.laps)
        encoder.writeHead(of: facts, at: FITTime.second(of: origin.instant))
        let lapDeveloperFields: [FITDeveloperField] = facts.laps == .phase ? [.phase] : []
        records = FITRecordLayout(
            &encoder, hasPlaces: facts.hasPlaces, tellsTruth: facts.tellsTruth)
        lapSlot = encoder.define(
            FITLayout(
                message: .lap, fields: Self.lapFields, developerFields: lapDeveloperFields))
        eventSlot = encoder.define(FITLayout(message: .event, fields: Self.eventFields))
        writeTimer(FITEventType.start, at: course.second(of: origin))
    }

    package mutating func take(_ moment: ActivityMoment) { write(course.take(moment)) }
    package mutating func pause(at point: ActivityPoint) { write(course.pause(at: point)) }
    package mutating func resume(at point: ActivityPoint) { write(course.resume(at: point)) }

    /// The whole file. O(samples).
    package consuming func finish() -> [UInt8] {
        write(course.finish())
        writeSession()
        writeActivity()
        return encoder.finish()
    }

    private mutating func write(_ events: [ActivityEvent]) {
        for event in events {
            switch event {
            case .sample(let moment, let second):
                records.write(moment, at: FITTime.second(second), to: &encoder)
            case .lap(let lap): write(lap)
            case .stop(let second): writeTimer(FITEventType.stopAll, at: second)
            case .start(let second): writeTimer(FITEventType.start, at: second)
            }
        }
    }

    private func second(of point: ActivityPoint) -> Int64 {
        FITTime.second(course.second(of: point))
    }
}

/// Writes messages.
extension FITActivity {
    /// Index, end, event and its kind, trigger, sport and its kind, then ``ActivityTotals``.
    private static let lapFields: [FITField] =
        [
            .messageIndex, .timestamp, FITField(0, .enumeration), FITField(1, .enumeration),
            FITField(24, .enumeration), FITField(25, .enumeration), FITField(39, .enumeration),
        ] + ActivityTotals.lapFields

    private static let eventFields: [FITField] = [
        .timestamp, FITField(0, .enumeration), FITField(1, .enumeration), FITField(4, .uint8),
    ]

    /// - Parameter second: since 1970.
    private mutating func writeTimer(_ type: Int64, at second: Int64) {
        let values = [FITTime.second(second), FITEvent.timer, type, 0]
        encoder.write(values.map { .integer($0) }, as: eventSlot)
    }

    private mutating func write(_ lap: ActivityLap) {
        let totals = lap.totals
        let head: [Int64] = [
            Int64(lap.number), second(of: totals.end), FITEvent.lap, FITEventType.stop,
            Self.number(of: lap.trigger), FITSport.running,
            FITSport.kind(ofPlan: facts.profile.planName),
        ]
        let phase: [FITValue] = facts.laps == .phase ? [.text(lap.phase?.rawValue ?? "")] : []
        let values = totals.values(startingAt: second(of: totals.start))
        encoder.write(head.map { .integer($0) } + values + phase, as: lapSlot)
        lapCount += 1
    }

    /// In the profile: `manual`, `distance`, `session_end`.
    private static func number(of trigger: ActivityLap.Trigger) -> Int64 {
        switch trigger {
        case .phase: 0
        case .distance: 2
        case .end: 7
        }
    }

    private mutating func writeSession() {
        let plan = facts.profile.planName
        let run = course.run
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
        let totals = run.values(startingAt: second(of: course.origin))
        encoder.write(
            .session,
            numbers.map { ($0, .integer($1)) } + zip(ActivityTotals.sessionFields, totals)
                + [(.text(110, plan), .text(plan))])
    }

    private mutating func writeActivity() {
        let run = course.run
        let end = second(of: run.end)
        let local = end + Int64(facts.localOffset(run.end.instant))
        let numbers: [(FITField, Int64)] = [
            (.timestamp, end), (FITField(0, .uint32), FITQuantity.milliseconds(run.timed)),
            (FITField(1, .uint16), 1),
            // Recorded by hand, not as one of several sports.
            (FITField(2, .enumeration), 0), (FITField(3, .enumeration), FITEvent.activity),
            (FITField(4, .enumeration), FITEventType.stop), (FITField(5, .uint32), local),
        ]
        encoder.write(.activity, numbers.map { ($0, .integer($1)) })
    }
}
