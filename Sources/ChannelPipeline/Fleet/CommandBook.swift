import Vocabulary

/// The live commands of a fleet: sessions that were started, changes of sessions, and samples by
/// hand.
///
/// Commands are only appended. No line that is due before a command's instant depends on the
/// command, so a replay of the past may use the book of the present.
package struct CommandBook: Sendable {
    private struct Start: Sendable {
        let lane: Int
        let instant: FleetInstant
        let order: StartOrder
    }

    /// By ascending lane.
    private var starts: [Start] = []
    /// All commands but the starts, by session, in the order of their instants.
    private var changes: [SessionName: [SessionCommand]] = [:]
    /// What was entered by hand in the books of days.
    private(set) var entries = ManualEntries()
    /// The number of commands, without ``entries``.
    package private(set) var count = 0

    /// A book without commands.
    package init() {}

    /// Every lane that was started, ascending; includes those that have ended or not yet begun.
    package var startedLanes: [Int] { starts.map(\.lane) }

    var lastStartedLane: Int? { starts.last?.lane }

    /// When a started lane begins; nil for any other. O(log starts).
    func start(of lane: Int) -> FleetInstant? { started(lane)?.instant }

    /// The order that a lane was started with; an empty one for any other lane.
    func order(of lane: Int) -> StartOrder { started(lane)?.order ?? StartOrder() }

    /// The commands on a session after its start, in the order of their instants.
    func commands(of session: SessionName) -> [SessionCommand] { changes[session] ?? [] }

    /// Appends a command that has been checked. Traps if it is earlier than the session's last
    /// command, starts a lane that is not above all others, or removes what is not there.
    mutating func enter(_ command: SessionCommand) {
        if !command.session.isBook { count += 1 }
        switch command.action {
        case .start(let order):
            let lane = command.session.lane
            precondition(lane > lastStartedLane ?? 0, "start of lane \(lane) below another")
            starts.append(Start(lane: lane, instant: command.instant, order: order))
        case .pause, .resume, .stop:
            let last = changes[command.session]?.last
            precondition(
                last.map { $0.instant <= command.instant } ?? true,
                "command on \(command.session) before its last one")
            changes[command.session, default: []].append(command)
        case .add(let sample):
            entries.append(
                ManualEntry(sample, lane: command.session.flownLane, at: command.instant))
        case .remove(let instant):
            guard let entry = entries.entry(of: command.session.flownLane, at: instant) else {
                preconditionFailure("removal of what is not there")
            }
            entries.append(ManualEntry(removing: entry, at: command.instant))
        }
    }

    private func started(_ lane: Int) -> Start? {
        guard lane >= SessionName.firstStartedLane else { return nil }
        var range = starts.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if starts[middle].lane == lane { return starts[middle] }
            range =
                starts[middle].lane < lane
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

extension CommandBook {
    /// The most bytes that a command takes in a book and in a later copy of it. Either a start, in
    /// two arrays that double while the old one still exists, or the only change of a session, in
    /// two tables that share its array.
    package static var commandBytesMax: Int {
        max(2 * 3 * MemoryLayout<Start>.stride, 2 * entryBytes + changeBytes)
    }

    /// The most bytes that a sample by hand takes in a book, with its removal.
    package static var sampleBytesMax: Int { ManualEntries.sampleBytesMax }

    /// A table is at most three quarters full. After it has grown it is twice as large, while the
    /// old one still exists.
    private static var entryBytes: Int {
        4 * (MemoryLayout<SessionName>.stride + MemoryLayout<[SessionCommand]>.stride)
    }

    /// An array of one command with its header and what the allocator adds; it grows by doubling.
    private static var changeBytes: Int { 3 * MemoryLayout<SessionCommand>.stride + 48 }
}

/// A flight's cursor in the commands on its session, and their effect on the session's clock.
struct CommandTrack: Sendable {
    /// When the next command takes effect; the last of all instants if none is known.
    private var nextInstant = FleetInstant(ticks: .max)
    private var taken: Int32 = 0
    /// Whether the session is paused by a command.
    var isHeld = false
    /// How long commands have paused the session: samples are this much later than the source's.
    var shift = FleetDuration.zero

    /// The commands for one instant.
    struct Orders {
        var pauses = false
        var resumes = false
        var stops = false
    }

    init(_ session: SessionName, in book: CommandBook) { look(at: session, in: book) }

    /// Looks up the next command, after one may have been entered.
    mutating func look(at session: SessionName, in book: CommandBook) {
        let commands = book.commands(of: session)
        nextInstant =
            taken < commands.count ? commands[Int(taken)].instant : FleetInstant(ticks: .max)
    }

    /// When the next command takes effect; nil if none is known.
    var next: FleetInstant? { nextInstant.ticks == .max ? nil : nextInstant }

    /// Whether the session has any command, past or future.
    var isCommanded: Bool { taken > 0 || next != nil }

    /// Consumes the commands for `instant`.
    mutating func take(
        at instant: FleetInstant, of session: SessionName, in book: CommandBook
    ) -> Orders {
        var orders = Orders()
        while next == instant {
            switch book.commands(of: session)[Int(taken)].action {
            case .start: break
            case .pause: orders.pauses = true
            case .resume: orders.resumes = true
            case .stop: orders.stops = true
            case .add, .remove: break
            }
            taken += 1
            look(at: session, in: book)
        }
        return orders
    }
}
