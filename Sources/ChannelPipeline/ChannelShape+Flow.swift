import Vocabulary

extension ChannelShape {
    /// The lines that a flying session gives in a second of its time.
    package func linesPerSecond(at rate: SampleRate) -> Double {
        kinds.reduce(0) { $0 + linesPerSecond($1, rate) }
    }

    /// The bytes of these lines as they are on the average, within a third.
    package func bytesPerSecond(at rate: SampleRate) -> Double {
        kinds.reduce(0) { $0 + linesPerSecond($1, rate) * bytes($1) }
    }

    private func linesPerSecond(_ kind: LineKind, _ rate: SampleRate) -> Double {
        switch kind {
        case .stat: 1 / every.seconds
        case .sample, .truth: Double(rate.hertz)
        case .phase, .advisory, .event: Self.rareLinesPerSecond
        }
    }

    private func bytes(_ kind: LineKind) -> Double {
        let count = Double(metrics.members.count)
        return switch kind {
        case .stat: Self.commonBytes + count * (20 + Double(statistics.count) * 16)
        case .sample: Self.commonBytes + count * 24
        case .phase, .advisory, .event, .truth: Self.commonBytes + 100
        }
    }

    /// Some twenty changes in an hour.
    private static var rareLinesPerSecond: Double { 0.006 }
    /// The fields that all data lines have.
    private static var commonBytes: Double { 210 }
}
