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

/// Who a peer is, as far as that can be said from here: user and groups by number.
///
/// In a user namespace the kernel shows all users and groups that have no number there as the same
/// number, the overflow id: who they are is unknown.
public struct PeerIdentity: Hashable, Sendable {
    /// Nil where it is unknown.
    public let userID: UInt32?
    /// Its group and its supplementary groups, but for unknown ones.
    public let groupIDs: Set<UInt32>

    public init(userID: UInt32?, groupIDs: Set<UInt32>) {
        self.userID = userID
        self.groupIDs = groupIDs
    }

    /// The identity of this process, getgroups(2).
    public static var ofThisProcess: PeerIdentity {
        var groups = [gid_t](repeating: 0, count: 65_536)
        let count = getgroups(Int32(groups.count), &groups)
        let supplementary = groups.prefix(max(0, Int(count)))
        return PeerIdentity(
            userID: CurrentProcess.effectiveUserID,
            groupIDs: Set(supplementary).union([CurrentProcess.effectiveGroupID]))
    }

    /// The identity of a peer of whom the kernel says nothing.
    public static let unknown = PeerIdentity(userID: nil, groupIDs: [])

    /// Asks the kernel about the other end of a socket, as it was when it connected.
    public init(of raw: Int32, in namespace: UserNamespace) {
        // A peer of unknown groups could evade a rule about one of these groups.
        guard let credentials = try? PeerCredentials(of: raw),
            let supplementary = Self.supplementaryGroups(of: raw)
        else {
            self = .unknown
            return
        }
        let groups = supplementary + [credentials.groupID]
        userID = namespace.knowsUser(credentials.userID) ? credentials.userID : nil
        groupIDs = Set(groups.filter(namespace.knowsGroup))
    }

    /// Most users are in fewer groups; the kernel allows 65,536.
    private static var usualGroups: Int { 64 }

    /// getsockopt(2) `SO_PEERGROUPS`; nil if the kernel does not say, as before 4.13.
    private static func supplementaryGroups(of raw: Int32) -> [UInt32]? {
        supplementaryGroups { groups, length in
            Syscall.attempt("getsockopt") {
                // The number of the option, 59, is the same on every processor that Swift supports.
                getsockopt(raw, SOL_SOCKET, 59, groups, &length)
            }.code
        }
    }

    /// - Parameter ask: fills in the groups and the length in bytes, and returns the error number.
    static func supplementaryGroups(
        _ ask: (UnsafeMutableRawPointer?, inout socklen_t) -> Int32
    ) -> [UInt32]? {
        var groups = [UInt32](repeating: 0, count: usualGroups)
        for _ in 0..<2 {
            var length = socklen_t(groups.count * MemoryLayout<UInt32>.size)
            let code = groups.withUnsafeMutableBytes { ask($0.baseAddress, &length) }
            let count = Int(length) / MemoryLayout<UInt32>.size
            if code == 0 { return Array(groups.prefix(count)) }
            guard code == ERANGE, count > groups.count else { return nil }
            groups = [UInt32](repeating: 0, count: count)
        }
        return nil
    }
}
