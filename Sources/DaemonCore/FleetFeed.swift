import ChannelPipeline
import Vocabulary
import WireProtocol

/// What the source keeps of one subscription.
struct FleetFeed {
    enum State {
        /// Nothing has been done for it: thousands may be opened at once, and wait in a few bytes.
        case opened(Opening)
        /// Everything that it has missed is in memory.
        case recalling(Recall)
        case replaying(Replay)
        /// The channel holds all that is needed.
        case live(channel: Int32)
    }

    /// What it follows once it is live.
    enum Choice {
        /// All sessions, those that are started later too: ``FleetSource/allChoices``.
        case all
        case some([LaneChoice])
    }

    let choice: Choice
    var state: State

    /// What was asked for, and when; shared by those who ask for the same at once.
    final class Opening {
        let shape: ChannelShape
        /// Started lanes that have ended since the beginning are among them.
        let choices: [LaneChoice]
        let start: Beginning
        let isResume: Bool
        let present: FleetInstant
        let beginning: StreamPosition
        /// How the sessions stood at the beginning, noted before the fleet went on; nil if it has
        /// not, or if nobody knows.
        var snapshots: Snapshots?
        /// Where its lanes stood at the beginning or before it; nil if nobody has kept that.
        var standing: StandingLanes?

        init(
            _ shape: ChannelShape, _ choices: [LaneChoice], _ start: Beginning, isResume: Bool,
            present: FleetInstant, beginning: StreamPosition, snapshots: Snapshots? = nil,
            standing: StandingLanes? = nil
        ) {
            self.shape = shape
            self.choices = choices
            self.start = start
            self.isResume = isResume
            self.present = present
            self.beginning = beginning
            self.snapshots = snapshots
            self.standing = standing
        }

        /// The same with one more lane, of which no snapshot is told.
        func adding(_ choice: LaneChoice) -> Opening {
            Opening(
                shape, choices + [choice], start, isResume: isResume, present: present,
                beginning: beginning, snapshots: snapshots, standing: standing)
        }

        /// Whether it has nothing to catch up with but the state of what it follows.
        var isOfNow: Bool { beginning == StreamPosition(after: present) }

        /// Whether all that it must be told of how sessions stand has been told.
        var hasBeenTold: Bool { snapshots?.block.isEmpty ?? false }
    }

    /// Lines that say how sessions stand, shared as the opening is.
    final class Snapshots {
        var block = LineBlock()
    }

    /// How far the snapshots have been told, and then the lines of a channel been taken from
    /// memory. The channel is followed meanwhile, so that it stays.
    final class Recall {
        let channel: Int
        var position: StreamPosition
        let snapshots: Snapshots
        /// How many of the snapshots have been told.
        var told = 0
        var opening: Opening

        init(_ channel: Int, _ opening: Opening, _ snapshots: Snapshots) {
            self.channel = channel
            self.opening = opening
            self.snapshots = snapshots
            position = opening.beginning
        }

        /// What is left to be done without the memory, once the snapshots have been told.
        var rest: Opening {
            Opening(
                opening.shape, opening.choices, .after(position), isResume: false,
                present: opening.present, beginning: position, snapshots: Snapshots())
        }
    }
}

extension FleetFeed.Opening: Equatable {
    static func == (left: FleetFeed.Opening, right: FleetFeed.Opening) -> Bool {
        left.beginning == right.beginning && left.present == right.present
            && left.isResume == right.isResume && left.start == right.start
            && left.shape == right.shape && left.choices == right.choices
    }
}
