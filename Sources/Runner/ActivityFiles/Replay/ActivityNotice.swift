import Simulation
import Vocabulary

/// A notice of the reader of an activity file: something was left out, is damaged or was passed
/// over. The rest flies.
package struct ActivityNotice: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// What was left out or moved: its kind and number, the first of them at the offset.
        case loss(TrackLosses.Loss)
        /// The fault of damaged bytes; the whole part before it flies.
        case damage(ActivityFault.Reason)
        /// A session of another sport.
        case passedOver(session: String, sport: String)
        /// What is flown of a session is not what its summary says, by more than a hundredth.
        case contradiction(session: String, ActivityContradiction)
    }

    /// Bytes from the beginning of the file.
    package let offset: Int
    package let kind: Kind
}

extension ActivityNotice: CustomStringConvertible {
    package var description: String {
        switch kind {
        case .loss(let loss): "\(loss)"
        case .damage(let reason): "\(reason)"
        case .passedOver(let session, let sport): "\(session) is \(sport), not on foot"
        case .contradiction(let session, let contradiction): "\(session): \(contradiction)"
        }
    }

    /// What becomes of the rest.
    package var consequence: String {
        switch kind {
        case .loss: "all else flies"
        case .damage: "what is whole of it flies"
        case .passedOver: "it is passed over"
        case .contradiction: "what its records say flies"
        }
    }
}

/// Where the summary of a session and its records say different things.
package enum ActivityContradiction: Hashable, Sendable {
    /// From the beginning to the end.
    case elapsed(summary: FleetDuration, records: FleetDuration)
    /// How long the timer ran.
    case timer(summary: FleetDuration, records: FleetDuration)
    /// Centimetres.
    case distance(summary: Int64, records: Int64)

    /// All contradictions between a recording and what its file says of the whole of it. O(rows).
    static func all(in recording: Recording, _ totals: TrackTotals) -> [ActivityContradiction] {
        var run = RecordedRun(recording: recording, rate: .oneHertz)
        var (timed, distance): (FleetDuration, Int64?) = (.zero, nil)
        while run.nextOffset != nil {
            let step = run.next()
            timed = step.sessionTime
            if case .sample(let sample) = step.content { distance = sample[.distance] ?? distance }
        }
        var all: [ActivityContradiction] = []
        let elapsed = recording.duration(period: SampleRate.oneHertz.period)
        if let told = totals.elapsed, differs(elapsed.ticks, told.ticks, atLeast: 100) {
            all.append(.elapsed(summary: told, records: elapsed))
        }
        if let told = totals.timer, differs(timed.ticks, told.ticks, atLeast: 100) {
            all.append(.timer(summary: told, records: timed))
        }
        if let told = totals.distance, differs(distance ?? 0, told, atLeast: 500) {
            all.append(.distance(summary: told, records: distance ?? 0))
        }
        return all
    }

    private static func differs(_ number: Int64, _ told: Int64, atLeast least: Int64) -> Bool {
        abs(number - told) > max(told / 100, least)
    }
}

extension ActivityContradiction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .elapsed(let summary, let records):
            "its summary says \(Self.rounded(summary)) s from the beginning to the end, "
                + "its records \(Self.rounded(records)) s"
        case .timer(let summary, let records):
            "its summary says \(Self.rounded(summary)) s on the timer, "
                + "its records \(Self.rounded(records)) s"
        case .distance(let summary, let records):
            "its summary says \(summary / 100) m, its records \(records / 100) m"
        }
    }

    private static func rounded(_ span: FleetDuration) -> Int64 {
        span.ticks.dividedRoundingToEven(by: FleetDuration.ticksPerSecond)
    }
}
