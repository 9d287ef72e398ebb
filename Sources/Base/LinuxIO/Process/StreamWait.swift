import Glibc
import Synchronization
import Vocabulary

/// What ends the wait for the reader of a standard stream, besides the reader.
///
/// The streams and the signals belong to the process, and so do these limits: code that takes
/// signals or has a deadline sets them once, and no write of any part of the program holds it up.
/// Until they are set, a write waits in the kernel, where a signal ends the process.
struct StreamWait: Sendable {
    private var interrupt: Int32?
    private var deadline: MonotonicInstant?
    private var ways: [StandardStream: StreamWay] = [:]

    private static let shared = Mutex(StreamWait())
    /// How often a wait looks whether the limits have changed.
    private static let slice = Duration.milliseconds(100)
    /// How long a write that has begun may go on after a signal.
    private static let lastChance = Duration.milliseconds(200)
    /// The pause where a terminal says that it has room and takes nothing.
    private static let pause = Duration.milliseconds(10)

    static func interrupt(by raw: Int32?) { shared.withLock { $0.interrupt = raw } }

    static func limit(to instant: MonotonicInstant) {
        shared.withLock { $0.deadline = min($0.deadline ?? instant, instant) }
    }

    /// Writes until all is written or the wait is to end.
    ///
    /// - Parameter due: a limit of this write alone.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to stream: StandardStream, until due: MonotonicInstant?
    ) -> WriteOutcome {
        let way = shared.withLock { $0.way(to: stream, isLimited: due != nil) }
        guard let way else { return WriteOutcome(StreamWriter.write(bytes, to: stream.raw)) }
        var (rest, due, wasReady) = (bytes, due, false)
        while !rest.isEmpty {
            let outcome = way.write(rest)
            switch outcome.code {
            case 0:
                rest = UnsafeRawBufferPointer(rebasing: rest[outcome.value...])
                wasReady = false
            case EAGAIN:
                guard wait(for: stream.raw, until: &due, pausing: wasReady) else {
                    return .interrupted
                }
                wasReady = true
            case let code: return WriteOutcome(SystemFailure(call: "write", code: code))
            }
        }
        return .written
    }

    /// The way to write without waiting in the kernel; nil while nothing limits a wait.
    private mutating func way(to stream: StandardStream, isLimited: Bool) -> StreamWay? {
        guard isLimited || interrupt != nil || deadline != nil else { return nil }
        if let way = ways[stream] { return way }
        let way = StreamWay(to: stream)
        ways[stream] = way
        return way
    }

    /// Waits for room; false once the wait is to end.
    ///
    /// - Parameter due: the write's limit; it moves nearer once a signal has come.
    private static func wait(
        for raw: Int32, until due: inout MonotonicInstant?, pausing: Bool
    ) -> Bool {
        var pausing = pausing
        while true {
            let limits = shared.withLock { $0 }
            let now = MonotonicClock.now
            let isInterrupted = limits.interrupt.map(isReadable) ?? false
            if isInterrupted { due = min(due ?? now + lastChance, now + lastChance) }
            let end = [due, limits.deadline].compactMap(\.self).min()
            if let end, now >= end { return false }
            let left = min(pausing ? pause : slice, end.map { $0 - now } ?? slice)
            // A signal that has come already would end each wait at once.
            let watched = isInterrupted ? [] : [limits.interrupt].compactMap(\.self)
            let ready = try? Poll.readable(
                watched, orWritable: pausing ? nil : raw, timeout: left)
            if !pausing, ready?.contains(raw) ?? true { return true }
            pausing = false
        }
    }

    private static func isReadable(_ raw: Int32) -> Bool {
        (try? Poll.readable(raw, timeout: .zero)) ?? false
    }
}

/// How a stream is written without waiting in the kernel, and without changing what it shares with
/// the programs that have the same open file.
private enum StreamWay: Sendable {
    /// A file or a device, which needs no reader.
    case direct(Int32)
    case socket(Int32)
    /// The same pipe or terminal, opened once more for this program alone, until its end.
    case ownFile(Int32)
    /// A pipe or terminal that takes at most this number of bytes, where there is room for them.
    case pieces(Int32, Int)

    /// Bytes: a write of this size does not wait in a pipe that has room, pipe(7).
    private static let pipeBytes = 4096
    /// Bytes that a terminal with room takes at least.
    private static let terminalBytes = 128

    init(to stream: StandardStream) {
        let raw = stream.raw
        // The stream may be closed, which must not trap.
        let isOpen = Syscall.onceUntrapped { fcntl(raw, F_GETFD) }.code == 0
        let kind = isOpen ? try? FileStatus.of(raw).kind : nil
        switch kind {
        case .socket: self = .socket(raw)
        case .pipe: self = Self.reopened(raw) ?? .pieces(raw, Self.pipeBytes)
        case .device where stream.isTerminal:
            self = Self.reopened(raw) ?? .pieces(raw, Self.terminalBytes)
        case .device, .regular, .directory, .symbolicLink, nil: self = .direct(raw)
        }
    }

    /// Nil where proc(5) is not there, and for a pipe of another user.
    private static func reopened(_ raw: Int32) -> StreamWay? {
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY
        let file = try? Descriptor.open("/proc/self/fd/\(raw)", flags)
        guard let file = consume file else { return nil }
        return .ownFile(file.release())
    }

    /// Writes without waiting; `EAGAIN` where the reader leaves no room.
    func write(_ bytes: UnsafeRawBufferPointer) -> Syscall.Outcome<Int> {
        switch self {
        case .direct(let raw), .ownFile(let raw): return Self.write(bytes, to: raw)
        case .socket(let raw):
            return Syscall.attemptUntrapped {
                send(raw, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
        case .pieces(let raw, let size):
            let ready = try? Poll.readable([], orWritable: raw, timeout: .zero)
            guard ready != [] else { return Syscall.Outcome(value: -1, code: EAGAIN) }
            return Self.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(size)), to: raw)
        }
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to raw: Int32
    ) -> Syscall.Outcome<Int> {
        Syscall.attemptUntrapped { Glibc.write(raw, bytes.baseAddress, bytes.count) }
    }
}
