import Vocabulary

/// The lines that a hostile subscriber sends: none is a request, and the daemon answers each with
/// one error.
package enum Garbage: CaseIterable, Sendable {
    case word
    case cutObject
    case list
    case unknownOperation
    case wrongField
    case deep
    case noUnicode
    case empty
    /// A line above the limit of a request. The second one on a connection ends it.
    case tooLong

    /// The line with its newline.
    ///
    /// - Parameters:
    ///   - chance: 64 random bits.
    ///   - limit: the most bytes that the daemon accepts as a request.
    package func line(chance: UInt64, limit: Int) -> [UInt8] {
        Array(text(chance).utf8) + bytes(chance, limit) + [UInt8(ascii: "\n")]
    }

    private func text(_ chance: UInt64) -> String {
        switch self {
        case .word: "x\(String(chance, radix: 36))"
        case .cutObject: #"{"op":"subscribe","sub":"\#(chance % 1000)"#
        case .list: "[\(chance % 1000)]"
        case .unknownOperation: #"{"op":"x\#(chance % 1000)"}"#
        case .wrongField: #"{"op":"subscribe","sub":"x","window":\#(chance % 1000)}"#
        case .deep: String(repeating: #"{"a":"#, count: 40)
        case .noUnicode, .empty, .tooLong: ""
        }
    }

    private func bytes(_ chance: UInt64, _ limit: Int) -> [UInt8] {
        switch self {
        case .noUnicode:
            (0..<8).map { UInt8(truncatingIfNeeded: chance >> (8 * $0)) | 0x80 }
        case .tooLong: [UInt8](repeating: UInt8(ascii: "x"), count: limit + 1)
        case .word, .cutObject, .list, .unknownOperation, .wrongField, .deep, .empty: []
        }
    }
}

/// When a hostile subscriber sends which garbage, and whether it was answered.
struct GarbageSchedule: Sendable {
    /// The wait after which an answer counts as missing: far longer than a busy daemon needs.
    static let patience = Duration.seconds(10)

    private var sentAt: [MonotonicInstant] = []
    private var hasSentLongLine = false
    private var turn: Int
    /// When the next line is due; nil while there is no connection.
    private(set) var due: MonotonicInstant?

    init(turn: UInt64) { self.turn = Int(turn % UInt64(Garbage.allCases.count)) }

    mutating func begin(due: MonotonicInstant) {
        sentAt = []
        hasSentLongLine = false
        self.due = due
    }

    mutating func end() {
        sentAt = []
        due = nil
    }

    /// The next kind in turn; at most one line that is too long on each connection.
    mutating func next(at now: MonotonicInstant, following: MonotonicInstant) -> Garbage {
        var garbage = Garbage.allCases[turn]
        turn = (turn + 1) % Garbage.allCases.count
        if garbage == .tooLong {
            if hasSentLongLine { garbage = .word }
            hasSentLongLine = true
        }
        sentAt.append(now)
        due = following
        return garbage
    }

    /// Notes an answer. Answers arrive in order, so it belongs to the oldest line.
    mutating func answer() {
        if !sentAt.isEmpty { sentAt.removeFirst() }
    }

    /// Whether an answer is outstanding and not overdue.
    func isWaiting(at now: MonotonicInstant) -> Bool {
        sentAt.contains { now - $0 < Self.patience }
    }

    /// Lines whose answer is overdue.
    func overdue(at now: MonotonicInstant) -> Int {
        sentAt.count { now - $0 >= Self.patience }
    }

    /// When the oldest waiting one is overdue.
    var patienceEnds: MonotonicInstant? { sentAt.first.map { $0 + Self.patience } }
}
