import ChannelPipeline

/// How a feed comes from its beginning to the present. There are three ways, tried in this order;
/// only an opening that memory cannot serve is ever given lanes (``Opening/lacksLanes``).
enum WayToPresent {
    /// Every line since the beginning is in the memory of a channel.
    ///
    /// Taken by a subscriber that comes back soon, and by those that begin together with few lanes:
    /// one of them computes, the others find its lines here. It costs a copy of the lines, computes
    /// nothing and holds no lanes. Not taken for more lanes than the channel's memory (64 kB) can
    /// hold two seconds of lines for.
    case recall(Recall)

    /// The lanes stand at the beginning or shortly before it, in the live fleet now or in a copy
    /// that was handed over.
    ///
    /// Taken by a subscriber that begins now with many lanes, when another one follows these lanes
    /// already or is catching up with them. It costs a copy of the lanes and the steps from there
    /// to the present, and as much memory as computing does: eight feeds of a shape go this way at
    /// once. Seen with 300 subscribers to 1000 sessions, 100 a second: all live within 2 s, without
    /// this way 235 after 40 s.
    case handOver

    /// The lanes are flown again from the starts of their sessions.
    ///
    /// Taken when neither lines nor lanes are there, and for what lies too far back. It costs one
    /// to two milliseconds a lane at one sample a second. Of the feeds that begin now with the same
    /// lanes one leads, and the others wait for what its work leaves for the two ways above.
    case compute

    /// - Parameter look: what the live fleet has for the opening; asked only if that matters.
    init(_ opening: Opening, _ look: (Opening) -> LiveOffer) {
        guard opening.standing == nil else {
            self = .handOver
            return
        }
        let offer = look(opening)
        if let recall = offer.recall {
            self = .recall(recall)
        } else {
            self = opening.isOfNow && offer.hasLanes ? .handOver : .compute
        }
    }
}

/// What the live fleet has for a feed that is to begin.
package struct LiveOffer {
    /// Its lines, if they are all in memory.
    package let recall: Recall?
    /// Whether its lanes stand at its beginning now, in a channel that has all of them.
    package let hasLanes: Bool

    package init(recall: Recall? = nil, hasLanes: Bool) {
        self.recall = recall
        self.hasLanes = hasLanes
    }

    /// O(lanes).
    package init(to opening: Opening, by live: borrowing LiveFleet) {
        recall = Recall.begin(opening, in: live)
        hasLanes = recall == nil && Self.hasLanes(of: opening, live)
    }

    /// Whether the lanes of an opening stand at its beginning now, in a channel that has all of
    /// them. O(lanes).
    static func hasLanes(of opening: Opening, _ live: borrowing LiveFleet) -> Bool {
        opening.opened == live.now
            && live.channel(recalling: opening.shape, opening.choices, after: opening.beginning)
                != nil
    }
}
