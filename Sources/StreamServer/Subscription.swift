import Vocabulary
import WireProtocol

/// One subscription of a connection, from its request to its end.
struct Subscription<Replay: StreamReplay> {
    enum State {
        /// Catching up with the present, at the reader's pace.
        case replaying
        /// Taking the lines of a channel as they are made.
        case live(channel: Int)
    }

    let name: String?
    let selection: SessionSelection
    let policy: QueuePolicy
    let replay: Replay
    var state: State = .replaying
    /// What its lines begin with instead of `{`.
    let prefix: [UInt8]

    init(_ request: SubscribeRequest, replay: Replay) {
        name = request.name
        selection = request.selection
        policy = request.queue
        self.replay = replay
        prefix = Array("{".utf8) + (name.map { Array("\"sub\":\"\($0)\",".utf8) } ?? [])
    }

    /// Whether it takes every line of its channel just as it is.
    var takesWholeBlocks: Bool { name == nil && selection == .all }
}
