/// What differs between the settings of a daemon and those read again: values, wherever they come
/// from.
package struct SettingChanges: Hashable, Sendable {
    /// The changed settings that can change while the daemon serves, in the order of the table.
    package let live: [SettingKey]
    /// The changed settings that hold from the daemon's next start on: what decides the fleet, and
    /// where it is found. More sessions begin to fly at once all the same.
    package let ofNextStart: [SettingKey]

    package init(from old: ChosenSettings, to new: ChosenSettings) {
        let changed = SettingTable.rows.map(\.key).filter { old[$0]?.value != new[$0]?.value }
        live = changed.filter(\.isLive)
        ofNextStart = changed.filter { !$0.isLive }
    }
}

extension SettingKey {
    /// Whether the setting can change while the daemon serves.
    package var isLive: Bool {
        switch self {
        case .access, .logLevel, .clients, .userClients, .userSubscriptions, .userRequests,
            .userReplayLines, .userStarts, .outboxLines, .outboxBytes, .waitingBytes,
            .windowBytes, .historySamples, .processorPercent, .catchUpThreads:
            true
        case .socket, .state, .sessions, .seed, .epoch, .schedule, .timeZone, .rate, .device,
            .pauses, .faults, .region, .route, .athletes, .replay, .restingHeartRate,
            .maximalHeartRate, .shard, .speed:
            false
        }
    }
}
