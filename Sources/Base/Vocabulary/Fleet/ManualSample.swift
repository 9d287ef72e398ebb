/// A sample of a day metric that is entered by hand in the book of a day.
public struct ManualSample: Hashable, Sendable {
    public let metric: DayMetric
    // Small enough that a live command is no larger with a sample than without.
    private let units: Int32
    private let ticks: Int32
    /// The beginning of the time that the sample speaks of; equal to its end for a point.
    public let start: FleetInstant

    /// The longest time that a sample can speak of.
    public static let longest = FleetDuration.seconds(86_400)

    /// The earliest time that a sample can speak of, 2000-01-01T00:00:00Z.
    public static let earliest = FleetInstant(ticks: 946_684_800 * FleetDuration.ticksPerSecond)

    /// Nil for a value or a length that no sample has: either does not fit into 32 bits. Nil for
    /// positions and stages of sleep, which come from the phone and the watch alone.
    ///
    /// - Parameter value: in the fixed decimals of the metric.
    public init?(_ metric: DayMetric, value: Int64, from start: FleetInstant, to end: FleetInstant)
    {
        let (length, overflow) = end.ticks.subtractingReportingOverflow(start.ticks)
        guard DayMetric.ofPeople.contains(metric), !overflow,
            let ticks = Int32(exactly: length), let units = Int32(exactly: value)
        else { return nil }
        self.metric = metric
        self.units = units
        self.ticks = ticks
        self.start = start
    }

    /// The value in the fixed decimals of the metric.
    public var value: Int64 { Int64(units) }

    public var end: FleetInstant { start + FleetDuration(ticks: Int64(ticks)) }
}

extension DayMetric {
    /// Whether a sample of it speaks of one instant, and not of a span of time.
    public var isPoint: Bool { !isCumulative }

    /// The limits of one sample in the fixed decimals of the metric.
    public var limits: ClosedRange<Int64> {
        let scale = Decimal64.powerOfTen(decimals)
        return row.limits.lowerBound * scale...row.limits.upperBound * scale
    }
}

/// The name of an entry in a day book, `e7.88417115619`: its lane, and the tick at which it became
/// known.
public struct EntryName: Hashable, Sendable {
    public let lane: LaneID
    public let instant: FleetInstant

    public init(lane: LaneID, instant: FleetInstant) {
        self.lane = lane
        self.instant = instant
    }

    /// Reads exactly the form of ``description``; nil for anything else, also for what no
    /// ``StreamPosition`` can name.
    public init?(parsing text: some StringProtocol) {
        let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.first == UInt8(ascii: "e"), parts.count == 2, let number = Int(parts[0]),
            let lane = LaneID(exactly: number), let ticks = Int64(parts[1]),
            StreamPosition.instants.contains(FleetInstant(ticks: ticks))
        else { return nil }
        self.init(lane: lane, instant: FleetInstant(ticks: ticks))
        guard description.utf8.elementsEqual(text.utf8) else { return nil }
    }
}

extension EntryName: CustomStringConvertible {
    public var description: String { "e\(lane).\(instant.ticks)" }
}
