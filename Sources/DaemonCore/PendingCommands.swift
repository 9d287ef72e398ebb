import ChannelPipeline
import StreamServer
import Vocabulary
import WireProtocol

/// Live commands that are on their way to the disk, in their order.
struct PendingCommands {
    private struct Entry {
        let number: Int
        let command: LiveCommand
        let answer: CommandAnswer
    }

    private var entries: [Entry] = []
    private var nextNumber = 0
    /// The fleet as it will be once all have been settled; nil if there are none.
    private(set) var planned: Fleet?

    /// Enters a command that is possible in `planned`, the fleet with all before it, and returns
    /// its number.
    mutating func insert(
        _ command: LiveCommand, planned: Fleet, _ answer: @escaping CommandAnswer
    ) -> Int {
        nextNumber += 1
        entries.append(Entry(number: nextNumber, command: command, answer: answer))
        self.planned = planned
        return nextNumber
    }

    /// Takes a command out. Traps unless it is there.
    ///
    /// After one that has failed all others fail too: they may rest on it. Whoever comes next is
    /// held against the fleet as it is, once they are gone.
    mutating func remove(_ number: Int) -> (command: LiveCommand, answer: CommandAnswer) {
        guard let index = entries.firstIndex(where: { $0.number == number }) else {
            preconditionFailure("command \(number) is settled twice")
        }
        let entry = entries.remove(at: index)
        if entries.isEmpty { planned = nil }
        return (entry.command, entry.answer)
    }
}
