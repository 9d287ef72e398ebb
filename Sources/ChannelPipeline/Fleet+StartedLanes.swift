import Vocabulary

/// The lanes that somebody has started stand behind the fleet's own.
extension Fleet {
    /// The started lanes whose session has not ended at `instant`, ascending; those whose start
    /// lies ahead are among them. O(started lanes and commands on them).
    package func startedLanes(at instant: FleetInstant) -> [Int] {
        book.startedLanes.filter {
            course(of: SessionName(lane: $0, lap: 0), at: instant).state != .landed
        }
    }

    /// Whether the lane is a started one whose session has ended at `instant`.
    func isOver(_ lane: Int, at instant: FleetInstant) -> Bool {
        guard book.start(of: lane) != nil else { return false }
        return course(of: SessionName(lane: lane, lap: 0), at: instant).state == .landed
    }
}
