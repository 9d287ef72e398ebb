import LinuxIO
import PlainText
import WireProtocol

/// Who may do what: the rules of the setting `access`, with users and groups by number.
package struct AccessRules: Hashable, Sendable {
    private struct Row: Hashable {
        /// Nil is any, also one that is unknown.
        let user: UInt32?
        /// Nil is any, also of a peer of which no group is known.
        let group: UInt32?
        let rights: Rights

        func isAbout(_ peer: PeerIdentity) -> Bool {
            (user == nil || user == peer.userID)
                && (group.map(peer.groupIDs.contains) ?? true)
        }
    }

    private var rows: [Row] = []

    private init(_ rows: [Row]) { self.rows = rows }

    /// Everybody may do everything: for a daemon on a private socket.
    package static let unrestricted = AccessRules([
        Row(user: nil, group: nil, rights: .unrestricted)
    ])

    /// - Parameters:
    ///   - daemon: the user whose rights the daemon has.
    ///   - names: finds users and groups by name.
    ///   - unknown: gets the index of each rule that names nobody, and the name; the rule is about
    ///     nobody then.
    init(
        _ rules: [AccessRule], daemon: UInt32, names: AccountNames,
        unknown: (_ rule: Int, _ name: UnknownAccount) -> Void
    ) {
        for (index, rule) in rules.enumerated() {
            var (user, group) = (UInt32?.none, UInt32?.none)
            switch rule.user {
            case .daemon: user = daemon
            case .numbered(let number): user = number
            case .named(let name):
                user = names.user(name)
                if user == nil { unknown(index, .user(name)) }
            case nil: break
            }
            switch rule.group {
            case .numbered(let number): group = number
            case .named(let name):
                group = names.group(name)
                if group == nil { unknown(index, .group(name)) }
            case nil: break
            }
            let isResolved = (user == nil) == (rule.user == nil)
            guard isResolved, (group == nil) == (rule.group == nil) else { continue }
            rows.append(Row(user: user, group: group, rights: rule.rights))
        }
    }

    /// What a peer may do: the first rule that is about it decides. O(rules).
    package func rights(of peer: PeerIdentity) -> Rights {
        var rights = rows.first { $0.isAbout(peer) }?.rights ?? .undetermined
        rights.userID = peer.userID
        return rights
    }
}

/// A user or a group that does not exist.
enum UnknownAccount: Hashable {
    case user(String)
    case group(String)
}

/// How users and groups are found by name.
struct AccountNames: Sendable {
    var user: @Sendable (String) -> UInt32?
    var group: @Sendable (String) -> UInt32?

    /// Those of the machine.
    static let system = AccountNames(
        user: { Accounts.userID(named: $0) }, group: { Accounts.groupID(named: $0) })
}

/// The rules of the settings with the machine's users and groups, and what names nobody.
package struct NamedAccess {
    package let rules: AccessRules
    /// Warnings: they keep no daemon from starting.
    package private(set) var findings: [SettingFinding] = []

    /// Reads the machine's users and groups.
    package init(_ settings: ChosenSettings) { self.init(settings, names: .system) }

    init(
        _ settings: ChosenSettings, names: AccountNames,
        daemon: UInt32 = CurrentProcess.effectiveUserID
    ) {
        var findings: [SettingFinding] = []
        let choice = settings[.access]
        rules = AccessRules(settings.access, daemon: daemon, names: names) { rule, name in
            guard let origins = choice?.itemOrigins, origins.indices.contains(rule) else { return }
            let what =
                switch name {
                case .user(let name): "there is no user \(name.quoted)"
                case .group(let name): "there is no group \(name.quoted)"
                }
            findings.append(
                SettingFinding(
                    origins[rule], SettingKey.access.rawValue,
                    .sentence("\(what), so that the rule is about nobody"),
                    remedy: "make one, correct the name, or remove the rule", isWarning: true))
        }
        self.findings = findings
    }
}
