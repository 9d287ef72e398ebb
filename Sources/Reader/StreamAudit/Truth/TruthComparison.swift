import Vocabulary
import WireProtocol

/// Compares the smoothed heart rate of `stat` lines with the driven heart rate of `truth` lines.
///
/// It keeps the truths of each session's last minute, and sums of the differences for every delay
/// up to a minute: the memory is bounded, however long the test. It ignores sessions after the
/// first sixteen.
package struct TruthComparison: Sendable {
    private struct Truth {
        var instant: FleetInstant
        var heartRate: Double
    }

    /// The longest delay that is tried.
    package static let lagLimit = FleetDuration.seconds(60)
    package static let sessionLimit = 16

    private let period: FleetDuration
    /// The truths by session: a ring, indexed by instant.
    private var truths: [SessionName: [Truth?]] = [:]
    private var heard: Set<SessionName> = []
    /// The sums by delay, in sample periods.
    private var sums: [LagSums]

    /// - Parameter rate: the fleet's sample rate: delays are multiples of its period.
    package init(rate: SampleRate) {
        period = rate.period
        sums = Array(repeating: LagSums(), count: Int(Self.lagLimit.ticks / period.ticks) + 1)
    }

    /// Enters a data line of a session at an instant; ignores kinds other than `stat` and `truth`.
    ///
    /// The `truth` of an instant must arrive before its `stat`. O(delays) for a `stat`.
    package mutating func enter(
        _ line: JSONValue, of session: SessionName, at instant: FleetInstant
    ) {
        switch line.type {
        case .truth:
            guard let heartRate = line["driven_heart_rate_bpm"]?.double else { return }
            keep(Truth(instant: instant, heartRate: heartRate), of: session)
        case .stat:
            guard let smoothed = line["heart_rate_bpm"]?["smoothed"]?.double else { return }
            compare(smoothed, session, instant)
        case .end: truths[session] = nil
        case _: return
        }
    }

    /// The figures. The delay of best agreement is chosen among the delays with at least half as
    /// many pairs as delay zero; the shortest of equals.
    package var figures: TruthFigures {
        var figures = TruthFigures()
        figures.sessions = heard.count
        figures.pairs = sums[0].pairs
        figures.meanErrorBPM = sums[0].mean
        figures.errorBPM = sums[0].error
        let candidates = sums.indices.filter {
            sums[$0].pairs > 0 && sums[$0].pairs * 2 >= sums[0].pairs
        }
        guard let best = candidates.min(by: { sums[$0].error < sums[$1].error }) else {
            return figures
        }
        figures.lagSeconds = Double((period * Int64(best)).microseconds) / 1_000_000
        figures.errorAtLagBPM = sums[best].error
        return figures
    }

    private mutating func keep(_ truth: Truth, of session: SessionName) {
        guard truths[session] != nil || truths.count < Self.sessionLimit else { return }
        truths[session, default: Array(repeating: nil, count: sums.count)][place(truth.instant)] =
            truth
    }

    private mutating func compare(
        _ smoothed: Double, _ session: SessionName, _ instant: FleetInstant
    ) {
        guard let ring = truths[session] else { return }
        for lag in sums.indices {
            let before = instant - period * Int64(lag)
            guard let truth = ring[place(before)], truth.instant == before else { continue }
            sums[lag].add(smoothed - truth.heartRate)
            if lag == 0, heard.count < Self.sessionLimit { heard.insert(session) }
        }
    }

    private func place(_ instant: FleetInstant) -> Int {
        Int((instant.ticks / period.ticks) % Int64(sums.count))
    }
}

/// How far smoothed heart rate lies from the one that drove the run, which only a simulator knows.
package struct TruthFigures: Hashable, Sendable {
    package var sessions = 0
    /// Pairs of a smoothed value and a truth of the same session and instant.
    package var pairs = 0
    /// Smoothed minus true, mean over the pairs, beats a minute.
    package var meanErrorBPM = 0.0
    /// Root of the mean square of the difference, beats a minute.
    package var errorBPM = 0.0
    /// The delay of the smoothed value at which both agree best, seconds.
    package var lagSeconds = 0.0
    /// ``errorBPM`` at that delay.
    package var errorAtLagBPM = 0.0

    package init() {}
}

/// Sums over the differences between a smoothed value and the true value a fixed time earlier.
struct LagSums: Hashable {
    private(set) var pairs = 0
    private var sum = 0.0
    private var squares = 0.0

    mutating func add(_ difference: Double) {
        pairs += 1
        sum += difference
        squares += difference * difference
    }

    /// 0 without a pair.
    var mean: Double { pairs == 0 ? 0 : sum / Double(pairs) }
    /// The root of the mean square; 0 without a pair.
    var error: Double { pairs == 0 ? 0 : (squares / Double(pairs)).squareRoot() }
}
