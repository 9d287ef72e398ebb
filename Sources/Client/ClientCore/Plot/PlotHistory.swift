import ChannelPipeline
import CivilTime
import CommandLine
import FlightDisplay
import FlightPlot
import Logbook
import PlainText
import Readout
import StreamClient
import Vocabulary
import WireProtocol

/// Charts of a lane's metrics over intervals, which a daemon answers or this process computes.
struct PlotHistory {
    let flags: ParsedFlags
    private let units: Units
    /// Steps of a day; nil without a goal.
    private let goal: Double?
    let lane: String
    /// The fleet that answers in this process; nil with a daemon.
    let offline: PlotFleet?

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        self.flags = flags
        units = try flags.units
        goal = try Self.goal(flags).map(Double.init)
        lane = flags["--session"] ?? "s0"
        guard let selected = SelectedSessions(parsing: lane), !selected.isBook, selected.lap == nil
        else {
            throw .usage(
                "--session cannot be \(lane.quoted) with --day or --metrics",
                suggestion: "give one lane, such as s7")
        }
        guard flags.has("--socket") else {
            offline = try PlotFleet(flags, byCalendar: true)
            return
        }
        offline = nil
        try PlotFleet.refuseFlags(flags)
    }

    func page(isDay: Bool) throws(ProgramFailure) -> HistoryPage {
        isDay ? try dayPage() : try metricsPage()
    }

    private func metricsPage() throws(ProgramFailure) -> HistoryPage {
        var flags = flags
        flags.set("--session", lane)
        let answer = try answer(to: flags)
        let histories = histories(answer)
        let buckets = histories.first?.buckets ?? []
        let names = [buckets.first?.name, buckets.last?.name].compactMap(\.self)
        return HistoryPage(
            title: "\(lane): \(names.first ?? "nothing") to \(names.last ?? "")",
            facts: facts(answer.zone), histories: histories)
    }

    func facts(_ zone: TimeZoneRules) -> String {
        let seed = offline.map { ", seed \($0.fleet.seed)" } ?? ""
        return "days of \(zone.name)\(seed)"
    }
}

/// Questions and answers.
extension PlotHistory {
    struct Answer {
        let request: QueryRequest
        let zone: TimeZoneRules
        let buckets: [JSONValue]
    }

    /// Refuses metrics of which an interval has neither a sum nor an average.
    private func refusePositions(_ request: QueryRequest) throws(ProgramFailure) {
        guard let position = request.metrics.first(where: \.isPosition) else { return }
        throw .usage(
            "\(position.name) has neither a sum nor an average to draw over days",
            suggestion: "draw where a run led, with runway plot \(lane).0 --out run.html")
    }

    func histories(_ answer: Answer) -> [MetricHistory] {
        let interval = answer.request.interval
        let names = BucketNames(interval, answer.zone)
        return answer.request.metrics.map { metric in
            let isAimedAt = metric.day == .steps && interval == .days(1)
            return MetricHistory(
                metric, answer.buckets.map { names.bucket($0, of: metric) }, units: units,
                goal: isAimedAt ? goal : nil)
        }
    }

    func answer(to flags: ParsedFlags) throws(ProgramFailure) -> Answer {
        guard let offline else { return try ask(flags) }
        let clock = offline.clock
        let request = try QueryQuestion(flags).request(at: clock.present, clock.zone)
        try refusePositions(request)
        return Answer(
            request: request, zone: clock.zone, buckets: try offline.buckets(of: request))
    }

    private func ask(_ flags: ParsedFlags) throws(ProgramFailure) -> Answer {
        var link = try DaemonLink(
            flags, patience: flags.has("--timeout") ? nil : QueryCommand.usualPatience)
        let clock = try FleetClock(link.greeting)
        let request = try QueryQuestion(flags).request(at: clock.present, clock.zone)
        try refusePositions(request)
        flags.tell(LapsNotice.note(on: request, link.greeting))
        var buckets: [JSONValue] = []
        try QueryCommand.ask(request, &link) { _, bucket in
            buckets.append(bucket)
            return buckets.count <= ProtocolLimits.queryPage
        }
        guard buckets.count <= ProtocolLimits.queryPage else { throw Self.tooMany }
        return Answer(request: request, zone: clock.zone, buckets: buckets)
    }

    /// The goal in steps a day; nil without the flag.
    static func goal(_ flags: ParsedFlags) throws(ProgramFailure) -> Int? {
        try flags.integer("--goal", in: LogbookPreferences.goalRange)
    }

    /// More intervals than a chart shows apart.
    fileprivate static let tooMany = ProgramFailure.usage(
        "a chart has room for \(ProtocolLimits.queryPage) intervals, and these are more",
        suggestion: "give a longer --interval, or --from and --to closer to each other")
}

extension PlotFleet {
    /// The answer that a daemon would give one day after the end, when all values are known.
    fileprivate func buckets(of request: QueryRequest) throws(ProgramFailure) -> [JSONValue] {
        let end = request.to.map { fleet.dayCalendar.instant($0, addingDays: 0, months: 0) }
        let now = end.map { $0 + .seconds(86_400) } ?? clock.present
        let page: QueryPage
        do throws(WireError) {
            page = QueryPage(
                try Query(request, of: fleet, at: now), of: fleet, id: nil, budget: .max)
        } catch {
            throw .usage(error)
        }
        var bytes = LineBuffer()
        repeat {
            _ = page.advance(steps: 1 << 20)
            page.append(to: &bytes)
        } while !page.isComplete
        let lines = bytes.bytes.split(separator: UInt8(ascii: "\n"))
            .compactMap { JSONValue(line: $0) }
        guard lines.last?["next"] == nil else { throw PlotHistory.tooMany }
        return lines.filter { $0.type == .bucket }
    }
}

extension FlightTrack {
    /// The same flight in the units and colours of the flags, which have been checked before.
    func drawn(by flags: ParsedFlags) -> FlightTrack {
        var track = self
        track.facts.units = (try? flags.units) ?? .metric
        track.facts.tint = (try? flags.word("--color-by")) ?? .pace
        return track
    }
}
