import LinuxIO
import Vocabulary
import WireProtocol

/// The state of one shard, made of what stopped daemons have kept of other shards of its fleet.
///
/// A command concerns one lane, so the journal of the new shard holds the commands on its lanes,
/// whichever shards flew them before. In all else the most careful folder holds for the new shard:
/// the latest promise, the latest instants from which on commands are known.
package struct MergedState: Hashable, Sendable {
    package let state: StoredState
    package let journal: Journal
    let zone: [UInt8]?
    /// The settings of the folders with the new shard; nil if they differ, or a folder keeps none.
    let settings: KeptSettings?
    /// The instant up to which any of the folders may have published. There always is one: a folder
    /// without it was not finished.
    let promise: FleetInstant

    /// Reads the folders whose lanes the new shard has, and passes over the others.
    ///
    /// O(commands log commands).
    ///
    /// - Parameters:
    ///   - folders: of different shards of one fleet, which each divides into the same number.
    ///   - shard: the new shard.
    ///   - wall: now, microseconds since 1970.
    /// - Throws: if the folders are not of one fleet, if lanes are missing or in two of them, or if
    ///   one of them is damaged.
    package init(
        of folders: [StateFolder], as shard: FleetShard, at wall: Int64
    ) throws(MergeFailure) {
        let sources = try Self.sources(folders, of: shard)
        let journals = try sources.map { source throws(MergeFailure) in try source.journal() }
        guard let first = sources.first else { throw .noFolder }
        var fleet = first.state.fleet
        fleet.shard = shard
        state = StoredState(fleet: fleet, clock: Self.latest(sources.map(\.state.clock), at: wall))
        zone = first.folder.zone
        settings = Self.common(sources.map(\.folder.settings), as: shard)
        promise =
            sources.compactMap { $0.folder.frontier.record?.promise }.max()
            ?? FleetInstant.presents.lowerBound
        journal = Journal(
            identity: fleet.identity, retention: Self.common(journals.map(\.retention)),
            commands: Self.commands(journals, of: shard))
        try Self.checkRoom(journal)
    }

    private struct Source {
        let folder: StateFolder
        let state: StoredState

        func journal() throws(MergeFailure) -> Journal {
            do throws(StateFailure) {
                return try folder.readJournal(of: state.fleet.identity).0.journal
            } catch {
                throw .source(error)
            }
        }
    }

    /// The folders that have lanes of the shard. Shard c/d has some of the lanes of a/b if c and a
    /// are the same modulo the greatest common divisor of b and d.
    private static func sources(
        _ folders: [StateFolder], of shard: FleetShard
    ) throws(MergeFailure) -> [Source] {
        var all: [Source] = []
        for folder in folders {
            guard let state = folder.stored else { throw .empty(path: folder.path) }
            let source = Source(folder: folder, state: state)
            if let first = all.first { try check(source, against: first) }
            if let other = all.first(where: { $0.state.fleet.shard == state.fleet.shard }) {
                throw .twice(state.fleet.shard, paths: [other.folder.path, folder.path])
            }
            all.append(source)
        }
        guard let count = all.first?.state.fleet.shard.count else { throw .noFolder }
        let divisor = greatestCommonDivisor(count, shard.count)
        for index in stride(from: shard.index % divisor, to: count, by: divisor) {
            guard all.contains(where: { $0.state.fleet.shard.index == index }) else {
                throw .missing("\(index)/\(count)", of: shard)
            }
        }
        return all.filter { ($0.state.fleet.shard.index - shard.index) % divisor == 0 }
    }

    /// Whether two folders hold shards of one fleet, divided alike, at one speed.
    private static func check(_ source: Source, against first: Source) throws(MergeFailure) {
        var fleet = source.state.fleet
        fleet.shard = first.state.fleet.shard
        var words = first.state.fleet.differences(from: fleet).map { "\($0)" }
        let (count, speed) = (first.state.fleet.shard.count, first.state.clock.speed)
        if source.state.fleet.shard.count != count {
            words.append("\(count) shards, not \(source.state.fleet.shard.count)")
        }
        if source.state.clock.speed != speed {
            words.append("speed \(speed), not \(source.state.clock.speed)")
        }
        guard words.isEmpty else {
            throw .differs(path: source.folder.path, from: first.folder.path, words)
        }
    }

    private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
        right == 0 ? left : greatestCommonDivisor(right, left % right)
    }

    /// The clock that is ahead of the others: lines in between are computed once a reader asks.
    private static func latest(_ clocks: [ClockPoint], at wall: Int64) -> ClockPoint {
        let order = { (point: ClockPoint) in
            point.speed.isPaced ? point.instant(at: wall) : point.fleet
        }
        return clocks.dropFirst().reduce(clocks[0]) { order($1) > order($0) ? $1 : $0 }
    }

    private static func common(
        _ kept: [KeptSettings?], as shard: FleetShard
    ) -> KeptSettings? {
        let settings = kept.map { settings in
            settings.map { KeptSettings($0.values.merging(["shard": ["\(shard)"]]) { $1 }) }
        }
        guard let first = settings.first, settings.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    private static func common(_ retentions: [CommandRetention]) -> CommandRetention {
        var common = CommandRetention(
            own: retentions.compactMap(\.own).max(),
            started: retentions.compactMap(\.started).max(),
            lastForgottenLane: retentions.compactMap(\.lastForgottenLane).max(),
            entries: retentions.compactMap(\.entries).max())
        for (user, count) in retentions.flatMap(\.starts) {
            common.starts[user, default: StartCount()].add(count)
        }
        return common
    }

    /// By ascending lane, as a fleet takes the starts of lanes; those of a lane in their order.
    private static func commands(_ journals: [Journal], of shard: FleetShard) -> [SessionCommand] {
        journals.flatMap { journal in
            journal.commands.filter { shard.contains(lane: $0.session.flownLane) }
        }.sorted { $0.session.flownLane < $1.session.flownLane }
    }

    private static func checkRoom(_ journal: Journal) throws(MergeFailure) {
        let removed = journal.commands.count { command in
            if case .remove = command.action { true } else { false }
        }
        let byHand = journal.commands.count - journal.commands.sessionCount
        let samples = byHand - 2 * removed
        guard samples <= ProtocolLimits.entries else {
            throw .tooMany("samples by hand", samples, limit: ProtocolLimits.entries)
        }
        guard removed <= ProtocolLimits.removedEntries else {
            throw .tooMany("removed samples", removed, limit: ProtocolLimits.removedEntries)
        }
        let commands = journal.commands.sessionCount
        guard commands <= StateLimits.commandsAtMost else {
            throw .tooMany("commands", commands, limit: StateLimits.commandsAtMost)
        }
    }
}

extension StateFolder {
    /// Writes a merged state to this folder, which is fresh. The frontier is written first and the
    /// identity last, so that a folder that is not complete is refused at every start.
    ///
    /// - Throws: if the folder holds a fleet, or cannot be written.
    package func begin(with merged: MergedState) throws(MergeFailure) {
        guard stored == nil else { throw .taken(path: path) }
        do throws(StateFailure) {
            try checkNothingKept()
            try Self.attempt { () throws(SystemFailure) in
                try frontier.begin(with: merged.journal.seal, promise: merged.promise)
            }
            try replace(KeptJournal.name, with: merged.journal.bytes)
            if let zone = merged.zone { try replace(Self.zoneName, with: zone) }
            if let settings = merged.settings {
                try replace(KeptSettings.fileName, with: settings.bytes)
            }
            try replace(Self.identityName, with: merged.state.bytes)
        } catch {
            throw .target(error)
        }
    }
}
