import Vocabulary
import WireProtocol

/// What a hub asks of the daemon: lines and answers, and to whom it turns for subscriptions and
/// commands.
package protocol StreamSource: AnyObject {
    /// Who opens subscriptions and brings them to the present.
    var feeds: any SubscriptionSource { get }

    /// Who carries live commands out.
    var commands: any CommandSource { get }

    var identity: IdentityHash { get }

    /// The point of the total order up to which everything has been published.
    var present: StreamPosition { get }

    /// The clock from which the words of a moment in a request are counted.
    var momentClock: MomentClock { get }

    /// Appends the greeting, one whole line, as far as a peer of these rights may know.
    func appendHello(for rights: Rights, to buffer: inout LineBuffer)

    /// Appends the line of a beat.
    ///
    /// - Parameter anchor: nil for a connection that has not caught up with the present.
    func appendBeat(anchor: Anchor?, to buffer: inout LineBuffer)

    /// Appends the answer to `describe`, one whole line.
    func appendDescription(for rights: Rights, id: AnswerID?, to buffer: inout LineBuffer)

    /// Appends the answer to `status`, one whole line, as far as a peer of these rights may know.
    func appendStatus(
        _ counters: HubCounters, for rights: Rights, id: AnswerID?, to buffer: inout LineBuffer)

    /// Begins the answer to `sessions`, a page by lane; ``StreamAnswer/advance()`` computes it.
    func sessions(from lane: LaneID, limit: Int, sight: Sight) -> any StreamAnswer

    /// Begins the answer to `sessions` with an order; ``StreamAnswer/advance()`` computes it.
    func sessions(_ request: SortedSessionsRequest, sight: Sight) -> any StreamAnswer

    /// Begins the answer to `query`, bucket lines and an `ok` that carry `id`;
    /// ``StreamAnswer/advance()`` computes them.
    func query(_ request: QueryRequest, id: AnswerID?) throws(WireError) -> any StreamAnswer

    /// When a line of `instant`, published now, is due.
    func due(_ instant: FleetInstant) -> MonotonicInstant

    /// Records how late live lines are whose last byte the kernel has accepted.
    func note(_ delivered: Delivered)

    /// The channels that have lines waiting.
    var channelsWithLines: [ChannelID] { get }

    /// Reads a channel's waiting lines in place.
    func withLines(of channel: ChannelID, _ body: (borrowing LineBlock) -> Void)

    /// Forgets the waiting lines of every channel.
    func removeLines()
}

/// Subscriptions from their request to their end. A *feed* is what the source keeps of one, under a
/// number.
package protocol SubscriptionSource: AnyObject {
    /// The rights that the peer of a subscription must have as long as it lasts.
    func reading(of feed: FeedID) -> ReadingNeed

    /// Begins a subscription. ``catchUp(_:bytes:)`` makes its lines until it stands at the present;
    /// after ``join(_:)`` they come with a channel.
    func open(_ request: SubscribeRequest, for claimant: Claimant) throws(WireError) -> OpenedFeed

    /// The share of a user's subscriptions in what all users share, in percent of the limits.
    func shares(of user: UInt32) -> FeedShares

    /// Does a slice of the work that brings a feed to the present; true once it stands there.
    func catchUp(_ feed: FeedID, bytes: Int) -> Bool

    /// The channel that a feed follows already, and the lanes whose lines it does not get yet; nil
    /// for any other feed.
    func unseenLanes(of feed: FeedID) -> UnseenLanes?

    /// How far a feed is on its way to the present; nil if that is not known.
    func progress(of feed: FeedID, at now: MonotonicInstant) -> CatchUpProgress?

    /// Whether a feed that has just had a turn waits for what another feed, or a thread, computes:
    /// it needs no turn before ``consumeReleases()`` counts it, or the other feed stops.
    func isWaiting(_ feed: FeedID) -> Bool

    /// How many of the waiting feeds have got a reason to go on since the last call.
    func consumeReleases() -> Int

    /// Whether enough has been computed for a feed since ``noteRead(_:)`` that its reader should
    /// read first.
    func isFarAhead(_ feed: FeedID) -> Bool

    /// Notes that the reader of a feed has read something, or all, of what it was sent.
    func noteRead(_ feed: FeedID)

    /// Reads the lines that were made since the last call in place and forgets them.
    func consumeLines(of feed: FeedID, _ body: (borrowing LineBlock) -> Void)

    /// Joins a feed that stands at the present to the live fleet.
    ///
    /// - Returns: the channel that brings its lines from now on.
    func join(_ feed: FeedID) -> ChannelID

    /// Ends a feed, joined or not; its number may be given to another.
    func close(_ feed: FeedID)
}

/// Live commands from their request to their answer.
package protocol CommandSource: AnyObject {
    /// Carries a live command out, if a peer of these rights may give it; `answer` is called once,
    /// now or later, on the hub's queue.
    ///
    /// - Parameter users: how many users are connected, the peer's user included.
    func perform(
        _ request: CommandRequest, by rights: Rights, among users: Int,
        then answer: @escaping CommandAnswer)

    /// A note for the peer that has given a command, beside that it is done; nil for none.
    func note(on command: SessionCommand) -> String?
}

extension StreamSource {
    package var momentClock: MomentClock {
        MomentClock(present: present.instant, zone: UTCZone())
    }
}

extension CommandSource {
    package func note(on command: SessionCommand) -> String? { nil }
}

extension SubscriptionSource {
    package func shares(of user: UInt32) -> FeedShares { FeedShares() }
    package func unseenLanes(of feed: FeedID) -> UnseenLanes? { nil }
    package func progress(of feed: FeedID, at now: MonotonicInstant) -> CatchUpProgress? { nil }
    package func isFarAhead(_ feed: FeedID) -> Bool { false }
    package func noteRead(_ feed: FeedID) {}
}

/// An answer that is computed in slices, so that no tick waits for it.
package protocol StreamAnswer: AnyObject {
    /// Does a slice of the work; true once the answer is ready, or a portion of it.
    func advance() -> Bool

    /// Appends the lines that are ready, whole lines.
    func append(id: AnswerID?, to buffer: inout LineBuffer)

    /// Whether the answer is ready as a whole, and not only a portion of it. The next portion is
    /// computed once the peer has read this one.
    var isComplete: Bool { get }

    /// Whether other answers are computed by turns with it, since it needs little memory; answers
    /// that need much are computed one after the other.
    var sharesTurns: Bool { get }
}

extension StreamAnswer {
    package var isComplete: Bool { true }
    package var sharesTurns: Bool { false }
}

/// What became of a live command.
package enum CommandOutcome {
    case done(SessionCommand, isDurable: Bool)
    case refused(WireError)
}

extension CommandOutcome {
    var refusal: ErrorCode? {
        switch self {
        case .done: nil
        case .refused(let error): error.code
        }
    }
}

package typealias CommandAnswer = (CommandOutcome) -> Void

/// What a source has opened for one subscription, from its request to its end.
package struct OpenedFeed: Hashable, Sendable {
    /// Names the feed in calls to the source.
    package let number: FeedID
    /// The lines come strictly after this point.
    package let beginning: StreamPosition
    /// The lines and bytes that the feed brings once it is live.
    package let flow: LineFlow

    package init(number: FeedID, beginning: StreamPosition, flow: LineFlow = .unbounded) {
        self.number = number
        self.beginning = beginning
        self.flow = flow
    }
}

/// The share of one user's subscriptions in what all users share, in percent of the limits.
package struct FeedShares: Hashable, Sendable {
    package var windows = 0
    package var processor = 0

    package init(windows: Int = 0, processor: Int = 0) {
        (self.windows, self.processor) = (windows, processor)
    }
}

/// How many lines and bytes a subscription is expected to bring in a second.
package struct LineFlow: Hashable, Sendable {
    package var lines: Double
    package var bytes: Double

    /// The flow of a stream that comes as fast as it can.
    package static let unbounded = LineFlow(lines: .infinity, bytes: .infinity)

    package init(lines: Double, bytes: Double) {
        self.lines = lines
        self.bytes = bytes
    }
}
