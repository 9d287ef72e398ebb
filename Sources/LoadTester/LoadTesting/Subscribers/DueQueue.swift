import Vocabulary

/// The instants at which subscribers are due, the next one first: a binary heap.
///
/// A subscriber may be entered any number of times. The caller decides whether a removed entry
/// still counts. Entering and removing are O(log n).
package struct DueQueue: Sendable {
    /// One instant, and the number of the subscriber that is due then.
    package struct Entry: Hashable, Sendable {
        package let due: MonotonicInstant
        package let subscriber: Int
    }

    private var heap: [Entry] = []

    package init() {}

    /// The next instant; nil when there is none.
    package var next: MonotonicInstant? { heap.first?.due }

    package mutating func enter(_ subscriber: Int, at due: MonotonicInstant) {
        heap.append(Entry(due: due, subscriber: subscriber))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].due < heap[parent].due else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes the first entry that is due by now; nil if none is.
    package mutating func removeDue(at now: MonotonicInstant) -> Entry? {
        guard let first = heap.first, first.due <= now else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first }
        heap[0] = last
        sink()
        return first
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1].due < heap[child].due { child += 1 }
            guard heap[child].due < heap[parent].due else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
