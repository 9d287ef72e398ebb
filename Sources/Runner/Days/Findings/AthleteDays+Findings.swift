import CivilTime

/// What befalls an athlete, ordered and drawn: the truth behind its days.
extension AthleteDays {
    /// The findings of a date, ordered ones first. Takes microseconds.
    package func findings(on date: CivilDate) -> [Finding] {
        (findingsOrder ?? []).filter { $0.dates.contains(date) }
    }

    /// By how many percent the athlete's speed at a heart rate differs from the usual one on a
    /// date.
    package func paceChange(on date: CivilDate) -> Double { 0 }

    /// Whether the days of the athlete tell their truth in lines of the stream.
    package var tellsTruth: Bool { findingsOrder != nil }
}
