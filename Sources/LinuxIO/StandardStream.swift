import Glibc
import PlainText

/// What became of a write to a standard stream.
public enum WriteOutcome: Hashable, Sendable {
    /// All of it was written.
    case written
    /// The reader has gone: a normal end for a program in a pipe.
    case closed
    /// The stream took some or none of it.
    case failed(SystemFailure)
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
    public func write(_ shown: ShownText) -> WriteOutcome {
        var text = shown.text
        return text.withUTF8 { StreamWriter.write(UnsafeRawBufferPointer($0), to: raw) }
    }

    /// Writes all bytes as they are, waiting where the reader is slow. For what programs read, and
    /// for nothing that a terminal gets: the bytes may hold control sequences.
    public func write(unchanged bytes: RawSpan) -> WriteOutcome {
        bytes.withUnsafeBytes { StreamWriter.write($0, to: raw) }
    }

    /// Whether a person sits at the other end, isatty(3).
    public var isTerminal: Bool { isatty(raw) == 1 }

    /// The size of the terminal in cells, nil when it is none or does not say, ioctl(2).
    public var terminalSize: TerminalSize? {
        var size = winsize()
        guard ioctl(raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Whether what is written next goes into a regular file behind a byte that is no newline,
    /// pread(2). False where that cannot be told, as for a file that may not be read.
    public var continuesLine: Bool {
        // It may be closed, which must not trap.
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
