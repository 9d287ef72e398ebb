import DaemonCore
import LinuxIO
import Settings
import StreamClient
import WireProtocol

/// The connection of `tail`, and the one that takes its place when it is lost.
struct TailLink: ~Copyable {
    private let command: String
    private let candidates: [String]
    private var link: DaemonLink?
    private var delay = ReconnectDelay()
    private var notices = LinkNotices()

    /// Connects.
    ///
    /// - Parameter socketPath: the socket to use; nil for the one that the flags name.
    init(_ flags: ParsedFlags, socketPath: String?) throws(StartFailure) {
        command = flags.command
        candidates = DaemonLink.candidates(flags, socketPath: socketPath)
        do throws(ClientFailure) {
            link = try DaemonLink(candidates: candidates)
        } catch {
            throw StartFailure(error)
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
    mutating func next(
        or other: Int32, until instant: Int64?
    ) throws(StartFailure) -> StreamClient.Event {
        do throws(ClientFailure) {
            return try link?.client.next(
                or: other, timeoutMilliseconds: instant.map(Self.milliseconds)) ?? .ended
        } catch {
            throw StartFailure(error)
        }
    }

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
        because reason: String, until interruption: borrowing Interruption, or endsAt: Int64?
    ) throws(StartFailure) -> TailEnd? {
        link = nil
        if let notice = notices.lose(reason) { tell(notice) }
        repeat {
            if let end = try wait(interruption, endsAt) { return end }
        } while try !connect(interruption)
        return nil
    }

    /// False if it has to be tried again.
    private mutating func connect(
        _ interruption: borrowing Interruption
    ) throws(StartFailure) -> Bool {
        do throws(ClientFailure) {
            link = try DaemonLink(candidates: candidates, or: interruption.raw)
            return true
        } catch {
            guard error.mayPass else { throw StartFailure(error) }
            if let notice = notices.lose("\(error)") { tell(notice) }
            return false
        }
    }

    /// Waits until the next attempt is due.
    private mutating func wait(
        _ interruption: borrowing Interruption, _ endsAt: Int64?
    ) throws(StartFailure) -> TailEnd? {
        let due = MonotonicClock.nowMicroseconds + delay.next(chance: SystemRandom.bits()) * 1000
        while MonotonicClock.nowMicroseconds < due {
            if let endsAt, MonotonicClock.nowMicroseconds >= endsAt { return .done(.success) }
            do throws(SystemFailure) {
                let isReady = try Poll.readable(
                    interruption.raw,
                    timeoutMilliseconds: Self.milliseconds(until: min(due, endsAt ?? due)))
                guard isReady else { continue }
            } catch {
                throw StartFailure(.failure, "cannot wait: \(error)")
            }
            if let code = try interruption.take() { return .done(code) }
        }
        return nil
    }

    private static func milliseconds(until instant: Int64) -> Int {
        Int(max(0, instant - MonotonicClock.nowMicroseconds + 999) / 1000)
    }
}
