import Vocabulary

/// The button with which an athlete pauses the recording while standing.
///
/// Its pauses are known before the session is flown: a few spans of the parts of the plan in which
/// an athlete may stop. The body stands a little longer than the recording does.
public struct PauseButton: Sendable {
    private let draws: Draws
    private let athlete: Draws

    /// The most pauses in a session, and the most seconds that they take in all.
    public static let most = 6
    public static let longest = FleetDuration.seconds(600)

    /// The share of athletes who never press it, and the mean of the others' presses an hour.
    private static let shareOfNever = 0.3
    private static let pressesPerHour = 3.1
    /// Seconds from one pause, and from the beginning of a part of the plan, to the next pause.
    private static let apart = 60.0
    /// The seconds that a pause lasts.
    private static let lengths = 3.0...480
    /// The share of a mission's time in which its final part surely has not begun.
    private static let shareOfMission = 0.8

    /// - Parameters:
    ///   - athlete: the lane whose athlete runs.
    init(seed: UInt64, lane: LaneID, lap: Int, athlete: LaneID) {
        draws = Draws(seed: seed, lane: lane, lap: lap)
        self.athlete = Draws(seed: seed, lane: athlete)
    }

    /// Presses in an hour of running.
    private var perHour: Double {
        let habit = athlete.uniform(.pauseHabit)
        guard habit > Self.shareOfNever else { return 0 }
        return -Self.pressesPerHour * Elementary.log((1 - habit) / (1 - Self.shareOfNever))
    }

    /// Whether the first press can lie before `offset`, by the shortest time before a run.
    func canPress(by offset: FleetDuration) -> Bool {
        let perHour = perHour
        guard perHour > 0 else { return false }
        let first = -3600 / perHour * Elementary.log(draws.stream(.pauses).uniform(0))
        return offset.seconds >= 2 * Self.apart + first
    }

    /// The pauses of a session that flies `plan`, in order, at samples of `period`; the recording
    /// stands still from the start of each to its end.
    func spans(of plan: RunPlan, period: FleetDuration) -> [Range<FleetDuration>] {
        let perHour = perHour
        guard perHour > 0 else { return [] }
        let stream = draws.stream(.pauses)
        var spans: [Range<FleetDuration>] = []
        var left = Self.longest.seconds
        var begin = plan.standingBefore.seconds + Self.apart
        let end = plan.standingBefore.seconds + plan.lastPause(Self.shareOfMission)
        for number in 0..<UInt64(Self.most) {
            begin -= 3600 / perHour * Elementary.log(stream.uniform(2 * number))
            guard begin < end, left >= Self.lengths.lowerBound else { break }
            let drawn = draws.logNormal(.pauseLengths, event: number, median: 22, sigma: 1.2)
            let length = min(drawn.clamped(to: Self.lengths), left)
            if plan.isInterruptible(from: begin - Self.apart / 2, to: begin + length + 10) {
                spans.append(Self.span(from: begin, lasting: length, period))
                left -= length
            }
            begin += length + Self.apart
        }
        return spans
    }

    private static func span(
        from begin: Double, lasting seconds: Double, _ period: FleetDuration
    ) -> Range<FleetDuration> {
        let samples = { Int64(($0 / period.seconds).rounded(.up)) }
        let start = samples(begin)
        return period * start..<period * (start + max(1, samples(seconds)))
    }
}

/// Where a session stands among its pauses.
public struct PauseCourse: Sendable {
    /// A pause in ticks since the session's start: every session keeps its own.
    public typealias Span = Range<Int32>
    private let pauses: [Span]
    private var index: Int8 = 0
    /// Whether the recording stands still.
    private(set) var isPaused = false

    /// The athlete stands this long before pressing the button.
    private static let hesitation = FleetDuration.seconds(3)

    init(_ spans: [Range<FleetDuration>]) {
        pauses = spans.map { Int32($0.lowerBound.ticks)..<Int32($0.upperBound.ticks) }
    }

    var isEmpty: Bool { pauses.isEmpty }

    /// The pauses in order.
    var spans: [Range<FleetDuration>] { pauses.map(Self.span) }

    private static func span(_ pause: Span) -> Range<FleetDuration> {
        FleetDuration(
            ticks: Int64(pause.lowerBound))..<FleetDuration(ticks: Int64(pause.upperBound))
    }

    private var present: Range<FleetDuration>? {
        Int(index) < pauses.count ? Self.span(pauses[Int(index)]) : nil
    }

    /// When the recording stands still next; the present pause counts.
    var nextStart: FleetDuration? { present?.lowerBound }

    /// How long the pauses take that have not ended. O(pauses).
    var toCome: FleetDuration {
        pauses[Int(index)...].reduce(.zero) { $0 + FleetDuration(ticks: Int64($1.count)) }
    }

    /// When the pause that is due at `now` begins, or the present one ends; nil where samples come
    /// next.
    @inline(__always)
    func nextStep(from now: FleetDuration) -> FleetDuration? {
        guard let present, present.lowerBound <= now else { return nil }
        return isPaused ? present.upperBound : present.lowerBound
    }

    /// How many seconds the athlete will stand, from when a pause comes near; nil elsewhere.
    @inline(__always)
    func standing(at offset: FleetDuration) -> Double? {
        guard let present, offset + Self.hesitation >= present.lowerBound else { return nil }
        return (present.upperBound - offset).seconds
    }

    /// Begins or ends a pause; returns whether the recording stands still now.
    mutating func toggle() -> Bool {
        if isPaused { index += 1 }
        isPaused.toggle()
        return isPaused
    }
}

extension Equipment {
    /// The pause button of a session; nil where it has none.
    func pauses(seed: UInt64, lane: LaneID, lap: Int, athlete: LaneID) -> PauseButton? {
        guard canPause else { return nil }
        return PauseButton(seed: seed, lane: lane, lap: lap, athlete: athlete)
    }

    /// Whether a session can have begun a pause by `offset`; true without need at times.
    ///
    /// - Parameters:
    ///   - athlete: the lane whose athlete runs.
    public func pauses(
        seed: UInt64, lane: LaneID, lap: Int, athlete: LaneID, by offset: FleetDuration
    ) -> Bool {
        let button = pauses(seed: seed, lane: lane, lap: lap, athlete: athlete)
        return button.map { $0.canPress(by: offset) } ?? false
    }
}

extension RunPlan {
    /// Seconds of the run in which the recording may be paused.
    fileprivate func lastPause(_ shareOfMission: Double) -> Double {
        mission == nil ? longestRun.seconds : shareOfMission * plannedRun.seconds
    }

    /// Whether one segment other than work and cool-down covers a span, in seconds since the
    /// session's start.
    fileprivate func isInterruptible(from begin: Double, to end: Double) -> Bool {
        var start = standingBefore.seconds
        for segment in segments {
            let next = start + segment.duration.seconds
            if start <= begin, end <= next {
                return segment.part != .work && segment.part != .coolDown
            }
            start = next
        }
        return false
    }
}
