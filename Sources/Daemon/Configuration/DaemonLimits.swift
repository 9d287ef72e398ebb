import WireProtocol

/// The limits that an operator may set; together they bound what the daemon takes of
/// the machine.
///
/// Their defaults, units and what is allowed stand in ``SettingTable``.
package struct DaemonLimits: Hashable, Sendable {
    /// Connections at once.
    package var clients: Int
    /// Connections of one user at once.
    package var userClients: Int
    /// Subscriptions of one user at once.
    package var userSubscriptions: Int
    /// Requests of one user in a second.
    package var userRequests: Int
    /// Lines of the past for one user in a second.
    package var userReplayLines: Int
    /// Sessions that one user starts on a day of the machine's clock.
    package var userStarts: Int
    /// Lines that wait for one connection.
    package var outboxLines: Int
    /// Bytes that wait for one connection.
    package var outboxBytes: Int
    /// Bytes of memory that the lines waiting for all connections together take.
    package var waitingBytes: Int
    /// Bytes of memory that the windows of all channels and replays together take.
    package var windowBytes: Int
    /// Samples that are computed again for one request.
    package var historySamples: Int
    /// Share of one processor, in percent, up to which live lines are promised.
    package var processorPercent: Int

    /// The defaults of the table of settings.
    package init() {
        self.init { SettingTable.row($0).defaultNumber }
    }

    /// - Parameter number: gives the number of each setting that is a limit.
    init(_ number: (SettingKey) -> Int64) {
        clients = Int(number(.clients))
        userClients = Int(number(.userClients))
        userSubscriptions = Int(number(.userSubscriptions))
        userRequests = Int(number(.userRequests))
        userReplayLines = Int(number(.userReplayLines))
        userStarts = Int(number(.userStarts))
        outboxLines = Int(number(.outboxLines))
        outboxBytes = Int(number(.outboxBytes))
        waitingBytes = Int(number(.waitingBytes))
        windowBytes = Int(number(.windowBytes))
        historySamples = Int(number(.historySamples))
        processorPercent = Int(number(.processorPercent))
    }

    /// Every limit of the protocol with the value in force, in the order of the manual.
    package var table: [ProtocolLimit] {
        let set = [
            "clients": clients, "user_clients": userClients,
            "user_subscriptions": userSubscriptions, "user_requests": userRequests,
            "user_replay_lines": userReplayLines, "user_starts": userStarts,
            "outbox_lines": outboxLines, "outbox_bytes": outboxBytes,
            "waiting_bytes": waitingBytes, "window_bytes": windowBytes,
            "history_samples": historySamples, "processor_percent": processorPercent,
        ]
        return ProtocolLimits.all.map { limit in
            var limit = limit
            limit.value = set[limit.name] ?? limit.value
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
