import TestSupport
import Vocabulary

extension SeededGenerator {
    /// A command that could be given to some fleet.
    mutating func command() -> SessionCommand {
        var command = unsignedCommand()
        guard chance(40) else { return command }
        command.user = chance(10) ? .max : UInt32(below(1 << 32))
        // Started sessions are the first of their lanes.
        if case .start = command.action {
            (command.session.lap, command.day) = (0, Int32(below(1_000_000)))
        }
        return command
    }

    private mutating func unsignedCommand() -> SessionCommand {
        if chance(30) { return entry() }
        let session = SessionName(
            lane: lane(0...LaneID.limit - 1), lap: number(-5_000_000...5_000_000))
        let instant = FleetInstant(ticks: Int64(below(1 << 40)))
        return SessionCommand(action(), session, at: instant)
    }

    mutating func commands(_ count: Int) -> [SessionCommand] { (0..<count).map { _ in command() } }

    /// What could be done by hand.
    private mutating func entry() -> SessionCommand {
        let lane = lane(0...LaneID.limit - 1)
        let book = SessionName.book(of: lane, lap: number(-254_000...254_000))
        let instant = FleetInstant(ticks: Int64(below(1 << 40)))
        let earlier = FleetInstant(ticks: Int64(below(1 << 40)))
        let metric = pick(DayMetric.ofPeople.members)
        let value = Int64(below(Int(metric.limits.upperBound + 1)))
        let length = metric.isPoint ? .zero : FleetDuration(ticks: Int64(below(4_320_001)))
        guard
            let sample = ManualSample(metric, value: value, from: earlier, to: earlier + length),
            chance(70)
        else { return SessionCommand(.remove(earlier), book, at: instant) }
        return SessionCommand(.add(sample), book, at: instant)
    }

    private mutating func action() -> SessionCommand.Action {
        switch below(4) {
        case 0: .pause
        case 1: .resume
        case 2: .stop
        case _:
            .start(
                StartOrder(
                    plan: chance(50) ? pick(PlanKind.allCases) : nil,
                    athlete: chance(50) ? lane(0...LaneID.limit - 1) : nil))
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

/// A body mass that is added to the book of lane 7 at so many seconds of fleet time.
func add(at seconds: Int64, value: Int64 = 713) -> SessionCommand {
    let sample = ManualSample(
        .bodyMass, value: value, from: instant(seconds / 2), to: instant(seconds / 2))
    guard let sample else { preconditionFailure("\(value) does not fit") }
    return SessionCommand(.add(sample), .book(of: 7, lap: 0), at: instant(seconds))
}

/// The removal of a sample of lane 7.
func remove(_ added: Int64, at seconds: Int64) -> SessionCommand {
    SessionCommand(.remove(instant(added)), .book(of: 7, lap: 0), at: instant(seconds))
}
