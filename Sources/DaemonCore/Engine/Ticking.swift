import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import StateFiles
import StreamServer
import Vocabulary

/// What the daemon does in a tick, and between two ticks.
extension Daemon {
    func startTimer() {
        let timer = TickTimer(on: executor) { [weak self] in
            self?.assumeIsolated { $0.tick() }
        }
        self.timer = timer
        tick(from: source.tickGrid.origin)
    }

    /// - Parameter first: when the first tick is due, microseconds of the monotonic clock.
    private func tick(from first: Int64) {
        timer?.start(
            atNanoseconds: first * 1000, everyNanoseconds: source.tickGrid.period * 1000)
    }

    func tick() {
        let began = clock()
        log.tellRepeats(at: began)
        if endBy == nil { fly(at: began) } else { finishFarewell(at: began) }
        if let first = source.changeTickGrid(at: began), !hasEnded { tick(from: first) }
        // Told by a tick that has come to its end, and from nowhere else: the first has brought the
        // fleet to the present, and one that is stuck gives no sign of life.
        service?.tell(at: began) { status }
    }

    private func fly(at began: Int64) {
        let late = source.recordTick(began: began)
        if late > Self.lateMicroseconds { log(.debug, "a tick began \(late / 1000) ms late") }
        if source.schedule.speed.isPaced { flyOnSchedule(at: began) }
        hub.beat(at: began)
        hub.endStalled(at: began)
        hub.wakeOne()
        pump()
    }

    private func flyOnSchedule(at began: Int64) {
        guard let due = reach(source.schedule.instant(at: began), at: began) else { return }
        while source.live.now < due {
            source.advance(towards: due, tickBegan: began)
            hub.publish()
        }
    }

    /// How far the fleet may go towards an instant: not beyond a command that is not kept yet.
    /// Nil at the end of fleet time, which ends the daemon.
    private func reach(_ instant: FleetInstant, at now: Int64) -> FleetInstant? {
        let reached = journal?.hold(instant, at: now) ?? instant
        isHeldUp = reached < instant
        guard reached < FleetInstant.presents.upperBound else {
            stop(because: "fleet time has come to its end, which lies in the year 2666")
            return nil
        }
        frontier?.note(reached)
        return reached
    }

    func settle(_ number: Int, _ result: Result<Void, JournalFailure>) {
        switch result {
        case .success: source.settle(number, nil)
        case .failure(let failure): source.settle(number, failure)
        }
        goOn()
        pump()
    }

    /// Flies what a command on its way to the disk has held up, once all that were synced with it
    /// have been carried out: no line waits for the next tick.
    private func goOn() {
        guard isHeldUp else { return }
        isHeldUp = false
        executor.run { [weak self] in self?.assumeIsolated { $0.catchUp() } }
    }

    private func catchUp() {
        guard endBy == nil, source.schedule.speed.isPaced else { return }
        flyOnSchedule(at: clock())
        pump()
    }

    func handleEvents() {
        hub.handleEvents()
        pump()
        if endBy != nil { finishFarewell(at: clock()) }
    }

    /// Works on what takes longer, in slices between which ticks and requests get their turns, and
    /// readers who wait for the same processor theirs: the kernel would let them wait longer.
    /// Whoever catches up with a fleet that no clock paces comes first, or would never be there.
    private func pump() {
        guard !isPumping, hub.pump() || flyPortion() else { return }
        isPumping = true
        tickOftenerIfAsked()
        if source.schedule.speed.isPaced, hub.isFollowed { CurrentThread.yield() }
        executor.run { [weak self] in
            self?.assumeIsolated { daemon in
                daemon.isPumping = false
                daemon.pump()
            }
        }
    }

    /// Flies a portion at a speed that no clock paces, if somebody follows and nobody must be
    /// waited for.
    ///
    /// - Returns: whether time has gone on.
    private func flyPortion() -> Bool {
        guard !source.schedule.speed.isPaced, endBy == nil, hub.isFollowed, !hub.isHeldUp,
            let end = source.endOfPortion
        else { return false }
        let began = clock()
        guard let end = reach(end, at: began), source.live.now < end else { return false }
        source.advancePortion(to: end, at: began)
        hub.publish()
        return true
    }

    /// Who joins a lane that is due between two ticks waits for no tick.
    private func tickOftenerIfAsked() {
        let now = clock()
        guard endBy == nil, let first = source.changeTickGrid(at: now, onlyOftener: true)
        else { return }
        tick(from: first)
    }

    /// How the daemon is, for people.
    private var status: String {
        let counters = hub.counters
        return "sessions flying: \(source.fleet.flownLaneCount), clients: \(counters.connections), "
            + "subscriptions: \(counters.subscriptions), lines lost: \(counters.lines.linesLost)"
            + source.progress
    }
}
