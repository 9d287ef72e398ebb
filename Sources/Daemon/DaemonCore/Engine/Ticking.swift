import ChannelPipeline
import Configuration
import LinuxIO
import PlainText
import StateFiles
import StreamServer
import Vocabulary

/// What the daemon does in a tick, and between two ticks.
///
/// A tick asks the schedule which instant is due, advances the live fleet to it, and publishes the
/// lines to the followers. Between ticks the hub answers requests and brings subscriptions to the
/// present, in slices of about a millisecond (*pump*). If a tick has more to fly than fits into a
/// *turn*, requests get their turn before the next part.
extension Daemon {
    func startTimer() {
        let timer = TickTimer(on: executor) { [weak self] in
            self?.assumeIsolated { $0.tick() }
        }
        wakeups.timer = timer
        tick(from: source.clockwork.tickGrid.origin)
    }

    /// - Parameter first: when the first tick is due.
    private func tick(from first: MonotonicInstant) {
        wakeups.timer?.start(at: first, every: source.clockwork.tickGrid.period)
    }

    func tick() {
        let began = clock()
        log.tellRepeats(at: began)
        if endBy == nil { fly(at: began) } else { finishFarewell(at: began) }
        if let first = source.clockwork.changeTickGrid(at: began), !hasEnded { tick(from: first) }
        tellService(at: began)
    }

    /// Only a tick or a turn that has come to its end reports to the service manager: one that
    /// hangs gives no sign of life.
    func tellService(at began: MonotonicInstant) {
        service?.tell(at: began, isPresent: !isFlyingTurns) { status }
    }

    /// A tick of the fleet that takes longer than a turn gives signs of life as it goes on.
    private func tellServiceWithinTick(at now: MonotonicInstant) {
        service?.tell(at: now, isPresent: false) { status }
    }

    private func fly(at began: MonotonicInstant) {
        let late = source.recordTick(began: began)
        if late > Self.lateness { log(.debug, "a tick began \(late.wholeMilliseconds) ms late") }
        if source.clockwork.isPaced, !isFlyingTurns { flyOnSchedule(at: began) }
        if !isFlyingTurns { raiseLanes() }
        hub.beat(at: began)
        hub.tellProgress(at: began)
        hub.endStalled(at: began)
        hub.endSilent(at: began)
        hub.wakeOne()
        hub.releaseReplays(at: began)
        pump()
    }

    func flyOnSchedule(at began: MonotonicInstant) {
        guard let due = reach(source.schedule.instant(at: began), at: began) else { return }
        let used = ProcessUsage.threadProcessorTime
        defer {
            source.clockwork.load.record(
                ProcessUsage.threadProcessorTime - used,
                promised: source.subscriptions.ledger.work.average,
                at: MonotonicClock.now)
        }
        let end = began + Self.turn
        var isOver = false
        while source.live.now < due {
            source.advance(towards: due, tickBegan: began, endsSoon: isOver)
            hub.publish()
            let now = clock()
            isOver = isOver || now >= end
            // Within a tick of the fleet no subscription may begin.
            guard !isOver || source.live.isWithinTick else { return scheduleTurn() }
            if isOver { tellServiceWithinTick(at: now) }
        }
    }

    /// After this span the fleet stops flying, however late it is: requests, readers and the
    /// service manager get their turn.
    static let turn = Duration.milliseconds(100)

    private func scheduleTurn() {
        isFlyingTurns = true
        executor.run { [weak self] in self?.assumeIsolated { $0.flyTurn() } }
    }

    private func flyTurn() {
        isFlyingTurns = false
        guard endBy == nil else { return }
        let began = clock()
        flyOnSchedule(at: began)
        if isFlyingTurns { pumpBetweenTurns() }
        pump()
        tellService(at: began)
    }

    /// Lets some more lanes fly, if a configuration that was read again asks for them.
    private func raiseLanes() {
        // Snapshots wait for slow readers, and a reader that is waited for gets no more of them.
        guard source.clockwork.isRaising, hub.hasRoomForControlLines,
            source.clockwork.isPaced || !hub.isHeldUp, source.raiseLanes()
        else { return }
        hub.publish()
        guard !source.clockwork.isRaising else { return }
        log(.info, "flying \(source.fleet.flownLaneCount.counted("session")) now")
    }

    /// Gives subscriptions that catch up a part of the time: between turns that follow one another
    /// each would get a slice of a millisecond in a tenth of a second.
    private func pumpBetweenTurns() {
        let end = clock() + Self.pumpOfTurn
        while hub.pump(until: end), clock() < end {}
    }

    /// For how long subscriptions catch up after a turn.
    private static let pumpOfTurn = Duration.milliseconds(20)

    /// How far the fleet may go towards an instant: not beyond a command that is not on the disk
    /// yet. Nil at the end of fleet time, which ends the daemon.
    private func reach(_ instant: FleetInstant, at now: MonotonicInstant) -> FleetInstant? {
        let reached = journal?.hold(instant, at: now) ?? instant
        isHeldByCommand = reached < instant
        guard reached < FleetInstant.presents.upperBound else {
            stop(because: "fleet time has come to its end, which lies in the year 2666")
            return nil
        }
        frontier?.note(reached)
        return reached
    }

    func handleEvents() {
        hub.handleEvents(until: clock() + Self.hearing)
        pump()
        if endBy != nil { finishFarewell(at: clock()) }
    }

    /// For how long requests are answered before ticks and readers get their turn.
    private static let hearing = Duration.milliseconds(10)

    /// Does one slice of the work that takes long, and schedules the next: ticks and requests get
    /// their turns between two slices.
    ///
    /// Catching up comes before flying on: a subscriber would never reach the present of a fleet
    /// that no clock paces.
    func pump() {
        guard !isPumping else { return }
        let hasBrought = source.subscriptions.bringLanes()
        guard hub.pump(until: clock() + Self.hearing) || hasBrought || flyPortion() else { return }
        tickOftenerIfAsked()
        // Readers who wait for the same processor run now: the kernel would let them wait longer.
        if source.clockwork.isPaced, hub.isFollowed { CurrentThread.yield() }
        schedulePump()
    }

    /// Schedules the next slice, unless that has been done.
    func schedulePump() {
        guard !isPumping else { return }
        isPumping = true
        executor.run { [weak self] in
            self?.assumeIsolated { daemon in
                daemon.isPumping = false
                daemon.pump()
            }
        }
    }

    /// Flies a portion at a speed that no clock paces, if somebody follows and no reader that asked
    /// for `wait` is behind.
    ///
    /// - Returns: whether time has gone on.
    private func flyPortion() -> Bool {
        guard !source.clockwork.isPaced, endBy == nil, hub.isFollowed, !hub.isHeldUp,
            let end = source.endOfPortion
        else { return false }
        let began = clock()
        guard let end = reach(end, at: began), source.live.now < end else { return false }
        source.advancePortion(to: end, at: began)
        hub.publish()
        return true
    }

    /// Changes to more frequent ticks if the lanes now followed need them: a subscriber of a lane
    /// that is due between two ticks does not wait for the next one.
    private func tickOftenerIfAsked() {
        let now = clock()
        guard endBy == nil, let first = source.clockwork.changeTickGrid(at: now, onlyOftener: true)
        else { return }
        tick(from: first)
    }

    /// The daemon's state in one sentence, for the service manager.
    private var status: String {
        let counters = hub.counters
        return "sessions flying: \(source.fleet.flownLaneCount), clients: \(counters.connections), "
            + "subscriptions: \(counters.subscriptions), lines lost: \(counters.lines.linesLost)"
            + source.subscriptions.progress + lateness
    }

    /// How late the fleet is, for the end of a sentence; empty below a second.
    private var lateness: String {
        let late = source.clockwork.fleetLateness(at: clock())
        return late < .seconds(1) ? "" : ", late by \(late.components.seconds) s"
    }
}
