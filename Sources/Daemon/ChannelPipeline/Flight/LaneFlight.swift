import FlightPhases
import Simulation
import Vocabulary

/// The present session of one lane: its source, its phase and its calls, as of the last step.
///
/// A copy goes on independently and gives the same steps: nothing is consulted but the fleet. A
/// commanded pause stops the simulated body's clock: all that follows comes later by the length of
/// the pause.
package struct LaneFlight: Sendable {
    package private(set) var session: SessionName
    private var clock: FlightClock
    // Small fields lie side by side: a hundred thousand flights would else be megabytes of gaps.
    package private(set) var phase: Phase = .preflight
    package private(set) var isPaused = false
    package private(set) var isOpen = false
    package private(set) var hasEnded = false
    /// When the present phase began.
    package private(set) var phaseSince: FleetInstant
    /// When the session, its state or its phase last became another.
    private var changed: FleetInstant
    private var lastVitals = Vitals()
    package private(set) var source: RunSource
    private let fliesOneSession: Bool
    /// Whether phases and calls follow from the samples; they change no sample.
    private let observes: Bool
    /// When the next step is due; ``never`` if there is none.
    private var next: FleetInstant
    /// When the session ends whatever happens; the last of all instants in a lane that flies once.
    private let latestEnd: FleetInstant

    private var observer: FlightObserver
    /// Only of a session that has any command, past or future.
    private var commands: Rare<CommandTrack>

    /// The last of all instants.
    private static let never = FleetInstant(ticks: .max)

    /// The lane before the first step of `session`.
    ///
    /// - Parameters:
    ///   - fliesOneSession: end with this session instead of going on to the next lap.
    ///   - observes: whether phases and calls are wanted; without them it stays in preflight.
    package init(
        _ session: SessionName, of fleet: Fleet, fliesOneSession: Bool = false,
        observes: Bool = true
    ) {
        self.session = session
        self.observes = observes
        self.fliesOneSession = fliesOneSession || fleet.fliesOnce(session.lane)
        commands = Rare(CommandTrack(session, in: fleet.commands))
        latestEnd = fleet.latestEnd(of: session) ?? Self.never
        let start = fleet.start(of: session)
        clock = FlightClock(start: start)
        phaseSince = start
        // A lane that rests counts as unchanged since the first instant.
        changed = fleet.calendar(of: session.lane) == nil ? start : FleetInstant(ticks: 0)
        next = start
        source = fleet.source(of: session)
        observer = FlightObserver(of: fleet.profile(of: source))
    }

    /// Takes the next step. Traps if there is none.
    package mutating func step(of fleet: Fleet) -> FlightStep {
        guard let instant = nextInstant else {
            preconditionFailure("step of \(session), which has nothing more to fly")
        }
        if hasEnded, let next = fleet.next(after: session) {
            self = LaneFlight(next, of: fleet)
        }
        let step = isOpen ? fly(at: instant, of: fleet) : open(at: instant)
        if step.changesState { changed = instant }
        return step
    }

    /// Goes over to the lane's next session before its first step, if the present one has ended and
    /// the lane rests until then.
    mutating func awaitNext(in fleet: Fleet) {
        guard hasEnded, nextInstant != nil, fleet.rests(self),
            let next = fleet.next(after: session)
        else { return }
        let landed = changed
        self = LaneFlight(next, of: fleet)
        changed = landed
    }

    /// Whether session, state and phase are the same as just after `position`, an earlier one.
    func isUnchanged(since position: StreamPosition) -> Bool {
        StreamPosition(after: changed) <= position
    }

    /// The flight without the values of its last sample.
    var withoutValues: LaneFlight {
        var flight = self
        flight.lastSample = Sample()
        return flight
    }

    /// Takes note that commands have been entered in the fleet's book.
    mutating func noteCommands(of fleet: Fleet) {
        if commands.isEmpty {
            commands = Rare(CommandTrack(session, in: fleet.commands))
        } else {
            commands.update { $0.look(at: session, in: fleet.commands) }
        }
        if isUnderWay { scheduleNext() }
    }

    /// The flight as it stands between two lines of its next instant: after the lines up to `rank`.
    /// For a snapshot only, not to fly on with. Traps if there is no next step.
    func afterLines(through rank: UInt64, of fleet: Fleet) -> LaneFlight {
        func isPast(_ part: StreamPosition.Rank) -> Bool { rank >= part.rawValue }
        var next = self
        let step = next.step(of: fleet)
        guard isPast(step.starts ? .start : .resume) else { return self }
        if !isPast(.sample) { next.lastSample = lastSample }
        if !isPast(.phase) { (next.phase, next.phaseSince) = (phase, phaseSince) }
        if !isPast(.pause), step.pauses { next.isPaused = false }
        if !isPast(.end) { next.hasEnded = false }
        // The last step of a session and the first of the next fall on one instant.
        if isPast(.start), next.nextInstant == step.instant { _ = next.step(of: fleet) }
        return next
    }

    /// A step at which the session says nothing by itself, for emissions between samples.
    package func idleStep(at instant: FleetInstant) -> FlightStep {
        FlightStep(
            session: session, instant: instant,
            sessionTime: isPaused ? clock.sessionTime : clock.sessionTime(at: instant),
            phase: phase)
    }

    /// When the session begins.
    package var start: FleetInstant { clock.start }

    /// Totals and states of the last sample, without its place.
    package private(set) var lastSample: Sample {
        get { lastVitals.sample }
        set { lastVitals = Vitals(newValue) }
    }

    /// Whether the flight is one that the live fleet can go on with: not cut off at a past session.
    func goesOn(in fleet: Fleet) -> Bool { !fliesOneSession || fleet.fliesOnce(lane) }

    /// When the next step is due; nil once the lane has nothing more to fly, or while it pauses and
    /// no next step is known.
    package var nextInstant: FleetInstant? { next == Self.never ? nil : next }

    /// Whether the session has begun and neither pauses nor has ended: its session time runs.
    package var isRunning: Bool { isUnderWay && !isPaused }

    /// Centimetres run up to the last sample; nil while no sensor measures them.
    var distanceDone: Int64? { lastSample[.distance] ?? (clock.sessionTime == .zero ? 0 : nil) }

    private mutating func open(at instant: FleetInstant) -> FlightStep {
        isOpen = true
        scheduleNext()
        var step = FlightStep(session: session, instant: instant, sessionTime: .zero, phase: phase)
        step.starts = true
        return step
    }

    private mutating func fly(at instant: FleetInstant, of fleet: Fleet) -> FlightStep {
        let orders = commands.update { $0.take(at: instant, of: session, in: fleet.commands) }
        var step = idleStep(at: instant)
        step.mayPause = source.mayPause || commands.value?.isCommanded == true
        let stops = orders?.stops == true
        if orders?.resumes == true { resume(&step) }
        // A session that is stopped in a pause does not go on for its last line.
        if !(isPaused && stops) { takeSource(into: &step) }
        if orders?.pauses == true { hold(&step) }
        step.ends = stops || instant == latestEnd || source.nextOffset == nil
        if step.ends { end(&step, of: fleet) } else { scheduleNext() }
        step.phase = phase
        return step
    }

    /// Takes the next samples of a simulated athlete up to and including an instant, without a
    /// step for each: only as long as nothing else can happen, and not the last of the session.
    ///
    /// Windows are spans of session time: each pause to come has them reach further back. So the
    /// samples of that time before `instant` are left too.
    ///
    /// - Parameter lines: counts the lines that the samples would have given.
    /// - Returns: how many it has taken.
    mutating func passSamples(
        through instant: FleetInstant, atMost most: Int, counting lines: inout SilentLines
    ) -> Int {
        guard isUnderWay, !isPaused, observes, commands.isEmpty, let plain = source.plainSamples,
            let period = source.period, next <= min(instant, latestEnd)
        else { return 0 }
        // The step at the latest end is the last, whatever the source has to come.
        let end = min(instant - source.pausesToCome, latestEnd - FleetDuration(ticks: 1))
        let count = min(most, plain, Int((end - next).ticks / period.ticks) + 1)
        guard next <= end, count > 0 else { return 0 }
        let thresholds = PhaseThresholds.standard
        for _ in 0..<count { passSample(thresholds, counting: &lines) }
        return count
    }

    private mutating func passSample(
        _ thresholds: PhaseThresholds, counting lines: inout SilentLines
    ) {
        let part = source.next()
        guard case .sample(let sample) = part.content else { return }
        lastSample = sample
        clock.sessionTime = part.sessionTime
        let (transition, advisory) = observer.observe(
            sample, stage: part.stage, at: part.sessionTime, thresholds)
        if let transition {
            enter(transition.to, at: next)
            changed = next
        }
        if let truth = part.truth {
            _ = observer.observe(truth, stage: part.stage, at: part.sessionTime, thresholds)
        }
        lines.count(at: part.sessionTime, transition != nil, advisory != nil)
        next = source.nextOffset.map { start + $0 } ?? latestEnd
    }

    /// When the source's next step is due; nil while a command holds it.
    private var sourceInstant: FleetInstant? {
        if commands.value?.isHeld == true { return nil }
        return source.nextOffset.map { start + $0 + shift }
    }

    /// How long commands have paused the session.
    private var shift: FleetDuration { commands.value?.shift ?? .zero }

    private mutating func takeSource(into step: inout FlightStep) {
        while sourceInstant == step.instant { apply(source.next(), to: &step) }
    }

    private mutating func hold(_ step: inout FlightStep) {
        clock.sessionTime = step.sessionTime
        commands.update { $0.hold() }
        isPaused = true
        step.pauses = true
    }

    private mutating func resume(_ step: inout FlightStep) {
        let length = clock.goOn(at: step.instant)
        commands.update { $0.goOn(after: length) }
        goOn(&step)
    }

    private mutating func goOn(_ step: inout FlightStep) {
        isPaused = false
        // The heart went on while session time stood still.
        observer.effort.restart()
        step.resumes = true
    }

    private mutating func apply(_ part: SourceStep, to step: inout FlightStep) {
        clock.sessionTime = part.sessionTime
        clock.paused = part.offset - part.sessionTime + shift
        step.sessionTime = part.sessionTime
        step.stage = part.stage
        switch part.content {
        case .sample(let sample):
            lastSample = sample
            step.sample = sample
            guard observes else { return }
            (step.transition, step.advisory) = observer.observe(
                sample, stage: part.stage, at: step.sessionTime)
            if let transition = step.transition { enter(transition.to, at: step.instant) }
            if let truth = part.truth {
                step.truth = truth
                step.truePhase = observer.observe(truth, stage: part.stage, at: step.sessionTime)
            }
        case .pause:
            isPaused = true
            step.pauses = true
        case .resume:
            goOn(&step)
        }
    }

    private mutating func end(_ step: inout FlightStep, of fleet: Fleet) {
        hasEnded = true
        if let landing = observer.machine.land(at: step.sessionTime) {
            // One line says it even if the last sample alone would have changed the phase.
            step.transition = landing.following(step.transition)
            enter(landing.to, at: step.instant)
        }
        let following = fliesOneSession ? nil : fleet.next(after: session)
        next = following.map { fleet.start(of: $0) } ?? Self.never
    }

    private mutating func enter(_ next: Phase, at instant: FleetInstant) {
        phase = next
        phaseSince = instant
    }

    private mutating func scheduleNext() {
        next = min(sourceInstant ?? latestEnd, commands.value?.next ?? latestEnd, latestEnd)
    }
}
