import Vocabulary

/// How well the phases of a machine agree with the true ones, over one flight or many.
///
/// It is fed step by step. What a step says holds until the next one; the last step of a flight
/// stands for no time. *Running* is the time in which the truth is neither preflight nor touchdown.
///
/// - A change of the machine into a phase is *spurious* if that phase had not been true for the
///   ``supportSpan`` at any instant from ``lookBack`` before the change until the machine leaves
///   the phase: neither late nor early, there was nothing to see.
/// - A true phase is *to be detected* if it lasts ``detectableSpan`` or longer and the machine is
///   not in it at its first step. Its delay is the time from that step to the first at which the
///   machine is in it; it is *missed* if the phase ends before.
package struct PhaseScore: Equatable, Sendable {
    /// How long after its end a true phase still gives reason for a change.
    package static let lookBack = FleetDuration.seconds(60)
    /// How long a true phase must have lasted to support the machine's being in it.
    package static let supportSpan = FleetDuration.seconds(10)
    /// True phases that last shorter need not be detected.
    package static let detectableSpan = FleetDuration.seconds(30)

    package private(set) var confusion = PhaseConfusion()
    /// Changes of the machine between two running steps.
    package private(set) var runningTransitions = 0
    /// Counted when the machine leaves the phase.
    package private(set) var spuriousTransitions = 0
    /// The delays of the true phases that were detected, in the order of their ends.
    package private(set) var detectionDelays: [FleetDuration] = []
    /// True phases that the machine ought to have shown and did not.
    package private(set) var missedDetections = 0

    private var flight: ScoredFlight?

    package init() {}

    /// Takes in what machine and truth say at `instant` of session time.
    ///
    /// Traps if `instant` lies before that of an earlier step of the flight.
    package mutating func observe(
        _ phase: Phase, truth: Phase, at instant: FleetDuration
    ) {
        guard var flight else {
            return self.flight = ScoredFlight(phase, truth: truth, at: instant)
        }
        precondition(
            instant >= flight.now, "step at \(instant) scored after one at \(flight.now)")
        confusion[flight.phase, truth: flight.truth.phase] =
            confusion[flight.phase, truth: flight.truth.phase] + (instant - flight.now)
        if phase != flight.phase, flight.truth.phase.isRunning, truth.isRunning {
            runningTransitions += 1
        }
        let outcome = flight.advance(phase, truth: truth, at: instant)
        self.flight = flight
        if outcome.endsSpuriousVisit { spuriousTransitions += 1 }
        if let ended = outcome.endedTruth { count(ended) }
    }

    /// Ends the flight: the next step is the first of another one, and the last true phase counts.
    package mutating func endFlight() {
        guard let flight else { return }
        count(flight.truth.ended(at: flight.now))
        if flight.endsSpuriousVisit { spuriousTransitions += 1 }
        self.flight = nil
    }

    private mutating func count(_ detection: Detection) {
        switch detection {
        case .notNeeded: break
        case .missed: missedDetections += 1
        case .after(let delay): detectionDelays.append(delay)
        }
    }
}

extension PhaseScore {
    /// The share of session time in which machine and truth agree; nil before there is any.
    package var agreement: Double? { confusion.agreement() }

    /// The share of running time in which machine and truth agree; nil before there is any.
    package var runningAgreement: Double? { confusion.agreement(Phase.running) }

    package var runningTime: FleetDuration { confusion.total(Phase.running) }

    /// ``runningTransitions`` per ten minutes of running; nil if nobody ran.
    package var transitionsPerTenMinutes: Double? { perTenMinutes(runningTransitions) }

    /// ``spuriousTransitions`` per ten minutes of running; nil if nobody ran.
    package var spuriousTransitionsPerTenMinutes: Double? { perTenMinutes(spuriousTransitions) }

    private func perTenMinutes(_ count: Int) -> Double? {
        let minutes = runningTime.seconds / 60
        return minutes > 0 ? Double(count) / minutes * 10 : nil
    }

    /// The median of the delays, what was missed counting as longer than any; nil if there was
    /// nothing to detect or the median lies among what was missed. O(n log n).
    package var medianDetectionDelay: FleetDuration? {
        let delays = detectionDelays.sorted()
        let count = delays.count + missedDetections
        guard count > 0, count / 2 < delays.count else { return nil }
        let (low, high) = (delays[(count - 1) / 2], delays[count / 2])
        return FleetDuration(ticks: (low.ticks + high.ticks) / 2)
    }
}

extension Phase {
    static let running = allCases.filter(\.isRunning)

    /// Whether the stage of a true phase is that of a run.
    var isRunning: Bool {
        switch self {
        case .preflight, .touchdown: false
        case .takeoff, .climb, .cruise, .descent, .approach: true
        }
    }
}
