import CommandLine
import FlightDisplay
import LinuxIO
import PlainText
import Relay
import StreamClient
import Vocabulary
import WireProtocol

/// How a relay handles the lines of a daemon.
extension RelaySession {
    mutating func receive() {
        do throws(ClientFailure) {
            guard try link.receive() else { return lose(LinkLoss(.linkLost)) }
            let now = MonotonicClock.now
            course.hear(at: now)
            process(at: now)
        } catch {
            ending.fail(ProgramFailure(error))
        }
    }

    /// Takes the whole lines that have arrived, as far as the delivery has room.
    mutating func process(at now: MonotonicInstant) {
        hasUnread = false
        while !ending.hasBegun, link.connections.raw != nil {
            let held = delivery.unacknowledged
            let (consumed, last, stop) = link.withWaiting { delivery.take($0, intake, at: now) }
            let line = stop.range.map { link.bytes($0) }
            link.consume(consumed)
            if let anchor = last?.anchor {
                tally.read(delivery.unacknowledged - held, to: anchor.position.instant)
                tell(course.finish(anchor))
            }
            switch stop {
            case .end: return
            case .full: return hasUnread = true
            case .past: ending.begin()
            case .unreadable: ending.fail(Self.unreadable(line ?? []))
            case .other: handle(line ?? [], at: now)
            }
        }
    }

    private static func unreadable(_ line: ArraySlice<UInt8>) -> ProgramFailure {
        let text = String(decoding: line, as: UTF8.self).quoted
        return ProgramFailure(.protocolViolation, "a line cannot be read: \(text)")
    }

    /// Handles a line without a number.
    private mutating func handle(_ line: ArraySlice<UInt8>, at now: MonotonicInstant) {
        guard let type = ServerLineType(of: line) else { return ending.fail(Self.unreadable(line)) }
        switch type {
        case .hello, .other, .snapshot, .progress, .warn: return
        case .ok: accept(line, at: now)
        case .live:
            isLive = true
            pass(line, at: now)
        case .beat: pass(line, at: now)
        case .gap:
            tally.gaps += 1
            let what = "the daemon leaves out lines, and a relay leaves out none"
            lose(LinkLoss(code: "gap", reason: "\(what): it reads them again"))
        case .bye: lose(LinkLoss(goodbye: JSONValue(line: line)))
        case .error: refuse(line)
        case .ended:
            ending.fail(ProgramFailure(ended: line))
        // A numbered line that the intake left has a form that no daemon of this protocol writes.
        case .data: ending.fail(Self.unreadable(line))
        }
    }

    private mutating func accept(_ line: ArraySlice<UInt8>, at now: MonotonicInstant) {
        if !hasBeenAccepted { tell(GreetedRights.notice(JSONValue(line: line))) }
        hasBeenAccepted = true
        course.accept(line)
        guard let anchor = course.anchor else { return }
        tally.begin(at: anchor.position.instant)
        delivery.pass(AnchorText(anchor), at: now)
    }

    /// Takes a line whose anchor says that every line up to it has been sent.
    private mutating func pass(_ line: ArraySlice<UInt8>, at now: MonotonicInstant) {
        guard let value = JSONValue(line: line) else { return ending.fail(Self.unreadable(line)) }
        if let instant = value["t"]?.instant { tally.present?.tell(instant, at: now) }
        guard let anchor = value["anchor"]?.text.flatMap({ try? Anchor(parsing: $0) }) else {
            return
        }
        // Lines of the catch-up say nothing about the present.
        guard isLive else { return }
        tally.read(0, to: anchor.position.instant)
        delivery.pass(AnchorText(anchor), at: now)
        tell(course.finish(anchor))
        if let until = intake.until, anchor.position.instant >= until { ending.begin() }
    }

    private mutating func refuse(_ line: ArraySlice<UInt8>) {
        let end = options.tail.refusal(
            line, isReturn: hasBeenAccepted, beginsAtMoment: acknowledged.beginsAtMoment)
        switch end {
        case .lost(let loss): lose(loss)
        case .failed(let failure): ending.fail(failure)
        case .done, .interrupted: ending.begin()
        }
    }

    mutating func lose(_ loss: LinkLoss) {
        link.disconnect()
        tally.linksLost += 1
        (tally.isConnected, isLive, hasUnread) = (false, false, false)
        tell(course.lose(loss, at: MonotonicClock.now, chance: SystemRandom.bits()))
    }

    /// Resolves moments to instants, by the fleet's clock in the greeting.
    ///
    /// - Throws: if no line can lie between them.
    mutating func resolveMoments(by greeting: JSONValue) throws(ProgramFailure) {
        let isAtMoment = acknowledged.beginsAtMoment
        let beginning = try options.tail.bounds.resolve(by: greeting, isChecked: isAtMoment)
        intake.until = beginning.until
        if isAtMoment, let start = beginning.start { course.begin(at: start) }
    }
}

extension Intake.Stop {
    /// Where the line lies that caused the stop; nil without one.
    fileprivate var range: Range<Int>? {
        switch self {
        case .other(let range), .unreadable(let range): range
        case .end, .full, .past: nil
        }
    }
}
