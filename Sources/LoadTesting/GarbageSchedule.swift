import Vocabulary

/// When a hostile subscriber sends what, and whether it was answered.
struct GarbageSchedule: Sendable {
    /// Who has no answer by then is not answered: far more than a busy daemon takes.
    static let patienceMicroseconds: Int64 = 10_000_000

    private var sentAt: [Int64] = []
    private var hasSentLongLine = false
    private var turn: Int
    /// When the next line is due; nil while there is no connection.
    private(set) var due: Int64?

    init(turn: UInt64) { self.turn = Int(turn % UInt64(Garbage.allCases.count)) }

    mutating func begin(due: Int64) {
        sentAt = []
        hasSentLongLine = false
        self.due = due
    }

    mutating func end() {
        sentAt = []
        due = nil
    }

    /// The next in turn; of lines that are too long one on each connection.
    mutating func next(at now: Int64, following: Int64) -> Garbage {
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

    /// Takes an answer, which is that to the oldest line: they come in order.
    mutating func answer() {
        if !sentAt.isEmpty { sentAt.removeFirst() }
    }

    /// Whether an answer is still to be waited for.
    func isWaiting(at now: Int64) -> Bool {
        sentAt.contains { now - $0 < Self.patienceMicroseconds }
    }

    /// Lines whose answer is overdue.
    func overdue(at now: Int64) -> Int {
        sentAt.count { now - $0 >= Self.patienceMicroseconds }
    }

    /// When the oldest waiting one is overdue.
    var patienceEnds: Int64? { sentAt.first.map { $0 + Self.patienceMicroseconds } }
}
