/// Who may open a socket, as the modes of the socket and of the folders on the way to it say.
///
/// Lists of access beyond the mode are not looked at.
public struct SocketDoor: Hashable, Sendable {
    /// The socket, or a folder on the way to it.
    public struct Part: Hashable, Sendable {
        public let path: String
        public let isSocket: Bool
        public let owner: UInt32
        public let group: UInt32
        /// The lower nine bits of the mode.
        public let permissions: UInt32

        public init(
            _ path: String, isSocket: Bool = false, owner: UInt32, group: UInt32,
            permissions: UInt32
        ) {
            self.path = path
            self.isSocket = isSocket
            self.owner = owner
            self.group = group
            self.permissions = permissions
        }

        /// Whether the members of its group get past it.
        public var admitsGroup: Bool { permissions >> 3 & needed != 0 }

        private var needed: UInt32 { isSocket ? 2 : 1 }

        /// To connect takes the right to write a socket; to pass a folder, the right to search it.
        fileprivate func admits(_ peer: PeerIdentity) -> Bool {
            let shift: UInt32 = peer.userID == owner ? 6 : peer.groupIDs.contains(group) ? 3 : 0
            return permissions >> shift & needed != 0
        }
    }

    /// From the root to the socket.
    public let parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    /// Looks at the path; folders that are missing or closed are left out.
    ///
    /// - Parameter mode: the mode of the socket if this process makes it; nil leaves out a socket
    ///   that is not there.
    public init(of path: String, elseMadeWith mode: UInt32? = nil) {
        let whole = path.hasPrefix("/") ? path : "\(WorkingDirectory.path ?? "")/\(path)"
        var parts: [Part] = []
        var folder = ""
        for name in whole.split(separator: "/").dropLast() {
            folder += "/\(name)"
            guard let status = try? FileStatus.of(folder) else { continue }
            parts.append(Part(folder, status))
        }
        if let status = try? FileStatus.of(whole) {
            parts.append(Part(whole, status, isSocket: true))
        } else if let mode {
            parts.append(
                Part(
                    whole, isSocket: true, owner: CurrentProcess.effectiveUserID,
                    group: CurrentProcess.effectiveGroupID, permissions: mode))
        }
        self.parts = parts
    }

    /// The first part that keeps a peer out; nil for root, and for a peer that may open the socket.
    public func part(keepingOut peer: PeerIdentity) -> Part? {
        peer.userID == 0 ? nil : parts.first { !$0.admits(peer) }
    }
}

extension SocketDoor.Part {
    fileprivate init(_ path: String, _ status: FileStatus, isSocket: Bool = false) {
        self.init(
            path, isSocket: isSocket, owner: status.owner, group: status.group,
            permissions: status.permissions)
    }
}
