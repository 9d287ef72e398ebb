import Vocabulary
import WireProtocol

/// Compares the smoothed heart rate of `stat` lines with what drove it, which `truth` lines tell.
///
/// Of each session the truths of the last minute are kept, and for every delay up to a minute the
/// sums of the differences: the memory is bounded, however long the test. Sessions beyond the first
/// sixteen are passed over.
package struct TruthComparison: Sendable {
    private struct Truth {
        var instant: FleetInstant
        var heartRate: Double
    }

    /// The longest delay that is looked for.
    package static let lagLimit = FleetDuration.seconds(60)
    package static let sessionLimit = 16

    private let period: FleetDuration
    /// By session: a ring of truths, each at the place of its instant.
    private var truths: [SessionName: [Truth?]] = [:]
    private var heard: Set<SessionName> = []
    /// By delay, in periods.
    private var sums: [LagSums]

    /// - Parameter rate: of the fleet's samples: delays are multiples of its period.
    package init(rate: SampleRate) {
        period = rate.period
        sums = Array(repeating: LagSums(), count: Int(Self.lagLimit.ticks / period.ticks) + 1)
    }

    /// Takes a line of data of a session at an instant; those of other kinds are passed over.
    ///
    /// The `truth` of an instant comes before its `stat`. O(delays) for a `stat`.
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

    /// The delay of best agreement is looked for among those for which there are at least half as
    /// many pairs as for none; the shortest of several.
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
    /// Smoothed less true, mean over the pairs, beats a minute.
    package var meanErrorBPM = 0.0
    /// Root of the mean square of the difference, beats a minute.
    package var errorBPM = 0.0
    /// The delay of the smoothed behind the true at which they agree best, seconds.
    package var lagSeconds = 0.0
    /// ``errorBPM`` at that delay.
    package var errorAtLagBPM = 0.0

    package init() {}
}

/// Sums over the differences between a smoothed value and the true one some time before.
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
