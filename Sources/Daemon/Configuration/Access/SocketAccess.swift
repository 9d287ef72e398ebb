import LinuxIO
import PlainText

/// The rules of `access` about users who cannot open the socket: rights that nobody gets to use.
struct SocketAccess {
    /// Warnings: the socket may be another one when the daemon listens.
    private(set) var findings: [SettingFinding] = []

    /// How users and groups of the machine are found; a test has others.
    struct People: Sendable {
        var named: @Sendable (String) -> PeerIdentity? = Accounts.identity
        var name: @Sendable (UInt32) -> String? = UserAccount.name
        var group: @Sendable (UInt32) -> String? = Accounts.groupName
    }

    private let people: People

    /// Looks at the socket, or at what the daemon's own would be, and at the folders before it.
    init(_ settings: ChosenSettings) {
        guard settings[.socket] != nil else {
            self.init(settings, door: SocketDoor([]), People())
            return
        }
        let door = SocketDoor(of: settings.text(.socket), elseMadeWith: ListeningSocket.usualMode)
        self.init(settings, door: door, People())
    }

    init(_ settings: ChosenSettings, door: SocketDoor, _ people: People) {
        self.people = people
        let origins = settings[.access]?.itemOrigins ?? []
        for (rule, origin) in zip(settings.access, origins) {
            guard let user = rule.user.flatMap(identity(of:)),
                let part = door.part(keepingOut: user.peer)
            else { continue }
            findings.append(finding(origin, user.name, part))
        }
    }

    /// The user that a rule is about, with the name if there is one; nil if the user is unknown, or
    /// the daemon's own.
    private func identity(of user: AccessRule.User) -> (name: String?, peer: PeerIdentity)? {
        switch user {
        case .daemon: return nil
        case .named(let name): return people.named(name).map { (name, $0) }
        case .numbered(let number):
            let name = people.name(number)
            let known = name.flatMap(people.named)
            return (name, known ?? PeerIdentity(userID: number, groupIDs: []))
        }
    }

    private func finding(
        _ origin: SettingOrigin, _ name: String?, _ part: SocketDoor.Part
    ) -> SettingFinding {
        let group = people.group(part.group) ?? "\(part.group)"
        let owner = people.name(part.owner) ?? "\(part.owner)"
        let who = name.map { "user \($0.quoted)" } ?? "the user"
        let mode = String(part.permissions, radix: 8)
        let what = part.isSocket ? "the socket" : "the folder of the socket,"
        let admitted = part.admitsGroup ? "user \(owner) and group \(group)" : "user \(owner) alone"
        return SettingFinding(
            origin, .access,
            "\(who) cannot open \(what) \(part.path), which lets in \(admitted) (mode \(mode))",
            remedy: part.admitsGroup && part.group != 0
                ? "add the user to the group, as usermod -a -G \(group) \(name ?? "USER") does, or "
                    + "remove the rule"
                : "run the daemon with a group for its readers, and its socket where they may "
                    + "come, as systemd/runwayd.service does, or remove the rule",
            isWarning: true)
    }
}
