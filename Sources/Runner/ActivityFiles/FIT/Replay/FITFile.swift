import Vocabulary

/// One file, message by message: a track, its sessions and its laps.
struct FITFile: Sendable {
    private var track = Track()
    /// The fault of a file that says it is no activity; nil for any other file.
    private(set) var otherKind: ActivityFault?
    private var sessions: [FITSummary] = []
    private var laps: [FITSummary] = []
    /// The sport of a message about it, for files without a session.
    private var sport: (value: FITSport, place: Int)?
    private var firstRecord: Int?
    private var meters = FITMeters()

    /// Stop, stop of all timers, and both with an end to recording.
    private static let stops: Set<Int64> = [1, 4, 8, 9]
    /// The kinds that may hold records: an activity, and a course that was made of one.
    private static let kinds: Set<Int64> = [4, 6]
    /// The most summaries that are kept: an ultra has hundreds of laps.
    private static let summaryLimit = 10_000

    var hasRecords: Bool { !track.points.isEmpty || !track.losses.all.isEmpty }

    mutating func take(_ message: FITMessage) {
        switch message.kind {
        case .fileID: noteKind(message)
        case .sport: sport = FITSport(message, field: 0).map { ($0, message.offset) } ?? sport
        case .session: add(FITSummary(session: message), to: \.sessions)
        case .lap: add(FITSummary(lap: message), to: \.laps)
        case .event: takeEvent(message)
        case .record: takeRecord(message)
        case .userProfile, .deviceInfo, .activity, .fileCreator, .fieldDescription,
            .developerDataID, nil:
            break
        }
    }

    private mutating func add(
        _ summary: FITSummary, to list: WritableKeyPath<FITFile, [FITSummary]>
    ) {
        guard self[keyPath: list].count < Self.summaryLimit else { return }
        self[keyPath: list].append(summary)
    }

    private mutating func noteKind(_ message: FITMessage) {
        guard let type = message.integer(0), !Self.kinds.contains(type) else { return }
        otherKind = ActivityFault(
            offset: message.offset, .notActivity(FITFileKind.name(of: type)))
    }

    private mutating func takeEvent(_ message: FITMessage) {
        guard message.integer(0) == FITEvent.timer, let type = message.integer(1) else { return }
        let time = message.timestamp.map(FITTime.ticks)
        if type == FITEventType.start { track.setTimer(runs: true, at: time) }
        if Self.stops.contains(type) { track.setTimer(runs: false, at: time) }
    }

    private mutating func takeRecord(_ message: FITMessage) {
        firstRecord = firstRecord ?? message.offset
        // A recorder that died leaves zeros behind.
        guard let timestamp = message.timestamp, timestamp > 0 else {
            track.losses.note(.noTime, at: message.offset)
            return
        }
        track.add(
            meters.values(of: message), at: FITTime.ticks(timestamp), place: message.offset)
    }
}

extension FITFile {
    /// The fault of a file without records whose sport is not on foot; nil for any other file.
    var otherSport: ActivityFault? {
        guard !hasRecords, let name = onlySession.otherSport else { return nil }
        return ActivityFault(offset: sessions.last?.place ?? sport?.place ?? 0, .sports([name]))
    }

    /// The track with the sessions in it, in the order of time. Of sessions that begin at one time
    /// the last one counts; a session that does not say when it began has no part of its own.
    var activity: RecordedActivity {
        var byStart: [Int64: FITSummary] = [:]
        for session in sessions {
            if let start = session.start { byStart[start] = session }
        }
        let starts = byStart.keys.sorted()
        var track = track
        track.longest = longest
        guard starts.count > 1 else {
            return RecordedActivity(track: track, sessions: [onlySession])
        }
        let parts = starts.enumerated().compactMap { index, start in
            byStart[start].map { summary in
                let end = index + 1 < starts.count ? starts[index + 1] : nil
                return RecordedActivity.Session(
                    part: TrackPart(
                        start: start, end: end, follows: index > 0, totals: summary.totals),
                    otherSport: summary.sport?.nameIfNotOnFoot, place: summary.place)
            }
        }
        return RecordedActivity(track: track, sessions: parts)
    }

    /// How long the whole activity lasted, as its sessions say; some give the timer's time as the
    /// elapsed time.
    private var longest: FleetDuration? {
        let lengths = sessions.compactMap { session in
            session.totals.elapsed.map { max($0, session.totals.timer ?? .zero) }
        }
        guard !lengths.isEmpty, lengths.count == sessions.count else { return nil }
        let ends = zip(sessions, lengths).compactMap { session, length in
            session.start.map { $0 + length.ticks }
        }
        let span = (ends.max() ?? 0) - (sessions.compactMap(\.start).min() ?? 0)
        return max(FleetDuration(ticks: span), lengths.reduce(.zero) { $0 + $1 })
    }

    /// The one session of the file; values that it does not say are sums over its laps.
    private var onlySession: RecordedActivity.Session {
        let session = sessions.last { $0.start != nil } ?? sessions.last
        let sums = FITSummary.sum(of: laps)
        var totals = session?.totals ?? sums
        totals.timer = totals.timer ?? sums.timer
        totals.distance = totals.distance ?? sums.distance
        return RecordedActivity.Session(
            part: TrackPart(start: session?.start, totals: totals),
            otherSport: (session?.sport ?? sport?.value)?.nameIfNotOnFoot,
            place: session?.place ?? firstRecord ?? 0)
    }
}
