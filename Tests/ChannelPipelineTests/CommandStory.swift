import ChannelPipeline
import Vocabulary
import WireProtocol

/// A fleet that was commanded by chance while somebody followed all of it.
struct CommandStory {
    let scene: Scene
    let desk: Desk
    let live: Desk.Subscription
    /// Opened somewhere in the middle, brought to the present little by little.
    private(set) var late: Desk.Subscription?
    var commands: [LiveCommand] = []

    init(_ scene: Scene, _ shape: ChannelShape, _ dice: inout Dice) {
        self.scene = scene
        desk = Desk(scene.fleet, at: scene.opening)
        live = desk.follow(shape, scene.lanes, from: .after(desk.present))
        let half = (scene.last - scene.opening).ticks / 2
        let middle = scene.opening + FleetDuration(ticks: dice.within(0...half))
        fly(to: middle, &dice, followers: [live])
        let lanes = live.lanes.map { LaneChoice(lane: $0) }
        let late = desk.open(
            shape, lanes, from: .after(StreamPosition(after: scene.opening)))
        fly(to: scene.last, &dice, followers: [live, late])
        self.late = late
        while !late.isLive { desk.work(on: late, steps: 1000, bytes: 1 << 16) }
    }

    private mutating func fly(
        to last: FleetInstant, _ dice: inout Dice, followers: [Desk.Subscription]
    ) {
        while desk.now < last {
            let next = desk.now + FleetDuration(ticks: dice.within(1...90))
            desk.advance(to: min(next, last), &dice, strides: 1...200)
            for subscription in followers.dropFirst() {
                desk.work(on: subscription, steps: 20, bytes: 1 << 16)
            }
            guard dice.chance(85) else { continue }
            let request = request(&dice)
            // Most make no sense in the state that the session is in.
            if let command = try? desk.apply(request, followers: followers) {
                commands.append(command)
            }
        }
    }

    private func request(_ dice: inout Dice) -> CommandRequest {
        if dice.chance(3) {
            let ahead = FleetDuration(ticks: dice.within(1...300))
            let plan = dice.pick(PlanKind.allCases)
            return .start(StartOrder(plan: plan), at: desk.now + ahead)
        }
        let lane = SelectedSessions(lane: dice.pick(live.lanes))
        return dice.chance(4)
            ? .stop(lane) : dice.pick([.pause(lane), .resume(lane)])
    }
}
