import ChannelPipeline
import Vocabulary

/// The subscriptions (*feeds*) from the request to the end, as a state machine: a value.
///
/// A feed is *opened*, then catches up by *recall* from memory, by *replay*, or by the *arrival* of
/// its lanes one by one, and is *live* once all of it stands where the fleet stands.
/// ``WayToPresent`` says which way a feed takes, ``FeedLeaders`` who waits for whom. Each event is
/// a method that returns an action, which the caller performs; ``FeedTable`` sees no clock, no
/// socket and no thread. Feeds are numbered; a number is used again.
package struct FeedTable {
    /// What a feed follows once it is live.
    package enum Lanes {
        /// All lanes, those that are started later too.
        case all
        case some([LaneChoice])
    }

    enum State {
        /// The feed has had no turn yet: thousands may be opened at once, and wait in a few bytes.
        case opened(Opening)
        /// Everything that the feed has missed is in memory.
        case recalling(Recall)
        /// What the feed has missed is computed.
        case replaying(Replay)
        /// The feed follows a channel, and lanes are still to come to it.
        case arriving(Arrival)
        /// The feed follows the channel.
        case live(channel: ChannelID)
    }

    struct Feed {
        let lanes: Lanes
        var state: State
    }

    private(set) var rows: [Feed?] = []
    private var free: [FeedID] = []
    /// By feed, the count of catch-up lanes that it will not follow; no entry without any.
    private var passing: [FeedID: PassingCount] = [:]
    var leaders = FeedLeaders()
    /// Feeds that were opened since the fleet last went on and may be served from memory.
    var openedNow: Set<FeedID> = []
    /// The feeds to which lanes are still to come.
    package fileprivate(set) var arriving: [FeedID: Arrival] = [:]
    /// How many feeds may go on because lanes have come, since ``consumeReleases()``.
    var releases = 0
    private weak var newestOpening: Opening?

    package init() {}

    /// Traps unless there is a feed of that number.
    private(set) subscript(number: FeedID) -> Feed {
        get {
            guard rows.indices.contains(number.row), let feed = rows[number.row] else {
                preconditionFailure("feed \(number) is asked for after its end")
            }
            return feed
        }
        set { rows[number.row] = newValue }
    }

    mutating func setState(_ state: State, of number: FeedID) {
        rows[number.row]?.state = state
        if case .arriving(let arrival) = state {
            arriving[number] = arrival
        } else {
            arriving[number] = nil
        }
    }

    /// Removes a feed, with its claim to lead or its wait. Traps unless there is one.
    mutating func remove(_ number: FeedID) -> Feed {
        let feed = self[number]
        rows[number.row] = nil
        free.append(number)
        arriving[number] = nil
        openedNow.remove(number)
        leaders.remove(number)
        return feed
    }

    /// What a feed follows, or will follow. Traps unless there is a feed of that number.
    package func lanes(of number: FeedID) -> Lanes { self[number].lanes }

    /// How many lanes of its catch-up a feed will not follow; these count no more from now on.
    package mutating func endPassing(of number: FeedID) -> PassingCount {
        passing.removeValue(forKey: number) ?? .none
    }

    mutating func changePassing<Result>(
        of number: FeedID, _ change: (inout PassingCount) -> Result
    ) -> Result {
        var count = passing[number] ?? .none
        defer { passing[number] = count == .none ? nil : count }
        return change(&count)
    }

    /// The shape of a feed's lines: of its opening, recall or replay, or that of its channel, for
    /// which `live` is asked. Traps unless there is a feed of that number.
    package func shape(of number: FeedID, live: (_ channel: ChannelID) -> ChannelShape)
        -> ChannelShape
    {
        switch self[number].state {
        case .opened(let opening): opening.shape
        case .recalling(let recall): recall.opening.shape
        case .replaying(let replay): replay.shape
        case .arriving(let arrival): arrival.shape
        case .live(let channel): live(channel)
        }
    }

    /// The replay that brings a feed to the present; nil if there is none.
    package func replay(of number: FeedID) -> Replay? {
        guard case .replaying(let replay) = self[number].state else { return nil }
        return replay
    }

    /// The lanes that are still to come to a feed that follows its channel already; nil if there
    /// are none.
    package func arrival(of number: FeedID) -> Arrival? { arriving[number] }

    /// The feed has joined: it waits for no other, and no other waits for it.
    mutating func endWait(_ number: FeedID) { leaders.remove(number) }

    func refuse(_ event: String, _ number: FeedID) -> Never {
        // Optimized programs leave the message of a precondition out.
        fatalError("\(event) of feed \(number), which is \(self[number].state.name)")
    }
}

extension FeedTable.State {
    fileprivate var name: String {
        switch self {
        case .opened: "opened"
        case .recalling: "recalling"
        case .replaying: "replaying"
        case .arriving: "arriving"
        case .live: "live"
        }
    }
}

/// From the request to the present.
extension FeedTable {
    /// A subscription begins; returns the feed's number.
    ///
    /// - Parameter passing: how many lanes of the opening it will not follow.
    package mutating func open(
        _ opening: Opening, followsAll: Bool, passing: PassingCount = .none
    ) -> FeedID {
        let opening = shared(opening)
        let number = free.popLast() ?? FeedID(row: rows.count)
        if number.row == rows.count { rows.append(nil) }
        rows[number.row] = Feed(
            lanes: followsAll ? .all : .some(opening.choices), state: .opened(opening))
        changePassing(of: number) { $0 = passing }
        setState(.opened(opening), of: number)
        if opening.isOfNow, !opening.lanesMayArrive { openedNow.insert(number) }
        return number
    }

    /// An equal opening that other feeds wait with, if the newest opening is one.
    mutating func shared(_ opening: Opening) -> Opening {
        if let newestOpening, newestOpening == opening { return newestOpening }
        newestOpening = opening
        return opening
    }

    /// What is to be done in a feed's turn.
    package enum TurnAction {
        /// Another feed computes what it needs: nothing can be done before ``consumeReleases()``.
        case wait
        /// Follow the channel of the opening's shape for its lanes, and hand in which of them are
        /// still to come with ``begin(_:with:)``; then as ``arrive(_:)``.
        case beginArrival(Opening)
        /// Let lanes come to the feed that its channel has got.
        case arrive(Arrival)
        /// Follow the recall's channel for the feed's lanes; then as ``recall(_:)``.
        case beginRecall(Recall)
        /// Read the lines that are in memory; if they have left the memory, report it with
        /// ``forget(_:)``.
        case recall(Recall)
        /// Make a replay of the opening and hand it in with ``begin(_:with:)``; then as
        /// ``replay(_:)``.
        case beginReplay(Opening)
        /// Do a slice of the replay's work.
        case replay(Replay)
        /// The feed is live.
        case stay
    }

    /// A feed has a turn.
    ///
    /// - Parameters:
    ///   - time: when the daemon ticked last.
    ///   - look: what the live fleet has for an opening.
    package mutating func takeTurn(
        _ number: FeedID, at time: MonotonicInstant, _ look: (Opening) -> LiveOffer
    ) -> TurnAction {
        switch self[number].state {
        case .opened(let opening): return begin(number, opening, WayToPresent(opening, look), time)
        case .recalling(let recall): return .recall(recall)
        case .replaying(let replay):
            leaders.progressed(number, at: time)
            return .replay(replay)
        case .arriving(let arrival): return .arrive(arrival)
        case .live: return .stay
        }
    }

    private mutating func begin(
        _ number: FeedID, _ opening: Opening, _ way: WayToPresent, _ time: MonotonicInstant
    ) -> TurnAction {
        switch way {
        case .recall(let recall):
            leaders.remove(number)
            setState(.recalling(recall), of: number)
            return .beginRecall(recall)
        case .arrive: return .beginArrival(opening)
        case .takeOver:
            leaders.remove(number)
            return .beginReplay(opening)
        case .compute:
            // Nobody else needs what is computed for a subscriber that comes back late.
            guard opening.isOfNow else { return .beginReplay(opening) }
            let mayBegin = leaders.mayLead(
                number, opening.shape, leadLanes(number, opening), at: time)
            return mayBegin ? .beginReplay(opening) : .wait
        }
    }

    /// The lanes that a feed would lead with; nil is all lanes.
    private func leadLanes(_ number: FeedID, _ opening: Opening) -> [LaneChoice]? {
        guard case .some = self[number].lanes else { return nil }
        return opening.choices
    }

    /// The replay that ``TurnAction/beginReplay(_:)`` asked for is made. Traps unless the feed is
    /// opened.
    package mutating func begin(_ number: FeedID, with replay: Replay) {
        guard case .opened = self[number].state else { refuse("begin", number) }
        setState(.replaying(replay), of: number)
    }

    /// The feed that ``TurnAction/beginArrival(_:)`` was for follows its channel. Traps unless the
    /// feed is opened.
    package mutating func begin(_ number: FeedID, with arrival: Arrival) {
        guard case .opened = self[number].state else { refuse("begin arrival", number) }
        setState(.arriving(arrival), of: number)
    }

    /// The channel and lanes that a feed follows no longer.
    package struct Leaving {
        package let channel: ChannelID
        package let lanes: Lanes
    }

    /// The next lines of a recall have left the memory: the feed takes another way from there and
    /// leaves the channel. Traps unless the feed is recalling.
    package mutating func forget(_ number: FeedID) -> Leaving {
        guard case .recalling(let recall) = self[number].state else { refuse("forget", number) }
        setState(.opened(recall.rest), of: number)
        return Leaving(channel: recall.channel, lanes: self[number].lanes)
    }
}
