/// Live lines whose last byte the kernel has taken, for the histogram of how late that was.
///
/// They are noted with one reading of the clock for many of them: after every portion of those
/// that are taken at once, and after every flush of those that have waited.
package struct Delivered {
    /// Lines that were due at the same time.
    package struct Run: Equatable, Sendable {
        package internal(set) var lines: Int
        /// Microseconds of the monotonic clock.
        package let due: Int64

        /// The same and one more; all count as due with the oldest.
        func adding(due other: Int64) -> Run { Run(lines: lines + 1, due: min(due, other)) }
    }

    package private(set) var runs: [Run] = []
    private var lines = 0

    /// So many lines are noted with one reading of the clock.
    static var portion: Int { 256 }

    package init() {}

    var isEmpty: Bool { runs.isEmpty }
    /// Whether it is time to note them.
    var isPortion: Bool { lines >= Self.portion }

    /// Adds lines, unless they are replayed ones, which are due at no time. O(1) amortised.
    package mutating func add(_ lines: Int, due: Int64?) {
        guard lines > 0, let due else { return }
        add(Run(lines: lines, due: due))
    }

    mutating func add(_ run: Run?) {
        guard let run else { return }
        lines += run.lines
        guard let last = runs.indices.last, runs[last].due == run.due else {
            return runs.append(run)
        }
        runs[last].lines += run.lines
    }

    /// Forgets the lines, and keeps the memory of a portion.
    mutating func removeAll() {
        runs.removeAll(keepingCapacity: runs.count <= Self.portion)
        lines = 0
    }
}
