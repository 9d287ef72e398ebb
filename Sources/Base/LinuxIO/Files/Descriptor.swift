import Glibc

/// An open file descriptor that one variable owns, and that is closed exactly once.
///
/// Letting the variable go closes it silently; `close()` also throws what the kernel reports.
public struct Descriptor: ~Copyable, Sendable {
    /// The number, for calls that do not keep it. It is valid while this value lives.
    public let raw: Int32

    /// Takes over an open descriptor that nobody else closes. Traps on a negative number.
    public init(adopting raw: Int32) {
        precondition(raw >= 0, "adopting descriptor \(raw)")
        self.raw = raw
    }

    deinit { _ = Self.closeOnce(raw) }

    /// Closes it, close(2). Throws what the kernel reports; the descriptor is gone all the same.
    public consuming func close() throws(SystemFailure) {
        let code = Self.closeOnce(raw)
        discard self
        guard code == 0 else { throw SystemFailure(call: "close", code: code) }
    }

    /// Gives the number up: from here on the caller closes it.
    public consuming func release() -> Int32 {
        let raw = raw
        discard self
        return raw
    }

    /// Linux frees the number before an interruption can happen: closing again could hit a
    /// descriptor that another thread has just opened.
    private static func closeOnce(_ raw: Int32) -> Int32 {
        let code = Syscall.once("close") { Glibc.close(raw) }.code
        return code == EINTR ? 0 : code
    }
}

extension Descriptor {
    /// Makes reads and writes return at once instead of waiting, fcntl(2) `F_SETFL`.
    public func setNonBlocking(_ enabled: Bool = true) throws(SystemFailure) {
        let raw = raw
        let flags = try Syscall.check("fcntl") { fcntl(raw, F_GETFL) }
        let wanted = enabled ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
        try Syscall.check("fcntl") { fcntl(raw, F_SETFL, wanted) }
    }

    /// Keeps it from programs that this one starts, fcntl(2) `F_SETFD`.
    public func setCloseOnExec() throws(SystemFailure) {
        let raw = raw
        try Syscall.check("fcntl") { fcntl(raw, F_SETFD, FD_CLOEXEC) }
    }

    /// A second descriptor of the same open file, closed on exec, fcntl(2) `F_DUPFD_CLOEXEC`.
    public static func duplicate(of raw: Int32) throws(SystemFailure) -> Descriptor {
        Descriptor(adopting: try Syscall.check("fcntl") { fcntl(raw, F_DUPFD_CLOEXEC, 0) })
    }

    /// Opens a path, closed on exec, open(2). The mode is narrowed by the process's mask.
    static func open(
        _ path: String, _ flags: Int32, mode: UInt32 = 0
    ) throws(SystemFailure) -> Descriptor {
        let raw = try Syscall.check("open", path: path) {
            Glibc.open(path, flags | O_CLOEXEC, mode)
        }
        return Descriptor(adopting: raw)
    }

    /// Opens a name in an open folder, closed on exec, openat(2). A link is not followed, and no
    /// pipe or device of that name is waited for.
    ///
    /// - Parameter path: what a failure names.
    static func open(
        _ name: String, in folder: Int32, path: String, _ flags: Int32, mode: UInt32 = 0
    ) throws(SystemFailure) -> Descriptor {
        let raw = try Syscall.check("openat", path: path) {
            openat(folder, name, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode)
        }
        return Descriptor(adopting: raw)
    }
}
