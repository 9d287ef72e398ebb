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
            end(ProgramFailure(error))
        }
    }

    /// Takes the whole lines that have arrived, as far as the delivery has room.
    mutating func process(at now: MonotonicInstant) {
        hasUnread = false
        while !isEnding, link.raw != nil {
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
            case .past: isEnding = true
            case .unreadable: end(Self.unreadable(line ?? []))
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
        guard let type = ServerLineType(of: line) else { return end(Self.unreadable(line)) }
        switch type {
        case .hello, .other, .snapshot, .warn: return
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
            let why = JSONValue(line: line)?["description"]?.text ?? ""
            end(ProgramFailure(.permission, "the daemon has ended the subscription: \(why)"))
        // A numbered line that the intake left has a form that no daemon of this protocol writes.
        case .data: end(Self.unreadable(line))
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
        guard let value = JSONValue(line: line) else { return end(Self.unreadable(line)) }
        if let instant = value["t"]?.instant { tally.present?.tell(instant, at: now) }
        guard let anchor = value["anchor"]?.text.flatMap({ try? Anchor(parsing: $0) }) else {
            return
        }
        // Lines of the catch-up say nothing about the present.
        guard isLive else { return }
        tally.read(0, to: anchor.position.instant)
        delivery.pass(AnchorText(anchor), at: now)
        tell(course.finish(anchor))
        if let until = intake.until, anchor.position.instant >= until { isEnding = true }
    }

    private mutating func refuse(_ line: ArraySlice<UInt8>) {
        let refusal = TailRefusal(
            line: JSONValue(line: line), isReturn: hasBeenAccepted,
            anchorFile: beginsAtMoment && !hasBeenAccepted ? nil : options.files.anchor,
            beginFlag: options.tail.flags.has("--since") ? "--since" : "--from")
        switch refusal.end {
        case .lost(let loss): lose(loss)
        case .failed(let failure): end(failure)
        case .done, .interrupted: isEnding = true
        }
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
