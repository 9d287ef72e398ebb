import CommandLine
import Vocabulary

/// How long an answer is waited for: as long as bytes come, but not for ever.
package struct AnswerPatience {
    /// So many times the silence that is borne, and a drip of bytes has lasted too long.
    package static let dripFactor: Int64 = 6

    private let began: Int64
    private let silence: Int64

    /// - Parameters:
    ///   - milliseconds: for which nothing need come.
    ///   - now: microseconds of the monotonic clock.
    package init(milliseconds: Int, from now: Int64) {
        began = now
        silence = Int64(milliseconds) * 1000
    }

    /// For how long nothing need come from now on; nil when the time is over.
    ///
    /// - Parameter heardAt: when bytes came last.
    package func milliseconds(at now: Int64, heardAt: Int64) -> Int? {
        let due = min(max(began, heardAt) + silence, began + silence * Self.dripFactor)
        return now < due ? Int((due - now + 999) / 1000) : nil
    }

    /// To the nearest tenth of a second, less than which is told in milliseconds.
    package func waitedMilliseconds(at now: Int64) -> Int64 {
        let waited = (now - began) / 1000
        return waited < 1000 ? waited : (waited + 50) / 100 * 100
    }
}

extension ParsedFlags {
    /// What `--timeout` says.
    package var patienceMilliseconds: Int {
        get throws(ProgramFailure) {
            let allowed = FleetDuration(ticks: 5)...FleetDuration.seconds(3600)
            do throws(UsageError) {
                let span = try value("--timeout", allowed: "a span from 100ms to 1h") { text in
                    FleetDuration(parsing: text).flatMap { allowed.contains($0) ? $0 : nil }
                }
                return span.map { Int($0.microseconds / 1000) }
                    ?? DaemonLink.usualPatienceMilliseconds
            } catch {
                throw .usage(error)
            }
        }
    }
}

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
