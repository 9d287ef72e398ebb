import ChannelPipeline

/// How a feed comes from its beginning to the present.
enum WayToPresent {
    /// Every line since the beginning is in the memory of a channel.
    ///
    /// Taken by a subscriber that comes back soon, and by those that begin together with few lanes:
    /// one of them computes, the others find its lines here. It costs a copy of the lines, computes
    /// nothing and holds no lanes. Not taken for more lanes than the channel's memory (64 kB) can
    /// hold two seconds of lines for.
    case recall(Recall)

    /// The feed follows its channel at once, and its lanes come one by one: ``Arrival``.
    ///
    /// Taken by a subscriber that begins now with many lanes. The first lines come at once, however
    /// many lanes there are, each lane is flown once for all who follow its channel, and nothing is
    /// kept twice. Not taken where no clock paces the fleet: it would fly on without the lanes that
    /// are still to come.
    case arrive

    /// The lanes stand at the beginning in a channel of the live fleet, whose memory does not go
    /// back that far. It costs a copy of the lanes.
    case takeOver

    /// The lanes are flown again from the starts of their sessions.
    ///
    /// Taken when neither lines nor lanes are there, and for what lies too far back. It costs one
    /// to two milliseconds a lane at one sample a second. Of the feeds that begin now with the same
    /// few lanes one leads, and the others wait for the lines that it leaves in memory.
    case compute

    /// - Parameter look: what the live fleet has for the opening; asked only if that matters.
    init(_ opening: Opening, _ look: (Opening) -> LiveOffer) {
        guard !opening.lanesMayArrive else {
            self = .arrive
            return
        }
        let offer = look(opening)
        if let recall = offer.recall {
            self = .recall(recall)
        } else {
            self = opening.isOfNow && offer.hasLanes ? .takeOver : .compute
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
