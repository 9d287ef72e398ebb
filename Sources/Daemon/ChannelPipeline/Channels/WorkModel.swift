import Vocabulary

/// Work of a processor.
package struct LiveWork: Hashable, Sendable {
    /// Nanoseconds in a second of the clock, on the average.
    package var average = 0
    /// Nanoseconds in the tick in which every channel on the clock has its lines due.
    package var peak = 0

    package init(average: Int = 0, peak: Int = 0) { (self.average, self.peak) = (average, peak) }

    package static func - (left: LiveWork, right: LiveWork) -> LiveWork {
        LiveWork(average: left.average - right.average, peak: left.peak - right.peak)
    }
}

/// What following lanes costs, as an estimate.
///
/// Figures of one core of a machine of 2023, with a fleet that does not fit into its caches; the
/// daemon compares the sum with the time that its ticks take, and scales it.
package struct WorkModel: Sendable {
    /// Seconds of the fleet in a second of the clock.
    private let pace: Double
    private let rate: SampleRate
    private let recordings: Int
    private let aloft: Int

    /// A fleet that no clock paces takes what there is, and no work is counted.
    package init(of fleet: Fleet, at speed: PlaybackSpeed) {
        rate = fleet.rate
        pace = speed.isPaced ? Double(speed.thousandths) / 1000 : 0
        recordings = fleet.recordings.count
        aloft = fleet.restsBetweenRuns ? Self.aloftAtMost : 1000
    }

    /// On a Sunday morning a tenth of all athletes run; half as many again do nothing else at once.
    private static let aloftAtMost = 150
    /// One sample of a lane, with what leads to it in a tick.
    private static let sample = 500.0
    /// A tick of a recording, which is looked at in each.
    private static let idleTick = 100.0
    /// A step of a lane for each channel of the fleet, whether it has the lane or not.
    private static let visit = 5.0
    /// One sample of a lane that a channel looks at.
    private static let look = 30.0
    /// A metric of it in a window.
    private static let observation = 35.0
    /// A line, and a byte of it.
    private static let (line, byte) = (300.0, 1.2)
    /// A statistic of a metric in a line.
    private static let report = 150.0
    /// A line and a byte for one reader.
    private static let (sentLine, sentByte) = (50.0, 0.2)

    /// In how many thousandths of the time a lane flies, where many fly by the calendar. Only what
    /// has been recorded or started flies on and on.
    func aloft(_ lane: Int) -> Int { (recordings..<firstStarted).contains(lane) ? aloft : 1000 }

    private var firstStarted: Int { SessionName.firstStartedLane }

    /// A lane of those that cost least.
    var leastLane: Int { min(recordings, firstStarted - 1) }

    /// Nanoseconds a second of one lane, whoever follows it.
    func flight(_ lane: Int) -> Int {
        let samples = Double(rate.hertz) * Self.sample * Double(aloft(lane)) / 1000
        return Int(pace * (lane < recordings ? samples + ticks * Self.idleTick : samples))
    }

    /// Ticks in a second of the fleet.
    private var ticks: Double { Double(FleetDuration.ticksPerSecond) }

    /// Steps of one lane in a thousand seconds.
    func steps(_ lane: Int) -> Int {
        let steps = lane < recordings ? ticks : Double(rate.hertz)
        return Int(pace * steps * Double(aloft(lane)))
    }

    /// Nanoseconds a second for the look of each lane at each channel.
    ///
    /// - Parameter steps: those of all lanes, in a thousand seconds.
    func visits(steps: Int, channels: Int) -> Int {
        Int(Double(steps) / 1000 * Double(channels) * Self.visit)
    }

    func channel(_ shape: ChannelShape) -> ChannelWork {
        let lines = shape.linesPerSecond(at: rate)
        let bytes = shape.bytesPerSecond(at: rate)
        let metrics = Double(shape.metrics.members.count)
        var sample = Self.look
        var reports = 0.0
        if shape.kinds.contains(.stat) {
            sample += metrics * (Self.observation + shape.extraNanoseconds)
            reports = metrics * Double(shape.statistics.count) * Self.report
        }
        let observed = Double(rate.hertz) * sample + reports / shape.every.seconds
        let (made, sent) = Self.tickOfClock(shape, reports)
        return ChannelWork(
            lane: pace * (observed + lines * Self.line + bytes * Self.byte),
            readerLane: pace * (lines * Self.sentLine + bytes * Self.sentByte),
            lines: pace * lines, clockLane: pace > 0 ? made : 0, clockReader: pace > 0 ? sent : 0)
    }

    /// What a lane's line costs that is due with those of all other lanes, and what each reader of
    /// it adds.
    private static func tickOfClock(
        _ shape: ChannelShape, _ reports: Double
    ) -> (made: Double, sent: Double) {
        guard shape.kinds.contains(.stat), shape.alignment == .clock else { return (0, 0) }
        let bytes = shape.bytesOfStatistics
        return (idleTick + reports + line + bytes * byte, sentLine + bytes * sentByte)
    }
}

/// What a channel costs, in nanoseconds of a processor; a second is one of the clock.
struct ChannelWork: Sendable {
    /// A second of one lane that flies, for all who share the channel.
    let lane: Double
    /// What each of its lanes adds to a reader in a second.
    let readerLane: Double
    /// Lines of one lane in a second.
    let lines: Double
    /// A lane's line that is due with those of all others, and what each reader adds.
    let clockLane: Double
    let clockReader: Double

    /// A call of the kernel for one reader.
    private static let write = 2500.0
    /// The most ticks in which a reader can be written to.
    private static let writesPerSecond = 50.0

    func work(of load: ChannelLoad) -> LiveWork {
        let (lanes, sent) = (Double(load.lanes) / 1000, Double(load.readerLanes) / 1000)
        // As if all readers had equally many lanes.
        let writes = min(lines * sent, Self.writesPerSecond * Double(load.readers))
        return LiveWork(
            average: Int(lane * lanes + readerLane * sent + writes * Self.write),
            peak: Int(clockLane * lanes + clockReader * sent))
    }
}

/// How many follow a channel, and what.
struct ChannelLoad: Sendable {
    /// Thousandths of lanes.
    var lanes = 0
    var readers = 0
    /// Thousandths of lanes of all readers.
    var readerLanes = 0
}

extension ChannelShape {
    /// What extremes, deviation and smoothing add to an observation of a metric: nanoseconds.
    fileprivate var extraNanoseconds: Double {
        let ordered: Set<Statistic> = [.min, .max, .sd]
        var sum = Double(statistics.intersection(ordered).count) * 50
        switch smoothing {
        case .none: break
        case .mean: sum += 100
        case .median: sum += 350
        case .ema, .ema2: sum += 15
        }
        return sum
    }
}
