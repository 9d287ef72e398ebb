import Vocabulary

/// What one subscriber of a load test does next and when, by its class: time, chance and what
/// happens to its connection are told to it.
///
/// Instants are microseconds of the monotonic clock.
package struct SubscriberScript: Sendable {
    /// What is set for all of them.
    package struct Habits: Hashable, Sendable {
        /// Of what is sent, slow ones read this share.
        package var slowShare = 0.5
        /// For so long stalled ones read nothing.
        package var stallMicroseconds: Int64 = 10_000_000
        /// For so long a connection, or the time between two stalls, lasts on average.
        package var cycleMicroseconds: Int64 = 10_000_000

        package init() {}
    }

    package enum Step: Hashable, Sendable {
        case connect
        case stopReading
        case read
        /// Drop the connection without a word.
        case leave
        case send(Garbage)
    }

    private enum State {
        case away, connecting, live, resting, over
    }

    package let subscriberClass: SubscriberClass
    private let habits: Habits
    private let dice: RandomStream
    private var drawn: UInt64 = 0
    private var state = State.away
    private var pace: ReadingPace
    private var garbage: GarbageSchedule
    private var leavesAt: Int64?
    private var actsAt: Int64?

    private static let purpose: UInt64 = 0x6C_6F61_6474
    /// The longest that who has left stays away, on average.
    private static let longestAbsence: Int64 = 2_000_000
    /// Lines of garbage in a cycle.
    private static let garbageInCycle: Int64 = 5

    /// - Parameters:
    ///   - number: the subscriber's, from 0; each draws other chances.
    ///   - start: when it connects first.
    package init(
        _ subscriberClass: SubscriberClass, _ habits: Habits, number: Int, seed: UInt64,
        start: Int64
    ) {
        self.subscriberClass = subscriberClass
        self.habits = habits
        dice = RandomStream(seed: seed, lane: number, purpose: Self.purpose)
        pace = ReadingPace(share: habits.slowShare)
        garbage = GarbageSchedule(turn: dice.bits(.max))
        actsAt = start
    }

    /// When the next step is due; nil while it waits for something to happen.
    package var due: Int64? { [actsAt, leavesAt, garbage.due].compactMap(\.self).min() }

    /// Whether it comes back with its anchor, and not from now on.
    package var resumes: Bool {
        switch subscriberClass {
        case .steady, .slow, .stalled, .resume: true
        case .churn, .hostile: false
        }
    }

    /// Whether all that comes is read as soon as it can be: only then is silence a defect.
    package var readsEverything: Bool {
        switch state {
        case .live: subscriberClass != .slow || pace.rate == nil
        case .away, .connecting, .resting, .over: false
        }
    }

    /// Whether the latency of its lines is the daemon's: who reads late on purpose makes its own.
    package var tellsLatency: Bool {
        switch subscriberClass {
        case .steady, .churn, .resume, .hostile: true
        case .slow, .stalled: false
        }
    }

    /// The most bytes to read at once.
    package var allowance: Int { subscriberClass == .slow ? pace.allowance : .max }

    /// Lines of garbage whose answer is overdue.
    package func unanswered(at now: Int64) -> Int { garbage.overdue(at: now) }

    /// Takes the step that is due by now; nil if none is.
    package mutating func step(at now: Int64) -> Step? {
        guard let due, due <= now else { return nil }
        if let leavesAt, leavesAt <= now { return leave(at: now) }
        if let next = garbage.due, next <= now {
            let interval = habits.cycleMicroseconds / Self.garbageInCycle
            return .send(garbage.next(at: now, following: now + around(interval)))
        }
        actsAt = nil
        switch state {
        case .away:
            state = .connecting
            return .connect
        case .live:
            state = .resting
            actsAt = now + habits.stallMicroseconds
            return .stopReading
        case .resting:
            state = .live
            if subscriberClass == .stalled { actsAt = now + around(habits.cycleMicroseconds) }
            return .read
        case .connecting, .over:
            return nil
        }
    }

    /// Who waits for an answer stays until it has come, or will not come any more.
    private mutating func leave(at now: Int64) -> Step? {
        if garbage.isWaiting(at: now) {
            leavesAt = garbage.patienceEnds
            return nil
        }
        let absence = min(habits.cycleMicroseconds / 10, Self.longestAbsence)
        lose(comingBackAt: now + around(absence))
        return .leave
    }

    /// Takes that the daemon has greeted.
    package mutating func greet(at now: Int64) {
        if subscriberClass == .churn { leavesAt = now + around(habits.cycleMicroseconds) }
    }

    /// Takes that its subscription is live.
    package mutating func goLive(at now: Int64) {
        guard state == .connecting else { return }
        state = .live
        switch subscriberClass {
        case .steady, .churn: break
        case .slow: pace.begin(at: now)
        case .stalled: actsAt = now + around(habits.cycleMicroseconds)
        case .resume: leavesAt = now + around(habits.cycleMicroseconds)
        case .hostile:
            leavesAt = now + around(habits.cycleMicroseconds)
            garbage.begin(due: now + around(habits.cycleMicroseconds / Self.garbageInCycle))
        }
    }

    /// Takes that so many bytes have been read; true if reading stops for now.
    package mutating func take(_ bytes: Int, at now: Int64) -> Bool {
        guard subscriberClass == .slow, state == .live, let due = pace.take(bytes, at: now) else {
            return false
        }
        state = .resting
        actsAt = due
        return true
    }

    /// Takes that a line of garbage was answered.
    package mutating func answer() { garbage.answer() }

    /// Takes that the connection is lost, or could not be made.
    package mutating func lose(comingBackAt instant: Int64) {
        state = .away
        actsAt = instant
        leavesAt = nil
        garbage.end()
    }

    /// Ends it: no step follows.
    package mutating func finish() {
        state = .over
        actsAt = nil
        leavesAt = nil
        garbage.end()
    }

    /// A span drawn evenly from half of the mean to one and a half of it.
    private mutating func around(_ mean: Int64) -> Int64 {
        drawn += 1
        return Int64(Double(mean) * (0.5 + dice.uniform(drawn)))
    }
}
