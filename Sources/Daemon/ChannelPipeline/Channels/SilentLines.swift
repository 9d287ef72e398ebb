import Vocabulary

/// What a channel makes of samples that leave nothing but a count: of most of those between a
/// session's start and where somebody begins to read.
extension Channel {
    /// The last instant whose lines are only counted, and whose samples leave no trace in later
    /// lines; nil if lines can lie between the samples.
    var lastSilent: FleetInstant? {
        guard clockInterval == nil, !hasBooks else { return nil }
        let isWhole = !isEncoded(StreamPosition(after: after.instant))
        let counted = isWhole ? after.instant : after.instant - FleetDuration(ticks: 1)
        return makesStatistics ? min(observesAfter, counted) : counted
    }

    /// Counts the lines of samples up to ``lastSilent``.
    var silentLines: SilentLines {
        SilentLines(
            ofSample: (makesSamples ? 1 : 0) + (makesTruths ? 1 : 0),
            every: makesStatistics ? shape.every : nil, hasPhases: makesPhases,
            hasAdvisories: makesAdvisories)
    }
}

/// Counts the lines of samples that are passed over in silence.
struct SilentLines {
    private(set) var count: Int64 = 0
    private let ofSample: Int64
    private let every: Int64
    private let ofTransition: Int64
    private let ofAdvisory: Int64

    /// - Parameters:
    ///   - ofSample: the lines that each sample gives.
    ///   - every: the interval of statistics; nil for none.
    init(ofSample: Int64, every: FleetDuration?, hasPhases: Bool, hasAdvisories: Bool) {
        self.ofSample = ofSample
        self.every = every?.ticks ?? .max
        ofTransition = hasPhases ? 1 : 0
        ofAdvisory = hasAdvisories ? 1 : 0
    }

    /// Counts the lines of a sample at an instant of session time above zero.
    mutating func count(at sessionTime: FleetDuration, _ hasTransition: Bool, _ hasAdvisory: Bool) {
        count += ofSample + (sessionTime.ticks % every == 0 ? 1 : 0)
        if hasTransition { count += ofTransition }
        if hasAdvisory { count += ofAdvisory }
    }
}
