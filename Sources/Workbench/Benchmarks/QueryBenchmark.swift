import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import Vocabulary
import WireProtocol

/// What a query costs: runs are flown again for it, and days are drawn again.
enum QueryBenchmark {
    private static let rounds = 9

    /// - Returns: whether four weeks and a year of one athlete cost as little as promised.
    static func run() -> Bool {
        guard let fleet = try? FleetFlags.fleet(Self.flags(), defaultEpoch: 0) else { return false }
        let month = milliseconds(fleet, to: "2026-03-29")
        let year = milliseconds(fleet, to: "2027-03-01")
        let mass = milliseconds(fleet, to: "2027-03-01", ["body_mass_kg"])
        print("28 days, all metrics    \(rounded(month)) ms, 40 allowed")
        print("a year, all metrics     \(rounded(year)) ms, 400 allowed")
        print("a year of body mass     \(rounded(mass)) ms")
        return month <= 40 && year <= 400
    }

    private static func flags() throws(ProgramFailure) -> ParsedFlags {
        try DaemonFlags.table.parse([
            "--seed", "42", "--epoch", "2026-01-01T00:00:00Z", "--sessions", "100", "--schedule",
            "days", "--time-zone", "UTC",
        ])
    }

    /// The median time of a query by days from March 2026 on, each of another athlete.
    private static func milliseconds(
        _ fleet: Fleet, to end: String, _ metrics: [String] = []
    ) -> Double {
        Median.of(
            (0..<rounds).map(LaneID.init(index:)).map { lane in
                let begin = MonotonicClock.now
                precondition(buckets(lane, of: fleet, to: end, metrics) >= 28, "days are missing")
                return (MonotonicClock.now - begin).inSeconds * 1000
            })
    }

    private static func buckets(
        _ lane: LaneID, of fleet: Fleet, to end: String, _ metrics: [String]
    ) -> Int {
        guard let from = CivilAnchor(parsing: "2026-03-01"), let to = CivilAnchor(parsing: end)
        else { return 0 }
        var request = QueryRequest(from: from)
        request.selection = SessionSelection([SelectedSessions(lane: lane)])
        request.to = to
        request.limit = ProtocolLimits.queryPage
        if !metrics.isEmpty { request.metrics = metrics.compactMap { QueryMetric(named: $0) } }
        let present = fleet.dayCalendar.instant(to, addingDays: 1, months: 0)
        guard let query = try? Query(request, of: fleet, at: present) else { return 0 }
        let page = QueryPage(query, of: fleet, id: nil, budget: .max)
        var lines = LineBuffer()
        while !page.isComplete {
            _ = page.advance(steps: 400)
            page.append(to: &lines)
        }
        return page.buckets
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
