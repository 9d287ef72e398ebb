import Vocabulary
import WireProtocol

/// How lines come to wait, and which of them go when there is no room.
extension Backlog {
    /// Whose lines they are, how much memory they may take, and when they were due; nil if they
    /// are replayed.
    struct Place {
        let identity: IdentityHash
        let room: Int
        let due: Int64?
    }

    private enum Drop {
        case done, nothingLeft
        /// The oldest line belongs to a subscription that may lose none.
        case refused
    }

    /// Queues whole lines, and drops the oldest of what is beyond the limits.
    ///
    /// - Returns: false if a line must be kept and does not fit.
    mutating func enqueue(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Outbox.Line>,
        _ place: Place, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        noteLevel()
        defer { noteLevel() }
        return tracks.hasNewest
            ? replace(bytes, lines, place, &tracks) : add(bytes, lines, place, &tracks)
    }

    private mutating func add(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Outbox.Line>, _ place: Place,
        _ tracks: inout SubscriptionTracks
    ) -> Bool {
        var first = lines.startIndex
        var (left, offset) = (lines.count, 0)
        guard makeRoom(left, bytes.count, place, &tracks) else { return false }
        // What is too much even for an empty queue loses its own oldest lines.
        while first < lines.endIndex, !fits(left, bytes.count - offset, place.room) {
            let line = lines[first]
            let range = offset..<offset + line.length
            let passed = pass(
                line, UnsafeRawBufferPointer(rebasing: bytes[range]), nil, place.identity, &tracks)
            guard passed else { return false }
            lines.formIndex(after: &first)
            (left, offset) = (left - 1, range.upperBound)
        }
        waiting.append(
            UnsafeRawBufferPointer(rebasing: bytes[offset...]), lines[first...], due: place.due)
        return true
    }

    /// Queues lines one by one; each first takes out the one that it replaces.
    private mutating func replace(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Outbox.Line>, _ place: Place,
        _ tracks: inout SubscriptionTracks
    ) -> Bool {
        var offset = 0
        for line in lines {
            let text = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + line.length])
            offset += line.length
            let hasRoom =
                if let prefix = tracks.prefixOfNewest(line) {
                    addNewest(text, line, prefix: prefix, place, &tracks)
                } else {
                    add(text, CollectionOfOne(line), place, &tracks)
                }
            guard hasRoom else { return false }
        }
        return true
    }

    private mutating func addNewest(
        _ bytes: UnsafeRawBufferPointer, _ line: Outbox.Line, prefix: Int, _ place: Place,
        _ tracks: inout SubscriptionTracks
    ) -> Bool {
        guard let replaced = waiting.takeOut(replacedBy: line) else {
            return addNewest(bytes, line, nil, place, &tracks)
        }
        var longer = line
        var text = LineBuffer(capacity: bytes.count + 32)
        text.append(UnsafeRawBufferPointer(rebasing: bytes[..<prefix]))
        text.appendSkipped(replaced.count)
        text.append(UnsafeRawBufferPointer(rebasing: bytes[prefix...]))
        longer.length = text.count
        return text.withUnsafeBytes { addNewest($0, longer, replaced, place, &tracks) }
    }

    private mutating func addNewest(
        _ bytes: UnsafeRawBufferPointer, _ line: Outbox.Line, _ replaced: ReplacedLines?,
        _ place: Place, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        guard makeRoom(1, bytes.count, place, &tracks) else { return false }
        guard fits(1, bytes.count, place.room) else {
            return pass(line, bytes, replaced, place.identity, &tracks)
        }
        waiting.append(newest: bytes, line, replaced: replaced, due: place.due)
        return true
    }

    /// Drops until so much fits or nothing is left to drop; false if a line must be kept.
    private mutating func makeRoom(
        _ lines: Int, _ bytes: Int, _ place: Place, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        while !fits(lines, bytes, place.room) {
            switch dropOldest(place.identity, &tracks) {
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
    private mutating func dropOldest(
        _ identity: IdentityHash, _ tracks: inout SubscriptionTracks
    ) -> Drop {
        while let line = waiting.first {
            if tracks.mustKeep(line) { return .refused }
            guard line.slot == nil else {
                tracks.dropped(line, waiting.removeFirst())
                return .done
            }
            tellGaps(identity, &tracks)
            makeFirstUrgent(droppingPrefix: 0)
            waiting.removeFirst()
        }
        return .nothingLeft
    }

    /// Drops a line that never waited, or makes it urgent; false if it must be kept.
    private mutating func pass(
        _ line: Outbox.Line, _ bytes: UnsafeRawBufferPointer, _ replaced: ReplacedLines?,
        _ identity: IdentityHash, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        if tracks.mustKeep(line) { return false }
        if line.slot == nil {
            tellGaps(identity, &tracks)
            urgent.append(contentsOf: bytes)
        } else {
            tracks.dropped(line, replaced)
        }
        return true
    }

    /// A control line may carry an anchor: what is missing before it must be told before it.
    private mutating func tellGaps(
        _ identity: IdentityHash, _ tracks: inout SubscriptionTracks
    ) {
        if tracks.hasGaps { tracks.takeGaps(identity: identity, into: &urgent) }
    }
}
