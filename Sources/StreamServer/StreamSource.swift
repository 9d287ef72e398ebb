import Vocabulary
import WireProtocol

/// Where a hub gets its lines from: what it asks of the daemon, which knows what flies.
package protocol StreamSource: AnyObject {
    /// What stands between a subscription's beginning and the present.
    associatedtype Replay: StreamReplay

    var identity: IdentityHash { get }

    /// The newest point of the total order before which everything has been published.
    var present: StreamPosition { get }

    /// Appends the greeting, one whole line.
    func appendHello(to buffer: inout LineBuffer)

    /// Appends the line of a beat.
    ///
    /// - Parameter anchor: nil for a connection that has not caught up with the present.
    func appendBeat(anchor: Anchor?, to buffer: inout LineBuffer)

    /// Appends the answer to `describe`, one whole line.
    func appendDescription(id: RequestID?, to buffer: inout LineBuffer)

    /// Appends the answer to `status`, one whole line.
    func appendStatus(_ counters: HubCounters, id: RequestID?, to buffer: inout LineBuffer)

    /// What is asked for with `sessions`: it takes work, and is done in slices.
    func sessions(from lane: Int, limit: Int) -> any StreamAnswer

    /// Begins a subscription; its lines come from the replay until that stands at the present.
    func open(_ request: SubscribeRequest) throws(WireError) -> Replay

    /// Does a slice of a replay's work; true once it stands at the present.
    func advance(_ replay: Replay, bytes: Int) -> Bool

    /// Ends a replay that has not joined.
    func abandon(_ replay: Replay)

    /// Goes on with a replay that stands at the present: returns the channel that brings the rest.
    func join(_ replay: Replay) -> Int

    /// Ends what ``join(_:)`` began.
    func leave(_ channel: Int, _ replay: Replay)

    /// The channels that have lines waiting.
    var channelsWithLines: [Int] { get }

    /// Reads a channel's waiting lines in place.
    func withLines<Result>(of channel: Int, _ body: (borrowing LineBlock) -> Result) -> Result

    /// Forgets the waiting lines of every channel.
    func removeLines()
}

/// The part of a replay that the hub handles by itself.
package protocol StreamReplay: AnyObject {
    /// The lines come strictly after this point.
    var beginning: StreamPosition { get }

    /// Reads the lines made since the last call in place and forgets them.
    func takeLines(_ body: (borrowing LineBlock) -> Void)
}

/// An answer that takes work.
package protocol StreamAnswer: AnyObject {
    /// Does a slice of the work; true once the answer is ready.
    func advance() -> Bool

    /// Appends the answer, one whole line.
    func append(id: RequestID?, to buffer: inout LineBuffer)
}
