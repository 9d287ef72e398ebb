import Vocabulary

/// One row of the table of limits.
public struct ProtocolLimit: Hashable, Sendable {
    /// The name on the wire.
    public let name: String
    public var value: Int
    public let unit: String
    /// Why there is a limit, and why this one.
    public let reason: String
}

/// The bounds of everything that the protocol lets grow, as the protocol's page states them.
///
/// For limits that an operator can set, such as `history_samples`, these are the defaults.
public enum ProtocolLimits {
    public static let requestLineBytes = 16_384
    public static let serverLineBytes = 65_536
    public static let longLinesBeforeClosing = 2
    public static let endlessLineBytes = 1 << 20
    public static let jsonDepth = 16
    public static let requestIDCharacters = 64
    /// At most this number of fields that an operation does not know is named in its answer.
    public static let ignoredFields = 8
    /// At most this number of unknown fields is compared with those that an operation knows.
    public static let comparedFields = 32
    /// The bound up to which a double holds every integer: 2^53.
    public static let requestIDMaximum: Int64 = 1 << 53
    public static let clients = 16_384
    public static let operatorClients = 3
    public static let userClients = 12_288
    public static let userSubscriptions = 65_536
    public static let userRequests = 10_000
    public static let userReplayLines = 250_000
    public static let silentSeconds = 30
    public static let clientNameCharacters = 64
    public static let subscriptions = 32
    public static let subscriptionNameCharacters = 32
    public static let selectedSessions = 256
    public static let sessionsPage = 64
    public static let matchBytes = 64
    public static let queryPage = 1000
    /// The years that dates and times of a query may have.
    public static let queryYears: ClosedRange<Int64> = 2000...2200
    public static let queryInterval = FleetDuration.seconds(1)...FleetDuration.seconds(31_536_000)
    /// The most days, weeks or months of one interval.
    public static let queryIntervals = 1000
    public static let clientsPage = 64
    /// More connections than are ever accepted, and exact in a double: 2^53.
    public static let connectionNumberMaximum: Int64 = 1 << 53
    public static let startedSessions = 1024
    /// The started sessions that are kept for root and the daemon's user.
    public static let reservedSessions = 64
    public static let userSessions = 768
    public static let userPlannedStarts = 256
    /// The sessions that a fleet can ever start: each takes a lane number, which no other one gets.
    public static let startsEver = LaneID.limit - LaneID.firstStarted.index
    public static let userStarts = 512
    public static let sessionCommands = 500
    public static let startAheadSeconds = 604_800
    public static let laneEntries = 10_000
    public static let entries = 100_000
    public static let removedEntries = 100_000
    /// The commands of users other than root and the daemon's user.
    public static let keptCommands = 100_000
    /// Percent of each stock that a fleet keeps: the most that one user may take, and the part that
    /// is left to root and the daemon's user.
    public static let userShare = 25
    public static let reservedShare = 10
    public static let countedUsers = 1024
    public static let window = FleetDuration.seconds(1)...FleetDuration.seconds(3600)
    public static let every = FleetDuration(ticks: 1)...FleetDuration.seconds(3600)
    public static let smoothingOver = FleetDuration.seconds(1)...FleetDuration.seconds(120)
    public static let halfLife = FleetDuration(ticks: 25)...FleetDuration.seconds(600)
    public static let beatSeconds = 5
    public static let rememberedClients = 1024
    /// How full an outbox is when its connection is warned, in percent.
    public static let warningPercent = 75
    /// The outbox must have been emptier than this, in percent, before another warning.
    public static let calmPercent = 50
    public static let stallSeconds = 30
    public static let outboxLines = 131_072
    public static let outboxBytes = 32 << 20
    public static let staleness = FleetDuration.seconds(1)...FleetDuration.seconds(600)
    /// The least room of an outbox, whatever its stream is: for a portion of a replay and a large
    /// answer.
    public static let leastOutboxLines = 1024
    public static let leastOutboxBytes = 2 * serverLineBytes
    public static let waitingBytes = 512 << 20
    public static let windowBytes = 1 << 30
    public static let processorPercent = 80
    public static let catchUpThreads = 256
    /// In percent of what all share, how much may be held by a user who still gets more: while
    /// another user is connected, alone, and together with all others who do not run the daemon.
    public static let shareAmongOthersPercent = 50
    public static let shareAlonePercent = 80
    public static let shareUsersPercent = 90
    public static let historySamples = 50_000_000

    /// Every limit, in the order of the manual.
    public static let all: [ProtocolLimit] =
        connectionLimits + requestLimits + shapeLimits + streamLimits

    private static let connectionLimits = [
        ProtocolLimit(
            name: "clients", value: clients, unit: "connections",
            reason: "each costs a descriptor, an outbox and up to 200 kB"),
        ProtocolLimit(
            name: "operator_clients", value: operatorClients, unit: "connections",
            reason: "of clients, but at most an eighth, only for root and the daemon's user"),
        ProtocolLimit(
            name: "user_clients", value: userClients, unit: "connections of one user",
            reason: "leaves others a quarter; root and the daemon's user may have more, also of "
                + "the next three"),
        ProtocolLimit(
            name: "user_subscriptions", value: userSubscriptions,
            unit: "subscriptions of one user", reason: "several for each connection"),
        ProtocolLimit(
            name: "user_requests", value: userRequests, unit: "requests of one user a second",
            reason: "a tenth of a processor reads them; twice as many at once"),
        ProtocolLimit(
            name: "user_replay_lines", value: userReplayLines,
            unit: "lines of the past for one user a second",
            reason: "a third of a processor computes them; beyond it replays wait"),
        ProtocolLimit(
            name: "silence", value: silentSeconds, unit: "seconds",
            reason: "longer than a client takes to ask; only while seven eighths of clients or "
                + "user_clients are taken"),
        ProtocolLimit(
            name: "subscriptions", value: subscriptions, unit: "per connection",
            reason: "more than a screen or a collector needs"),
        ProtocolLimit(
            name: "client_name", value: clientNameCharacters, unit: "characters",
            reason: "room for a program, a host and a number"),
        ProtocolLimit(
            name: "remembered_clients", value: rememberedClients, unit: "names",
            reason: "for whom it is kept why their last connection was ended"),
        ProtocolLimit(
            name: "sub_name", value: subscriptionNameCharacters, unit: "characters",
            reason: "it stands in every line of the subscription"),
    ]

    private static let requestLimits = [
        ProtocolLimit(
            name: "request_line", value: requestLineBytes, unit: "bytes",
            reason: "256 selected sessions fit several times over"),
        ProtocolLimit(
            name: "long_lines", value: longLinesBeforeClosing, unit: "lines",
            reason: "one may be a slip; at the second the connection is closed"),
        ProtocolLimit(
            name: "endless_line", value: endlessLineBytes, unit: "bytes",
            reason: "of a line so long no end is waited for; the connection is closed"),
        ProtocolLimit(
            name: "json_depth", value: jsonDepth, unit: "levels",
            reason: "no request needs more than three"),
        ProtocolLimit(
            name: "request_id", value: requestIDCharacters, unit: "characters",
            reason: "room for a UUID and a prefix"),
        ProtocolLimit(
            name: "ignored_fields", value: ignoredFields, unit: "names of an answer",
            reason: "a slip is seen, and no answer grows by more than 2 kB"),
        ProtocolLimit(
            name: "compared_fields", value: comparedFields, unit: "unknown fields of a request",
            reason: "no request has so many fields; those behind are passed over unnamed"),
        ProtocolLimit(
            name: "selected_sessions", value: selectedSessions, unit: "per subscription",
            reason: "whoever wants more takes all and picks"),
        ProtocolLimit(
            name: "sessions_page", value: sessionsPage, unit: "sessions",
            reason: "a page fits in one server line"),
        ProtocolLimit(
            name: "match", value: matchBytes, unit: "bytes",
            reason: "more than the name of a session or of a plan has"),
        ProtocolLimit(
            name: "query_page", value: queryPage, unit: "buckets",
            reason: "a thousand days, and the lines of a page in a second"),
        ProtocolLimit(
            name: "clients_page", value: clientsPage, unit: "connections",
            reason: "a page fits in one server line"),
        ProtocolLimit(
            name: "started_sessions", value: startedSessions, unit: "that have not ended",
            reason: "bounds what requests alone can make the fleet fly; the last 64 are kept for "
                + "root and the daemon's user"),
        ProtocolLimit(
            name: "user_sessions", value: userSessions, unit: "of one user, as above",
            reason: "one user leaves room for others; as many as there is room for root and the "
                + "daemon's user"),
        ProtocolLimit(
            name: "user_planned_starts", value: userPlannedStarts,
            unit: "of one user that are planned ahead",
            reason: "a week ahead is long, and others want to start too"),
        ProtocolLimit(
            name: "starts_ever", value: startsEver, unit: "in the life of a fleet",
            reason: "names are never given again, and no anchor has room for more: 3000 a day for "
                + "149 days"),
        ProtocolLimit(
            name: "user_starts", value: userStarts, unit: "of one user on a day",
            reason: "one every three minutes; a day of the machine's clock in UTC, whatever the "
                + "speed"),
        ProtocolLimit(
            name: "session_commands", value: sessionCommands, unit: "on one session",
            reason: "more pauses than a run has red lights; the last one is a stop"),
        ProtocolLimit(
            name: "start_ahead", value: startAheadSeconds, unit: "seconds",
            reason: "a week is planned, more is a slip"),
        ProtocolLimit(
            name: "lane_entries", value: laneEntries, unit: "samples by hand on a lane",
            reason: "one a day for 27 years; those that were removed do not count"),
        ProtocolLimit(
            name: "entries", value: entries, unit: "samples by hand in all",
            reason: "bounds what requests alone can make the daemon keep"),
        ProtocolLimit(
            name: "removed_entries", value: removedEntries, unit: "samples that were removed",
            reason: "each takes two lines of the journal for at least 30 days"),
        ProtocolLimit(
            name: "kept_commands", value: keptCommands, unit: "commands of users on sessions",
            reason: "they are kept for 30 days after a session's end; root's and those of the "
                + "daemon's user do not count"),
        ProtocolLimit(
            name: "user_share", value: userShare, unit: "% for one user",
            reason: "of starts_ever, lane_entries, entries, removed_entries and kept_commands; "
                + "none for root and the daemon's user"),
        ProtocolLimit(
            name: "reserved_share", value: reservedShare, unit: "% of the same",
            reason: "only for root and the daemon's user"),
        ProtocolLimit(
            name: "counted_users", value: countedUsers, unit: "users with such a share",
            reason: "all others are taken for one"),
    ]

    private static let shapeLimits = [
        span("window_min", window.lowerBound, "a sample period at the slowest rate"),
        span("window_max", window.upperBound, "a whole run"),
        span("every_min", every.lowerBound, "the period of the fastest rate"),
        span("every_max", every.upperBound, "a whole run"),
        span("smooth_over_min", smoothingOver.lowerBound, "a sample period at the slowest rate"),
        span("smooth_over_max", smoothingOver.upperBound, "the delay is a minute already"),
        span(
            "half_life_min", halfLife.lowerBound, "at one sample a second less is hardly a filter"),
        span("half_life_max", halfLife.upperBound, "the delay is a quarter of an hour already"),
        span("staleness_min", staleness.lowerBound, "less is not worth a queue"),
        span("staleness_max", staleness.upperBound, "who is later comes back with an anchor"),
    ]

    private static let streamLimits = [
        ProtocolLimit(
            name: "server_line", value: serverLineBytes, unit: "bytes",
            reason: "a reader can keep a buffer of a fixed size"),
        ProtocolLimit(
            name: "beat", value: beatSeconds, unit: "seconds",
            reason: "a silent connection is noticed before a person doubts it"),
        ProtocolLimit(
            name: "outbox_lines", value: outboxLines, unit: "lines per connection",
            reason: "the most that waits for one slow reader, however stale it may be"),
        ProtocolLimit(
            name: "outbox_bytes", value: outboxBytes, unit: "bytes per connection",
            reason: "bounds the memory that one slow reader takes"),
        ProtocolLimit(
            name: "warn", value: warningPercent, unit: "% of outbox_lines or outbox_bytes",
            reason: "a quarter is left to act in; again only after less than half has waited"),
        ProtocolLimit(
            name: "stall", value: stallSeconds, unit: "seconds",
            reason: "longer than a pause of a person's or a program's, shorter than a time-out"),
        ProtocolLimit(
            name: "waiting_bytes", value: waitingBytes, unit: "bytes in all",
            reason: "16 slow readers may take all that one may; more of them share it"),
        ProtocolLimit(
            name: "window_bytes", value: windowBytes, unit: "bytes in all",
            reason: "a thousand clients may begin at once to follow two hundred sessions"),
        ProtocolLimit(
            name: "history_samples", value: historySamples, unit: "samples at a time",
            reason: "half a minute of a processor, or a year and a half of one session"),
        ProtocolLimit(
            name: "processor_percent", value: processorPercent, unit: "% of a processor",
            reason: "one thread makes all lines; a fifth is left for requests and for catching up"),
        ProtocolLimit(
            name: "catch_up_threads", value: catchUpThreads, unit: "threads",
            reason: "and no more than the machine has processors"),
        ProtocolLimit(
            name: "share_among_others", value: shareAmongOthersPercent, unit: sharedUnit,
            reason: "who holds more gets nothing new while another user is connected"),
        ProtocolLimit(
            name: "share_alone", value: shareAlonePercent, unit: sharedUnit,
            reason: "a tenth is kept for whoever comes, and divided by the users who hold "
                + "anything"),
        ProtocolLimit(
            name: "share_users", value: shareUsersPercent, unit: sharedUnit,
            reason: "of all users together; a tenth is kept for root and the daemon's user"),
    ]

    private static let sharedUnit = "% of waiting_bytes, of window_bytes and of processor_percent"

    private static func span(_ name: String, _ span: FleetDuration, _ reason: String)
        -> ProtocolLimit
    {
        ProtocolLimit(
            name: name, value: Int(span.microseconds / 1000), unit: "ms", reason: reason)
    }
}
