import ChannelPipeline
import Vocabulary
import WireProtocol

/// What a subscription has asked for, and where it begins. Nothing is computed for it yet.
///
/// Subscriptions that ask for the same at once share one opening: thousands may wait in a few bytes
/// each.
package final class Opening {
    package let shape: ChannelShape
    /// By ascending lane. Started lanes that have ended since the beginning are among them.
    package let choices: [LaneChoice]
    package let start: Beginning
    /// Whether the subscriber has come back with an anchor, for the counters.
    package let isResume: Bool
    /// Where the fleet stood when the subscription was opened.
    package let opened: FleetInstant
    /// The lines come strictly after this point.
    package let beginning: StreamPosition
    /// Whether the lines of its lanes are in memory for so long that those who begin together can
    /// take them from there.
    package let staysInMemory: Bool
    /// Whether snapshots of the sessions at the beginning come first; false once they have been
    /// sent.
    package let includesSnapshots: Bool
    /// How the sessions stood at the beginning, noted before the fleet went on; nil if it has not,
    /// or if nobody knows.
    var snapshots: Snapshots?
    /// Where its lanes stood at the beginning or shortly before, handed over from the live fleet or
    /// a replay; nil until then.
    package internal(set) var standing: StandingLanes?

    package init(
        _ shape: ChannelShape, _ choices: [LaneChoice], _ start: Beginning, isResume: Bool,
        opened: FleetInstant, beginning: StreamPosition, staysInMemory: Bool,
        includesSnapshots: Bool = true, standing: StandingLanes? = nil
    ) {
        self.shape = shape
        self.choices = choices
        self.start = start
        self.isResume = isResume
        self.opened = opened
        self.beginning = beginning
        self.staysInMemory = staysInMemory
        self.includesSnapshots = includesSnapshots
        self.standing = standing
    }

    /// The same with one more lane, of which no snapshot is sent.
    func adding(_ choice: LaneChoice) -> Opening {
        let longer = Opening(
            shape, choices + [choice], start, isResume: isResume, opened: opened,
            beginning: beginning, staysInMemory: staysInMemory,
            includesSnapshots: includesSnapshots,
            standing: standing)
        longer.snapshots = snapshots
        return longer
    }

    /// The opening for the lines after `position`, without snapshots.
    func rest(after position: StreamPosition) -> Opening {
        Opening(
            shape, choices, .after(position), isResume: false, opened: opened,
            beginning: position, staysInMemory: staysInMemory, includesSnapshots: false)
    }

    /// Whether it begins where the fleet stood: it has nothing to catch up with but the state of
    /// the lanes it follows.
    package var isOfNow: Bool { beginning == StreamPosition(after: opened) }

    /// Whether lines from memory may serve it.
    package var mayBeRecalled: Bool { staysInMemory || !isOfNow }

    /// Whether it could go on from lanes as they stood at its beginning, and has none yet.
    package var lacksLanes: Bool { standing == nil && !mayBeRecalled }
}

extension Opening: Equatable {
    package static func == (left: Opening, right: Opening) -> Bool {
        left.beginning == right.beginning && left.opened == right.opened
            && left.isResume == right.isResume && left.start == right.start
            && left.shape == right.shape && left.choices == right.choices
    }
}

/// Lines that say how sessions stand, shared as the opening is.
final class Snapshots {
    var block = LineBlock()

    init() {}

    // A few ticks of more lanes overflow the memory of a channel, and their snapshots would take
    // longer than a few milliseconds.
    private static var lanesAtOnce: Int { 1024 }
    // How a book stands is counted from the calendar: up to a hundred microseconds for each.
    private static var booksAtOnce: Int { 32 }

    /// How the sessions stood at the beginning; nil if that is no longer known, or if they are
    /// too many. O(lanes).
    init?(of opening: Opening, in live: borrowing LiveFleet) {
        let hasBooks = opening.shape.kinds.contains(.entry)
        guard opening.choices.count <= (hasBooks ? Self.booksAtOnce : Self.lanesAtOnce),
            live.appendSnapshots(
                of: opening.choices, opening.shape, after: opening.beginning, to: &block)
        else { return nil }
    }
}
