import ChannelPipeline
import StreamServer
import Vocabulary
import WireProtocol

/// Live commands that are on their way to the disk, in their order.
struct PendingCommands {
    private struct Pending {
        let command: SessionCommand
        var answer: CommandAnswer
    }

    private var commands: [Int: Pending] = [:]
    private var nextNumber = 0
    /// The fleet as it will be once all commands are finished; nil if there are none.
    private(set) var planned: Fleet?
    /// How many of the commands start a session.
    private(set) var starts = 0

    var isEmpty: Bool { commands.isEmpty }

    /// Notes that the fleet has got more lanes.
    mutating func raise(to laneCount: Int) { planned?.raise(to: laneCount) }

    /// Enters a command in the fleet to come and returns its number.
    ///
    /// - Parameters:
    ///   - fleet: the present one.
    ///   - now: the instant up to which everything has been published.
    /// - Throws: as ``Fleet/enter(_:)`` does; the command is not there then.
    mutating func insert(
        _ command: SessionCommand, in fleet: @autoclosure () -> Fleet, at now: FleetInstant,
        _ answer: @escaping CommandAnswer
    ) throws(WireError) -> Int {
        var planned = planned.take() ?? fleet()
        // Put back at any rate. While it is taken its tables have one owner and change in place.
        defer { self.planned = commands.isEmpty ? nil : planned }
        planned.sweep(through: now)
        try planned.enter(command)
        nextNumber += 1
        commands[nextNumber] = Pending(command: command, answer: answer)
        if case .start = command.action { starts += 1 }
        return nextNumber
    }

    /// Has the fleet to come forget what the present one has forgotten.
    mutating func forget(_ forgotten: ForgottenSessions) { planned?.forget(forgotten) }

    /// Removes a command. Traps unless it is there.
    ///
    /// After a command that has failed all commands behind it must fail too: they may rest on it.
    /// Once they are gone, commands are checked against the fleet as it is.
    mutating func remove(_ number: Int) -> (command: SessionCommand, answer: CommandAnswer) {
        guard let pending = commands.removeValue(forKey: number) else {
            preconditionFailure("command \(number) is finished twice")
        }
        if case .start = pending.command.action { starts -= 1 }
        if commands.isEmpty { planned = nil }
        return (pending.command, pending.answer)
    }

    /// Hands out the answers of all commands, in their order; from now on nobody is told what
    /// becomes of the commands.
    mutating func abandon() -> [CommandAnswer] {
        let numbers = commands.keys.sorted()
        let answers = numbers.compactMap { commands[$0]?.answer }
        for number in numbers { commands[number]?.answer = { _ in } }
        return answers
    }
}
