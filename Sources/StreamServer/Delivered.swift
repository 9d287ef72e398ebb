import Vocabulary
import WireProtocol

/// The lines of one tick that the kernel has taken, for the histogram of how late that was.
struct Delivered {
    private var lines = 0
    /// The oldest instant of the tick.
    private var due: FleetInstant?

    /// So many lines are noted with one reading of the clock.
    static var portion: Int { 256 }

    mutating func begin(_ block: borrowing LineBlock) {
        guard let first = block.entries.first(where: \.isData)?.position.instant else { return }
        due = min(due ?? first, first)
    }

    /// Adds lines; what ``take()`` returns if it is time to note them.
    mutating func add(_ count: Int) -> (lines: Int, due: FleetInstant)? {
        lines += count
        return lines >= Self.portion ? take() : nil
    }

    /// What has been added since the last call, if anything.
    mutating func take() -> (lines: Int, due: FleetInstant)? {
        defer { lines = 0 }
        guard lines > 0, let due else { return nil }
        return (lines, due)
    }
}
