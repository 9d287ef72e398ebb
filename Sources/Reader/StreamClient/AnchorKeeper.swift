import LinuxIO
import Vocabulary
import WireProtocol

/// Writes the anchor of a following client to its file while lines arrive.
package struct AnchorKeeper: ~Copyable {
    private var file: AnchorFile
    private var schedule: AnchorSchedule
    package private(set) var failure: SystemFailure?

    /// - Parameter interval: the least time between two writes; a crash repeats at most this span.
    package init(
        _ file: consuming AnchorFile, every interval: Duration = AnchorSchedule.longestWait
    ) {
        self.file = file
        schedule = AnchorSchedule(every: interval)
    }

    package mutating func move() { schedule.move() }

    /// When the file is due; nil while it holds the anchor.
    package var due: MonotonicInstant? { schedule.due }

    /// Writes the file if it does not hold the latest anchor.
    ///
    /// - Returns: why it cannot be written, at the first failure of a series only.
    package mutating func keep(_ anchor: Anchor?, at now: MonotonicInstant) -> SystemFailure? {
        guard schedule.due != nil else { return nil }
        let known = failure
        do throws(SystemFailure) {
            try file.write(anchor)
            failure = nil
        } catch {
            failure = error
        }
        schedule.attempt(at: now, succeeded: failure == nil)
        return known == nil ? failure : nil
    }
}

/// When the anchor file is due: at most once in an interval, usually a second, and at most an
/// interval after the anchor moved.
package struct AnchorSchedule {
    /// How long an anchor may wait before it is written: a crash repeats at most this span.
    package static let longestWait = Duration.seconds(1)

    private let interval: Duration
    private var isBehind = false
    private var next = MonotonicInstant.zero

    package init(every interval: Duration = longestWait) { self.interval = interval }

    /// Notes that the anchor has moved.
    package mutating func move() { isBehind = true }

    /// When the file is due; nil while it holds the anchor.
    package var due: MonotonicInstant? { isBehind ? next : nil }

    /// Notes an attempt to write the file. After a failure it is due again.
    package mutating func attempt(at now: MonotonicInstant, succeeded: Bool) {
        isBehind = !succeeded
        next = now + interval
    }
}
