import CommandLine
import LinuxIO
import PlainText
import WireProtocol

/// Who may do what: the rules of the setting `access`, with users and groups by number.
package struct AccessRules: Hashable, Sendable {
    private struct Row: Hashable {
        /// The user's number; nil is any user, also an unknown one.
        let user: UInt32?
        /// The group's number; nil is any group, also of a peer without a known group.
        let group: UInt32?
        let rights: Rights

        func isAbout(_ peer: PeerIdentity) -> Bool {
            (user == nil || user == peer.userID)
                && (group.map(peer.groupIDs.contains) ?? true)
        }
    }

    private var rows: [Row] = []
    private let daemon: UInt32
    private let users: UserNames

    private init(_ rows: [Row]) {
        self.rows = rows
        daemon = CurrentProcess.effectiveUserID
        users = UserNames()
    }

    /// Everybody may do everything: for a daemon on a private socket.
    package static let unrestricted = AccessRules([
        Row(user: nil, group: nil, rights: .unrestricted)
    ])

    /// - Parameters:
    ///   - daemon: the user whose rights the daemon has.
    ///   - names: finds users and groups by name.
    ///   - users: what peers are called in refusals.
    ///   - absent: gets the index of each rule that names an unknown user or group, and the name;
    ///     the rule is about nobody then.
    /// - Throws: when a look-up has failed. Leaving the rule out would let a wider rule behind it
    ///   decide about the users that it names.
    init(
        _ rules: [AccessRule], daemon: UInt32, names: AccountNames,
        users: UserNames = UserNames(),
        absent: (_ rule: Int, _ account: NamedAccount) -> Void
    ) throws(AccountFailure) {
        self.daemon = daemon
        self.users = users
        for (index, rule) in rules.enumerated() {
            func number(of account: NamedAccount) throws(AccountFailure) -> UInt32? {
                switch names.find(account) {
                case .found(let number): return number
                case .absent: absent(index, account)
                case .failed(let failure):
                    throw AccountFailure(rule: index, account: account, failure: failure)
                }
                return nil
            }
            var (user, group) = (UInt32?.none, UInt32?.none)
            switch rule.user {
            case .daemon: user = daemon
            case .numbered(let number): user = number
            case .named(let name): user = try number(of: .user(name))
            case nil: break
            }
            switch rule.group {
            case .numbered(let number): group = number
            case .named(let name): group = try number(of: .group(name))
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
        rights.userName = peer.userID.flatMap(users.name(of:))
        rights.isOperator = peer.userID == 0 || peer.userID == daemon
        return rights
    }
}

/// A user or a group, as a rule names it.
enum NamedAccount: Hashable, CustomStringConvertible {
    case user(String)
    case group(String)

    var description: String {
        switch self {
        case .user(let name): "user \(name.quoted)"
        case .group(let name): "group \(name.quoted)"
        }
    }
}

/// Why it is unknown whom a rule is about.
struct AccountFailure: Error, Hashable {
    /// The index of the rule.
    let rule: Int
    let account: NamedAccount
    let failure: SystemFailure
}

/// How users and groups are found by name.
struct AccountNames: Sendable {
    var find: @Sendable (NamedAccount) -> AccountLookup

    /// The users and groups of the machine.
    static let system = AccountNames { account in
        switch account {
        case .user(let name): Accounts.userID(named: name)
        case .group(let name): Accounts.groupID(named: name)
        }
    }
}

/// The rules of the settings with the machine's users and groups, and which names are unknown.
package struct NamedAccess {
    package let rules: AccessRules
    /// Warnings: they do not keep a daemon from starting.
    package private(set) var findings: [SettingFinding] = []

    /// Reads the machine's users and groups.
    ///
    /// - Throws: a failure that may pass, when a user or a group could not be looked up.
    package init(_ settings: ChosenSettings) throws(ProgramFailure) {
        try self.init(settings, names: .system, users: .ofMachine())
    }

    init(
        _ settings: ChosenSettings, names: AccountNames,
        daemon: UInt32 = CurrentProcess.effectiveUserID, users: UserNames = UserNames()
    ) throws(ProgramFailure) {
        var findings: [SettingFinding] = []
        let choice = settings[.access]
        func finding(
            _ rule: Int, _ sentence: String, remedy: String, isWarning: Bool = false
        ) -> SettingFinding? {
            guard let origins = choice?.itemOrigins, origins.indices.contains(rule) else {
                return nil
            }
            return SettingFinding(
                origins[rule], .access, sentence, remedy: remedy, isWarning: isWarning)
        }
        do throws(AccountFailure) {
            rules = try AccessRules(
                settings.access, daemon: daemon, names: names, users: users
            ) { rule, account in
                let found = finding(
                    rule, "there is no \(account), so that the rule is about nobody",
                    remedy: "make one, correct the name, or remove the rule", isWarning: true)
                if let found { findings.append(found) }
            }
        } catch {
            let sentence = "the \(error.account) could not be looked up: \(error.failure)"
            let remedy = "try again when the machine's users can be read"
            let text = finding(error.rule, sentence, remedy: remedy).map { "\($0)" }
            throw ProgramFailure(.temporaryFailure, text ?? "access: \(sentence); \(remedy)")
        }
        self.findings = findings
    }
}
