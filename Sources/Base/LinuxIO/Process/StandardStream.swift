import Dispatch
import Glibc
import PlainText
import Vocabulary

/// What became of a write to a standard stream.
public enum WriteOutcome: Hashable, Sendable {
    /// All of it was written.
    case written
    /// The reader has gone: a normal end for a program in a pipe.
    case closed
    /// A signal or a deadline ended the wait for the reader, who may have got some of the text.
    case interrupted
    /// The stream took some or none of it.
    case failed(SystemFailure)

    /// - Parameter failure: nil when all was written.
    init(_ failure: SystemFailure?) {
        guard let failure else {
            self = .written
            return
        }
        self = failure.code == EPIPE ? .closed : .failed(failure)
    }
}

/// The streams that a process starts with.
public enum StandardStream: Int32, Hashable, Sendable {
    case input = 0
    case output = 1
    case error = 2

    public var raw: Int32 { rawValue }

    /// Writes all of a text in UTF-8, waiting where the reader is slow, write(2).
    ///
    /// Call `Signal.ignoreBrokenPipe()` once before, or a closed pipe ends the process.
    public func write(_ shown: ShownText) -> WriteOutcome { write(shown, until: nil) }

    /// Writes a text as far as the reader takes it within a time; zero does not wait at all.
    public func offer(_ shown: ShownText, for patience: Duration) -> WriteOutcome {
        write(shown, until: MonotonicClock.now + patience)
    }

    private func write(_ shown: ShownText, until due: MonotonicInstant?) -> WriteOutcome {
        var text = shown.text
        return text.withUTF8 {
            StreamWait.write(UnsafeRawBufferPointer($0), to: self, until: due)
        }
    }

    /// Writes all bytes as they are, waiting where the reader is slow. For what programs read, and
    /// for nothing that a terminal gets: the bytes may hold control sequences.
    public func write(unchanged bytes: RawSpan) -> WriteOutcome {
        bytes.withUnsafeBytes { StreamWait.write($0, to: self, until: nil) }
    }

    /// Ends every wait for the reader of a stream once a descriptor can be read, such as one of
    /// signals; nil takes that back.
    public static func endWaits(whenReadable raw: Int32?) { StreamWait.interrupt(by: raw) }

    /// Ends every wait for the reader of a stream at an instant, unless an earlier one was set.
    public static func endWaits(at instant: MonotonicInstant) { StreamWait.limit(to: instant) }

    /// Whether a person sits at the other end, isatty(3).
    public var isTerminal: Bool { isatty(raw) == 1 }

    /// The size of the terminal in cells, nil when it is none or does not say, ioctl(2).
    public var terminalSize: TerminalSize? {
        var size = winsize()
        guard ioctl(raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Whether the next write goes into a regular file behind a byte that is no newline, pread(2).
    /// False where that cannot be told, as for a file that may not be read.
    public var continuesLine: Bool {
        // The stream may be closed, which must not trap.
        let flags = fcntl(raw, F_GETFL)
        guard flags != -1, let status = try? FileStatus.of(raw), status.kind == .regular else {
            return false
        }
        let isAppending = flags & O_APPEND != 0
        let place = isAppending ? off_t(status.sizeBytes) : lseek(raw, 0, SEEK_CUR)
        // A stream for writing is not for reading: the same file is opened once more.
        guard place > 0,
            let file = try? Descriptor.open("/proc/self/fd/\(raw)", O_RDONLY | O_NONBLOCK)
        else { return false }
        let reader = file.raw
        var byte: UInt8 = 0
        let count = Syscall.attempt("pread") { pread(reader, &byte, 1, place - 1) }.value
        return count == 1 && byte != UInt8(ascii: "\n")
    }
}

extension StandardStream {
    /// Opens `/dev/null` on each of the three standard streams that is closed, open(2).
    ///
    /// A free number goes to the next file that is opened: text meant for a stream would be written
    /// into that file. Call it before anything else of the process opens a file. A write to a
    /// standard output that was closed goes on failing, ``SystemFailure/isNotOpen``.
    public static func openMissing() throws(SystemFailure) {
        // In this order, since the kernel gives the lowest number that is free.
        for stream in [StandardStream.input, .output, .error] where !stream.isOpen {
            let flags = stream.flagsWhereMissing
            let opened = try Syscall.check("open", path: "/dev/null") { open("/dev/null", flags) }
            precondition(opened == stream.raw, "opening stream \(stream.raw) gave \(opened)")
        }
    }

    /// Standard output is opened for reading, so that writes fail and no result is lost silently.
    /// What standard error loses is not reported.
    private var flagsWhereMissing: Int32 {
        switch self {
        case .input, .error: O_RDWR
        case .output: O_RDONLY
        }
    }

    private var isOpen: Bool {
        Syscall.onceUntrapped { fcntl(raw, F_GETFD) }.code != EBADF
    }
}

/// Writes to a pipe, file or terminal until everything is written.
enum StreamWriter {
    /// A stream shared with a program that made it non-blocking is waited for all the same. Returns
    /// nil once all is written.
    static func write(_ bytes: UnsafeRawBufferPointer, to raw: Int32) -> SystemFailure? {
        var rest = bytes
        while !rest.isEmpty {
            // A process may be started with a standard stream closed or open for reading only,
            // which is its starter's doing and no reason to trap.
            let outcome = Syscall.attemptUntrapped {
                Glibc.write(raw, rest.baseAddress, rest.count)
            }
            switch outcome.code {
            case 0: rest = UnsafeRawBufferPointer(rebasing: rest[outcome.value...])
            case EAGAIN: Poll.waitUntilWritable(raw)
            default: return SystemFailure(call: "write", code: outcome.code)
            }
        }
        return nil
    }
}

/// What a program's `main` does.
public enum MainProgram {
    /// Runs a program to its end, and ends the process with the code that it returns.
    ///
    /// Call it from a `main` that is not `async`: the runtime opens descriptors of its own before
    /// the first line of one that is, and these would take the places of standard streams that are
    /// closed.
    ///
    /// - Parameter program: gets the ``ProgramArguments``.
    public static func run(_ program: @escaping @Sendable ([String]) async -> Int32) -> Never {
        do throws(SystemFailure) {
            try StandardStream.openMissing()
        } catch {
            _ = StandardStream.error.write("a standard stream is closed: \(error)\n")
            exit(EXIT_FAILURE)
        }
        // Nobody waits for this task: it ends the process.
        let queue = TaskQueue(label: "runway.main")
        Task(executorPreference: queue) { exit(await program(ProgramArguments.all)) }
        dispatchMain()
    }
}
