import Glibc

/// A call to the system that failed: which call, on what, and why.
public struct SystemFailure: Error, Hashable, Sendable {
    /// The name of the C function, as its manual page has it: `open`.
    public let call: String
    /// The error number, `ENOENT` for one.
    public let code: Int32
    /// What the call worked on, when it was a path.
    public let path: String?

    public init(call: String, code: Int32, path: String? = nil) {
        self.call = call
        self.code = code
        self.path = path
    }
}

extension SystemFailure {
    /// Nothing has this name, or a folder on the way to it is missing.
    public var isNotFound: Bool { code == ENOENT }
    /// The user may not do this here, or the file system is read-only.
    public var isPermission: Bool { code == EACCES || code == EPERM || code == EROFS }
    /// A socket file that nobody listens on any more.
    public var isConnectionRefused: Bool { code == ECONNREFUSED }
    /// The disk is full, or the user's share of it.
    public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
    /// The descriptor is closed, or not open for this operation.
    public var isNotOpen: Bool { code == EBADF }
    /// The call would have had to wait.
    public var isWouldBlock: Bool { code == EAGAIN }
    /// The name is taken.
    public var isAlreadyExists: Bool { code == EEXIST }
    /// This system, or this kind of file, does not support the operation.
    public var isUnsupported: Bool { code == EOPNOTSUPP }
    /// More than the limit that the caller gave.
    public var isTooLarge: Bool { code == EFBIG }
}

/// An error that the failure of a call may be.
protocol SystemFailing: Error {
    static func system(_ failure: SystemFailure) -> Self
}

extension SystemFailing {
    /// Does some work, and throws the failure of a call in it as this error.
    static func of<Value: ~Copyable>(
        _ work: () throws(SystemFailure) -> Value
    ) throws(Self) -> Value {
        do throws(SystemFailure) {
            return try work()
        } catch {
            throw .system(error)
        }
    }
}

extension SystemFailure: CustomStringConvertible {
    /// The call, what it worked on and the reason: `open /x: No such file or directory`.
    public var description: String {
        guard let path else { return "\(call): \(reason)" }
        return "\(call) \(path): \(reason)"
    }

    /// The C library's words for the error number.
    public var reason: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }
}
