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

    /// The work counts as 0 for a fleet that no clock paces: it takes whatever time is left.
    package init(of fleet: Fleet, at speed: PlaybackSpeed) {
        rate = fleet.rate
        pace = speed.isPaced ? Double(speed.thousandths) / 1000 : 0
        recordings = fleet.recordings.count
        aloft = fleet.restsBetweenRuns ? Self.aloftAtMost : 1000
    }

    /// Thousandths of the lanes: a tenth of all run on a Sunday morning, and half as many to spare.
    private static let aloftAtMost = 150
    /// Nanoseconds, as all below: one sample of a lane, with what leads to it in a tick.
    private static let sample = 500.0
    /// One tick of a recording, which is looked at in every tick.
    private static let idleTick = 100.0
    /// One channel's look at a step of a lane, whether the channel has the lane or not.
    private static let visit = 5.0
    /// One sample of a lane in a channel that has the lane.
    private static let look = 30.0
    /// One metric of a sample in a window.
    private static let observation = 35.0
    /// Making one line, and one byte of it.
    private static let (line, byte) = (300.0, 1.2)
    /// One statistic of a metric in a line.
    private static let report = 150.0
    /// Sending one line, and one byte of it, to one reader.
    private static let (sentLine, sentByte) = (50.0, 0.2)

    /// In how many thousandths of the time a lane flies, on the average of many lanes by the
    /// calendar. Only recordings and started lanes fly on and on.
    func aloft(_ lane: LaneID) -> Int {
        lane.index < recordings || lane >= .firstStarted ? 1000 : aloft
    }

    /// A lane of the kind that costs least.
    var leastLane: LaneID { LaneID(index: min(recordings, LaneID.firstStarted.index - 1)) }

    /// Nanoseconds a second to fly one lane, however many subscriptions follow it.
    func flight(_ lane: LaneID) -> Int {
        let samples = Double(rate.hertz) * Self.sample * Double(aloft(lane)) / 1000
        return Int(pace * (lane.index < recordings ? samples + ticks * Self.idleTick : samples))
    }

    /// Ticks in a second of the fleet.
    private var ticks: Double { Double(FleetDuration.ticksPerSecond) }

    /// Steps of one lane in a thousand seconds of the clock.
    func steps(_ lane: LaneID) -> Int {
        let steps = lane.index < recordings ? ticks : Double(rate.hertz)
        return Int(pace * steps * Double(aloft(lane)))
    }

    /// Nanoseconds a second in which every channel looks at every step of the lanes.
    ///
    /// - Parameter steps: the steps of all lanes in a thousand seconds.
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

    /// Nanoseconds to make a lane's line that is due together with the lines of all other lanes,
    /// and to send it to each reader.
    private static func tickOfClock(
        _ shape: ChannelShape, _ reports: Double
    ) -> (made: Double, sent: Double) {
        guard shape.kinds.contains(.stat), shape.alignment == .clock else { return (0, 0) }
        let bytes = shape.bytesOfStatistics
        return (idleTick + reports + line + bytes * byte, sentLine + bytes * sentByte)
    }
}

/// What a channel costs, in nanoseconds of a processor; seconds are seconds of the clock.
struct ChannelWork: Sendable {
    /// One flying lane in a second, for all readers of the channel together.
    let lane: Double
    /// One flying lane in a second, for each reader that follows it.
    let readerLane: Double
    /// Lines of one lane in a second.
    let lines: Double
    /// A lane's line that is due with the lines of all others: made once, and sent to each reader.
    let clockLane: Double
    let clockReader: Double

    /// A call of the kernel for one reader.
    private static let write = 2500.0
    /// The most ticks in which a reader can be written to.
    private static let writesPerSecond = 50.0

    func work(of load: ChannelLoad) -> LiveWork {
        let (lanes, sent) = (Double(load.lanes) / 1000, Double(load.readerLanes) / 1000)
        // An estimate as if all readers had the same number of lanes.
        let writes = min(lines * sent, Self.writesPerSecond * Double(load.readers))
        return LiveWork(
            average: Int(lane * lanes + readerLane * sent + writes * Self.write),
            peak: Int(clockLane * lanes + clockReader * sent))
    }
}

/// How many readers follow a channel, and how many lanes.
struct ChannelLoad: Sendable {
    /// The channel's lanes, each by the thousandths of the time in which it flies.
    var lanes = 0
    var readers = 0
    /// The lanes of each reader, added up in the same way.
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
