import ChannelPipeline
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

    init(_ stretch: FleetStretch, _ shape: ChannelShape, _ dice: inout Dice) {
        self.stretch = stretch
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
        if dice.chance(3) {
            let ahead = FleetDuration(ticks: dice.within(1...300))
            let plan = dice.pick(PlanKind.allCases)
            return .start(StartOrder(plan: plan), at: driven.now + ahead)
        }
        let lane = SelectedSessions(lane: dice.pick(live.lanes))
        return dice.chance(4)
            ? .stop(lane) : dice.pick([.pause(lane), .resume(lane)])
    }
}
