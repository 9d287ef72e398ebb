import Vocabulary
import WireProtocol

/// What each user of the machine has of a hub.
///
/// All peers whose user the kernel does not tell count as one user.
struct UserAccounts {
    private struct Account {
        var connections = 0
        var subscriptions = 0
        let waiting = WaitingShare()
        /// The bucket of the user's requests; nil until the user has sent a request.
        var requests: TokenBucket?
        /// Lines a second that are due for subscriptions that replay.
        var dueMeanwhile = 0
        /// Lines of the past; nil until the user has got some.
        var replayed: TokenBucket?
        /// Connections whose replays wait until the user may have more lines.
        var braked = TurnQueue()
        /// The last round in which one of the connections was heard at once, and for how long.
        var round = 0
        var heard = Duration.zero
    }

    private var accounts: [UInt32: Account] = [:]
    /// Why a client's last connection was ended, announced when it comes back.
    var lastByes: [NamedClient: ByeReason] = [:]
    /// Users with a connection.
    private(set) var connected = 0
    private var round = 0
    /// For how long a user is heard at once in a round.
    private var share = Duration.zero

    /// Accounts of users without connections that are kept, so that no user gets more requests or
    /// lines by connecting anew.
    private static var goneAtMost: Int { 1024 }

    /// - Returns: the account of the bytes that wait for the connection.
    mutating func connect(_ user: UInt32) -> WaitingShare {
        var account = accounts[user] ?? Account()
        account.connections += 1
        accounts[user] = account
        if account.connections == 1 { connected += 1 }
        return account.waiting
    }

    mutating func disconnect(_ user: UInt32) {
        accounts[user]?.connections -= 1
        guard connections(of: user) == 0 else { return }
        connected -= 1
        guard accounts.count > connected + Self.goneAtMost else { return }
        accounts = accounts.filter { $0.value.connections > 0 }
    }

    mutating func subscribe(_ user: UInt32) { accounts[user]?.subscriptions += 1 }
    mutating func unsubscribe(_ user: UInt32) { accounts[user]?.subscriptions -= 1 }

    func connections(of user: UInt32) -> Int { accounts[user]?.connections ?? 0 }
    func subscriptions(of user: UInt32) -> Int { accounts[user]?.subscriptions ?? 0 }

    func waitingBytes(of user: UInt32) -> Int { accounts[user]?.waiting.bytes ?? 0 }

    /// The user for whom most bytes wait, if any wait. O(users)
    var mostWaiting: UserBytes? {
        let most = accounts.max { $0.value.waiting.bytes < $1.value.waiting.bytes }
        return most.flatMap { user, account in
            let bytes = account.waiting.bytes
            return bytes > 0 ? UserBytes(user: user, bytes: bytes) : nil
        }
    }

    /// The most connections that a user has. O(users)
    var mostConnections: Int { accounts.values.reduce(0) { max($0, $1.connections) } }

    /// Whether the user may make one more request now; if so, it counts.
    mutating func ask(_ user: UInt32, perSecond rate: Int, at now: MonotonicInstant) -> Bool {
        var bucket =
            accounts[user]?.requests ?? TokenBucket(perSecond: rate, burst: 2 * rate, at: now)
        let isAllowed = bucket.take(at: now)
        accounts[user]?.requests = bucket
        return isAllowed
    }

    /// Has another rate hold from the next request on. O(users)
    mutating func forgetRequests() { for user in accounts.keys { accounts[user]?.requests = nil } }
}

/// How many lines of the past a user gets.
extension UserAccounts {
    /// A user may have as many lines at once as in this number of seconds.
    private static var burstSeconds: Int { 10 }
    /// Far more lines a second than can be computed; a burst of them fits into the bucket.
    private static var most: Int { 400_000_000 }

    /// Notes that a subscription begins to replay, with `due` lines a second due meanwhile.
    mutating func beginReplay(of user: UInt32, due: Int) { accounts[user]?.dueMeanwhile += due }
    mutating func endReplay(of user: UInt32, due: Int) { accounts[user]?.dueMeanwhile -= due }

    /// Counts lines of the past. Lines due meanwhile come on top of the rate: else a user who
    /// follows many sessions would never come to the present.
    mutating func spend(
        _ lines: Int, of user: UInt32, perSecond rate: Int, at now: MonotonicInstant
    ) {
        guard let account = accounts[user] else { return }
        let rate = min(rate + account.dueMeanwhile, Self.most)
        let burst = rate * Self.burstSeconds
        var bucket = account.replayed ?? TokenBucket(perSecond: rate, burst: burst, at: now)
        bucket.change(perSecond: rate, burst: burst, at: now)
        bucket.spend(lines, at: now)
        accounts[user]?.replayed = bucket
    }

    /// Whether a user has had more lines of the past than it may have had by now.
    mutating func owesLines(_ user: UInt32, at now: MonotonicInstant) -> Bool {
        accounts[user]?.replayed?.owes(at: now) ?? false
    }

    mutating func brake(_ token: ConnectionTable.Token, of user: UInt32) {
        accounts[user]?.braked.append(token)
    }

    mutating func popBraked(of user: UInt32) -> ConnectionTable.Token? {
        accounts[user]?.braked.popFirst()
    }

    /// Users who have connections whose replays wait. O(users)
    var braked: [UInt32] { accounts.filter { !$0.value.braked.isEmpty }.map(\.key) }

    /// Has another rate hold from the next line on. O(users)
    mutating func forgetReplays() { for user in accounts.keys { accounts[user]?.replayed = nil } }
}

/// Who is heard at once when requests have arrived, and who in turns.
extension UserAccounts {
    /// Whether time must be shared.
    var areSeveral: Bool { connected > 1 }

    /// Begins a round in which all users together are heard for this time.
    mutating func beginRound(of time: Duration) {
        round += 1
        share = time / max(1, connected)
    }

    /// How much longer a user may be heard at once in this round; at most 0 if not at all.
    func hearingLeft(of user: UInt32) -> Duration {
        guard let account = accounts[user], account.round == round else { return share }
        return share - account.heard
    }

    mutating func noteHeard(_ user: UInt32, for span: Duration) {
        guard var account = accounts[user] else { return }
        if account.round != round { (account.round, account.heard) = (round, .zero) }
        account.heard += span
        accounts[user] = account
    }
}

/// A client by its name, which users do not share: anybody may take any name.
struct NamedClient: Hashable {
    let user: UInt32
    let name: String
}

extension UserAccounts {
    /// Remembers why the last connection of a client was ended; forgets another client where
    /// ``ProtocolLimits/rememberedClients`` are remembered.
    mutating func remember(_ reason: ByeReason, of client: NamedClient) {
        if lastByes.count >= ProtocolLimits.rememberedClients, lastByes[client] == nil {
            lastByes.remove(at: lastByes.startIndex)
        }
        lastByes[client] = reason
    }
}
