import Vocabulary

/// What the peer of a connection may do.
///
/// They are decided elsewhere, by users and groups; here users are only named in refusals.
public struct Rights: Hashable, Sendable {
    /// The sessions that the peer may pause, resume and stop.
    public enum Control: Hashable, Sendable {
        case none
        /// The sessions that its user has started.
        case own
        case all
    }

    /// What the peer may see of metrics and of what is judged from them.
    public var sight: Sight
    /// Kinds of lines that the peer may subscribe to.
    public var kinds: Set<LineKind>
    /// Whether the peer may start sessions, and which sessions it may command.
    public var control: Control
    /// Metrics of days of which the peer may add and remove samples.
    public var write: DayMetricSet
    /// Whether the peer may ask how the daemon is, and who is connected.
    public var observes: Bool
    /// Whether any rule is about the peer.
    public var isDetermined: Bool
    /// Whether the peer is root or the daemon's user, for whom places are kept.
    public var isOperator = false
    /// The peer's user; nil if it is not known.
    public var userID: UInt32?
    /// What the machine calls the user; nil if it is not known.
    public var userName: String?

    /// The peer's user for a sentence: `1001 (ann)`; nil if it is not known.
    public var user: String? { userID.map { Self.shown($0, userName) } }

    /// A user for a sentence.
    public static func shown(_ userID: UInt32, _ name: String?) -> String {
        name.map { "\(userID) (\($0))" } ?? "\(userID)"
    }

    public init(
        sight: Sight, kinds: Set<LineKind>, control: Control, write: DayMetricSet, observes: Bool,
        isDetermined: Bool = true, userID: UInt32? = nil
    ) {
        self.sight = sight
        self.kinds = kinds
        self.control = control
        self.write = write
        self.observes = observes
        self.isDetermined = isDetermined
        self.userID = userID
    }

    /// The rights of the user who runs the daemon.
    public static let unrestricted: Rights = {
        var rights = Rights(
            sight: .everything, kinds: Set(LineKind.allCases), control: .all,
            write: DayMetric.ofPeople, observes: true)
        rights.isOperator = true
        return rights
    }()

    /// The rights of a peer that no rule is about.
    public static let undetermined = Rights(
        sight: .nothing, kinds: [], control: .none, write: [], observes: false,
        isDetermined: false)

    /// Whether the peer may read whatever the fleet has: then it may know the seed, from which all
    /// of that can be computed.
    public var readsEverything: Bool {
        sight == .everything && kinds.count == LineKind.allCases.count
    }
}

extension LineBuffer {
    /// Adds `,"rights":{"read":["heart_rate_bpm"],"kinds":["stat"],"control":false,…}`, in the
    /// words of the configuration file.
    public mutating func appendField(rights: Rights) {
        append(#","rights":{"read":"#)
        appendList(rights.sight.metricNames)
        append(#","kinds":"#)
        appendList(LineKind.allCases.filter(rights.kinds.contains).map(\.rawValue))
        switch rights.control {
        case .none: append(#","control":false"#)
        case .own: append(#","control":"own""#)
        case .all: append(#","control":true"#)
        }
        append(#","write":"#)
        appendList(rights.write.members.map(\.name))
        appendField("observe", rights.observes)
        if !rights.isDetermined { append(#","code":"authorization_not_determined""#) }
        append("}")
    }

    /// Adds `,"denied":["speed_mps"]`; nothing if nothing was denied.
    public mutating func appendField(denied: [String]) {
        guard !denied.isEmpty else { return }
        append(#","denied":"#)
        appendList(denied)
    }
}
