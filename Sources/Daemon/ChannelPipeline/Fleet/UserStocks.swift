import Vocabulary
import WireProtocol

/// What one user other than root and the daemon's user has caused a fleet to keep.
package struct UserStock: Sendable {
    /// Something that takes a share until it is forgotten.
    enum Kind {
        /// A command on a session; a stop of a started one takes none.
        case command
        /// A sample by hand that has not been removed.
        case entry
        /// The removal of a sample.
        case removal
    }

    /// The starts that had been forgotten when the fleet began to be commanded, and those since.
    fileprivate var earlierStarts = StartCount()
    fileprivate var starts = StartCount()
    package fileprivate(set) var commands = 0
    package fileprivate(set) var entries = 0
    package fileprivate(set) var removals = 0
    /// When the first of its commands and of its removals that are not forgotten takes effect.
    fileprivate(set) var oldestCommand: FleetInstant?
    fileprivate(set) var oldestRemoval: FleetInstant?

    /// How many sessions the user has started in the fleet's life.
    package var startsEver: Int { earlierStarts.ever + starts.ever }

    /// How many sessions the user has started on a day of the machine's clock, from 1970 in UTC.
    package func starts(on day: Int32) -> Int {
        earlierStarts.count(on: day) + starts.count(on: day)
    }

    fileprivate mutating func add(_ kind: Kind, at instant: FleetInstant) {
        switch kind {
        case .command:
            commands += 1
            oldestCommand = min(oldestCommand ?? instant, instant)
        case .entry: entries += 1
        case .removal:
            removals += 1
            oldestRemoval = min(oldestRemoval ?? instant, instant)
        }
    }

    /// Whether nothing is kept of the user but the number of starts.
    fileprivate var isPast: Bool { commands + entries + removals == 0 }

    /// Whether nothing is kept of the user.
    fileprivate var isEmpty: Bool { startsEver + commands + entries + removals == 0 }

    /// The part that is kept for the fleet's life: the starts.
    fileprivate var startsAlone: UserStock {
        var stock = UserStock()
        (stock.earlierStarts, stock.starts) = (earlierStarts, starts)
        return stock
    }
}

/// What each user has caused a fleet to keep: it follows from the commands that are kept, and from
/// what a journal says of those that are not.
struct UserStocks: Sendable {
    private var stocks: [UInt32: UserStock] = [:]
    /// The commands of all users together.
    private(set) var commands = 0
    /// The last day on which anybody started a session.
    private var lastDay: Int32 = 0

    subscript(user: UInt32) -> UserStock { stocks[user] ?? UserStock() }

    /// The user in whose stock a command of `user` counts; users beyond the number of those told
    /// apart count as one. O(1) while there is room, else O(users).
    ///
    /// - Parameter day: the present day of the machine's clock.
    func counted(_ user: UInt32, on day: Int32) -> UInt32 {
        let isCounted =
            stocks[user] != nil || stocks.count < ProtocolLimits.countedUsers
            || leastMissed(on: day).map { stocks[$0]?.starts(on: day) == 0 } ?? false
        return isCounted ? user : SessionCommand.unknownUser
    }

    /// The user who gives up a place to a user who commands now: of the users of whom only starts
    /// are kept the one with the fewest, if possible with none today.
    private func leastMissed(on day: Int32) -> UInt32? {
        func worth(_ user: UInt32, _ stock: UserStock) -> (Int, Int, UInt32) {
            (stock.starts(on: day), stock.startsEver, user)
        }
        return stocks.lazy.filter { $0.key != SessionCommand.unknownUser && $0.value.isPast }
            .min { worth($0.key, $0.value) < worth($1.key, $1.value) }?.key
    }

    private mutating func makePlace(for user: UInt32) {
        guard stocks[user] == nil, stocks.count >= ProtocolLimits.countedUsers,
            user != SessionCommand.unknownUser, let other = leastMissed(on: lastDay)
        else { return }
        stocks[other] = nil
    }

    /// How many users have some of an amount. O(users).
    func count(_ amount: (UserStock) -> Int) -> Int { stocks.values.count { amount($0) > 0 } }

    /// Whether a user has a stock of its own.
    func hasPlace(_ user: UInt32) -> Bool { stocks[user] != nil }

    /// The user who has the most of an amount, and how much; nil if no user has any.
    func largest(_ amount: (UserStock) -> Int) -> (user: UInt32, amount: Int)? {
        stocks.map { ($0.key, amount($0.value)) }.filter { $0.1 > 0 }
            .max { ($0.1, $1.0) < ($1.1, $0.0) }
    }

    mutating func remember(_ starts: [UInt32: StartCount]) {
        for (user, count) in starts {
            stocks[user, default: UserStock()].earlierStarts = count
            lastDay = max(lastDay, count.day)
        }
    }

    /// Notes a command that has been entered.
    mutating func note(_ command: SessionCommand, by user: UInt32) {
        var kind = UserStock.Kind.command
        makePlace(for: user)
        switch command.action {
        case .start:
            lastDay = max(lastDay, command.day ?? 0)
            stocks[user, default: UserStock()].starts.addNext(on: command.day ?? 0)
        case .pause, .resume: break
        case .stop: if command.session.lane >= .firstStarted { return }
        case .add: kind = .entry
        case .remove: kind = .removal
        }
        add(kind, user, at: command.instant)
    }

    private mutating func add(_ kind: UserStock.Kind, _ user: UInt32, at instant: FleetInstant) {
        if case .command = kind { commands += 1 }
        stocks[user, default: UserStock()].add(kind, at: instant)
    }

    /// Notes that a sample that a user has added is removed.
    mutating func noteRemoval(ofEntryBy user: UInt32) { stocks[user]?.entries -= 1 }

    /// Counts anew the commands that have not been forgotten.
    ///
    /// - Parameter count: calls its argument with each command that is kept. O(commands).
    mutating func recount(
        _ count: ((UserStock.Kind, UInt32, FleetInstant) -> Void) -> Void
    ) {
        var others = UserStocks()
        others.lastDay = lastDay
        others.stocks = stocks.mapValues(\.startsAlone)
        count { others.add($0, $1, at: $2) }
        others.stocks = others.stocks.filter { !$0.value.isEmpty }
        self = others
    }

    /// The most bytes that the stocks take, in a table that doubles.
    static var bytesMax: Int {
        4 * ProtocolLimits.countedUsers
            * (MemoryLayout<UInt32>.stride + MemoryLayout<UserStock>.stride)
    }
}
