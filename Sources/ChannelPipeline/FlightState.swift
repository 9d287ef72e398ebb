/// Where a session stands between its beginning and its end.
package enum FlightState: String, CaseIterable, Sendable {
    /// Its start lies ahead.
    case scheduled
    case flying
    case paused
    case landed
}

extension LaneFlight {
    package var state: FlightState {
        if hasEnded { return .landed }
        guard isOpen else { return .scheduled }
        return isPaused ? .paused : .flying
    }
}
