import Glibc

/// A call to the system that failed: which call, on what, and why.
package struct SystemFailure: Error, Hashable, Sendable {
    /// The name of the C function, as its manual page has it: `open`.
    package let call: String
    /// The error number, `ENOENT` for one.
    package let code: Int32
    /// What the call worked on, when it was a path.
    package let path: String?

    package init(call: String, code: Int32, path: String? = nil) {
        self.call = call
        self.code = code
        self.path = path
    }
}

extension SystemFailure {
    /// Nothing has this name, or a folder on the way to it is missing.
    package var isNotFound: Bool { code == ENOENT }
    /// The user may not do this here, or the file system is read-only.
    package var isPermission: Bool { code == EACCES || code == EPERM || code == EROFS }
    /// A socket file that nobody listens on any more.
    package var isConnectionRefused: Bool { code == ECONNREFUSED }
    /// The other end has gone: nothing more can be sent.
    package var isPeerGone: Bool { code == EPIPE || code == ECONNRESET }
    /// The process or the system has no descriptor left.
    package var isDescriptorShortage: Bool { code == EMFILE || code == ENFILE }
    /// The call would have had to wait.
    package var isWouldBlock: Bool { code == EAGAIN }
    /// The name is taken.
    package var isAlreadyExists: Bool { code == EEXIST }
    /// More than the limit that the caller gave.
    package var isTooLarge: Bool { code == EFBIG }
}

extension SystemFailure: CustomStringConvertible {
    /// The call, what it worked on and the reason: `open /x: No such file or directory`.
    package var description: String {
        guard let path else { return "\(call): \(reason)" }
        return "\(call) \(path): \(reason)"
    }

    /// The C library's words for the error number.
    package var reason: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }
}
