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

        init(
            _ shape: ChannelShape, _ choices: [LaneChoice], _ start: Beginning, isResume: Bool,
            present: FleetInstant, beginning: StreamPosition
        ) {
            self.shape = shape
            self.choices = choices
            self.start = start
            self.isResume = isResume
            self.present = present
            self.beginning = beginning
        }

        /// The same with one more lane.
        func adding(_ choice: LaneChoice) -> Opening {
            Opening(
                shape, choices + [choice], start, isResume: isResume, present: present,
                beginning: beginning)
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
        var opening: Opening

        init(_ channel: Int, _ opening: Opening) {
            self.channel = channel
            self.opening = opening
            position = opening.beginning
        }

        /// What is left to be done without the memory.
        var rest: Opening {
            Opening(
                opening.shape, opening.choices, .after(position), isResume: false,
                present: opening.present, beginning: position)
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
