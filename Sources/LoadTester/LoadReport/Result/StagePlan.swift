import Statistics
import StreamAudit
import Vocabulary

/// How many subscribers there are over time: stage after stage, each from one number to another in
/// a straight line.
package struct StagePlan: Hashable, Sendable {
    package struct Stage: Hashable, Sendable {
        /// Subscribers at its beginning and at its end.
        package let from: Int
        package let to: Int
        package let length: Duration

        /// `0-100/10s`, `100/30s`, as it is written.
        package var text: String {
            let span = FleetDuration(
                ticks: length.wholeMicroseconds / FleetDuration.microsecondsPerTick)
            return from == to ? "\(from)/\(span)" : "\(from)-\(to)/\(span)"
        }
    }

    /// Why a text is no plan; stages count from 1.
    package enum Problem: Error, Hashable, Sendable {
        case noStage(String, stage: Int)
        /// No whole number from 0 to the most.
        case badNumber(String, stage: Int)
        /// No span from a second to a day.
        case badSpan(String, stage: Int)
        /// It begins with another number than the one before ends with.
        case jump(stage: Int, begins: Int, ended: Int)
        case tooMany(Int)
        case nobody
        case tooLong
    }

    /// The most stages, each of which costs a histogram.
    package static let mostStages = 64
    private static let longest = FleetDuration.seconds(86_400)

    package let stages: [Stage]

    /// Reads `0-100/10s,100/30s,100-500/1m,500-0/10s`.
    ///
    /// - Parameter most: the most subscribers that there may be.
    /// - Throws: the first problem of the text.
    package init(parsing text: String, most: Int) throws(Problem) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.mostStages else { throw .tooMany(parts.count) }
        var stages: [Stage] = []
        for (index, part) in parts.enumerated() {
            let stage = try Self.stage(part, number: index + 1, most: most)
            if let ended = stages.last?.to, ended != stage.from {
                throw .jump(stage: index + 1, begins: stage.from, ended: ended)
            }
            stages.append(stage)
        }
        self.stages = stages
        guard mostSubscribers > 0 else { throw .nobody }
        guard length <= .microseconds(Self.longest.microseconds) else { throw .tooLong }
    }

    static func stage(
        _ text: Substring, number: Int, most: Int
    ) throws(Problem) -> Stage {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .noStage(String(text), stage: number) }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard (1...2).contains(ends.count) else { throw .noStage(String(text), stage: number) }
        var subscribers: [Int] = []
        for end in ends {
            guard end.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(end),
                count <= most
            else { throw .badNumber(String(end), stage: number) }
            subscribers.append(count)
        }
        guard let span = FleetDuration(parsing: parts[1]),
            (FleetDuration.seconds(1)...longest).contains(span)
        else { throw .badSpan(String(parts[1]), stage: number) }
        return Stage(
            from: subscribers[0], to: subscribers[subscribers.count - 1],
            length: .microseconds(span.microseconds))
    }

    package var text: String { stages.map(\.text).joined(separator: ",") }
    /// The subscribers before the first stage begins.
    package var initialSubscribers: Int { stages.first?.from ?? 0 }
    package var mostSubscribers: Int { stages.map { max($0.from, $0.to) }.max() ?? 0 }
    package var length: Duration { stages.reduce(.zero) { $0 + $1.length } }
    /// When each stage begins, counted from the first.
    package var beginnings: [Duration] {
        stages.reduce(into: (at: Duration.zero, all: [Duration]())) { sum, stage in
            sum.all.append(sum.at)
            sum.at += stage.length
        }.all
    }
}

extension StagePlan {
    /// The subscribers at a time after the first stage began; after the last, those of its end.
    package func subscribers(at time: Duration) -> Int {
        var left = time
        for stage in stages {
            guard left >= stage.length else {
                let part = Double(stage.to - stage.from) * Double(max(0, left.wholeMicroseconds))
                let length = Double(stage.length.wholeMicroseconds)
                return stage.from + Int((part / length).rounded(.down))
            }
            left -= stage.length
        }
        return stages.last?.to ?? 0
    }
}

/// The figures of one stage of a load test.
package struct LoadStage: Hashable, Sendable {
    package internal(set) var plan: StagePlan.Stage
    /// When it began, seconds since the measurement did.
    package internal(set) var begins: Double
    /// How long it was: shorter than planned if the run ended within it.
    package var seconds = 0.0
    /// What was counted in it.
    package var counts = AuditCounts()
    /// Latencies of lines read in it, and ages of lines that were due in it and have not come.
    package var latency = LatencyHistogram()
    /// Lines that were due in it and have not come at the end of the run.
    package var notReceived = 0
    /// Subscribers that were connected at its end.
    package var connected = 0

    package init(_ plan: StagePlan.Stage, begins: Double) {
        self.plan = plan
        self.begins = begins
    }

    package var linesPerSecond: Double? {
        seconds > 0 ? Double(counts.lines) / seconds : nil
    }

    /// Defects, connections not let in, and those that the daemon ended.
    package var errors: Int {
        counts.violations + counts.links.failures
    }
}
