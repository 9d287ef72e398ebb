import Vocabulary

/// The content of a journal: the live commands of one fleet, with its entries by hand, in the order
/// in which they were given.
///
/// The first line names the format and the fleet. A second line may say what was dropped: format 2
/// names the instant of ``CommandRetention/own``, format 3 that of started lanes and the last of
/// these besides. In format 4 a line for entries by hand may follow, and one for each user whose
/// starts were dropped. Every other line is a command with the instant at which it takes effect. A
/// journal has a later format only if it needs it, so that an earlier daemon reads it as long as it
/// can. Format 1 has no entries by hand; a start rewrites such a journal.
package struct Journal: Hashable, Sendable {
    /// The fleet's identity, eight characters.
    package let identity: String
    /// The instants since which commands are known.
    package var retention = CommandRetention.everything
    package var commands: [SessionCommand] = []

    static let head = "runway-journal"
    /// The newest format.
    static let version = "4"
    static let startedVersion = "3"
    static let usualVersion = "2"
    static let oldVersion = "1"
    static let retained = "retained"
    static let entries = "entries"
    static let starts = "starts"

    /// The oldest instant from which on all lines of the fleet's own lanes can be computed; nil if
    /// all can.
    package var oldestInstant: FleetInstant? {
        get { retention.own }
        set { retention.own = newValue }
    }

    /// The seal of all lines.
    var seal: JournalSeal { JournalSeal.none.adding(bytes) }

    /// The number of lines before the first command.
    var headLines: Int { 1 + retention.lineCount }

    /// The bytes of the whole file.
    var bytes: [UInt8] {
        CheckedRecord.encode(
            ["\(Self.head) \(retention.version) \(identity)"] + retention.texts)
            + Self.bytes(of: commands, fromLine: headLines + 1)
    }

    /// The bytes of commands whose first has the line number `line`.
    static func bytes(of commands: [SessionCommand], fromLine line: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(commands.count * CheckedRecord.bytes)
        for (index, command) in commands.enumerated() {
            bytes += CheckedRecord.encode(CommandText.text(of: command), line: line + index)
        }
        return bytes
    }
}

extension Journal {
    /// The journal without the commands of sessions that ended before the retention; nil unless
    /// that drops more than half of all commands on sessions. Entries by hand are kept.
    ///
    /// - Parameters:
    ///   - now: the fleet's present.
    ///   - end: the instant after which a session has no line; nil if unknown, which keeps its
    ///     commands.
    func compacted(at now: FleetInstant, end: (SessionName) -> FleetInstant?) -> Journal? {
        let oldest = max(now - StateLimits.retention, FleetInstant.presents.lowerBound)
        let kept = commands.filter { command in
            guard !command.session.isBook, let end = end(command.session) else { return true }
            return end >= oldest
        }
        guard kept.sessionCount * 2 < commands.sessionCount else { return nil }
        var retention = retention
        retention.own = max(oldest, oldestInstant ?? oldest)
        return Journal(identity: identity, retention: retention, commands: kept)
    }
}

extension [SessionCommand] {
    /// How many of the commands are on sessions, and not entries by hand. O(commands).
    package var sessionCount: Int { count { !$0.session.isBook } }
}

/// The number of a journal's first lines, and a hash of their bytes. `frontier` keeps the seal of
/// the lines whose commands were acknowledged: it vouches for them.
///
/// The hash of a line continues that of the lines before it, so that adding lines costs O(added).
struct JournalSeal: Hashable, Sendable {
    let lines: Int
    /// The ``StableHash`` of the lines' bytes.
    let hash: UInt64

    /// The seal of no line.
    static let none = JournalSeal(lines: 0, hash: StableHash().value)

    /// The seal of these lines and of `bytes` behind them. Traps unless `bytes` are whole lines.
    func adding(_ bytes: some Sequence<UInt8>) -> JournalSeal {
        var (hash, count) = (StableHash(continuing: hash), 0)
        for byte in bytes {
            hash.update(byte)
            count += 1
        }
        precondition(count % CheckedRecord.bytes == 0, "sealing \(count) bytes, no whole lines")
        return JournalSeal(lines: lines + count / CheckedRecord.bytes, hash: hash.value)
    }

    /// Whether a journal begins with the sealed lines. O(sealed bytes).
    func holds(in journal: ArraySlice<UInt8>) -> Bool {
        guard lines <= journal.count / CheckedRecord.bytes else { return false }
        return Self.none.adding(journal.prefix(lines * CheckedRecord.bytes)) == self
    }
}

extension JournalSeal {
    private static let head = "journal"
    private static let digits = 16

    /// `journal 17 00c0ffee00c0ffee`: the number of lines, and the hash in hexadecimal digits.
    var text: String {
        let hex = String(hash, radix: 16)
        let zeros = String(repeating: "0", count: Self.digits - hex.count)
        return "\(Self.head) \(lines) \(zeros)\(hex)"
    }

    /// Parses exactly the form of ``text``; nil for any other.
    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, let lines = Int(words[1]), lines >= 0,
            let hash = UInt64(words[2], radix: 16)
        else { return nil }
        self.init(lines: lines, hash: hash)
        guard self.text == text else { return nil }
    }
}
