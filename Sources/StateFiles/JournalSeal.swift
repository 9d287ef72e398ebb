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
