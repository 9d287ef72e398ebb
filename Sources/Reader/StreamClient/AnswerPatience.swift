import CommandLine
import Vocabulary

/// The time limits of a wait for an answer: one on silence, one on the whole wait.
///
/// Bytes that arrive extend the wait, so that a long answer may take its time. The second limit
/// ends the wait for a daemon that sends a byte now and then.
package struct AnswerPatience {
    /// The whole wait lasts at most this number of times the allowed silence.
    package static let dripFactor = 6

    private let began: MonotonicInstant
    private let silence: Duration

    /// - Parameter silence: how long nothing may arrive.
    package init(_ silence: Duration, from now: MonotonicInstant) {
        began = now
        self.silence = silence
    }

    /// What is left of the wait; nil when it is over.
    ///
    /// - Parameter heardAt: when the last bytes arrived.
    package func left(at now: MonotonicInstant, heardAt: MonotonicInstant) -> Duration? {
        let due = min(max(began, heardAt) + silence, began + silence * Self.dripFactor)
        return now < due ? due - now : nil
    }

    /// How long the wait has lasted, in whole milliseconds, and in tenths of a second from one
    /// second on.
    package func waited(at now: MonotonicInstant) -> Duration {
        let waited = (now - began).wholeMilliseconds
        return .milliseconds(waited < 1000 ? waited : (waited + 50) / 100 * 100)
    }
}

extension ParsedFlags {
    /// The silence that `--timeout` allows.
    package var patience: Duration {
        get throws(ProgramFailure) {
            let allowed = FleetDuration(ticks: 5)...FleetDuration.seconds(3600)
            let span = try value("--timeout", allowed: "a span from 100ms to 1h") { text in
                FleetDuration(parsing: text).flatMap { allowed.contains($0) ? $0 : nil }
            }
            return span.map { .microseconds($0.microseconds) } ?? DaemonLink.usualPatience
        }
    }
}

/// Detects a frozen daemon by its missing beats. A daemon that has nothing to say still beats.
package struct BeatWatch {
    /// A link counts as lost when this number of beats in a row is missing. A single beat may be
    /// late on a busy machine.
    package static let beats = 3
    /// The intervals between beats that are accepted from a greeting; any other is not watched.
    private static let credibleSeconds = 1...3600

    private let patience: Duration?
    private var heardAt: MonotonicInstant

    /// - Parameters:
    ///   - beatSeconds: the interval between two beats, from the greeting; nil watches nothing.
    ///   - silence: how long a silence may be, at least two beats; nil is the usual one.
    package init(beatSeconds: Int?, silence: Duration? = nil, at now: MonotonicInstant) {
        let credible = beatSeconds.flatMap { Self.credibleSeconds.contains($0) ? $0 : nil }
        let beat = credible.map { Duration.seconds($0) }
        patience = silence.map { max($0, (beat ?? .zero) * 2) } ?? beat.map { $0 * Self.beats }
        heardAt = now
    }

    /// Notes that a line has arrived, of any type.
    package mutating func hear(at now: MonotonicInstant) { heardAt = now }

    /// When the silence becomes too long; nil if nothing is watched.
    package var due: MonotonicInstant? { patience.map { heardAt + $0 } }

    /// Whether the silence is too long. Ask only when every line that has arrived was read: a
    /// client that was held up has not heard what waits in its socket.
    package func isSilent(at now: MonotonicInstant) -> Bool { due.map { now >= $0 } ?? false }
}
