import CommandLine
import Vocabulary

/// The time limits of a wait for an answer: one on silence, one on the whole wait.
///
/// Bytes that arrive extend the wait, so that a long answer may take its time. The second limit
/// ends the wait for a daemon that sends a byte now and then.
package struct AnswerPatience {
    /// The whole wait lasts at most so many times the silence that is allowed.
    package static let dripFactor: Int64 = 6

    private let began: Int64
    private let silence: Int64

    /// - Parameters:
    ///   - milliseconds: the silence that is allowed.
    ///   - now: microseconds of the monotonic clock.
    package init(milliseconds: Int, from now: Int64) {
        began = now
        silence = Int64(milliseconds) * 1000
    }

    /// Milliseconds that are left of the wait; nil when it is over.
    ///
    /// - Parameter heardAt: when the last bytes arrived, microseconds of the monotonic clock.
    package func milliseconds(at now: Int64, heardAt: Int64) -> Int? {
        let due = min(max(began, heardAt) + silence, began + silence * Self.dripFactor)
        return now < due ? Int((due - now + 999) / 1000) : nil
    }

    /// How long the wait has lasted, rounded to tenths of a second from one second on.
    package func waitedMilliseconds(at now: Int64) -> Int64 {
        let waited = (now - began) / 1000
        return waited < 1000 ? waited : (waited + 50) / 100 * 100
    }
}

extension ParsedFlags {
    /// The silence that `--timeout` allows, in milliseconds.
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

/// Detects a frozen daemon by its missing beats. A daemon that has nothing to say still beats.
package struct BeatWatch {
    /// A link counts as lost when so many beats in a row are missing. A single beat may be late on
    /// a busy machine.
    package static let beats: Int64 = 3
    /// The intervals between beats that are accepted from a greeting; any other is not watched.
    private static let credibleSeconds = 1...3600

    private let patienceMicroseconds: Int64?
    private var heardAt: Int64

    /// - Parameters:
    ///   - beatSeconds: the interval between two beats, from the greeting; nil watches nothing.
    ///   - now: microseconds of the monotonic clock.
    package init(beatSeconds: Int?, at now: Int64) {
        let isCredible = beatSeconds.map(Self.credibleSeconds.contains) ?? false
        patienceMicroseconds =
            isCredible
            ? beatSeconds.map { Int64($0) * Self.beats * 1_000_000 } : nil
        heardAt = now
    }

    /// Notes that a line has arrived, of any type.
    package mutating func hear(at now: Int64) { heardAt = now }

    /// When the silence becomes too long, microseconds of the monotonic clock; nil if nothing is
    /// watched.
    package var due: Int64? { patienceMicroseconds.map { heardAt + $0 } }

    /// Whether the silence is too long. Ask only when every line that has arrived was read: a
    /// client that was held up has not heard what waits in its socket.
    package func isSilent(at now: Int64) -> Bool { due.map { now >= $0 } ?? false }
}
