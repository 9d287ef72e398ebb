import CommandLine
import FlightDisplay
import LinuxIO
import PlainText
import StreamClient
import Vocabulary
import WireProtocol

/// How `tail` handles the lines of a daemon.
extension TailSession {
    /// Handles one line; returns the end if it is the last line.
    mutating func handle(_ line: ArraySlice<UInt8>) throws(ProgramFailure) -> TailEnd? {
        guard let type = ServerLineType(of: line) else {
            return .failed(ProgramFailure(.protocolViolation, "a line has no type"))
        }
        return try search == nil ? handle(line, type) : look(at: line, type)
    }

    /// Handles a line that is to be shown.
    mutating func handle(_ line: ArraySlice<UInt8>, _ type: ServerLineType) -> TailEnd? {
        if isAtEnd(line, type) { return .done(.success) }
        switch type {
        case .hello, .beat, .other: return nil
        case .ok: return accept(line)
        case .error: return refusal(line)
        case .bye: return .lost(LinkLoss(goodbye: JSONValue(line: line)))
        case .ended:
            return .failed(ProgramFailure(ended: line))
        case .snapshot, .gap, .warn: return output.write(line)
        case .progress:
            guard StandardStream.error.isTerminal, let line = JSONValue(line: line) else {
                return nil
            }
            tell(CatchUpProgress(line)?.text)
            return nil
        case .live:
            restNotice.tell(options, link)
            return finish(line)
        case .data:
            if let end = finish(line) { return end }
            printed += 1
            return printed == options.lineLimit ? .done(.success) : nil
        }
    }

    /// Whether this line shows that every line before `--until` has arrived.
    func isAtEnd(_ line: ArraySlice<UInt8>, _ type: ServerLineType) -> Bool {
        until.map { Self.isAtEnd(line, type, $0) } ?? false
    }

    /// Whether no line before `until` can follow this one.
    ///
    /// A beat gives the fleet's present. During catch-up it has no anchor, and says nothing about
    /// the position of the lines that are still to arrive.
    static func isAtEnd(
        _ line: ArraySlice<UInt8>, _ type: ServerLineType, _ until: FleetInstant
    ) -> Bool {
        guard [.data, .live, .beat].contains(type), let value = JSONValue(line: line),
            let instant = value["t"]?.instant, type != .beat || value["anchor"] != nil
        else { return false }
        return type == .live ? instant + FleetDuration(ticks: 1) >= until : instant >= until
    }

    private mutating func accept(_ line: ArraySlice<UInt8>) -> TailEnd? {
        if !hasBeenAccepted { tell(GreetedRights.notice(JSONValue(line: line))) }
        hasBeenAccepted = true
        course.accept(line)
        keeper?.move()
        return introduce()
    }

    func refusal(_ line: ArraySlice<UInt8>) -> TailEnd {
        options.refusal(line, isReturn: hasBeenAccepted, beginsAtMoment: beginsAtMoment)
    }

    /// Writes a line with an anchor. The resume point moves once the output has accepted all of it.
    private mutating func finish(_ line: ArraySlice<UInt8>) -> TailEnd? {
        if let end = output.write(line) { return end }
        let notice = course.finish(line)
        keeper?.move()
        tell(notice)
        return nil
    }

    /// Writes the greeting before the first line, once the daemon has accepted the subscription.
    mutating func introduce() -> TailEnd? {
        guard !hasIntroduced else { return nil }
        hasIntroduced = true
        if let end = output.setApart({ tell($0) }) { return end }
        return link.greeting.flatMap { output.writeGreeting($0) }
    }
}

/// How `tail` keeps the anchor, and ends.
extension TailSession {
    /// When the anchor file is due; nil while it holds the anchor, and without one.
    var due: MonotonicInstant? {
        switch keeper {
        case .some(let keeper): keeper.due
        case nil: nil
        }
    }

    /// Keeps the anchor once all lines before it are kept; returns the end if that fails.
    mutating func keepAnchor() -> TailEnd? {
        if due != nil, let end = output.sync() { return end }
        let now = MonotonicClock.now
        if let failure = keeper?.keep(course.anchor, at: now) {
            tell("cannot keep the anchor, which is tried again: \(failure)")
        }
        return nil
    }

    func close(_ end: TailEnd) -> ExitCode {
        if isBehind { tell("the file does not hold the last anchor\(advice)") }
        switch end {
        case .done(.success): return isBehind ? .output : .success
        case .done(let code): return code
        case .interrupted: preconditionFailure("what has interrupted tail was not looked at")
        case .lost(let loss):
            tell(isBehind ? loss.reason : loss.reason + advice)
            return .linkLost
        case .failed(let failure):
            tell(failure.description)
            return failure.code
        }
    }

    /// Whether the anchor file could not be written.
    private var isBehind: Bool {
        switch keeper {
        case .some(let keeper): keeper.failure != nil
        case nil: false
        }
    }

    /// How the user can resume, for a message.
    private var advice: String {
        if options.anchorPath != nil, !isBehind { return "; the same command goes on" }
        return course.anchor.map { "; go on with --from \($0)" } ?? ""
    }
}
