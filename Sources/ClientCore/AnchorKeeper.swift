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
