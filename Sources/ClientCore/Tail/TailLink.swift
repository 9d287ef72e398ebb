import CommandLine
import LinuxIO
import PlainText
import StreamClient
import Vocabulary
import WireProtocol

/// The reconnecting link of `tail`: one connection, and the next when it is lost.
struct TailLink: ~Copyable {
    private let command: String
    private let candidates: [String]
    private var link: DaemonLink?
    private var watch = BeatWatch(beatSeconds: nil, at: .zero)
    private var delay = ReconnectDelay()
    private var notices = LinkNotices()

    /// How long one attempt may wait for the connection, and for the greeting.
    private static let patience = Duration.seconds(10)
    /// A wait that is over so short a time before an instant was a wait for that instant.
    private static let moment = Duration.milliseconds(2)

    /// The outcome of an attempt to connect.
    private enum Attempt {
        case connected
        case ended(TailEnd)
        case failed(ClientFailure)
    }

    /// - Parameter socketPath: the socket to use; nil for the one that the flags name.
    init(_ flags: ParsedFlags, socketPath: String?) {
        command = flags.command
        candidates = DaemonLink.candidates(flags, socketPath: socketPath)
    }

    /// Connects with one attempt.
    ///
    /// - Returns: nil once there is a connection; how everything ended if it did before.
    mutating func connect(
        until interruption: borrowing Interruption, or endsAt: MonotonicInstant?
    ) throws(ProgramFailure) -> TailEnd? {
        switch try attempt(interruption, endsAt) {
        case .connected: return nil
        case .ended(let end): return end
        case .failed(let failure): throw ProgramFailure(failure)
        }
    }

    /// The daemon's first line.
    var greeting: JSONValue? {
        switch link {
        case .some(let link): link.greeting
        case nil: nil
        }
    }

    func send(_ line: String) {
        switch link {
        case .some(let link): link.client.send(line)
        case nil: return
        }
    }

    /// Waits for a line, for `other`, or for an instant.
    ///
    /// May time out earlier, when beats are missing: then ``isSilent`` is true.
    mutating func next(
        or other: Int32, until instant: MonotonicInstant?
    ) throws(ProgramFailure) -> StreamClient.Event {
        let wake = [instant, watch.due].compactMap(\.self).min()
        do throws(ClientFailure) {
            let event = try link?.client.next(or: other, timeout: wake.map(Self.left)) ?? .ended
            if case .line = event { watch.hear(at: MonotonicClock.now) }
            return event
        } catch {
            throw ProgramFailure(error)
        }
    }

    /// Whether the daemon's beats are missing. Ask only after a wait that timed out.
    var isSilent: Bool { watch.isSilent(at: MonotonicClock.now) }

    /// Notes that lines arrive: resets the back-off, and reports that the link is back.
    mutating func prove() {
        delay.succeed()
        if let notice = notices.comeBack() { tell(notice) }
    }

    func tell(_ text: String) { _ = StandardStream.error.write("\(command): \(text)\n") }

    /// Reconnects, with as many attempts as it takes.
    ///
    /// - Returns: nil once there is a connection; how everything ended if it did before.
    mutating func reconnect(
        because loss: LinkLoss, until interruption: borrowing Interruption,
        or endsAt: MonotonicInstant?
    ) throws(ProgramFailure) -> TailEnd? {
        link = nil
        if let notice = notices.lose(loss) { tell(notice) }
        while true {
            if let end = try wait(interruption, endsAt) { return end }
            switch try attempt(interruption, endsAt) {
            case .connected: return nil
            case .ended(let end): return end
            case .failed(let failure):
                guard failure.mayPass else { throw ProgramFailure(failure) }
                if let notice = notices.lose(LinkLoss(failure)) { tell(notice) }
            }
        }
    }

    /// Connects once. A signal or the end of the time during the attempt is a normal end, not a
    /// failure of the daemon.
    private mutating func attempt(
        _ interruption: borrowing Interruption, _ endsAt: MonotonicInstant?
    ) throws(ProgramFailure) -> Attempt {
        while true {
            do throws(ClientFailure) {
                try open(interruption, endsAt)
                return .connected
            } catch {
                if let code = try interruption.read() { return .ended(.done(code)) }
                // The attempt's own timeout is cut to the end of the time, and may fire a moment
                // early.
                if let endsAt, MonotonicClock.now + Self.moment >= endsAt {
                    return .ended(.done(.success))
                }
                // The descriptor may be readable a moment before the signal can be read: try again.
                guard error == .interrupted else { return .failed(error) }
            }
        }
    }

    private mutating func open(
        _ interruption: borrowing Interruption, _ endsAt: MonotonicInstant?
    ) throws(ClientFailure) {
        let patience = min(Self.patience, endsAt.map(Self.left) ?? Self.patience)
        let new = try DaemonLink(
            candidates: candidates, patience: patience, or: interruption.raw)
        watch = BeatWatch(
            beatSeconds: new.greeting["beat_s"]?.integer, at: MonotonicClock.now)
        link = consume new
    }

    /// Waits until the next attempt is due; returns how everything ended if it did before.
    private mutating func wait(
        _ interruption: borrowing Interruption, _ endsAt: MonotonicInstant?
    ) throws(ProgramFailure) -> TailEnd? {
        let due = MonotonicClock.now + delay.next(chance: SystemRandom.bits())
        while MonotonicClock.now < due {
            if let endsAt, MonotonicClock.now >= endsAt { return .done(.success) }
            do throws(SystemFailure) {
                let isReady = try Poll.readable(
                    interruption.raw, timeout: Self.left(until: min(due, endsAt ?? due)))
                guard isReady else { continue }
            } catch {
                throw ProgramFailure(.failure, "cannot wait: \(error)")
            }
            if let code = try interruption.read() { return .done(code) }
        }
        return nil
    }

    private static func left(until instant: MonotonicInstant) -> Duration {
        max(.zero, instant - MonotonicClock.now)
    }
}
