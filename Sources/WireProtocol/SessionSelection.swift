import Vocabulary

/// Which sessions a subscription is about.
public enum SessionSelection: Hashable, Sendable {
    case all
    /// In order and without repetition; never empty.
    case some([SelectedSessions])

    /// The selection of any of `sessions`, in whatever order they are. Traps when there is none.
    public init(_ sessions: some Sequence<SelectedSessions>) {
        let ordered = Set(sessions).sorted()
        precondition(!ordered.isEmpty, "a selection of no sessions")
        self = .some(ordered)
    }

    /// Whether the session is selected; logarithmic in the number of selected ones.
    public func contains(_ session: SessionName) -> Bool {
        switch self {
        case .all: true
        case .some(let selected):
            Self.contains(session.lane, nil, in: selected)
                || Self.contains(session.lane, session.lap, in: selected)
        }
    }

    private static func contains(
        _ lane: Int, _ lap: Int?, in selected: [SelectedSessions]
    ) -> Bool {
        let wanted = SelectedSessions(lane: lane, lap: lap)
        var range = selected.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if selected[middle] == wanted { return true }
            range =
                selected[middle] < wanted
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }
}
