import CatchUp
import ChannelPipeline
import LinuxIO
import Vocabulary

/// The threads that fly lanes to where a subscription waits for them.
///
/// Their nice value is above that of the engine's thread, so that a tick is served first on few
/// processors. What they are given is pure work of some hundredths of a second; a lane comes out
/// the same on any thread, and however many there are. For each thread a piece of work may wait, so
/// that it never waits for the engine.
struct LaneThreads {
    /// For whom lanes are flown.
    enum Purpose {
        /// A replay, by its feed.
        case replay(FeedID)
        /// A channel to which lanes come, by its shape.
        case channel(ChannelShape, [LaneID])
        /// The feed has ended.
        case nobody
    }

    /// The pieces of work that have been given away, by number.
    private var purposes: [Int: Purpose] = [:]
    private var lastNumber = 0
    private let queue = SideQueue<BroughtLanes>()
    /// How many threads there may be; with none, the engine's thread does the work.
    var count: Int
    /// Called on a thread that has done a piece of work.
    var wake: @Sendable () -> Void = {}

    init(count: Int) { self.count = count }

    /// About how many steps of lanes a piece of work takes.
    static var steps: Int { 64_000 }

    var hasRoom: Bool { purposes.count < 2 * count }
    var isIdle: Bool { purposes.isEmpty }

    /// Gives a piece of work away.
    mutating func begin(_ detachment: LaneDetachment, for purpose: Purpose) {
        lastNumber += 1
        purposes[lastNumber] = purpose
        queue.add(lastNumber, threads: count, { detachment.bring() }, then: wake)
    }

    /// The lanes that have been flown since the last call.
    mutating func consume() -> [(purpose: Purpose, lanes: BroughtLanes)] {
        guard !purposes.isEmpty else { return [] }
        return queue.consume().compactMap { number, lanes in
            purposes.removeValue(forKey: number).map { ($0, lanes) }
        }
    }

    /// A feed has ended: nobody takes the lanes of its replay.
    mutating func abandon(_ feed: FeedID) {
        for (number, purpose) in purposes {
            if case .replay(feed) = purpose { purposes[number] = .nobody }
        }
    }
}
