import Simulation
import Statistics
import Vocabulary
import WireProtocol

/// The most memory that one shape of computation takes over the lanes of a fleet.
///
/// Everything is counted from above: rings at their largest, arrays with the room that growing
/// leaves behind, and what the allocator adds to each block.
package struct ChannelMemoryBound: Sendable {
    /// What the shared channel takes before anyone follows a lane.
    private(set) var channelBytes: Int
    /// What a subscription keeps from its request to its end, besides ``choiceBytes`` a lane.
    let subscriptionBytes: Int
    /// What the lines of one lane at one instant take.
    private let lineBytes: Int
    private let simulatedPartBytes: Int
    /// The bytes of each recorded lane's part, by lane.
    private let recordedPartBytes: [Int]
    private let recordedCount: Int
    private let placeBytes: Int
    private let bookBytes: Int
    /// What the truth of a day takes, of a lane that tells it.
    private let truthBytes: Int
    private let calendar: any BookCalendar

    /// O(recordings), and as much memory as one lane's windows while it is computed.
    package init(shape: ChannelShape, of fleet: Fleet) {
        lineBytes = Self.tickLineBytes(shape)
        simulatedPartBytes = Self.partBytes(
            shape, fleet.rate.period, isWide: fleet.grounds.hasExtremeAltitudes)
        bookBytes = shape.kinds.contains(.entry) ? LaneBook.bytesMax : 0
        truthBytes = shape.tellsDays ? Self.dayTruthBytes : 0
        calendar = fleet.dayCalendar
        recordedPartBytes = fleet.shortestIntervals.map { interval in
            // Samples closer than the period make windows grow, which they do by doubling.
            let isDense = interval < fleet.rate.period
            return Self.partBytes(
                shape, min(interval, fleet.rate.period), isWide: true,
                roomFactor: isDense ? 2 : 1)
        }
        recordedCount = fleet.recordings.count
        placeBytes = FleetRun.placeBytesMax(of: fleet)
        channelBytes =
            2 * Self.keptLineBytes + RecentLines.heldBytesMax + Self.objectBytes
            + Self.channelBytes(lanes: fleet.flownLaneCount)
        subscriptionBytes = Self.objectBytes + Self.selectionBytes
    }

    /// The part of ``channelBytes`` that is for lanes of the fleet, followed or not.
    static func channelBytes(lanes count: Int) -> Int { count * slotBytes }

    /// Counts more lanes of the fleet.
    mutating func add(lanes count: Int) { channelBytes += Self.channelBytes(lanes: count) }

    /// The bytes that a lane adds to a channel in which it is followed.
    package func laneBytes(_ lane: LaneID) -> Int {
        partBytes(lane) + lineBytes + Self.followerBytes + bookBytes
            + (truthBytes > 0 && tellsTruth(lane) ? truthBytes : 0)
    }

    /// The bytes that a replay of these lanes, and of some that pass by, takes besides while it
    /// runs; its lines wait for no reader and are not counted.
    package func replayBytes(_ choices: [LaneChoice], passing: PassingCount = .none) -> Int {
        // Recordings are the first lanes, and choices are by ascending lane.
        let recorded = choices.prefix { $0.lane.index < recordedCount }
        let parts =
            recorded.reduce(0) { $0 + partBytes($1.lane) }
            + (choices.count - recorded.count) * simulatedPartBytes
        let orderBytes = choices.count * MemoryLayout<LaneChoice>.stride
        return Self.objectBytes + parts + choices.count * (placeBytes + bookBytes)
            + orderBytes + passing.atOnce * passingLaneBytes
            + passing.known * PassingLanes.laneBytes
    }

    private var passingLaneBytes: Int {
        simulatedPartBytes + placeBytes + bookBytes + MemoryLayout<LaneChoice>.stride
    }

    /// The bytes that a subscription keeps for its choice of lanes.
    package func choiceBytes(_ choices: [LaneChoice]) -> Int {
        subscriptionBytes + choices.count * MemoryLayout<LaneChoice>.stride
    }

    /// The bytes that a lane adds to an open subscription, whoever else follows the lane.
    func addedBytes(_ lane: LaneID, isCatchingUp: Bool) -> Int {
        let choices = [LaneChoice(lane: lane)]
        let own = choiceBytes(choices) - choiceBytes([])
        return isCatchingUp ? own + replayBytes(choices) - replayBytes([]) : own
    }

    private func tellsTruth(_ lane: LaneID) -> Bool {
        lane.index >= recordedCount && calendar.tellsTruth(of: lane)
    }

    private func partBytes(_ lane: LaneID) -> Int {
        lane.index < recordedCount ? recordedPartBytes[lane.index] : simulatedPartBytes
    }

    /// The bytes of a part with its windows.
    private static func partBytes(
        _ shape: ChannelShape, _ period: FleetDuration, isWide: Bool, roomFactor: Int = 1
    ) -> Int {
        guard shape.kinds.contains(.stat) else { return slotBytes }
        let plan = SeriesPlan(shape, period: period)
        return slotBytes + plan.bytesMax(isWide: isWide) * roomFactor
            + plan.blocksMax * blockBytes
    }

    /// The bytes of the lines that a lane can have at one instant in a channel of any shape, in a
    /// buffer that has grown by doubling.
    package static let longestTickLineBytes: Int = {
        var shape = ChannelShape()
        shape.kinds = Set(LineKind.allCases)
        shape.metrics = MetricSet(Metric.allCases)
        shape.statistics = Set(Statistic.allCases)
        return tickLineBytes(shape)
    }()

    /// The bytes of the line that tells the truth of a lane's day, in a buffer that has grown by
    /// doubling; few lanes have one, and ``tickLineBytes(_:)`` is without it.
    package static var dayTruthBytes: Int {
        let findings = DayTruth.findingsMax * findingBytes
        return 2 * (commonBytes + findings + MemoryLayout<LineBlock.Entry>.stride)
    }

    /// The bytes of a lane's lines at one instant, in a buffer that has grown by doubling.
    static func tickLineBytes(_ shape: ChannelShape) -> Int {
        let metrics = shape.metrics.members.count
        var lines = [commonBytes]
        if shape.kinds.contains(.stat) {
            let columns = shape.statistics.count + 1
            lines.append(commonBytes + metrics * (metricBytes + columns * statisticBytes))
        }
        if shape.kinds.contains(.sample) { lines.append(commonBytes + metrics * metricBytes) }
        if shape.kinds.contains(.truth) { lines.append(2 * commonBytes) }
        if shape.kinds.contains(.phase) { lines.append(2 * commonBytes) }
        if shape.kinds.contains(.advisory) { lines.append(2 * commonBytes) }
        // The end of one session and the start of the next fall on one instant.
        if shape.kinds.contains(.event) { lines += [commonBytes, commonBytes] }
        // A simulated entry, an entry by hand, a summary and the end of a day.
        if shape.kinds.contains(.entry) {
            lines += [2 * commonBytes, 2 * commonBytes, 6 * commonBytes, commonBytes]
        }
        let rows = lines.count * MemoryLayout<LineBlock.Entry>.stride
        return 2 * (lines.reduce(0, +) + rows)
    }
}

extension ChannelMemoryBound {
    /// Channels keep a buffer of this size plus the lines of one tick; a larger one is given back.
    static let keptLineBytes = 1 << 14
    /// What the allocator adds to a block; headers of arrays are counted with what they hold.
    private static let blockBytes = 24
    /// A lane's place in a channel's array of parts, which grows by doubling.
    private static let slotBytes = 2 * MemoryLayout<Channel.Part?>.stride
    /// A lane's counts in the two tables of who follows it.
    private static let followerBytes = 2 * LaneCounts.laneBytesMax
    /// A run without lanes, a channel, a replay or a subscription, with all that hangs on it.
    private static let objectBytes = 8192
    /// The sessions that a subscription may select by name.
    private static let selectionBytes =
        ProtocolLimits.selectedSessions * MemoryLayout<SelectedSessions>.stride
    /// The fields that data lines share, and the words of a line without metrics.
    private static let commonBytes = 300
    /// A metric's name with a value, or with the braces around its statistics.
    private static let metricBytes = 50
    /// A statistic's name and value.
    private static let statisticBytes = 36
    /// A finding of a day: its name, its source, its first and last day.
    private static let findingBytes = 90
}

extension FleetRun {
    /// The most that one lane takes in a run besides its parts of the channels: its flight, with
    /// the plan's segments and the device's faults, and its places in the order of lanes. Arrays
    /// that grow by doubling are larger.
    package static func placeBytesMax(of fleet: Fleet) -> Int {
        let heapBytes = LaneFlight.heapBytesMax(scriptedFaults: fleet.equipment.faults.count)
        let restBytes = fleet.restsBetweenRuns ? RestingPlaces.placeBytes : 0
        return MemoryLayout<LaneFlight>.stride + heapBytes + orderBytes + restBytes
    }

    /// Numbers of four bytes in two lists of all lanes and in one of the lane's slot, two counts,
    /// and an instant, each with room to grow.
    private static var orderBytes: Int { 2 * (5 * 4 + 8) }
}

extension LaneFlight {
    /// The 24 segments that a plan has at most, a mission's calls, a cursor in commands, and what
    /// the allocator adds.
    static let planBytesMax = 832

    /// The pauses of its athlete.
    private static let pauseBytesMax =
        2 * MemoryLayout<PauseCourse.Span>.stride * PauseButton.most

    /// The most that a flight holds on the heap: the segments of its plan, the pauses of its
    /// athlete and the faults of its device, up to two for each of a script.
    static func heapBytesMax(scriptedFaults: Int) -> Int {
        planBytesMax + pauseBytesMax
            + 2 * MemoryLayout<FaultSpan>.stride * (DeviceFaults.most + 2 * scriptedFaults)
    }
}

extension ChannelShape {
    /// The lines that a flying session gives in a second of its time.
    package func linesPerSecond(at rate: SampleRate) -> Double {
        kinds.reduce(0) { $0 + linesPerSecond($1, rate) }
    }

    /// The average bytes of these lines in a second, right within a third.
    package func bytesPerSecond(at rate: SampleRate) -> Double {
        kinds.reduce(0) { $0 + linesPerSecond($1, rate) * bytes($1) }
    }

    private func linesPerSecond(_ kind: LineKind, _ rate: SampleRate) -> Double {
        switch kind {
        case .stat: 1 / every.seconds
        case .sample, .truth: Double(rate.hertz)
        case .phase, .advisory, .event, .entry: Self.rareLinesPerSecond
        }
    }

    private func bytes(_ kind: LineKind) -> Double {
        let count = Double(metrics.members.count)
        return switch kind {
        case .stat: bytesOfStatistics
        case .sample: Self.commonBytes + count * 24
        case .phase, .advisory, .event, .truth, .entry: Self.commonBytes + 100
        }
    }

    /// The average bytes of a line of statistics.
    var bytesOfStatistics: Double {
        let count = Double(metrics.members.count)
        return Self.commonBytes + count * (20 + Double(statistics.count) * 16)
    }

    /// Some twenty changes in an hour.
    private static var rareLinesPerSecond: Double { 0.006 }
    /// The fields that all data lines have.
    private static var commonBytes: Double { 210 }
}
