import CommandLine
import StreamClient
import Vocabulary
import WireProtocol

/// `--last`: nothing is shown before it is known where the last lines begin.
extension TailSession {
    /// Asks for the span that is looked at, on a connection that has no subscription.
    mutating func beginSearch() throws(ProgramFailure) {
        answersToPass = 0
        search?.restart()
        try askForSpan()
    }

    private func askForSpan() throws(ProgramFailure) {
        guard let search else { return }
        // The end is known to a tick; without one the daemon counts from its own present.
        let start: StreamStart =
            until.map { .time($0 - search.span - FleetDuration(ticks: 1)) } ?? .back(search.span)
        link.send(try options.request(after: start.text))
    }

    /// Handles a line while the last ones are looked for.
    mutating func look(
        at line: ArraySlice<UInt8>, _ type: ServerLineType
    ) throws(ProgramFailure) -> TailEnd? {
        if case .ok = type {
            answersToPass = max(0, answersToPass - 1)
            return nil
        }
        if case .bye = type { return take(line, type) }
        // Lines of a subscription that was left may still be on their way.
        guard answersToPass == 0 else { return nil }
        switch type {
        case .error: return try isShortened() ? nil : refusal(line)
        case .snapshot: search?.take(snapshot: line)
        case .data where isAtEnd(line, type): return try finishSpan(with: nil)
        case .data, .gap: search?.take(line)
        case .live: return try finishSpan(with: line)
        case .hello, .ok, .bye, .beat, .warn, .other: break
        }
        return nil
    }

    private mutating func isShortened() throws(ProgramFailure) -> Bool {
        guard search?.refuse() == true else { return false }
        try askForSpan()
        return true
    }

    /// - Parameter live: the line that says that everything has come; nil at the end of what is
    ///   wanted.
    private mutating func finishSpan(
        with live: ArraySlice<UInt8>?
    ) throws(ProgramFailure) -> TailEnd? {
        guard let step = search?.finish(), let found = search else { return nil }
        switch step {
        case .ask:
            link.send(#"{"op":"unsubscribe"}"#)
            answersToPass = 1
            try askForSpan()
            return nil
        case .show:
            search = nil
            hasBeenAccepted = true
            if let end = introduce() { return end }
            for line in found.lines {
                let line = line[...]
                guard let type = ServerLineType(of: line) else { continue }
                if let end = take(line, type) { return end }
            }
            guard let live else { return .done(.success) }
            return take(live, .live)
        }
    }
}
