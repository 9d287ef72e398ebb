import Vocabulary
import WireProtocol

/// The present of a fleet: the lanes and channels that somebody follows, advanced by the tick.
///
/// Lanes that nobody follows are not flown: a replay brings them here when somebody does.
package struct LiveFleet: ~Copyable {
    private(set) var run: FleetRun
    private var indices: [ChannelShape: Int] = [:]
    /// By channel, then by lane: how many subscriptions follow.
    private var followers: [Int: LaneCounts] = [:]

    /// A fleet at rest at `now`.
    package init(_ fleet: Fleet, at now: FleetInstant) {
        run = FleetRun(of: fleet, after: now)
    }

    package var fleet: Fleet { run.fleet }
    package var now: FleetInstant { run.now }
    package var channelCount: Int { followers.count }
    package var laneCount: Int { run.placeCount }

    /// Takes everything due up to and including `instant`; the lines say what `clock` says.
    ///
    /// - Parameter bytes: stop after the tick with which so many bytes of lines wait.
    package mutating func advance(
        to instant: FleetInstant, clock: LineClock?, bytes: Int = .max
    ) {
        for index in followers.keys { run.setClock(clock, channel: index) }
        if laneCount == 0 { run.advance(to: instant) }
        while run.now < instant, lineBytes < bytes { run.advanceOneTick() }
    }

    private var lineBytes: Int { followers.keys.reduce(0) { $0 + run.lineBytes(of: $1) } }

    /// The lines that a subscription needs to catch up with the present. What is followed already
    /// is not computed again for one that begins now.
    package func replay(
        _ shape: ChannelShape, _ choices: [LaneChoice], from start: Beginning,
        schedule: ScheduleClock?
    ) -> Replay {
        let replay = Replay(
            of: fleet, shape: shape, choices: choices, start: start, present: now,
            schedule: schedule)
        if let channel = indices[shape], replay.beginning == StreamPosition(after: now) {
            replay.takeOver(from: run, channel: channel)
        }
        return replay
    }

    /// Takes over the sessions of a replay that stands at the present, and returns the channel
    /// that goes on with its lines. Traps if the replay stands elsewhere.
    package mutating func join(_ replay: Replay) -> Int {
        precondition(replay.now == now, "join of a replay at another instant")
        let index = indices[replay.shape] ?? open(replay.shape)
        for choice in replay.choices { followers[index, default: LaneCounts()].add(choice.lane) }
        if laneCount == 0, replay.goesOn {
            run.adoptAll(from: &replay.run, as: index)
        } else {
            for choice in replay.choices {
                run.adopt(lane: choice.lane, from: replay.run, channel: 0, as: index)
            }
        }
        replay.letGo()
        return index
    }

    /// Ends what ``join(_:)`` began.
    package mutating func leave(_ channel: Int, _ choices: [LaneChoice]) {
        // Places are let go of fastest from the last lane on.
        for choice in choices.reversed() {
            guard let left = followers[channel]?.remove(choice.lane), left == 0 else { continue }
            run.release(lane: choice.lane, channel: channel)
        }
        guard followers[channel]?.isEmpty ?? false else { return }
        followers[channel] = nil
        indices = indices.filter { $0.value != channel }
        run.removeChannel(channel)
    }

    /// The channels that have lines waiting, in the order of their opening.
    package var channelsWithLines: [Int] {
        followers.keys.filter { run.lineBytes(of: $0) > 0 }.sorted()
    }

    /// Reads a channel's lines in place.
    package func withLines<Result>(
        of channel: Int, _ body: (borrowing LineBlock) -> Result
    ) -> Result {
        run.withLines(of: channel, body)
    }

    /// Forgets the lines of every channel.
    package mutating func removeLines() {
        for (index, lanes) in followers {
            run.takeLines(of: index, keeping: run.keptLineBytes(of: index, lanes: lanes.count)) {
                _ in
            }
        }
    }

    private mutating func open(_ shape: ChannelShape) -> Int {
        let index = run.add(
            Channel(shape: shape, of: fleet, after: StreamPosition(after: now)))
        indices[shape] = index
        return index
    }
}
