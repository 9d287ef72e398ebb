import Vocabulary

/// Whole lines in order, with their bytes side by side: appended at the end, taken at the front.
struct WaitingLines {
    private var bytes: [UInt8] = []
    private var lines: [Outbox.Line] = []
    private var bytesTaken = 0
    private var linesTaken = 0

    var isEmpty: Bool { linesTaken == lines.count }
    var count: Int { lines.count - linesTaken }
    var byteCount: Int { bytes.count - bytesTaken }
    var first: Outbox.Line? { isEmpty ? nil : lines[linesTaken] }

    mutating func append(
        _ added: UnsafeRawBufferPointer, _ addedLines: some Collection<Outbox.Line>
    ) {
        bytes.append(contentsOf: added)
        lines.append(contentsOf: addedLines)
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[bytesTaken...])) }
    }

    /// Appends the bytes of the first line after `prefix` of them to `other`.
    func appendFirst(droppingPrefix prefix: Int, to other: inout [UInt8]) {
        other.append(contentsOf: bytes[bytesTaken + prefix..<bytesTaken + lines[linesTaken].length])
    }

    /// O(1) amortised: the memory before the front is used again once it is the larger half, and
    /// all is given back when nothing waits any more.
    mutating func removeFirst() {
        bytesTaken += lines[linesTaken].length
        linesTaken += 1
        guard !isEmpty else { return self = WaitingLines() }
        guard linesTaken * 2 >= lines.count else { return }
        lines.removeFirst(linesTaken)
        bytes.removeFirst(bytesTaken)
        linesTaken = 0
        bytesTaken = 0
    }

    /// Makes the lines of a subscription that has ended ordinary control lines.
    mutating func makePermanent(slot: Int) {
        for index in linesTaken..<lines.count where lines[index].slot == slot {
            lines[index].slot = nil
        }
    }
}
