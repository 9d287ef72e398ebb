import WireProtocol

extension SettingTable {
    /// The limits that an operator may set.
    static let limitRows = [
        limit(
            .clients, 1...1_000_000, nil, "Connections at once",
            remark: "Each takes a descriptor; the daemon raises its limit of open files as far as "
                + "it may, and by itself takes no more than that leaves room for."),
        limit(
            .userClients, 1...1_000_000, nil, "Connections of one user at once",
            remark: "Root and the daemon's user may have more of all that is a user's, here and "
                + "below."),
        limit(
            .userSubscriptions, 1...32_000_000, nil, "Subscriptions of one user at once"),
        limit(
            .userRequests, 1...1_000_000, "requests a second",
            "What one user may ask for", remark: "At once it may be twice as many."),
        limit(
            .userReplayLines, 1000...100_000_000, "lines a second",
            "What one user is sent of the past",
            remark: "At once it may be as many as in ten seconds; then replays wait, and live "
                + "lines do not. What is due meanwhile comes on top. At speed max it is not used."),
        limit(
            .userStarts, 1...Int64(ProtocolLimits.startsEver), "a day", "What one user may start",
            remark: "A day of the machine's clock in UTC, whatever the speed. In the life of a "
                + "fleet one user may start a quarter of all that it can have."),
        limit(
            .outboxLines, leastLines...1 << 22, "lines",
            "What waits for one connection before a subscription's queue policy acts"),
        limit(
            .outboxBytes, leastBytes...1 << 30, "bytes",
            "What waits for one connection before a subscription's queue policy acts",
            remark: "It must not be above \(SettingKey.waitingBytes.rawValue)."),
        limit(
            .waitingBytes, leastBytes...1 << 40, "bytes", "What waits for all connections together",
            remark: "Of this, of \(SettingKey.windowBytes.rawValue) and of "
                + "\(SettingKey.processorPercent.rawValue) one user gets eight tenths at most, and "
                + "nothing new above half while another is connected; the last tenth is for root "
                + "and the daemon's user."),
        limit(
            .windowBytes, 1 << 20...1 << 40, "bytes",
            "The windows of all channels and replays together"),
        limit(
            .historySamples, 4200...1 << 40, "samples",
            "What is computed at a time, for a page of a query or a reader that reads nothing"),
        limit(
            .processorPercent, 1...1_000_000, "percent",
            "The share of one processor up to which live lines are promised",
            remark: "It is estimated for a request, and compared with the time that ticks take. "
                + "Above 100 promises more than is kept; at speed max it is not used."),
        limit(
            .catchUpThreads, 1...256, "threads",
            "What brings sessions to where a subscription begins",
            remark: "There are no more than the machine has processors. They yield to the thread "
                + "that makes live lines."),
    ]

    /// Room for what a replay hands over at once.
    private static let leastLines: Int64 = 1024
    /// Room for a line that is being sent and for the next one.
    private static let leastBytes = Int64(2 * ProtocolLimits.serverLineBytes)

    /// The row of a limit that the protocol announces too: its default is the protocol's.
    private static func limit(
        _ key: SettingKey, _ range: ClosedRange<Int64>, _ unit: String?, _ summary: String,
        remark: String? = nil
    ) -> Setting {
        guard let limit = ProtocolLimits.all.first(where: { $0.name == key.name }) else {
            preconditionFailure("\(key) is no limit of the protocol")
        }
        let number = SettingValue.integer(Int64(limit.value))
        return Setting(
            key, .integer(range), default: .value(number), example: number, unit: unit, summary,
            remark: remark)
    }
}
