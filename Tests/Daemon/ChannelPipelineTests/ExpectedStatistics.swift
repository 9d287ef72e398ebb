import Vocabulary

/// What the statistics of a course must be, from nothing but its rows.
///
/// Session time is a row of ticks; into each is written what was measured in it, and every number
/// is counted anew.
struct ExpectedStatistics {
    let course: ReferenceRecording
    let shape: ChannelShape
    /// Ticks of fleet time of the session's start.
    let start: Int64
    private let times: [Int64]
    private let values: [[Int64?]]
    /// By metric, then by tick of session time: the value measured in it.
    private let measured: [[Int64?]]

    init(_ course: ReferenceRecording, _ shape: ChannelShape, start: FleetInstant) {
        self.course = course
        self.shape = shape
        self.start = start.ticks
        let times = course.sessionTimes
        let values = Metric.allCases.map { course.values(of: $0) }
        self.times = times
        self.values = values
        measured = values.map { values in
            var ticks = [Int64?](repeating: nil, count: Int(times.last ?? 0) + 1)
            for row in times.indices {
                let first = times[row] - course.weight(row) + 1
                for tick in first...times[row] { ticks[Int(tick)] = values[row] }
            }
            return ticks
        }
    }

    /// When `stat` lines are due: ticks of fleet time, and of session time.
    var emissions: [(instant: Int64, time: Int64)] {
        let all =
            switch shape.alignment {
            case .session: sessionEmissions
            case .clock: clockEmissions
            }
        let end = (start + course.end, times.last ?? 0)
        return all.last?.instant == end.0 ? all : all + [end]
    }

    private var sessionEmissions: [(instant: Int64, time: Int64)] {
        let every = shape.every.ticks
        return stride(from: every, through: times.last ?? 0, by: Int(every)).map { time in
            // The row in whose time it falls; before a row that follows a pause, time runs for
            // one period only.
            let row = times.firstIndex { $0 >= time } ?? 0
            return (start + course.offset(row) - (times[row] - time), time)
        }
    }

    private var clockEmissions: [(instant: Int64, time: Int64)] {
        let every = shape.every.ticks
        let pauses = course.pauses
        let first = start / every * every + every
        return stride(from: first, through: start + course.end, by: Int(every)).compactMap {
            instant in
            let offset = instant - start
            guard !pauses.contains(where: { $0.from < offset && offset <= $0.to }),
                let row = times.indices.first(where: { course.offset($0) >= offset })
            else { return nil }
            return (instant, times[row] - (course.offset(row) - offset))
        }
    }

    /// The part of the line behind the phase.
    func text(at time: Int64) -> String {
        shape.metrics.members.map { metric in
            let fields = fields(of: metric, at: time)
            return fields.isEmpty ? "" : ",\"\(metric.name)\":{\(fields.joined(separator: ","))}"
        }.joined() + "}\n"
    }

    private func fields(of metric: Metric, at time: Int64) -> [String] {
        let edge =
            switch shape.window {
            case .span(let length): time - length.ticks
            case .session: -1 as Int64
            }
        let values = values[metric.index]
        let inside = times.indices.filter { times[$0] > edge && times[$0] <= time }
        let present = inside.compactMap { values[$0] }
        let ticks = measured(metric, after: max(edge, 0), through: inside.last.map { times[$0] })
        let before = times.indices.last { times[$0] <= edge && values[$0] != nil }
        var fields: [Statistic: Decimal64] = [
            .count: Decimal64(units: Int64(present.count), decimals: 0),
            .coverage: Decimal64(
                units: Rounding.toEven(
                    Int64(ticks.count) * 1000, over: time - max(edge, 0)), decimals: 3),
        ]
        if let latest = present.last, let least = present.min(), let most = present.max() {
            let total = latest - (before.flatMap { values[$0] } ?? 0)
            for (statistic, units) in [
                (Statistic.latest, latest), (.min, least), (.max, most), (.sum, total),
            ] {
                fields[statistic] = Decimal64(units: units, decimals: metric.decimals)
            }
            fields.merge(means(of: ticks, metric)) { $1 }
        }
        return Statistic.allCases.compactMap { statistic in
            guard shape.statistics.contains(statistic), statistic.applies(to: metric) else {
                return nil
            }
            return fields[statistic].map { "\"\(statistic.rawValue)\":\($0)" }
        }
    }

    /// What was measured in the ticks up to the newest sample; what comes later is not known yet.
    private func measured(_ metric: Metric, after edge: Int64, through last: Int64?) -> [Int64] {
        guard let last, last > edge else { return [] }
        return measured[metric.index][Int(edge + 1)...Int(last)].compactMap { $0 }
    }

    private func means(of ticks: [Int64], _ metric: Metric) -> [Statistic: Decimal64] {
        guard !ticks.isEmpty else { return [:] }
        let count = Int128(ticks.count)
        var sum: Int128 = 0
        var squares: Int128 = 0
        for value in ticks {
            sum += Int128(value)
            squares += Int128(value) * Int128(value)
        }
        let decimals = metric.decimals + 2
        return [
            .average: Decimal64(
                units: Rounding.toEven(Int64(sum) * 100, over: Int64(count)), decimals: decimals),
            .sd: Decimal64(
                units: Rounding.rootToEven(10_000 * (count * squares - sum * sum), over: count),
                decimals: decimals),
        ]
    }
}
