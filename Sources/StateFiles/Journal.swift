import Vocabulary

/// What a journal holds: the live commands of one fleet, in the order in which they were given.
///
/// The first line names the format and the fleet. A second one may name the instant before which
/// commands were dropped. Every other line is a command with the instant at which it takes effect.
package struct Journal: Hashable, Sendable {
    /// The fleet's identity, eight characters.
    package let identity: String
    /// The oldest instant at which every line of the fleet can still be told; nil for all.
    package var oldestInstant: FleetInstant?
    package var commands: [LiveCommand]

    static let head = "runway-journal"
    static let version = "1"
    static let retained = "retained"

    package init(
        identity: String, oldestInstant: FleetInstant? = nil, commands: [LiveCommand] = []
    ) {
        self.identity = identity
        self.oldestInstant = oldestInstant
        self.commands = commands
    }

    /// Of all its lines.
    var seal: JournalSeal { JournalSeal.none.adding(bytes) }

    /// Lines before the first command.
    var headLines: Int { oldestInstant == nil ? 1 : 2 }

    /// The bytes of the whole file.
    var bytes: [UInt8] {
        var bytes = CheckedRecord.encode("\(Self.head) \(Self.version) \(identity)", line: 1)
        if let oldestInstant {
            let text = "\(Self.retained) \(InstantText.text(of: oldestInstant))"
            bytes += CheckedRecord.encode(text, line: 2)
        }
        return bytes + Self.bytes(of: commands, fromLine: headLines + 1)
    }

    /// The bytes of commands that come to stand at a line and after it.
    static func bytes(of commands: [LiveCommand], fromLine line: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(commands.count * CheckedRecord.bytes)
        for (index, command) in commands.enumerated() {
            bytes += CheckedRecord.encode(CommandText.text(of: command), line: line + index)
        }
        return bytes
    }
}

extension Journal {
    /// What is left when the commands of long-ended sessions are dropped; nil while no more than
    /// half of all would be.
    ///
    /// - Parameters:
    ///   - now: the fleet's present.
    ///   - end: the instant after which a session has no line; nil if that cannot be told, which
    ///     keeps its commands.
    func compacted(at now: FleetInstant, end: (SessionName) -> FleetInstant?) -> Journal? {
        let oldest = max(now - StateLimits.retention, FleetInstant.presents.lowerBound)
        let kept = commands.filter { command in
            guard let end = end(command.session) else { return true }
            return end >= oldest
        }
        guard kept.count * 2 < commands.count else { return nil }
        return Journal(
            identity: identity, oldestInstant: max(oldest, oldestInstant ?? oldest), commands: kept)
    }
}
