import Glibc
import Synchronization

/// What became of a look for keys.
public enum ReadOutcome: Hashable, Sendable {
    /// This many bytes came, at least one.
    case received(Int)
    /// No key has been pressed since.
    case wouldBlock
    /// The terminal is another job's: wait for it with `resume()`.
    case background
    /// The terminal has gone.
    case ended
}

/// What became of a frame. None is ever half on the screen with another one on top.
public enum FrameOutcome: Hashable, Sendable {
    /// The terminal has all of it.
    case written
    /// The terminal has its beginning. The rest is kept and goes first: it is on its way, so the
    /// next frame builds on it, after `flush()`.
    case begun
    /// Nothing of it was taken, because the terminal is still busy with the one before, belongs to
    /// another job or has been left. The next frame builds on the one before.
    case refused
    /// The terminal has gone.
    case closed
    /// The terminal took some or none of it.
    case failed(SystemFailure)
}

/// The controlling terminal in raw mode, given back as it was on every way out that can be seen.
///
/// Keys come one by one and are not shown; output is processed as before. Ctrl-C, Ctrl-Z and Ctrl-\
/// stay signals and throw away no output: they reach every process of the job, they work when the
/// program reads no keys, and what they do is what kill(1) does. Ctrl-S and Ctrl-Q are keys.
///
/// The terminal is left at the end of this value, on exit(3), on every signal that ends a process,
/// on crashes and on `suspend()`. Signals that are ignored or taken by a `SignalDescriptor` remain
/// so; the descriptor must outlive this value. Ctrl-Z does nothing unless a descriptor takes it.
/// Only SIGKILL, and SIGSTOP until `resume()`, leave the terminal as it is.
public struct RawTerminal: ~Copyable, Sendable {
    static let path = "/dev/tty"

    private let descriptor: Descriptor
    let enterSequence: [UInt8]
    private let unsent = Mutex<[UInt8]>([])

    /// Enters the terminal: raw mode, then `enter`; arms the handlers that restore it with `leave`.
    ///
    /// In the background it stops, as the shell expects, and enters once it is in the foreground.
    /// The calling thread gets a stack of its own for signals, so that the terminal is restored
    /// when its stack overflows; the overflow of another thread's stack is not handled. Throws when
    /// the process has no terminal. Traps when it has entered it already.
    ///
    /// - Parameter leave: up to 1024 bytes. It may interrupt a sequence of a frame, so it should
    ///   begin with a byte that ends any sequence: ESC does outside of strings, CAN always.
    public init(enter: [UInt8], leave: [UInt8]) throws(SystemFailure) {
        let flags = O_RDWR | O_NOCTTY | O_NONBLOCK
        let descriptor = try Descriptor.open(Self.path, flags)
        RawTerminalRestorer.shared.hold(descriptor.raw, leave: leave)
        RawTerminalRestorer.shared.arm()
        do throws(SystemFailure) {
            try Self.makeRaw(descriptor.raw)
        } catch {
            RawTerminalRestorer.shared.disarm()
            throw error
        }
        self.descriptor = descriptor
        enterSequence = enter
        restart(with: enter)
    }

    deinit {
        RawTerminalRestorer.shared.leave()
        RawTerminalRestorer.shared.disarm()
    }

    /// Leaves the terminal.
    public consuming func close() {}

    /// The descriptor's number, to wait for keys with `Poll`, and for room to write.
    public var raw: Int32 { descriptor.raw }

    /// The present size; nil when the terminal does not say or has gone, ioctl(2).
    public var size: TerminalSize? {
        var size = winsize()
        guard ioctl(raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Reads the keys that have come into the front of `buffer`, read(2). Traps on an empty one.
    ///
    /// In the background it reads nothing; on a thread that does not block SIGTTIN it stops first.
    public func read(into buffer: inout [UInt8]) -> ReadOutcome {
        precondition(!buffer.isEmpty, "reading keys into an empty buffer")
        let raw = raw
        let outcome = buffer.withUnsafeMutableBytes { bytes in
            Syscall.attempt("read") { Glibc.read(raw, bytes.baseAddress, bytes.count) }
        }
        switch outcome.code {
        case 0: return outcome.value == 0 ? .ended : .received(outcome.value)
        case EAGAIN: return .wouldBlock
        case EIO where !isForeground: return .background
        default: return .ended
        }
    }
}

extension RawTerminal {
    /// Whether part of a frame waits for room.
    public var hasUnsent: Bool { unsent.withLock { !$0.isEmpty } }

    /// Writes a frame as far as the terminal takes it at once; it never waits.
    public func write(_ bytes: [UInt8]) -> FrameOutcome {
        unsent.withLock { unsent in
            let earlier = send(&unsent)
            guard earlier == .written else { return earlier == .begun ? .refused : earlier }
            guard isForeground, RawTerminalRestorer.shared.isEntered else { return .refused }
            unsent = bytes
            return send(&unsent)
        }
    }

    /// Writes the rest of a frame that has begun: `written` when nothing of it is left.
    public func flush() -> FrameOutcome {
        unsent.withLock { send(&$0) }
    }

    /// Replaces the rest of a frame by `bytes`, and writes them as far as there is room.
    func restart(with bytes: [UInt8]) {
        unsent.withLock { unsent in
            unsent = bytes
            _ = send(&unsent)
        }
    }

    /// Writes from the front of `bytes` and removes what has been written.
    private func send(_ bytes: inout [UInt8]) -> FrameOutcome {
        guard !bytes.isEmpty else { return .written }
        guard isForeground else { return .begun }
        let outcome = bytes.withUnsafeBytes { RawTerminalRestorer.shared.write($0) }
        bytes.removeFirst(outcome.value)
        switch outcome.code {
        case 0: return .written
        case EAGAIN: return .begun
        case EIO, ENXIO, EPIPE: return .closed
        default: return .failed(SystemFailure(call: "write", code: outcome.code))
        }
    }

    /// Whether the terminal is this job's, tcgetpgrp(3); true for a terminal that has gone.
    private var isForeground: Bool {
        let owner = tcgetpgrp(raw)
        return owner == -1 || owner == getpgrp()
    }
}

/// The size of a terminal in character cells; `rows` is 0 when it does not say.
public struct TerminalSize: Hashable, Sendable {
    public let columns: Int
    public let rows: Int
}
