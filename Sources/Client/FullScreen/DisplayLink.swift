import CommandLine
import FlightDisplay
import LinuxIO
import StreamClient
import Vocabulary
import WireProtocol

/// The reconnecting link of a display: keeps the subscriptions that the display wants, and
/// reconnects when the link is lost.
struct DisplayLink<Display: LinkedDisplay>: ~Copyable {
    private var connections: DaemonConnections
    private var open: [Display.Subscription] = []
    // A healthy daemon greets at once; the screen must not wait for one that hangs.
    private var course = LinkCourse(patience: .seconds(1))
    /// Whether lines wait in the buffer, which no descriptor reports.
    private(set) var hasLinesWaiting = false

    init(_ flags: ParsedFlags, socketPath: String?) throws(ProgramFailure) {
        connections = DaemonConnections(flags, socketPath: socketPath)
        let patience = try flags.patience
        do throws(ClientFailure) {
            try connections.connect(within: patience)
        } catch {
            throw ProgramFailure(error)
        }
        greet()
    }

    /// When the next attempt to connect is due; nil while there is a connection.
    var nextAttempt: MonotonicInstant? { course.nextAttempt }

    /// Notes a new connection. The display shows silence itself, so that no beats are watched, and
    /// the pauses between attempts begin anew with each connection.
    private mutating func greet() {
        course.greet(beatSeconds: nil, at: MonotonicClock.now)
        _ = course.prove()
    }

    /// Refuses a lane that the fleet does not have.
    func check(lane: LaneID?) throws(ProgramFailure) {
        guard let lane, let count = connections.greeting?["sessions"]?.integer,
            lane.index >= count
        else { return }
        throw .usage(
            "this fleet has no session s\(lane)",
            suggestion: count == 1 ? "there is only s0" : "choose one from s0 to s\(count - 1)")
    }

    /// Refuses a fleet of which this user may see nothing: the screen would stay empty.
    func checkRights() throws(ProgramFailure) {
        guard let words = ClosedDoor().words(for: connections.greeting) else { return }
        throw ProgramFailure(.permission, words)
    }

    /// The descriptor to wait for; nil while there is no link.
    var raw: Int32? { connections.raw }

    /// Hands the greeting to the display, and sends its first requests.
    private mutating func begin(_ state: inout Display) {
        guard let greeting = connections.greeting else { return }
        open = []
        state.take(greeting, at: MonotonicClock.now)
        for request in state.openingRequests { connections.send(request) }
        update(&state)
    }

    /// Sends the display's requests, begins the subscriptions that it wants now, and ends the
    /// others.
    mutating func update(_ state: inout Display) {
        guard raw != nil else { return }
        for line in state.lines(replacing: &open, at: MonotonicClock.now) { connections.send(line) }
    }

    /// Hands the display the lines that have arrived, up to a number; false if there were none.
    ///
    /// - Throws: if the daemon breaks the protocol; another connection would not change that.
    mutating func readLines(
        _ state: inout Display, atMost limit: Int
    ) throws(ProgramFailure) -> Bool {
        hasLinesWaiting = false
        guard raw != nil else { return false }
        var taken = 0
        do throws(ClientFailure) {
            while taken < limit, let line = try nextLine() {
                taken += 1
                guard let value = JSONValue(line: line) else { continue }
                state.take(value, at: MonotonicClock.now)
            }
        } catch {
            guard error.mayPass else { throw ProgramFailure(error) }
            lose(&state, because: error)
            return true
        }
        hasLinesWaiting = taken == limit
        update(&state)
        return taken > 0
    }

    /// The next line that has arrived; nil if none has.
    private mutating func nextLine() throws(ClientFailure) -> ArraySlice<UInt8>? {
        switch try connections.next(timeout: .zero) {
        case .line(let line): return line
        case .timedOut, .interrupted: return nil
        case .ended: throw .linkLost
        }
    }

    private mutating func lose(_ state: inout Display, because failure: ClientFailure) {
        connections.disconnect()
        open = []
        let chance = SystemRandom.bits()
        _ = course.lose(LinkLoss(failure), at: MonotonicClock.now, chance: chance)
        show(failure, &state)
    }

    private func show(_ failure: ClientFailure, _ state: inout Display) {
        guard let due = course.nextAttempt else { return }
        state.disconnect(
            because: failure.description, attempt: course.attempt, nextAttempt: due)
    }

    /// Makes an attempt to reconnect if one is due, and begins on a new connection.
    ///
    /// - Throws: if the daemon breaks the protocol.
    mutating func keepUp(
        _ state: inout Display, at now: MonotonicInstant
    ) throws(ProgramFailure) {
        while true {
            switch course.next(at: now) {
            case .connect(let patience): reconnect(&state, within: patience)
            case .subscribe: begin(&state)
            case .end(.failed(let failure)): throw ProgramFailure(failure)
            case .wait, .read, .end: return
            }
        }
    }

    private mutating func reconnect(_ state: inout Display, within patience: Duration) {
        do throws(ClientFailure) {
            try connections.connect(within: patience)
            greet()
            state.connect()
        } catch {
            let chance = SystemRandom.bits()
            _ = course.fail(error, at: MonotonicClock.now, chance: chance)
            show(error, &state)
        }
    }
}
