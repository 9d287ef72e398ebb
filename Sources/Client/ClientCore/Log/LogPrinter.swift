import CommandLine
import FlightDisplay
import LinuxIO
import Logbook
import PlainText
import StreamClient
import Vocabulary
import WireProtocol

/// Prints one page of the logbook: asks, waits until all answers have come, writes the page.
struct LogPrinter: ~Copyable {
    private var state: LogbookState
    private var link: DaemonLink
    /// The patience for all answers of the page together.
    private let wait: AnswerPatience
    private let isJSON: Bool
    private var opened: [LogSubscription] = []
    private var shown: [UInt8] = []

    init(
        _ state: LogbookState, _ link: consuming DaemonLink, patience: Duration, isJSON: Bool
    ) {
        self.state = state
        self.link = link
        wait = AnswerPatience(patience, from: MonotonicClock.now)
        self.isJSON = isJSON
    }

    /// - Parameter tellNote: is given the note to show before the page; nil for none.
    mutating func run(tellNote: (String?) -> Void) throws(ProgramFailure) -> ExitCode {
        state.connect()
        state.take(link.greeting, at: MonotonicClock.now)
        tellNote(state.lapsNote)
        do throws(ClientFailure) {
            while true {
                let lines = state.lines(replacing: &opened, at: MonotonicClock.now)
                for line in lines { link.client.send(line) }
                if state.isSettled { break }
                try receive()
            }
        } catch {
            throw ProgramFailure(error)
        }
        // After a refusal the page shows what is known; the exit code says that parts are missing.
        try write()
        if let refusal = state.refusal { throw Self.failure(refusal) }
        return .success
    }

    /// Takes the next line, and all lines that have arrived with it.
    private mutating func receive() throws(ClientFailure) {
        var event = try link.client.next(timeout: try left())
        if case .timedOut = event { throw unanswered }
        while case .line(let line) = event {
            take(line)
            _ = try left()
            event = try link.client.next(timeout: .zero)
        }
        if case .ended = event { throw .linkLost }
    }

    private func left() throws(ClientFailure) -> Duration {
        let left = wait.left(at: MonotonicClock.now, heardAt: link.client.heardAt)
        guard let left else { throw unanswered }
        return left
    }

    private var unanswered: ClientFailure {
        .unanswered(request: "log", waited: wait.waited(at: MonotonicClock.now))
    }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        guard let value = JSONValue(line: line) else { return }
        if isJSON, state.shows(value) {
            shown += line
            shown.append(UInt8(ascii: "\n"))
        }
        state.take(value, at: MonotonicClock.now)
    }

    private func write() throws(ProgramFailure) {
        if isJSON { return try JSONOutput().write(lines: shown).check() }
        let columns = StandardStream.output.terminalSize?.columns ?? 80
        let lines = LogbookText.lines(state, columns: columns)
        try StandardStream.output.print(ShownText(lines: lines.joined(separator: "\n") + "\n"))
    }

    private static func failure(_ refusal: Refusal) -> ProgramFailure {
        let advice = refusal.suggestion.isEmpty ? "" : " \(refusal.suggestion)"
        return ProgramFailure(
            refusal.mayPass ? .unavailable : .refusal(code: refusal.code),
            "the daemon refused: \(refusal.reason)\(advice)")
    }
}
