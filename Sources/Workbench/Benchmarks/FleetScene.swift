import ChannelPipeline
import LinuxIO
import Simulation
import Vocabulary
import WireProtocol

/// A fleet in full flight that one subscriber follows: a line a second of each session.
struct FleetScene: ~Copyable {
    static let seed: UInt64 = 7
    private static let epoch = FleetInstant(ticks: 0) + .seconds(1_767_225_600)

    private var live: LiveFleet
    private let clock: LineClock

    /// Nobody follows a lane before ``join()``.
    init(lanes: Int) {
        let fleet = Fleet(seed: Self.seed, epoch: Self.epoch, simulatedLanes: lanes)
        live = LiveFleet(fleet, at: Self.epoch + .seconds(3600))
        clock = LineClock(
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch, monotonicOrigin: .zero + .seconds(1), speed: .realTime),
            tickBegan: .zero + .seconds(1))
    }

    var now: FleetInstant { live.now }

    /// About how many steps the second thread takes at a time, as in the daemon.
    private static let sideSteps = 64_000

    /// Brings all sessions from their starts to the present.
    ///
    /// - Parameter isShared: let a second thread bring some of them.
    mutating func join(isShared: Bool = false) {
        var shape = ChannelShape()
        shape.window = .span(.seconds(30))
        let lanes = live.fleet.flownLanes.map { LaneChoice(lane: $0) }
        let replay = live.replay(
            shape, lanes, from: .after(StreamPosition(after: live.now)), schedule: nil)
        var work: SideTask<BroughtLanes>?
        while !replay.advance(to: live.now, steps: 400, bytes: 1 << 16) {
            replay.consumeLines { _ in }
            if isShared { Self.share(replay, &work) }
        }
        replay.consumeLines { _ in }
        _ = live.join(replay, following: lanes)
    }

    private static func share(_ replay: Replay, _ work: inout SideTask<BroughtLanes>?) {
        if let lanes = work?.consume() {
            replay.rejoin(lanes)
            work = nil
        }
        guard work == nil, let detachment = replay.detach(steps: sideSteps) else { return }
        work = SideTask { detachment.bring() }
    }

    /// Flies on, tick by tick as a daemon does; returns how many lines were made.
    mutating func fly(seconds: Int64) -> Int {
        var lines = 0
        let end = live.now + .seconds(seconds)
        while live.now < end {
            live.advance(to: live.now + FleetDuration(ticks: 1), clock: clock)
            lines += live.withLines(of: .only) { $0.entries.count }
            live.removeLines()
        }
        return lines
    }

    /// How many sessions have begun since `instant`.
    func sessionsBegun(after instant: FleetInstant) -> Int {
        live.fleet.flownLanes.count { lane in
            live.fleet.start(of: live.fleet.session(of: lane, at: live.now)) > instant
        }
    }
}
