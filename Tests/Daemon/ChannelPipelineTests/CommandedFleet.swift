import ChannelPipeline
import TestSupport
import Vocabulary
import WireProtocol

/// A fleet that was commanded by chance while somebody followed all of it.
struct CommandedFleet {
    let stretch: FleetStretch
    let driven: DrivenFleet
    let live: DrivenFleet.Subscription
    /// Opened somewhere in the middle, brought to the present little by little.
    private(set) var late: DrivenFleet.Subscription?
    var commands: [SessionCommand] = []
    /// Whether much is added and removed by hand.
    private let hasEntries: Bool

    init(
        _ stretch: FleetStretch, _ shape: ChannelShape, _ dice: inout Dice,
        hasEntries: Bool = false
    ) {
        self.stretch = stretch
        self.hasEntries = hasEntries
        driven = DrivenFleet(stretch.fleet, at: stretch.opening)
        live = driven.follow(shape, stretch.lanes, from: .after(driven.present))
        let half = (stretch.last - stretch.opening).ticks / 2
        let middle = stretch.opening + FleetDuration(ticks: dice.within(0...half))
        fly(to: middle, &dice, followers: [live])
        let lanes = live.lanes.map { LaneChoice(lane: $0) }
        let late = driven.open(
            shape, lanes, from: .after(StreamPosition(after: stretch.opening)))
        fly(to: stretch.last, &dice, followers: [live, late])
        self.late = late
        while !late.isLive { driven.work(on: late, steps: 1000, bytes: 1 << 16) }
    }

    private mutating func fly(
        to last: FleetInstant, _ dice: inout Dice, followers: [DrivenFleet.Subscription]
    ) {
        while driven.now < last {
            let next = driven.now + FleetDuration(ticks: dice.within(1...90))
            driven.advance(to: min(next, last), &dice, strides: 1...200)
            for subscription in followers.dropFirst() {
                driven.work(on: subscription, steps: 20, bytes: 1 << 16)
            }
            guard dice.chance(85) else { continue }
            let request = request(&dice)
            // Most make no sense in the state that the session is in.
            if let command = try? driven.apply(request, followers: followers) {
                commands.append(command)
            }
        }
    }

    private func request(_ dice: inout Dice) -> CommandRequest {
        if hasEntries, dice.chance(60) { return entry(&dice) }
        if dice.chance(3) {
            let ahead = FleetDuration(ticks: dice.within(1...300))
            let plan = dice.pick(PlanKind.allCases)
            return .start(StartOrder(plan: plan), at: driven.now + ahead)
        }
        let lane = SelectedSessions(lane: dice.pick(live.lanes))
        return dice.chance(4)
            ? .stop(lane) : dice.pick([.pause(lane), .resume(lane)])
    }

    private func entry(_ dice: inout Dice) -> CommandRequest {
        let lane = dice.pick(live.lanes)
        let entries = driven.fleet.manualEntries(of: lane)
        if dice.chance(30), !entries.isEmpty {
            return .remove(EntryName(lane: lane, instant: dice.pick(entries).instant))
        }
        let metric = dice.pick(DayMetric.ofPeople.members)
        let end = driven.now - FleetDuration(ticks: dice.within(0...10_000_000))
        let length = FleetDuration(ticks: metric.isPoint ? 0 : dice.within(1...4_320_000))
        let value = dice.within(metric.limits)
        let sample = ManualSample(metric, value: value, from: end - length, to: end)
        guard let sample else { preconditionFailure("\(value) does not fit") }
        return .add(sample, lane: lane)
    }
}
