import CivilTime

/// Something that befalls an athlete for some days, and that a detector should find.
package struct Finding: Hashable, Sendable {
    /// The names are those of the configuration file and of the lines.
    package enum Kind: String, CaseIterable, Sendable {
        case ill, injured, away, training, overreached
        case notWorn = "not_worn"
        /// Weeks that hardly have a run, which are drawn and cannot be ordered.
        case trainingBreak = "break"

        /// Those that can be ordered.
        package static let ordered = allCases.filter { $0 != .trainingBreak }
    }

    package let kind: Kind
    /// From the first day to the last.
    package let dates: ClosedRange<CivilDate>
    /// By how many percent training raises the speed at a heart rate until the last day; 0 of
    /// other kinds.
    package let gain: Int
    /// Whether it is ordered, and not drawn.
    package let isOrdered: Bool

    package init(
        _ kind: Kind, _ dates: ClosedRange<CivilDate>, gain: Int = 0, isOrdered: Bool = true
    ) {
        (self.kind, self.dates, self.gain, self.isOrdered) = (kind, dates, gain, isOrdered)
    }
}
