/// What is ordered of an athlete's days; what is nil is drawn.
package struct DaysOrder: Hashable, Sendable {
    /// Without ``HabitsOrder/problems``.
    package var habits: HabitsOrder?
    /// In any order, without problems. An athlete with a list, even an empty one, tells the truth
    /// of its days.
    package var findings: [Finding]?

    package init(habits: HabitsOrder? = nil, findings: [Finding]? = nil) {
        (self.habits, self.findings) = (habits, findings)
    }
}
