import Vocabulary

/// What is known of a recording's own pauses without flying it.
extension Recording {
    /// When its last row is due since the start of its session.
    ///
    /// - Parameter period: the sample period of the fleet.
    public func duration(period: FleetDuration) -> FleetDuration {
        rows[rows.count - 1].time - rows[0].time + period
    }

    /// The last of its own pauses that begins at `offset` since the session's start or before; nil
    /// if there is none. O(rows).
    ///
    /// - Parameter period: the sample period of the fleet.
    public func lastPause(
        from offset: FleetDuration, period: FleetDuration
    ) -> ClosedRange<FleetDuration>? {
        for row in rows.indices.dropLast().reversed() {
            let begin = rows[row].time - rows[0].time + period
            let jump = rows[row + 1].time - rows[row].time
            guard begin <= offset, jump > RecordedRun.longestDropOut else { continue }
            return begin...begin + jump - period
        }
        return nil
    }
}
