import Vocabulary

/// The live commands of a fleet: what was started, and what was done to which session.
///
/// It only grows, and always at the end: no line that is due before a command's instant depends on
/// the command, so that a replay of the past may know the commands of the present.
package struct CommandBook: Sendable {
    private struct Start: Sendable {
        let lane: Int
        let instant: FleetInstant
        let order: StartOrder
    }

    /// By ascending lane.
    private var starts: [Start] = []
    /// All but the starts, by session, in the order of their instants.
    private var changes: [SessionName: [SessionCommand]] = [:]
    /// How many commands there are.
    package private(set) var count = 0

    /// A book without commands.
    package init() {}

    /// Every lane that was started, ascending, whether its session lies ahead or has ended.
    package var startedLanes: [Int] { starts.map(\.lane) }

    var lastStartedLane: Int? { starts.last?.lane }

    /// When a started lane begins; nil for any other. O(log starts).
    func start(of lane: Int) -> FleetInstant? { started(lane)?.instant }

    /// What a lane flies; nothing in particular unless it was started.
    func order(of lane: Int) -> StartOrder { started(lane)?.order ?? StartOrder() }

    /// What was done to a session after its start, in the order of the instants.
    func commands(of session: SessionName) -> [SessionCommand] { changes[session] ?? [] }

    /// Enters a command that is possible. Traps if it lies before the session's last one, or starts
    /// a lane that is not above all others.
    mutating func enter(_ command: SessionCommand) {
        count += 1
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
    /// The most that a command takes in a book and in a copy of it that has gone on: a start in two
    /// arrays that grow by doubling while the smaller one is still there, or the only change of a
    /// session, in two tables that share its array.
    package static var commandBytesMax: Int {
        max(2 * 3 * MemoryLayout<Start>.stride, 2 * entryBytes + changeBytes)
    }

    /// A table is three quarters full at most, and twice as large after it has grown, while the
    /// smaller one is still there.
    private static var entryBytes: Int {
        4 * (MemoryLayout<SessionName>.stride + MemoryLayout<[SessionCommand]>.stride)
    }

    /// An array of one, with its header and what the allocator adds; later ones grow by doubling.
    private static var changeBytes: Int { 3 * MemoryLayout<SessionCommand>.stride + 48 }
}

/// How far a flight has come in the commands on its session, and what they have made of its clock.
struct CommandTrack: Sendable {
    /// When the next command takes effect; of all instants the last if none is known yet.
    private var nextInstant = FleetInstant(ticks: .max)
    private var taken: Int32 = 0
    /// Whether a command has made it pause.
    var isHeld = false
    /// By how much the commanded pauses delay everything against the source.
    var shift = FleetDuration.zero

    /// What is commanded for one instant.
    struct Orders {
        var pauses = false
        var resumes = false
        var stops = false
    }

    init(_ session: SessionName, in book: CommandBook) { look(at: session, in: book) }

    /// Looks again for the next command, since one may have been entered.
    mutating func look(at session: SessionName, in book: CommandBook) {
        let commands = book.commands(of: session)
        nextInstant =
            taken < commands.count ? commands[Int(taken)].instant : FleetInstant(ticks: .max)
    }

    /// When the next command takes effect; nil if none is known yet.
    var next: FleetInstant? { nextInstant.ticks == .max ? nil : nextInstant }

    /// Whether there has been a command, or there will be one.
    var isCommanded: Bool { taken > 0 || next != nil }

    /// Takes the commands for `instant`.
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
            }
            taken += 1
            look(at: session, in: book)
        }
        return orders
    }
}
