import Vocabulary

/// How far a flight has come in the commands on its session, and what they have made of its clock.
struct CommandTrack: Sendable {
    /// When the next command takes effect; of all instants the last if none is known yet.
    private var nextInstant = FleetInstant(ticks: .max)
    private var taken: Int32 = 0
    /// Whether a command has made it pause.
    var isHeld = false
    /// How much later than the source has it everything comes: the pauses that were commanded.
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
