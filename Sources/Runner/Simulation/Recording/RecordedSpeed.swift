import Vocabulary

extension Recording {
    /// Rows in which speed that was not measured follows from distance: by how much it grew since
    /// the row before that has one, over the session time between. A speed beyond its limit stays
    /// unknown.
    ///
    /// - Parameter standing: the time that a row stands for if it follows a pause without an end.
    static func withSpeed(
        _ rows: [RecordedRow], _ pauses: [RecordedPause], standing: FleetDuration
    ) -> [RecordedRow] {
        var rows = rows
        var pauses = pauses[...]
        var last: (distance: Int64, time: FleetDuration)?
        for index in rows.indices {
            var pauseTicks = FleetDuration.zero
            while let pause = pauses.first, pause.row == index {
                let end = pause.end ?? max(pause.begin, rows[index].time - standing)
                pauseTicks = pauseTicks + (end - pause.begin)
                pauses.removeFirst()
            }
            if let known = last { last?.time = known.time + pauseTicks }
            guard let distance = rows[index].sample[.distance] else { continue }
            let time = rows[index].time
            if rows[index].sample[.speed] == nil, let last {
                rows[index].sample[.speed] = speed(distance - last.distance, in: time - last.time)
            }
            last = (distance, time)
        }
        return rows
    }

    /// Millimetres a second from centimetres; nil beyond the limit of speed.
    private static func speed(_ distance: Int64, in time: FleetDuration) -> Int64? {
        guard distance >= 0, time > .zero else { return nil }
        let speed = (distance * 10 * FleetDuration.ticksPerSecond)
            .dividedRoundingToEven(by: time.ticks)
        return Metric.speed.allows(speed) ? speed : nil
    }
}
