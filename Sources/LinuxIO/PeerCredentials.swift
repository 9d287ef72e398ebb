import Glibc

/// Who is at the other end of a Unix socket, as the kernel noted when it connected.
public struct PeerCredentials: Hashable, Sendable {
    public let processID: Int32
    public let userID: UInt32
    public let groupID: UInt32

    /// Asks the kernel, getsockopt(2) `SO_PEERCRED`.
    public init(of raw: Int32) throws(SystemFailure) {
        // The Glibc module leaves out `struct ucred`: three numbers of 32 bits, process first.
        var record: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: record))
        try Syscall.check("getsockopt") {
            getsockopt(raw, SOL_SOCKET, SO_PEERCRED, &record, &length)
        }
        processID = record.process
        userID = record.user
        groupID = record.group
    }
}
