/// What the rows of the fleet are sorted by.
package enum FleetOrder: String, CaseIterable, Sendable {
    case lane = "session"
    case phase
    case heartRate = "heart rate"
    case pace
    case distance

    var next: FleetOrder { Preferences.next(self, in: Self.allCases) }
}
