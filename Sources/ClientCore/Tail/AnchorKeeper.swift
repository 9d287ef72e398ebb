import LinuxIO
import WireProtocol

/// Keeps the anchor of a following client in its file while lines come.
struct AnchorKeeper: ~Copyable {
    private var file: AnchorFile
    private var schedule = AnchorSchedule()
    private(set) var failure: SystemFailure?

    init(_ file: consuming AnchorFile) { self.file = file }

    mutating func move() { schedule.move() }

    /// When the file is due, microseconds of the monotonic clock; nil while it holds the anchor.
    var due: Int64? { schedule.due }

    /// Writes the file if it does not hold the anchor.
    ///
    /// - Returns: why it cannot be written, unless that is known already.
    mutating func keep(_ anchor: Anchor?, at now: Int64) -> SystemFailure? {
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

/// When the file of an anchor is due: at most once a second, and never later than that after the
/// anchor has moved.
struct AnchorSchedule {
    /// How long an anchor may wait for its file, which is what a crash repeats at most.
    static let longestMicroseconds: Int64 = 1_000_000

    private var isBehind = false
    private var next: Int64 = 0

    /// Takes that the anchor has moved.
    mutating func move() { isBehind = true }

    /// When the file is due, microseconds of the monotonic clock; nil while it holds the anchor.
    var due: Int64? { isBehind ? next : nil }

    /// Takes that the file was written at an instant, or could not be: then it is due again.
    mutating func attempt(at now: Int64, succeeded: Bool) {
        isBehind = !succeeded
        next = now + Self.longestMicroseconds
    }
}
