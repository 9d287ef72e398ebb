/// Tells a daemon that is frozen from one that has nothing to say, which beats all the same.
package struct BeatWatch {
    /// So many beats that do not come are a loss. One is late when the machine is busy.
    package static let beats: Int64 = 3
    /// What is believed of a greeting.
    private static let credibleSeconds = 1...3600

    private let patienceMicroseconds: Int64?
    private var heardAt: Int64

    /// - Parameters:
    ///   - beatSeconds: between two beats, as the greeting says; nothing is watched without.
    ///   - now: microseconds of the monotonic clock.
    package init(beatSeconds: Int?, at now: Int64) {
        let isCredible = beatSeconds.map(Self.credibleSeconds.contains) ?? false
        patienceMicroseconds =
            isCredible
            ? beatSeconds.map { Int64($0) * Self.beats * 1_000_000 } : nil
        heardAt = now
    }

    /// Takes that a line has come, whichever.
    package mutating func hear(at now: Int64) { heardAt = now }

    /// When the silence has lasted too long, microseconds of the monotonic clock.
    package var due: Int64? { patienceMicroseconds.map { heardAt + $0 } }

    /// Whether it has. Ask only when all that has come is taken: who was held up has heard nothing.
    package func isSilent(at now: Int64) -> Bool { due.map { now >= $0 } ?? false }
}
