import Vocabulary
import WireProtocol

/// What following lanes costs: nanoseconds of a processor in a second of the clock, as an estimate.
///
/// Figures of one core of a machine of 2023, with a fleet that does not fit into its caches; the
/// daemon compares the sum with the time that its ticks take, and scales it.
package struct WorkModel: Sendable {
    /// Seconds of the fleet in a second of the clock in which a lane flies.
    private let pace: Double
    private let rate: SampleRate

    /// A fleet that no clock paces takes what there is, and no work is counted.
    package init(of fleet: Fleet, at speed: PlaybackSpeed) {
        rate = fleet.rate
        let flown = speed.isPaced ? Double(speed.thousandths) / 1000 : 0
        pace = flown * (fleet.restsBetweenRuns ? Self.aloftAtMost : 1)
    }

    /// On a Sunday morning a tenth of all athletes run; half as many again do nothing else at once.
    private static let aloftAtMost = 0.15
    /// One sample of a lane, with what leads to it in a tick.
    private static let sample = 500.0
    /// One sample of a lane that a channel looks at.
    private static let look = 30.0
    /// A metric of it in a window.
    private static let observation = 35.0
    /// A line, and a byte of it.
    private static let (line, byte) = (300.0, 1.2)
    /// A statistic of a metric in a line.
    private static let report = 150.0
    /// A call of the kernel for one reader, and a line and a byte in it.
    private static let (write, sentLine, sentByte) = (2500.0, 50.0, 0.2)
    /// The most ticks in which a reader can be written to.
    private static let writesPerSecond = 50.0

    /// One lane, whoever follows it.
    var flight: Int { Int(Double(rate.hertz) * pace * Self.sample) }

    func channel(_ shape: ChannelShape) -> ChannelWork {
        let lines = shape.linesPerSecond(at: rate) * pace
        let bytes = shape.bytesPerSecond(at: rate) * pace
        let metrics = Double(shape.metrics.members.count)
        var sample = Self.look
        var reports = 0.0
        if shape.kinds.contains(.stat) {
            sample += metrics * (Self.observation + shape.extraNanoseconds)
            reports = metrics * Double(shape.statistics.count) * Self.report
        }
        let observed = Double(rate.hertz) * sample + reports / shape.every.seconds
        return ChannelWork(
            lane: Int(observed * pace + lines * Self.line + bytes * Self.byte),
            reader: Int(min(lines, Self.writesPerSecond) * Self.write),
            readerLane: Int(lines * Self.sentLine + bytes * Self.sentByte))
    }
}

/// What a channel costs: nanoseconds of a processor in a second of the clock.
struct ChannelWork: Sendable {
    /// One lane, for all who share the channel.
    let lane: Int
    /// One reader.
    let reader: Int
    /// What each of its lanes adds to a reader.
    let readerLane: Int
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
