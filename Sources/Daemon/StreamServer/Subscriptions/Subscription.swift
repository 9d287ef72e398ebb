import Vocabulary
import WireProtocol

/// One subscription of a connection, from its request to its end.
struct Subscription {
    enum State {
        /// Getting the lines up to the present, at the reader's pace; a subscription that replays
        /// lines due before its request, also at its user's rate.
        case catchingUp(replays: Bool)
        /// Taking the lines of a channel as they are made, but for those of lanes that are still to
        /// come.
        case arriving(UnseenLanes)
        /// Taking the lines of a channel as they are made.
        case live(channel: ChannelID)
    }

    // The order of the fields leaves no gaps between them.
    let selection: SessionSelection
    /// What its lines begin with instead of `{`: ``prefix(naming:)``.
    let prefix: [UInt8]
    let feed: FeedID
    /// The index among the channel's followers of all sessions.
    var followerIndex: Int32 = 0
    private var linesPerSecond: Float
    private var bytesPerSecond: Float
    var state: State
    let policy: QueuePolicy
    /// How old waiting lines may grow, in whole seconds.
    private let staleness: UInt16

    init(_ request: SubscribeRequest, feed: OpenedFeed) {
        selection = request.selection
        policy = request.queue
        staleness = UInt16(request.staleness.seconds.rounded(.up))
        linesPerSecond = Float(feed.flow.lines)
        bytesPerSecond = Float(feed.flow.bytes)
        self.feed = feed.number
        // At a speed that no clock paces there is no rate that would ever reach the present.
        state = .catchingUp(replays: request.start != .now && feed.flow.lines.isFinite)
        prefix = Self.prefix(naming: request.name)
    }

    /// What the lines of a subscription of that name begin with; no two names have the same.
    static func prefix(naming name: String?) -> [UInt8] {
        name.map { Array("{\"sub\":\"\($0)\",".utf8) } ?? bare
    }

    /// The subscription's name; nil for the one without a name.
    var name: String? {
        guard prefix.count > 1 else { return nil }
        let name = prefix.dropFirst("{\"sub\":\"".utf8.count).dropLast("\",".utf8.count)
        return String(decoding: name, as: UTF8.self)
    }

    /// Shared by all subscriptions without a name.
    private static let bare = Array("{".utf8)

    /// The flow of lines and bytes a second, and for how many seconds of it there must be room.
    var need: (flow: LineFlow, staleness: Double) {
        let flow = LineFlow(lines: Double(linesPerSecond), bytes: Double(bytesPerSecond))
        return (flow, Double(staleness))
    }

    /// Whether it is on its way to the present; a replay of the past counts if asked.
    func isCatchingUp(withReplays: Bool) -> Bool {
        switch state {
        case .catchingUp(let replays): withReplays || !replays
        case .arriving: true
        case .live: false
        }
    }

    var isReplaying: Bool { isCatchingUp(withReplays: true) && !isCatchingUp(withReplays: false) }

    /// The channel whose lines it takes as they are made; nil while there is none.
    var channel: ChannelID? {
        switch state {
        case .catchingUp: nil
        case .arriving(let unseen): unseen.channel
        case .live(let channel): channel
        }
    }

    /// Whether a line of a session is for it.
    func takes(_ session: SessionName) -> Bool {
        guard selection.contains(session) else { return false }
        guard case .arriving(let unseen) = state else { return true }
        return !unseen.lanes.contains(session.flownLane)
    }

    /// The lines that are due in a second, rounded up, at most 10^8.
    var linesDue: Int { Int(min(linesPerSecond, 1e8).rounded(.up)) }

    /// Notes what it brings from now on.
    mutating func change(_ flow: LineFlow) {
        linesPerSecond = Float(flow.lines)
        bytesPerSecond = Float(flow.bytes)
    }

    /// The lanes by which the fan-out finds it; all while lanes are still to come to it.
    var selectionOfFollower: SessionSelection {
        if case .arriving = state { return .all }
        return selection
    }

    /// Whether it takes every line of its channel, or of its only lane, just as it is.
    var takesLinesUnchanged: Bool {
        if case .arriving = state { return false }
        guard prefix.count == 1 else { return false }
        guard case .some(let selected) = selection else { return true }
        return selected.count == 1 && selected[0].lap == nil
    }

    /// Whether all that it takes is of one lane.
    var selectsOneLane: Bool {
        guard case .some(let selected) = selection else { return false }
        return selected.first?.lane == selected.last?.lane
    }
}

/// Values by subscription number; nil where a number is free.
///
/// The first value lies in place: most connections have one subscription, which then takes no
/// memory of its own, and a line reaches it without a detour over the heap.
struct SubscriptionTable<Value>: RandomAccessCollection, MutableCollection {
    private var others: [Value?] = []
    private var first: Value?

    var startIndex: Int { 0 }
    /// At least 1.
    var endIndex: Int { 1 + others.count }

    /// Traps unless `number` is below ``endIndex``.
    subscript(number: Int) -> Value? {
        @inline(__always) get { number == 0 ? first : others[number - 1] }
        @inline(__always) _modify {
            if number == 0 { yield &first } else { yield &others[number - 1] }
        }
    }

    /// Changes the value of a number. Where lines are delivered, a subscript would allocate on the
    /// heap for each access.
    @inline(__always)
    mutating func update(_ number: Int, _ change: (inout Value?) -> Void) {
        if number == 0 { change(&first) } else { change(&others[number - 1]) }
    }

    /// Sets the value of a number; the table grows as far as necessary.
    mutating func fill(_ number: Int, with value: Value) {
        while endIndex <= number { others.append(nil) }
        self[number] = value
    }
}
