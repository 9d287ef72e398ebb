import TestSupport
import Vocabulary

extension SeededGenerator {
    /// A command that could be given to some fleet.
    mutating func command() -> SessionCommand {
        let session = SessionName(
            lane: below(SessionName.laneLimit), lap: number(-5_000_000...5_000_000))
        let instant = FleetInstant(ticks: Int64(below(1 << 40)))
        return SessionCommand(action(), session, at: instant)
    }

    mutating func commands(_ count: Int) -> [SessionCommand] { (0..<count).map { _ in command() } }

    private mutating func action() -> SessionCommand.Action {
        switch below(4) {
        case 0: .pause
        case 1: .resume
        case 2: .stop
        case _:
            .start(
                StartOrder(
                    plan: chance(50) ? pick(PlanKind.allCases) : nil,
                    athlete: chance(50) ? below(SessionName.laneLimit) : nil))
        }
    }
}

/// A pause of lane 7 at so many seconds of fleet time.
func pause(at seconds: Int64, lap: Int = 0) -> SessionCommand {
    SessionCommand(.pause, SessionName(lane: 7, lap: lap), at: instant(seconds))
}

func instant(_ seconds: Int64) -> FleetInstant {
    FleetInstant(ticks: FleetDuration.seconds(seconds).ticks)
}
