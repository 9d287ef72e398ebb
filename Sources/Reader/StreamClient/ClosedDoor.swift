import LinuxIO
import WireProtocol

/// What is said to a person who may not open the daemon's socket, or may not see anything there.
package struct ClosedDoor: Sendable {
    private let user: UInt32
    private let peer: PeerIdentity
    private let userName: @Sendable (UInt32) -> String?
    private let groupName: @Sendable (UInt32) -> String?

    /// The door for the user who runs this program.
    package init() {
        let peer = PeerIdentity.ofThisProcess
        self.init(peer, userName: UserAccount.name, groupName: Accounts.groupName)
    }

    init(
        _ peer: PeerIdentity, userName: @escaping @Sendable (UInt32) -> String?,
        groupName: @escaping @Sendable (UInt32) -> String?
    ) {
        self.peer = peer
        user = peer.userID ?? CurrentProcess.effectiveUserID
        self.userName = userName
        self.groupName = groupName
    }

    private var who: String { "user \(user)\(userName(user).map { " (\($0))" } ?? "")" }

    /// Why a socket cannot be opened, and what would be right.
    func words(for failure: SystemFailure, _ door: SocketDoor) -> String {
        guard let part = door.part(keepingOut: peer) else {
            return "not permitted to use the socket as \(who): \(failure); ask for membership of "
                + "its group"
        }
        let owner = userName(part.owner) ?? "\(part.owner)"
        let group = groupName(part.group) ?? "\(part.group)"
        let what =
            part.isSocket ? "the socket \(part.path)" : "the folder \(part.path) of the socket"
        // Nobody is to join root's group.
        guard part.admitsGroup, part.group != 0 else {
            return "\(who) is not permitted to open \(what), which lets in user \(owner)"
                + "\(part.admitsGroup ? " and group \(group)" : " alone"); ask who runs the daemon "
                + "for a socket that others may open, such as one of a group for its readers"
        }
        return "\(who) is not permitted to open \(what), which lets in user \(owner) and group "
            + "\(group); ask for membership of that group, as usermod -a -G \(group) "
            + "\(userName(user) ?? "USER") gives it from the next log-in on"
    }

    /// Why there is nothing to look at for this program, and what would be right; nil if there may
    /// be.
    package func words(for greeting: JSONValue?) -> String? {
        guard let rights = greeting?["rights"] else { return nil }
        if rights["code"]?.text == ErrorCode.authorizationNotDetermined.rawValue {
            return "not permitted: no rule of the daemon's access is about \(who) or its groups; "
                + "ask who runs the daemon for membership of a group that has one, or for a rule"
        }
        guard rights["read"]?.items.isEmpty == true, rights["kinds"]?.items.isEmpty == true else {
            return nil
        }
        return "not permitted: the daemon's access gives \(who) no right to read anything; ask who "
            + "runs the daemon for read in a rule of access"
    }
}
