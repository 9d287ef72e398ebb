import CommandLine
import StreamClient
import Vocabulary
import WireProtocol

/// The search for the last lines of a subscription, in longer and longer spans: a value.
///
/// Which span holds the wanted number of lines is known only once they are computed. So the search
/// doubles the span until it holds enough lines, until the daemon refuses a longer one, until a
/// longer one has more samples than ``limit(samples:of:at:)`` allows, or until a span of more than
/// two days brings no more lines than its half did.
struct LastLines {
    /// What to do once all lines of a span have arrived.
    enum Step: Equatable {
        /// Ask for the new ``span``, and end the subscription of the old one.
        case ask
        /// Show the kept lines, and follow live.
        case show
    }

    static let most = 100_000
    private static let firstSpan = FleetDuration.seconds(10)
    /// A longer span without new lines ends the search: in a day each lane flies some 20 sessions.
    private static let fruitlessSpan = FleetDuration.seconds(2 * 86_400)

    private let wanted: Int
    /// The span that is searched now.
    private(set) var span = firstSpan
    /// The search stops before a longer span.
    private var longestSpan = FleetDuration(ticks: .max)
    private var isLastTry = false
    /// How many lines the previous span held; nil for the first.
    private var found: Int?
    /// How many lines of this span have arrived.
    private var count = 0
    private var ring: [[UInt8]] = []
    private var snapshots: [[UInt8]] = []

    /// - Parameter wanted: the number of lines, from 1 to ``most``.
    init(_ wanted: Int) { self.wanted = wanted }

    /// Stops the search before a span with more samples in all than `samples`: the user waits, and
    /// no line is shown before the search has ended.
    mutating func limit(samples: Int, of sessions: Int, at hertz: Int) {
        let seconds = samples / max(1, sessions) / max(1, hertz)
        // The numbers come from the daemon, and may have any size.
        longestSpan = .seconds(Int64(min(max(0, seconds), 1 << 40)))
    }

    mutating func keep(snapshot line: ArraySlice<UInt8>) { snapshots.append(Array(line)) }

    mutating func keep(_ line: ArraySlice<UInt8>) {
        if ring.count < wanted {
            ring.append(Array(line))
        } else {
            ring[count % wanted] = Array(line)
        }
        count += 1
    }

    /// Notes that every line of the span has arrived.
    mutating func finish() -> Step {
        let isFruitless = found == count && span >= Self.fruitlessSpan
        let isLongest = span.ticks > longestSpan.ticks / 2
        guard count < wanted, !isLastTry, !isFruitless, !isLongest else { return .show }
        found = count
        restart(span * 2)
        return .ask
    }

    /// Notes that the daemon refused the span. True if the previous, shorter one is to be asked
    /// again.
    mutating func refuse() -> Bool {
        guard !isLastTry, found != nil else { return false }
        isLastTry = true
        restart(FleetDuration(ticks: span.ticks / 2))
        return true
    }

    /// Begins the same span again, on another connection.
    mutating func restart() { restart(span) }

    private mutating func restart(_ span: FleetDuration) {
        self.span = span
        count = 0
        ring.removeAll()
        snapshots.removeAll()
    }

    /// The snapshots of the subscription and its last lines, in their order.
    var lines: [[UInt8]] {
        let first = ring.count < wanted ? 0 : count % wanted
        return snapshots + ring[first...] + ring[..<first]
    }
}

/// `--last`: nothing is shown until the search has found where the last lines begin.
extension TailSession {
    /// Bounds the search by the samples that the daemon computes for a request, from its greeting.
    mutating func limitSearch() {
        guard let greeting = link.greeting,
            let samples = greeting["limits"]?["history_samples"]?.integer,
            let hertz = greeting["rate_hz"]?.integer, let sessions = greeting["sessions"]?.integer
        else { return }
        search?.limit(samples: samples, of: options.selected ?? sessions, at: hertz)
    }

    /// Begins the search again on a new connection.
    mutating func beginSearch() throws(ProgramFailure) {
        answersToPass = 0
        search?.restart()
        try askForSpan()
    }

    private func askForSpan() throws(ProgramFailure) {
        guard let search else { return }
        // With `--until` the span ends at that tick; else the daemon counts back from its present.
        let start: StreamStart =
            until.map { .time($0 - search.span - FleetDuration(ticks: 1)) } ?? .back(search.span)
        link.send(try options.request(after: start.text))
    }

    /// Handles a line during the search.
    mutating func look(
        at line: ArraySlice<UInt8>, _ type: ServerLineType
    ) throws(ProgramFailure) -> TailEnd? {
        if case .ok = type {
            answersToPass = max(0, answersToPass - 1)
            return nil
        }
        if type == .bye || type == .ended { return handle(line, type) }
        // Lines of the previous subscription may still arrive before the answer to its end.
        guard answersToPass == 0 else { return nil }
        switch type {
        case .error: return try isShortened() ? nil : refusal(line)
        case .snapshot: search?.keep(snapshot: line)
        case .data where isAtEnd(line, type): return try finishSpan(with: nil)
        case .data, .gap: search?.keep(line)
        case .live: return try finishSpan(with: line)
        case .hello, .ok, .bye, .ended, .progress, .beat, .warn, .other: break
        }
        return nil
    }

    private mutating func isShortened() throws(ProgramFailure) -> Bool {
        guard search?.refuse() == true else { return false }
        try askForSpan()
        return true
    }

    /// - Parameter live: the `live` line that ends the span; nil if `--until` ended it.
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
                if let end = handle(line, type) { return end }
            }
            guard let live else { return .done(.success) }
            return handle(live, .live)
        }
    }
}
