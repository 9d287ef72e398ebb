import WireProtocol

/// The limits that an operator may set; together they bound what the daemon takes of
/// the machine.
///
/// Their units and what is allowed stand in ``SettingTable``, their defaults in ``ProtocolLimits``.
package struct DaemonLimits: Hashable, Sendable {
    /// Connections at once.
    package var clients = 0
    /// Connections of one user at once.
    package var userClients = 0
    /// Subscriptions of one user at once.
    package var userSubscriptions = 0
    /// Requests of one user in a second.
    package var userRequests = 0
    /// Lines of the past for one user in a second.
    package var userReplayLines = 0
    /// Sessions that one user starts on a day of the machine's clock.
    package var userStarts = 0
    /// Lines that wait for one connection.
    package var outboxLines = 0
    /// Bytes that wait for one connection.
    package var outboxBytes = 0
    /// Bytes of memory that the lines waiting for all connections together take.
    package var waitingBytes = 0
    /// Bytes of memory that the windows of all channels and replays together take.
    package var windowBytes = 0
    /// Samples that are computed again for one request.
    package var historySamples = 0
    /// Share of one processor, in percent, up to which live lines are promised.
    package var processorPercent = 0
    /// Threads that bring sessions to where a subscription begins; no more than there are
    /// processors.
    package var catchUpThreads = 0

    /// The defaults of the table of settings.
    package init() {
        self.init { SettingTable.row($0).defaultNumber }
    }

    /// - Parameter number: gives the number of each setting that is a limit.
    init(_ number: (SettingKey) -> Int64) {
        for (key, path) in Self.settings { self[keyPath: path] = Int(number(key)) }
    }

    private static let settings: [(SettingKey, any WritableKeyPath<Self, Int> & Sendable)] = [
        (.clients, \.clients), (.userClients, \.userClients),
        (.userSubscriptions, \.userSubscriptions), (.userRequests, \.userRequests),
        (.userReplayLines, \.userReplayLines), (.userStarts, \.userStarts),
        (.outboxLines, \.outboxLines), (.outboxBytes, \.outboxBytes),
        (.waitingBytes, \.waitingBytes), (.windowBytes, \.windowBytes),
        (.historySamples, \.historySamples), (.processorPercent, \.processorPercent),
        (.catchUpThreads, \.catchUpThreads),
    ]

    /// Every limit of the protocol with the value in force, in the order of the manual.
    package var table: [ProtocolLimit] {
        ProtocolLimits.all.map { limit in
            var limit = limit
            let set = Self.settings.first { key, _ in key.name == limit.name }
            if let (_, path) = set { limit.value = self[keyPath: path] }
            return limit
        }
    }
}

extension Setting {
    /// Traps unless the default is a number.
    fileprivate var defaultNumber: Int64 {
        guard case .value(.integer(let number)) = `default` else {
            preconditionFailure("reading the default of \(key) as a number: it is \(`default`)")
        }
        return number
    }
}
