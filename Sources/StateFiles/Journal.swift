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

/// How much of a journal has been answered for: its first lines, and a hash of all their bytes.
///
/// The hash of a line goes on from the hash of the lines before it, so that adding lines costs no
/// more than those lines.
struct JournalSeal: Hashable, Sendable {
    let lines: Int
    /// FNV-1a with 64 bits (Fowler, Noll and Vo, 1991).
    let hash: UInt64

    /// Of no line at all.
    static let none = JournalSeal(lines: 0, hash: 0xCBF2_9CE4_8422_2325)

    /// The seal of these lines with more of them behind. Traps unless they are whole.
    func adding(_ bytes: some Sequence<UInt8>) -> JournalSeal {
        var (hash, count) = (hash, 0)
        for byte in bytes {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            count += 1
        }
        precondition(count % CheckedRecord.bytes == 0, "sealing \(count) bytes, no whole lines")
        return JournalSeal(lines: lines + count / CheckedRecord.bytes, hash: hash)
    }

    /// Whether a journal begins with the lines that were sealed.
    func holds(in journal: ArraySlice<UInt8>) -> Bool {
        guard lines <= journal.count / CheckedRecord.bytes else { return false }
        return Self.none.adding(journal.prefix(lines * CheckedRecord.bytes)) == self
    }
}

extension JournalSeal {
    private static let head = "journal"
    private static let digits = 16

    /// `journal 17 00c0ffee00c0ffee`: the lines, and the hash in hexadecimal digits.
    var text: String {
        let hex = String(hash, radix: 16)
        let zeros = String(repeating: "0", count: Self.digits - hex.count)
        return "\(Self.head) \(lines) \(zeros)\(hex)"
    }

    /// Reads only what ``text`` gives.
    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, let lines = Int(words[1]), lines >= 0,
            let hash = UInt64(words[2], radix: 16)
        else { return nil }
        self.init(lines: lines, hash: hash)
        guard self.text == text else { return nil }
    }
}
