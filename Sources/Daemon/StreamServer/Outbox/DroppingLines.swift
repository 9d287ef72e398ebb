import WireProtocol

/// What a slow reader loses: how lines come to wait, and which are dropped when there is no room.
///
/// `drop_oldest` drops the oldest data lines, `newest` lets a line replace the older one of its
/// session and kind, `close` drops none and reports that the outbox is full.
extension Backlog {
    /// A line by itself.
    private typealias One = Delivery<CollectionOfOne<Outbox.Line>>

    private enum Drop {
        case done, nothingLeft
        /// The oldest line belongs to a subscription with the policy `close`.
        case refused
    }

    /// Queues whole lines, and drops the oldest lines beyond the limits.
    ///
    /// - Parameter room: the most that ``heldBytes`` may come to.
    /// - Returns: false if a line must be kept and does not fit.
    mutating func enqueue(
        _ delivery: Delivery<some Collection>, room: Int, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        noteLevel()
        defer { noteLevel() }
        return tracks.hasNewest
            ? replace(delivery, room, &tracks) : add(delivery, room, &tracks)
    }

    private mutating func add(
        _ delivery: Delivery<some Collection>, _ room: Int, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        var rest = delivery.whole
        guard makeRoom(rest.lines.count, rest.bytes.count, room, &tracks) else { return false }
        // A delivery too large even for an empty queue loses its own oldest lines.
        while !rest.lines.isEmpty, !fits(rest.lines.count, rest.bytes.count, room) {
            guard pass(rest.removeFirst(), nil, &tracks) else { return false }
        }
        waiting.append(rest)
        return true
    }

    /// Queues lines one by one; each first removes the line that it replaces.
    private mutating func replace(
        _ delivery: Delivery<some Collection>, _ room: Int, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        var rest = delivery.whole
        while !rest.lines.isEmpty {
            let one = rest.removeFirst()
            let hasRoom =
                if let prefix = tracks.prefixOfNewest(one.line) {
                    addNewest(one, prefix: prefix, room, &tracks)
                } else {
                    add(one, room, &tracks)
                }
            guard hasRoom else { return false }
        }
        return true
    }

    private mutating func addNewest(
        _ one: One, prefix: Int, _ room: Int, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        guard let replaced = waiting.remove(replacedBy: one.line) else {
            return addNewest(one, nil, room, &tracks)
        }
        var longer = one.line
        var text = LineBuffer(capacity: one.bytes.count + 32)
        text.append(UnsafeRawBufferPointer(rebasing: one.bytes[..<prefix]))
        text.appendSkipped(replaced.count)
        text.append(UnsafeRawBufferPointer(rebasing: one.bytes[prefix...]))
        longer.length = text.count
        return text.withUnsafeBytes {
            addNewest(One($0, CollectionOfOne(longer), due: one.due), replaced, room, &tracks)
        }
    }

    private mutating func addNewest(
        _ one: One, _ replaced: ReplacedLines?, _ room: Int, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        guard makeRoom(1, one.bytes.count, room, &tracks) else { return false }
        guard fits(1, one.bytes.count, room) else { return pass(one, replaced, &tracks) }
        waiting.append(newest: one, replaced: replaced)
        return true
    }

    /// Drops lines until `lines` and `bytes` fit, or none is left; false if one must be kept.
    private mutating func makeRoom(
        _ lines: Int, _ bytes: Int, _ room: Int, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        while !fits(lines, bytes, room) {
            switch dropOldest(&tracks) {
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
    private mutating func dropOldest(_ tracks: inout SubscriptionTracks) -> Drop {
        while let line = waiting.first {
            if tracks.mustKeep(line) { return .refused }
            guard line.subscription == nil else {
                tracks.dropped(line, waiting.removeFirst())
                return .done
            }
            // A control line may carry an anchor: gaps before it must be announced first.
            announceGaps(&tracks)
            makeFirstUrgent(droppingPrefix: 0)
            waiting.removeFirst()
        }
        return .nothingLeft
    }

    /// Drops a line that never waited, or makes it urgent; false if it must be kept.
    private mutating func pass(
        _ one: One, _ replaced: ReplacedLines?, _ tracks: inout SubscriptionTracks
    ) -> Bool {
        if tracks.mustKeep(one.line) { return false }
        if one.line.subscription == nil {
            announceGaps(&tracks)
            urgent.append(contentsOf: one.bytes)
        } else {
            tracks.dropped(one.line, replaced)
        }
        return true
    }
}

/// How full an outbox is, and whether a warning is due (high-water mark, watermark).
///
/// A warning is due once more than three quarters of a limit are taken, and another one only after
/// less than half of both limits has been taken.
struct FillLevel {
    private(set) var lineLimit: Int
    private(set) var byteLimit: Int
    private(set) var isWarningDue = false
    private var isCalm = true

    init(lineLimit: Int, byteLimit: Int) {
        self.lineLimit = lineLimit
        self.byteLimit = byteLimit
    }

    /// Notes how much waits. The least that has waited must be noted before more lines wait.
    mutating func note(lines: Int, bytes: Int) {
        if isCalm {
            guard isAbove(ProtocolLimits.warningPercent, lines, bytes) else { return }
            isCalm = false
            isWarningDue = true
        } else {
            isCalm =
                lines * 100 < lineLimit * ProtocolLimits.calmPercent
                && bytes * 100 < byteLimit * ProtocolLimits.calmPercent
        }
    }

    mutating func resize(lineLimit: Int, byteLimit: Int) {
        self.lineLimit = lineLimit
        self.byteLimit = byteLimit
    }

    mutating func noteWarned() { isWarningDue = false }

    private func isAbove(_ percent: Int, _ lines: Int, _ bytes: Int) -> Bool {
        lines * 100 > lineLimit * percent || bytes * 100 > byteLimit * percent
    }
}
