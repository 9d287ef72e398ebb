import ChannelPipeline
import Vocabulary
import WireProtocol

/// What a subscription has asked for, and where it begins. Nothing is computed for it yet.
///
/// Subscriptions that ask for the same at once share one opening: thousands may wait in a few bytes
/// each.
package final class Opening {
    package let shape: ChannelShape
    /// The choices by ascending lane, with started lanes that have ended since the beginning.
    package let choices: [LaneChoice]
    package let start: Beginning
    /// Whether the subscriber has come back with an anchor, for the counters.
    package let isResume: Bool
    /// Where the fleet stood when the subscription was opened.
    package let opened: FleetInstant
    /// The lines come strictly after this point.
    package let beginning: StreamPosition
    /// Whether its lanes may come one by one: it begins now, has too many lanes for their lines to
    /// stay in memory, and wants whole lanes.
    package let lanesMayArrive: Bool
    /// Whether snapshots of the sessions at the beginning come first; false once they have been
    /// sent.
    package let includesSnapshots: Bool
    /// Lanes that the fleet has got since the snapshots were sent; their own are still to be sent.
    package let lateLanes: Set<LaneID>
    /// How the sessions stood at the beginning, noted before the fleet went on; nil if it has not
    /// gone on, or if that state is not known.
    var snapshots: Snapshots?

    package init(
        _ shape: ChannelShape, _ choices: [LaneChoice], _ start: Beginning, isResume: Bool,
        opened: FleetInstant, beginning: StreamPosition, lanesMayArrive: Bool = false,
        includesSnapshots: Bool = true, lateLanes: Set<LaneID> = []
    ) {
        self.shape = shape
        self.choices = choices
        self.start = start
        self.isResume = isResume
        self.opened = opened
        self.beginning = beginning
        self.lanesMayArrive = lanesMayArrive
        self.includesSnapshots = includesSnapshots
        self.lateLanes = lateLanes
    }

    /// This opening with one more lane, of which no snapshot is sent.
    func adding(_ choice: LaneChoice) -> Opening {
        let longer = Opening(
            shape, choices + [choice], start, isResume: isResume, opened: opened,
            beginning: beginning, lanesMayArrive: lanesMayArrive,
            includesSnapshots: includesSnapshots, lateLanes: lateLanes)
        longer.snapshots = snapshots
        return longer
    }

    /// This opening with lanes that the fleet has got, whose snapshots are still to be made.
    func joined(by added: [LaneChoice]) -> Opening {
        var choices = choices
        choices.insert(added)
        return Opening(
            shape, choices, start, isResume: isResume, opened: opened, beginning: beginning,
            lanesMayArrive: lanesMayArrive, includesSnapshots: includesSnapshots,
            lateLanes: includesSnapshots ? [] : lateLanes.union(added.map(\.lane)))
    }

    /// The opening for the lines after `position`, without snapshots but for those of `lateLanes`.
    func rest(after position: StreamPosition, lateLanes: Set<LaneID>) -> Opening {
        Opening(
            shape, choices, .after(position), isResume: false, opened: opened,
            beginning: position, includesSnapshots: false, lateLanes: lateLanes)
    }

    /// The lanes whose snapshots are to be sent. O(lanes).
    var choicesToShow: [LaneChoice] {
        includesSnapshots ? choices : choices.filter { lateLanes.contains($0.lane) }
    }

    /// Whether it begins where the fleet stood: it has nothing to catch up with but the state of
    /// the lanes it follows.
    package var isOfNow: Bool { beginning == StreamPosition(after: opened) }
}

extension Opening: Equatable {
    package static func == (left: Opening, right: Opening) -> Bool {
        left.beginning == right.beginning && left.opened == right.opened
            && left.isResume == right.isResume && left.start == right.start
            && left.lanesMayArrive == right.lanesMayArrive
            && left.includesSnapshots == right.includesSnapshots
            && left.lateLanes == right.lateLanes
            && left.shape == right.shape && left.choices == right.choices
    }
}

/// Lines that say how sessions stand. Feeds that share an opening share them.
final class Snapshots {
    var block = LineBlock()

    // A few ticks of more lanes overflow the memory of a channel, and their snapshots would take
    // longer than a few milliseconds.
    private static var lanesAtOnce: Int { 1024 }
    // How a book stands is counted from the calendar: up to a hundred microseconds a book.
    private static var booksAtOnce: Int { 32 }

    /// The state at the beginning of the sessions whose snapshots are to be sent; nil if this state
    /// is no longer known, or if there are too many sessions. O(lanes).
    init?(of opening: Opening, in live: borrowing LiveFleet) {
        let choices = opening.choicesToShow
        let hasBooks = opening.shape.kinds.contains(.entry)
        guard choices.count <= (hasBooks ? Self.booksAtOnce : Self.lanesAtOnce),
            live.appendSnapshots(of: choices, opening.shape, after: opening.beginning, to: &block)
        else { return nil }
    }

    /// The present state of the sessions of some lanes, which the live fleet flies.
    init(of lanes: [LaneID], _ shape: ChannelShape, in live: borrowing LiveFleet) {
        _ = live.appendSnapshots(
            of: lanes.map { LaneChoice(lane: $0) }, shape, after: StreamPosition(after: live.now),
            to: &block)
    }
}
