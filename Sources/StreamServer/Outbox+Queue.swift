import Vocabulary
import WireProtocol

/// How lines come to wait, and which of them go when there is no room.
extension Outbox {
    private enum Drop {
        case done, nothingLeft
        /// The oldest line belongs to a subscription that may lose none.
        case refused
    }

    /// Queues whole lines, and drops the oldest of what is beyond the limits.
    ///
    /// - Returns: `blocked`, or `full` if one of those may not be dropped.
    @discardableResult
    package mutating func enqueue(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>, identity: IdentityHash,
        room: Int = .max
    ) -> FlushOutcome {
        level.note(lines: waiting.count, bytes: waiting.byteCount)
        let hasRoom =
            tracks.hasNewest
            ? replace(bytes, lines, identity, room) : add(bytes, lines, identity, room)
        level.note(lines: waiting.count, bytes: waiting.byteCount)
        return hasRoom ? .blocked : .full
    }

    private mutating func add(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>, _ identity: IdentityHash,
        _ room: Int
    ) -> Bool {
        var first = lines.startIndex
        var (left, offset) = (lines.count, 0)
        guard makeRoom(left, bytes.count, identity, room) else { return false }
        // What is too much even for an empty queue loses its own oldest lines.
        while first < lines.endIndex, !fits(left, bytes.count - offset, room) {
            let line = lines[first]
            let range = offset..<offset + line.length
            let passed = pass(line, UnsafeRawBufferPointer(rebasing: bytes[range]), nil, identity)
            guard passed else { return false }
            lines.formIndex(after: &first)
            (left, offset) = (left - 1, range.upperBound)
        }
        waiting.append(UnsafeRawBufferPointer(rebasing: bytes[offset...]), lines[first...])
        return true
    }

    /// Queues lines one by one; each first takes out the one that it replaces.
    private mutating func replace(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>, _ identity: IdentityHash,
        _ room: Int
    ) -> Bool {
        var offset = 0
        for line in lines {
            let text = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + line.length])
            offset += line.length
            let hasRoom =
                if let prefix = tracks.prefixOfNewest(line) {
                    addNewest(text, line, prefix: prefix, identity, room)
                } else {
                    add(text, CollectionOfOne(line), identity, room)
                }
            guard hasRoom else { return false }
        }
        return true
    }

    private mutating func addNewest(
        _ bytes: UnsafeRawBufferPointer, _ line: Line, prefix: Int, _ identity: IdentityHash,
        _ room: Int
    ) -> Bool {
        guard let replaced = waiting.takeOut(replacedBy: line) else {
            return addNewest(bytes, line, nil, identity, room)
        }
        var longer = line
        var text = LineBuffer(capacity: bytes.count + 32)
        text.append(UnsafeRawBufferPointer(rebasing: bytes[..<prefix]))
        text.appendSkipped(replaced.count)
        text.append(UnsafeRawBufferPointer(rebasing: bytes[prefix...]))
        longer.length = text.count
        return text.withUnsafeBytes { addNewest($0, longer, replaced, identity, room) }
    }

    private mutating func addNewest(
        _ bytes: UnsafeRawBufferPointer, _ line: Line, _ replaced: ReplacedLines?,
        _ identity: IdentityHash, _ room: Int
    ) -> Bool {
        guard makeRoom(1, bytes.count, identity, room) else { return false }
        guard fits(1, bytes.count, room) else { return pass(line, bytes, replaced, identity) }
        waiting.append(newest: bytes, line, replaced: replaced)
        return true
    }

    /// Drops until so much fits or nothing is left to drop; false if a line must be kept.
    private mutating func makeRoom(
        _ lines: Int, _ bytes: Int, _ identity: IdentityHash, _ room: Int
    ) -> Bool {
        while !fits(lines, bytes, room) {
            switch dropOldest(identity) {
            case .done: continue
            case .nothingLeft: return true
            case .refused: return false
            }
        }
        return true
    }

    private func fits(_ lines: Int, _ bytes: Int, _ room: Int) -> Bool {
        waiting.count + lines <= level.lineLimit && waiting.byteCount + bytes <= level.byteLimit
            && urgent.capacity + waiting.heldBytes(adding: lines, ofBytes: bytes) <= room
    }

    /// Drops the oldest data line; control lines before it become urgent.
    private mutating func dropOldest(_ identity: IdentityHash) -> Drop {
        while let line = waiting.first {
            if tracks.mustKeep(line) { return .refused }
            guard line.slot == nil else {
                tracks.dropped(line, waiting.removeFirst())
                return .done
            }
            tellGaps(identity)
            waiting.appendFirst(droppingPrefix: 0, to: &urgent)
            waiting.removeFirst()
        }
        return .nothingLeft
    }

    /// Drops a line that never waited, or makes it urgent; false if it must be kept.
    private mutating func pass(
        _ line: Line, _ bytes: UnsafeRawBufferPointer, _ replaced: ReplacedLines?,
        _ identity: IdentityHash
    ) -> Bool {
        if tracks.mustKeep(line) { return false }
        if line.slot == nil {
            tellGaps(identity)
            urgent.append(contentsOf: bytes)
        } else {
            tracks.dropped(line, replaced)
        }
        return true
    }

    /// A control line may carry an anchor: what is missing before it must be told before it.
    private mutating func tellGaps(_ identity: IdentityHash) {
        if tracks.hasGaps { tracks.takeGaps(identity: identity, into: &urgent) }
    }
}
