/// How important a line of the log is, with the numbers of syslog(3).
package enum LogLevel: Int, CaseIterable, Comparable, Sendable {
    case error = 3
    case warning = 4
    case info = 6
    case debug = 7

    package var name: String { "\(self)" }

    package init?(named name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    /// The more important is the smaller.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
