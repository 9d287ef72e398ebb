import Vocabulary

/// What a daemon's greeting says that this client may read, for people: a value that is not shown
/// for want of a right must not look like one that was not measured.
public struct GreetedRights: Hashable, Sendable {
    /// The readable names; nil for a daemon without rights, where everybody reads everything.
    private let read: Set<String>?
    private let kinds: Set<String>?
    /// Whether the daemon knows the metrics of places, as from version 1.4 on.
    public let hasPlaces: Bool
    /// Whether the daemon tells what a watch reads day and night, as from version 1.5 on.
    public let hasWatch: Bool
    /// Whether the daemon knows the truth of days, as from version 1.7 on.
    public let hasDayTruths: Bool

    /// The text in place of a value.
    public static let mark = "no right"

    /// - Parameters:
    ///   - greeting: the greeting, or an answer to `describe`, which names no version.
    ///   - former: the rights that the daemon's greeting said.
    public init(_ greeting: JSONValue?, after former: GreetedRights? = nil) {
        func names(_ field: String) -> Set<String>? {
            (greeting?["rights"]?[field]).map { Set($0.items.compactMap(\.text)) }
        }
        (read, kinds) = (names("read"), names("kinds"))
        let minor = greeting?["proto"]?.text?.split(separator: ".").last.flatMap { Int($0) }
        hasPlaces = minor.map { $0 >= 4 } ?? former?.hasPlaces ?? true
        hasWatch = minor.map { $0 >= 5 } ?? former?.hasWatch ?? true
        hasDayTruths = minor.map { $0 >= 7 } ?? former?.hasDayTruths ?? true
    }

    /// A readable metric of days with few lines, if possible one reading a day, that daemons of
    /// every version know: for summaries of runs, which come with any metric; nil if none of them
    /// may be read.
    public var sparseDayMetric: DayMetric? {
        let readable = DayMetric.defaults.members.filter { reads($0.name) }
        return readable.last(where: \.isPoint) ?? readable.last
    }

    /// Whether the client may read a metric of runs or of days of this name.
    public func reads(_ metric: String) -> Bool { read?.contains(metric) ?? true }

    /// The metrics of places that the client may read, of a daemon that knows them.
    public var places: [Metric] {
        hasPlaces ? Metric.places.members.filter { reads($0.name) } : []
    }

    /// Whether the client may subscribe to a kind.
    public func reads(_ kind: LineKind) -> Bool { kinds?.contains(kind.rawValue) ?? true }

    /// Whether the client may know flight phases, which are read from the heart rate.
    public var readsPhases: Bool { reads(Metric.heartRate.name) || reads(.phase) }

    /// Why no place can be shown; nil if one can.
    public var lackOfPlaces: String? {
        guard hasPlaces else { return "this daemon tells no places" }
        let names = Metric.places.members.map(\.name).joined(separator: ", ")
        return places.isEmpty ? "no right to read \(names)" : nil
    }

    /// A notice of the metrics of runs that the client may not read; nil if it may read all.
    public var lack: String? {
        let known = Metric.vitals + (hasPlaces ? Metric.places.members : [])
        let names = known.map(\.name).filter { !reads($0) }
        guard !names.isEmpty else { return nil }
        return names.count == known.count
            ? "no right to read any metric" : "no right to read \(names.joined(separator: ", "))"
    }

    /// A notice of the metrics that a subscription does not bring; nil if none was left out.
    ///
    /// - Parameter answer: the `ok` of the daemon.
    public static func notice(_ answer: JSONValue?) -> String? {
        let names = (answer?["denied"]?.items ?? []).compactMap(\.text)
        guard !names.isEmpty else { return nil }
        return "not shown, because you have no right to read them: "
            + "\(names.joined(separator: ", ")); ask who runs the daemon, or see rights in "
            + "runway describe"
    }
}
