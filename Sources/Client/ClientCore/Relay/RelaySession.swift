import CommandLine
import FlightDisplay
import LinuxIO
import PlainText
import Relay
import StreamClient
import Vocabulary
import WireProtocol

/// One run of `relay`: reads from a daemon as `LinkCourse` says, hands what it reads to a
/// `RelayDelivery`, and keeps the anchor up to which everything is acknowledged.
///
/// It never waits for daemon or command alone: every wait is for the daemon, the command, a signal
/// and the next due time together.
struct RelaySession: ~Copyable {
    let options: RelayOptions
    var course: LinkCourse
    var link: RelayLink
    let delivery: any RelayDelivery
    var intake: Intake
    var tally = RelayTally()
    var hasBeenAccepted = false
    /// Whether the subscription has caught up.
    var isLive = false
    /// Whether whole lines wait in the link that the delivery had no room for.
    var hasUnread = false
    var ending = RelayEnding()
    var acknowledged: AcknowledgedAnchor
    var files: RelayFiles
    private let signals: Interruption
    var notices = DeliveryNotices()
    let startedAt = WallClock.nowMicroseconds

    private static let patience = Duration.seconds(10)
    private static let lockInterval = Duration.milliseconds(200)

    init(_ options: RelayOptions) throws(ProgramFailure) {
        let signals = try Interruption()
        let acknowledged = try AcknowledgedAnchor(options.files.anchor)
        let files = try RelayFiles(options.files)
        self.options = options
        let line = RelayCommandLine(
            command: options.command, name: options.name, lock: files.lock.raw)
        delivery =
            options.acknowledgesLines
            ? LineDelivery(line, options.limits, options.patience)
            : BatchDelivery(line, options.limits, options.patience)
        let tail = options.tail
        course = LinkCourse(
            patience: Self.patience, insists: true,
            endsAt: tail.span.map { MonotonicClock.now + $0 }, silence: tail.silence)
        if let end = course.endsAt { StandardStream.endWaits(at: end) }
        course.begin(at: acknowledged.anchor.map { .after($0) } ?? tail.bounds.beginning)
        if let kept = acknowledged.anchor { tally.begin(at: kept.position.instant) }
        link = RelayLink(tail.flags)
        intake = Intake(options.form)
        self.acknowledged = acknowledged
        self.files = files
        self.signals = signals
    }

    /// Relays to the end, reports why it ended, and returns the exit code.
    mutating func run() -> ExitCode {
        do throws(ProgramFailure) {
            if try waitForLock() { while try step() {} }
        } catch {
            ending.fail(error)
        }
        return close()
    }

    func tell(_ text: String?) { options.tail.flags.tell(text) }

    /// Waits until no command of an earlier relay is left, and ends one that takes too long: the
    /// lines of two commands would be mixed. False if a signal came first.
    ///
    /// - Throws: if the lock is still held after its grace, naming the holder.
    private mutating func waitForLock() throws(ProgramFailure) -> Bool {
        var patience: MonotonicInstant?
        var canEnd = true
        while !files.lock.take() {
            let now = MonotonicClock.now
            if let patience {
                if canEnd, now >= patience { canEnd = endCommandLeft() }
                if now >= patience + RelayCommandLine.grace {
                    throw RelayFiles.held(files.paths.lock, by: files.lock.holder)
                }
            } else {
                let holder = files.lock.holder?.description ?? "another process"
                tell(
                    "waits for \(holder), which has \(files.paths.lock): a command that an earlier "
                        + "relay has left running, if nothing else")
                patience = now + RelayCommandLine.grace
            }
            writeStatus(at: now)
            _ = try Poll.wait(for: [signals.raw], until: MonotonicClock.now + Self.lockInterval)
            try hearSignals()
            if ending.hasBegun { return false }
        }
        return true
    }

    /// Ends the command of an earlier relay; false where it cannot be found.
    private func endCommandLeft() -> Bool {
        let canLook = files.lock.endHolders()
        if !canLook { tell("cannot find that command without /proc; end it, or mount /proc") }
        return canLook
    }

    /// Does all due work and waits for the next event; false at the end.
    private mutating func step() throws(ProgramFailure) -> Bool {
        let now = MonotonicClock.now
        try hearSignals()
        guard ending.cut == nil else { return false }
        try delivery.advance(at: now, isEnding: ending.hasBegun)
        takeProgress(at: now)
        if let due = acknowledged.due, now >= due { tell(acknowledged.keep(at: now)) }
        if now >= files.due { writeStatus(at: now) }
        if ending.isOver(delivery, at: now) { return false }
        var watched = [signals.raw] + delivery.readers
        var due = MonotonicInstant?.earlier(delivery.due(at: now), acknowledged.due)
        due = .earlier(.earlier(due, files.due), ending.due)
        guard !ending.hasBegun else {
            _ = try Poll.wait(for: watched, orWritable: delivery.writer, until: due)
            return true
        }
        switch course.next(at: now) {
        case .connect(let patience) where delivery.hasRoom:
            try connect(within: patience)
            return true
        // A connection must be read at once; this one waits until the delivery has room.
        case .connect: break
        case .wait(let until): due = .earlier(due, until)
        case .subscribe(let after):
            link.connections.send(try options.tail.request(after: after))
            return true
        case .read(let until):
            guard delivery.hasRoom, let raw = link.connections.raw else { break }
            if hasUnread {
                process(at: now)
                return true
            }
            watched.append(raw)
            let ready = try Poll.wait(
                for: watched, orWritable: delivery.writer, until: .earlier(due, until))
            if ready.contains(raw) {
                receive()
            } else if course.isSilent(at: MonotonicClock.now) {
                lose(.silence)
            }
            return true
        case .end(.timeIsUp): hurry()
        case .end(.lost(let loss)): ending.fail(ProgramFailure(.linkLost, loss.reason))
        case .end(.failed(let failure)): ending.fail(ProgramFailure(failure))
        }
        _ = try Poll.wait(for: watched, orWritable: delivery.writer, until: due)
        return true
    }

    /// Stops reading, and waits only a short time for the acknowledgements.
    private mutating func hurry() {
        ending.hurry()
        delivery.hurry(at: MonotonicClock.now)
    }

    /// The first signal ends the relay once all lines are acknowledged or an attempt has failed,
    /// the second one at once.
    private mutating func hearSignals() throws(ProgramFailure) {
        while let code = try signals.read() {
            ending.hear(code)
            hurry()
        }
    }

    private mutating func connect(within patience: Duration) throws(ProgramFailure) {
        do throws(ClientFailure) {
            try link.connect(within: patience, or: signals.raw)
        } catch {
            let chance = SystemRandom.bits()
            tell(course.fail(error, at: MonotonicClock.now, chance: chance))
            return
        }
        let isFirst = !course.hasConnected
        let now = MonotonicClock.now
        let greeting = link.connections.greeting
        course.greet(beatSeconds: greeting?["beat_s"]?.integer, at: now)
        tally.isConnected = true
        guard let greeting, let present = greeting["t"]?.instant else { return }
        tally.present = FleetPresent(present, speed: greeting["speed"]?.double, at: now)
        if isFirst { try resolveMoments(by: greeting) }
    }
}
