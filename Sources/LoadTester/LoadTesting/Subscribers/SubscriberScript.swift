import LoadReport
import Vocabulary
import WireProtocol

/// What one subscriber of a load test does next and when, by its class: a state machine as a value.
/// Time, chance and the events of its connection are arguments.
package struct SubscriberScript: Sendable {
    /// The settings for all subscribers.
    package struct Habits: Hashable, Sendable {
        /// The share of the sent bytes that slow ones read.
        package var slowShare = 0.5
        /// How long stalled ones read nothing.
        package var stall = Duration.seconds(10)
        /// The mean time of a connection, or between two stalls.
        package var cycle = Duration.seconds(10)

        package init() {}
    }

    package enum Step: Hashable, Sendable {
        case connect
        case stopReading
        case read
        /// Close the connection.
        case leave
        /// Close the connection, and discard the anchor.
        case depart
        case send(Garbage)
    }

    /// Whether the daemon owes it lines.
    package enum Attendance: Hashable, Sendable {
        /// It is disconnected by its script.
        case absent
        /// It has wanted to be live since an instant, and is not yet.
        case expected(since: MonotonicInstant)
        case live
    }

    /// A stretch of time in which it is to be connected.
    package struct Visit: Hashable, Sendable {
        package var begin: MonotonicInstant
        /// It leaves then; nil if it stays.
        package var end: MonotonicInstant?
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
    private var leavesAt: MonotonicInstant?
    private var actsAt: MonotonicInstant?
    /// Since when it has wanted to be live; nil while it is live or absent.
    private var expectedSince: MonotonicInstant?
    /// The current visit, if it has an end, and the visits after it.
    private var visits: [Visit] = []

    private static let purpose: UInt64 = 0x6C_6F61_6474
    /// The longest mean time between leaving and coming back.
    private static let longestAbsence = Duration.seconds(2)
    /// Lines of garbage in a cycle.
    private static let garbageInCycle = 5

    /// - Parameters:
    ///   - number: the subscriber's, from 0; each has its own random stream.
    ///   - start: when it connects first; nil if ``attend(_:)`` says it later.
    package init(
        _ subscriberClass: SubscriberClass, _ habits: Habits, number: Int, seed: UInt64,
        start: MonotonicInstant?
    ) {
        self.subscriberClass = subscriberClass
        self.habits = habits
        dice = RandomStream(seed: seed, lane: number, purpose: Self.purpose)
        pace = ReadingPace(share: habits.slowShare)
        garbage = GarbageSchedule(turn: dice.bits(.max))
        actsAt = start
    }

    /// When the next step is due; nil while it waits for an event of its connection.
    package var due: MonotonicInstant? {
        [actsAt, leavesAt, garbage.due, visits.first?.end].compactMap(\.self).min()
    }

    package var attendance: Attendance {
        switch state {
        case .live, .resting: .live
        case .away, .connecting: expectedSince.map { .expected(since: $0) } ?? .absent
        case .over: .absent
        }
    }

    /// Whether a `bye` with this code is the expected answer to what it does on purpose.
    package func asks(forBye code: String) -> Bool {
        switch subscriberClass {
        case .steady, .churn, .resume: false
        case .slow, .stalled:
            [ByeReason.slowConsumer, .stalled].map(\.rawValue).contains(code)
        case .hostile: code == ByeReason.lineTooLong.rawValue
        }
    }

    /// Whether it resumes after its anchor when it reconnects; else it begins now.
    package var resumes: Bool {
        switch subscriberClass {
        case .steady, .slow, .stalled, .resume: true
        case .churn, .hostile: false
        }
    }

    /// Whether it reads everything as soon as it arrives: only then is silence a defect.
    package var readsEverything: Bool {
        switch state {
        case .live: subscriberClass != .slow || pace.rate == nil
        case .away, .connecting, .resting, .over: false
        }
    }

    /// Whether the latency of its lines is the daemon's. One that reads late on purpose adds its
    /// own.
    package var tellsLatency: Bool {
        switch subscriberClass {
        case .steady, .churn, .resume, .hostile: true
        case .slow, .stalled: false
        }
    }

    /// The most bytes to read at once.
    package var allowance: Int { subscriberClass == .slow ? pace.allowance : .max }

    /// Lines of garbage whose answer is overdue.
    package func unanswered(at now: MonotonicInstant) -> Int { garbage.overdue(at: now) }

    /// Advances by the step that is due by now, and returns it; nil if none is.
    package mutating func step(at now: MonotonicInstant) -> Step? {
        guard let due, due <= now else { return nil }
        if let end = visits.first?.end, end <= now { return depart() }
        if let leavesAt, leavesAt <= now { return leave(at: now) }
        if let next = garbage.due, next <= now {
            let interval = habits.cycle / Self.garbageInCycle
            return .send(garbage.next(at: now, following: now + around(interval)))
        }
        actsAt = nil
        switch state {
        case .away:
            state = .connecting
            expectedSince = expectedSince ?? now
            return .connect
        case .live:
            state = .resting
            actsAt = now + habits.stall
            return .stopReading
        case .resting:
            state = .live
            if subscriberClass == .stalled { actsAt = now + around(habits.cycle) }
            return .read
        case .connecting, .over:
            return nil
        }
    }

    /// Leaves, unless it waits for an answer: then it stays until the answer arrives or is overdue.
    private mutating func leave(at now: MonotonicInstant) -> Step? {
        if garbage.isWaiting(at: now) {
            leavesAt = garbage.patienceEnds
            return nil
        }
        let absence = min(habits.cycle / 10, Self.longestAbsence)
        lose(comingBackAt: now + around(absence), at: now)
        expectedSince = nil
        return .leave
    }

    /// Sets its visits, in order and disjoint. It connects when the first one begins, unless it is
    /// connected.
    package mutating func attend(_ visits: [Visit]) {
        self.visits = visits
        guard state == .away, expectedSince == nil else { return }
        actsAt = visits.first?.begin
    }

    private mutating func depart() -> Step {
        visits.removeFirst()
        state = .away
        expectedSince = nil
        leavesAt = nil
        garbage.end()
        actsAt = visits.first?.begin
        return .depart
    }

    /// Notes that the daemon has greeted.
    package mutating func greet(at now: MonotonicInstant) {
        if subscriberClass == .churn { leavesAt = now + around(habits.cycle) }
    }

    /// Notes that its subscription is live.
    package mutating func goLive(at now: MonotonicInstant) {
        guard state == .connecting else { return }
        state = .live
        expectedSince = nil
        switch subscriberClass {
        case .steady, .churn: break
        case .slow: pace.begin(at: now)
        case .stalled: actsAt = now + around(habits.cycle)
        case .resume: leavesAt = now + around(habits.cycle)
        case .hostile:
            leavesAt = now + around(habits.cycle)
            garbage.begin(due: now + around(habits.cycle / Self.garbageInCycle))
        }
    }

    /// Notes that `bytes` bytes were read; true if it stops reading for now.
    package mutating func read(_ bytes: Int, at now: MonotonicInstant) -> Bool {
        guard subscriberClass == .slow, state == .live, let due = pace.read(bytes, at: now) else {
            return false
        }
        state = .resting
        actsAt = due
        return true
    }

    /// Notes that a line of garbage was answered.
    package mutating func answer() { garbage.answer() }

    /// Notes that the connection is lost, or could not be made.
    package mutating func lose(comingBackAt instant: MonotonicInstant, at now: MonotonicInstant) {
        state = .away
        expectedSince = expectedSince ?? now
        actsAt = instant
        leavesAt = nil
        garbage.end()
    }

    /// Ends it: no step follows.
    package mutating func finish() {
        state = .over
        actsAt = nil
        leavesAt = nil
        expectedSince = nil
        visits = []
        garbage.end()
    }

    /// A random span, uniform from half the mean to one and a half times the mean.
    private mutating func around(_ mean: Duration) -> Duration {
        drawn += 1
        let share = 0.5 + dice.uniform(drawn)
        return .microseconds(Int64(Double(mean.wholeMicroseconds) * share))
    }
}
