import Vocabulary

/// A flight's cursor in the commands on its session, and their effect on the session's clock.
struct CommandTrack: Sendable {
    /// When the next command takes effect; the last of all instants if none is known.
    private var nextInstant = FleetInstant(ticks: .max)
    private var taken: Int32 = 0
    /// Whether the session is paused by a command.
    private(set) var isHeld = false
    /// How long commands have paused the session: samples are this much later than the source's.
    private(set) var shift = FleetDuration.zero

    /// The commands for one instant.
    struct Orders {
        var pauses = false
        var resumes = false
        var stops = false
    }

    /// Nil if the book has no commands on the session.
    init?(_ session: SessionName, in book: CommandBook) {
        let changes = book.changes(of: session)
        guard !changes.isEmpty else { return nil }
        look(changes)
    }

    /// Looks up the next command, after one may have been entered.
    mutating func look(at session: SessionName, in book: CommandBook) {
        look(book.changes(of: session))
    }

    private mutating func look(_ changes: [SessionChange]) {
        nextInstant =
            taken < changes.count ? changes[Int(taken)].instant : FleetInstant(ticks: .max)
    }

    /// When the next command takes effect; nil if none is known.
    var next: FleetInstant? { nextInstant.ticks == .max ? nil : nextInstant }

    /// Whether the session has any command, past or future.
    var isCommanded: Bool { taken > 0 || next != nil }

    /// Takes note that a command pauses the session.
    mutating func hold() { isHeld = true }

    /// Takes note that the session flies on after a pause of some length.
    mutating func goOn(after length: FleetDuration) {
        shift = shift + length
        isHeld = false
    }

    /// Consumes the commands for `instant`.
    mutating func take(
        at instant: FleetInstant, of session: SessionName, in book: CommandBook
    ) -> Orders {
        var orders = Orders()
        guard next == instant else { return orders }
        let changes = book.changes(of: session)
        // A book that has forgotten the session has none of its commands.
        while next == instant, taken < changes.count {
            switch changes[Int(taken)].kind {
            case .pause: orders.pauses = true
            case .resume: orders.resumes = true
            case .stop: orders.stops = true
            }
            taken += 1
            look(changes)
        }
        return orders
    }
}
