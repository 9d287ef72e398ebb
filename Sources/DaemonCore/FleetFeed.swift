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
        case live(channel: Int)
    }

    let choices: [LaneChoice]
    var state: State

    /// What was asked for, and when.
    final class Opening {
        let shape: ChannelShape
        let start: Beginning
        let isResume: Bool
        let present: FleetInstant
        let beginning: StreamPosition

        init(
            shape: ChannelShape, _ start: Beginning, isResume: Bool, present: FleetInstant,
            beginning: StreamPosition
        ) {
            self.shape = shape
            self.start = start
            self.isResume = isResume
            self.present = present
            self.beginning = beginning
        }

        /// Whether it has nothing to catch up with but the state of what it follows.
        var isOfNow: Bool { beginning == StreamPosition(after: present) }
    }

    /// How far the lines of a channel have been taken from memory, and then the snapshots. The
    /// channel is followed meanwhile, so that it stays.
    final class Recall {
        let channel: Int
        var position: StreamPosition
        var nextChoice = 0
        private let opening: Opening

        init(_ channel: Int, _ opening: Opening) {
            self.channel = channel
            self.opening = opening
            position = opening.beginning
        }

        var shape: ChannelShape { opening.shape }

        /// What is left to be done without the memory.
        var rest: Opening {
            Opening(
                shape: opening.shape, .after(position), isResume: false,
                present: opening.present, beginning: position)
        }
    }
}
