import CommandLine
import LinuxIO
import PlainText
import StreamClient
import WireProtocol

/// The connection of `tail`, and the one that takes its place when it is lost.
struct TailLink: ~Copyable {
    private let command: String
    private let candidates: [String]
    private var link: DaemonLink?
    private var watch = BeatWatch(beatSeconds: nil, at: 0)
    private var delay = ReconnectDelay()
    private var notices = LinkNotices()

    private static let patienceMilliseconds = 10_000

    /// What an attempt to connect came to.
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

    /// Connects, at the first attempt or not at all.
    ///
    /// - Returns: nil once there is a connection; how everything ended if it did before.
    mutating func connect(
        until interruption: borrowing Interruption, or endsAt: Int64?
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

    /// Waits for a line, for `other`, or for an instant of the monotonic clock in microseconds.
    ///
    /// May end as timed out before, for ``isSilent`` to be asked.
    mutating func next(
        or other: Int32, until instant: Int64?
    ) throws(ProgramFailure) -> StreamClient.Event {
        let wake = [instant, watch.due].compactMap(\.self).min()
        do throws(ClientFailure) {
            let event =
                try link?.client.next(
                    or: other, timeoutMilliseconds: wake.map(Self.milliseconds)) ?? .ended
            if case .line = event { watch.hear(at: MonotonicClock.nowMicroseconds) }
            return event
        } catch {
            throw ProgramFailure(error)
        }
    }

    /// Whether the daemon says nothing though it should; true only where a wait has timed out.
    var isSilent: Bool { watch.isSilent(at: MonotonicClock.nowMicroseconds) }

    /// Takes that lines come: the link is good.
    mutating func prove() {
        delay.succeed()
        if let notice = notices.comeBack() { tell(notice) }
    }

    func tell(_ text: String) { _ = StandardStream.error.write("\(command): \(text)\n") }

    /// Connects again, however long it takes.
    ///
    /// - Returns: nil once there is a connection; how everything ended if it did before.
    mutating func reconnect(
        because loss: LinkLoss, until interruption: borrowing Interruption, or endsAt: Int64?
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

    /// A signal that comes, or the end of the time, while the daemon does not greet is an end and
    /// says nothing of the daemon.
    private mutating func attempt(
        _ interruption: borrowing Interruption, _ endsAt: Int64?
    ) throws(ProgramFailure) -> Attempt {
        while true {
            do throws(ClientFailure) {
                try open(interruption, endsAt)
                return .connected
            } catch {
                if let code = try interruption.read() { return .ended(.done(code)) }
                // Patience that ends with the time may end a moment before it.
                if let endsAt, MonotonicClock.nowMicroseconds + Self.momentMicroseconds >= endsAt {
                    return .ended(.done(.success))
                }
                // Of a signal that is on its way to this thread its descriptor speaks too early.
                guard error == .interrupted else { return .failed(error) }
            }
        }
    }

    private mutating func open(
        _ interruption: borrowing Interruption, _ endsAt: Int64?
    ) throws(ClientFailure) {
        let left = endsAt.map(Self.milliseconds) ?? .max
        let new = try DaemonLink(
            candidates: candidates, patienceMilliseconds: min(Self.patienceMilliseconds, left),
            or: interruption.raw)
        watch = BeatWatch(
            beatSeconds: new.greeting["beat_s"]?.integer, at: MonotonicClock.nowMicroseconds)
        link = consume new
    }

    /// Waits until the next attempt is due.
    private mutating func wait(
        _ interruption: borrowing Interruption, _ endsAt: Int64?
    ) throws(ProgramFailure) -> TailEnd? {
        let due = MonotonicClock.nowMicroseconds + delay.next(chance: SystemRandom.bits()) * 1000
        while MonotonicClock.nowMicroseconds < due {
            if let endsAt, MonotonicClock.nowMicroseconds >= endsAt { return .done(.success) }
            do throws(SystemFailure) {
                let isReady = try Poll.readable(
                    interruption.raw,
                    timeoutMilliseconds: Self.milliseconds(until: min(due, endsAt ?? due)))
                guard isReady else { continue }
            } catch {
                throw ProgramFailure(.failure, "cannot wait: \(error)")
            }
            if let code = try interruption.read() { return .done(code) }
        }
        return nil
    }

    private static var momentMicroseconds: Int64 { 2000 }

    private static func milliseconds(until instant: Int64) -> Int {
        Int(max(0, instant - MonotonicClock.nowMicroseconds + 999) / 1000)
    }
}
