import LinuxIO
import WireProtocol

/// What a hub has done so far, and what it holds now.
///
/// Nothing is counted here per line: each connection's own counts are added up once per delivery.
package struct HubCounters: Hashable, Sendable {
    package var connections = 0
    package var subscriptions = 0
    /// Subscriptions that ask to be waited for.
    var subscriptionsAwaited = 0
    /// Connections for which lines wait.
    package var connectionsWaiting = 0
    /// Connections with subscriptions for which lines wait.
    var followersWaiting = 0
    package var connectionsAccepted: Int64 = 0
    /// Lines that peers have sent, those that were too long included.
    package var requests: Int64 = 0
    package var requestsRefused: Int64 = 0
    package var refusedByUser = UserRefusals()
    /// Lines that were made for subscriptions to the past until they were live.
    package var linesReplayed: Int64 = 0
    /// How often replays of a connection have waited until their user may have more lines.
    package var replaysBraked: Int64 = 0
    /// The lines of all connections, those that have ended included. Lines that wait when a
    /// connection ends count neither as sent nor as lost: nobody is there to miss them.
    package var lines = OutboxCounts()
    /// Connections that the hub has ended, by the reason that it gave.
    package var byes = ByeCounts()
    /// The lines that wait for all connections.
    package internal(set) var waiting = WaitingCounts()

    package init() {}
}

/// How much waits for the connections of a hub, and the most that has waited.
package struct WaitingCounts: Hashable, Sendable {
    /// Bytes of memory that the lines waiting for all connections take.
    package private(set) var bytes = 0
    /// The most that ``bytes`` has been.
    package private(set) var bytesMax = 0
    /// The user whose lines take most of ``bytes``; nil if none wait.
    package internal(set) var most: UserBytes?
    /// The most that has waited for one connection.
    package private(set) var outboxLinesMax = 0
    package private(set) var outboxBytesMax = 0

    /// Notes what waits for one connection.
    mutating func note(lines: Int, bytes: Int) {
        outboxLinesMax = max(outboxLinesMax, lines)
        outboxBytesMax = max(outboxBytesMax, bytes)
    }

    mutating func add(_ bytes: Int) {
        self.bytes += bytes
        bytesMax = max(bytesMax, self.bytes)
    }
}

/// What one user holds.
package struct UserBytes: Hashable, Sendable {
    package let user: UInt32
    package let bytes: Int
}

/// Requests and peers refused because their user may have no more.
package struct UserRefusals: Hashable, Sendable {
    package var clients: Int64 = 0
    package var subscriptions: Int64 = 0
    package var requests: Int64 = 0
}

/// How many connections have been ended for each reason.
///
/// A plain value, so that the counters it is a part of cost nothing to pass on.
package struct ByeCounts: Hashable, Sendable {
    private var counts = SIMD8<Int64>()

    package init() {}

    package subscript(reason: ByeReason) -> Int64 {
        get { counts[Self.index(reason)] }
        set { counts[Self.index(reason)] = newValue }
    }

    private static func index(_ reason: ByeReason) -> Int {
        switch reason {
        case .shutdown: 0
        case .quit: 1
        case .lineTooLong: 2
        case .tooManyClients: 3
        case .slowConsumer: 4
        case .stalled: 5
        case .silent: 6
        }
    }
}

/// What an operator may want to know of a hub.
package enum HubEvent: Sendable {
    /// A peer could not be accepted; no other is until one leaves or some seconds have gone by.
    case acceptFailed(SystemFailure)
    case pollFailed(SystemFailure)
    /// A peer has given a command, or has been refused one.
    ///
    /// - Parameter peer: nil if the kernel does not say who it is.
    case command(CommandRequest, by: PeerCredentials?, refused: ErrorCode?)
}
