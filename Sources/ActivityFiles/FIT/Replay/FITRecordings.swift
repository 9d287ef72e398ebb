import Simulation
import Vocabulary

/// Recorded runs from FIT files, as watches and services write them.
///
/// Only what a recording has is read: time, heart rate, speed, cadence, step length and ground
/// contact of records, and the timer's events. Distance and steps follow from these, as those of a
/// CSV file do. A file without a session, laps or events is read all the same.
package enum FITRecordings {
    /// The most bytes of a file: a week of records with many fields.
    package static let byteLimit = 64 << 20
    /// The most activities that lie one after the other in a file.
    package static let activityLimit = 100

    /// Each activity of the bytes; never none. Files of other kinds beside activities, such as
    /// settings, and those without a record, such as the beats of a strap, are passed over.
    ///
    /// The content hash is that of the bytes; of an activity behind the first one its number is
    /// added. Linear in the number of bytes.
    ///
    /// - Parameter name: of the file; activities behind the first one are `name#2` and so on.
    package static func read(_ bytes: [UInt8], name: String) throws(FITFault) -> [Recording] {
        guard bytes.count <= byteLimit else {
            throw FITFault(offset: byteLimit, .tooManyBytes(byteLimit))
        }
        var hash = StableHash()
        for byte in bytes { hash.update(byte) }
        return try activities(bytes).enumerated().map { index, activity in
            var own = hash
            if index > 0 { own.update(UInt8(index)) }
            return Recording(
                rows: activity.rows, tellsPauses: activity.timer.isHeard, contentHash: own.value,
                name: index == 0 ? name : "\(name)#\(index + 1)")
        }
    }

    private static func activities(_ bytes: [UInt8]) throws(FITFault) -> [FITRun] {
        var decoder = FITDecoder(bytes)
        var (runs, run): ([FITRun], FITRun) = ([], FITRun())
        var (file, stranger): (Int, FITFault?) = (0, nil)
        while true {
            let message = try decoder.next()
            if message == nil || message?.file != file {
                let offset = message?.offset ?? bytes.count
                if let fault = run.otherKind ?? run.emptiness(endingAt: offset) {
                    stranger = stranger ?? fault
                } else {
                    runs.append(try run.checked())
                }
                guard runs.count <= activityLimit else {
                    throw FITFault(offset: offset, .tooManyActivities(activityLimit))
                }
                run = FITRun()
            }
            guard let message else { break }
            file = message.file
            run.take(message)
        }
        if runs.isEmpty, let stranger { throw stranger }
        return runs
    }
}

/// One activity, message by message.
private struct FITRun {
    private(set) var rows: [RecordedRow] = []
    private(set) var timer = FITTimer()
    /// The time stamps of the first and of the last record.
    private var first: UInt32 = 0
    private var last: UInt32 = 0
    /// Of the second of the last record.
    private var sample = Sample()
    /// Where the file says that it is none of an activity.
    private(set) var otherKind: FITFault?
    /// Of a sport, which often stands behind the records, and of the records.
    private var faults: (sport: FITFault?, records: FITFault?)

    mutating func take(_ message: FITMessage) {
        switch message.kind {
        case .fileID: noteKind(message)
        case .sport: noteSport(message, field: 0)
        case .session: noteSport(message, field: 5)
        case .event: timer.take(message)
        case .record:
            guard faults.records == nil else { return }
            do throws(FITFault) { try takeRecord(message) } catch { faults.records = error }
        case .userProfile, .lap, .deviceInfo, .activity, .fileCreator, .fieldDescription,
            .developerDataID, nil:
            break
        }
    }

    /// Why there is nothing to fly; nil if there is, or if that is not what is wrong.
    func emptiness(endingAt offset: Int) -> FITFault? {
        guard rows.isEmpty, faults.sport == nil, faults.records == nil else { return nil }
        return FITFault(offset: offset, .noRecords)
    }

    /// The run, if it can be flown. That it is none tells more than what is wrong with a record.
    func checked() throws(FITFault) -> FITRun {
        if let fault = faults.sport ?? faults.records { throw fault }
        return self
    }

    private mutating func noteKind(_ message: FITMessage) {
        let activity: Int64 = 4
        guard let type = message.integer(0), type != activity else { return }
        otherKind = FITFault(offset: message.offset, .notActivity(type))
    }

    /// - Parameter field: of the sport; the next one says its kind.
    private mutating func noteSport(_ message: FITMessage, field: UInt8) {
        guard faults.sport == nil, let sport = message.integer(field),
            !FITSport.isOnFoot(sport, kind: message.integer(field + 1))
        else { return }
        faults.sport = FITFault(offset: message.offset, .sport(sport))
    }

    /// Records of one second are one row: what the later ones measured outranks the earlier.
    private mutating func takeRecord(_ message: FITMessage) throws(FITFault) {
        guard let timestamp = message.timestamp else { return }
        if rows.isEmpty { (first, last) = (timestamp, timestamp) }
        guard timestamp >= last else { throw FITFault(offset: message.offset, .timeGoesBack) }
        let seconds = timestamp - last
        var followsPause = false
        if let row = rows.last, seconds == 0 {
            followsPause = row.followsPause
            rows.removeLast()
        } else {
            followsPause = timer.pauses(before: seconds)
            sample = Sample()
        }
        guard rows.count < Recording.rowLimit,
            Int64(timestamp - first) <= Recording.longestSeconds
        else {
            throw FITFault(offset: message.offset, .tooLong)
        }
        for (metric, value) in try FITMeasured(message).values {
            if let value { sample[metric] = value }
        }
        last = timestamp
        let time = FleetDuration.seconds(Int64(timestamp - first))
        rows.append(RecordedRow(time: time, sample, followsPause: followsPause))
    }
}

/// The timer of an activity: which rows come after a pause.
private struct FITTimer {
    /// Whether the file says anything of the timer; else jumps in time tell.
    private(set) var isHeard = false
    private var isStopped = false
    private var hasPaused = false

    /// Stop, stop of all timers, and both with an end to recording.
    private static let stops: Set<Int64> = [1, 4, 8, 9]

    mutating func take(_ message: FITMessage) {
        guard message.integer(0) == FITEvent.timer, let type = message.integer(1) else { return }
        isHeard = true
        if type == FITEventType.start, isStopped { (isStopped, hasPaused) = (false, true) }
        if Self.stops.contains(type) { isStopped = true }
    }

    /// Whether a row, so many seconds after the one before it, comes after a pause. One within a
    /// second is none: a row stands for a whole sample period.
    mutating func pauses(before seconds: UInt32) -> Bool {
        defer { hasPaused = false }
        return hasPaused && seconds > 1
    }
}

/// What a record has measured, in the units of metrics.
private struct FITMeasured {
    let values: [(Metric, Int64?)]

    init(_ message: FITMessage) throws(FITFault) {
        let step = message.integer(85)
        values = try [
            (.heartRate, Self.positive(message.integer(3))),
            (.speed, message.integer(73) ?? message.integer(6) ?? Self.compressedSpeed(message)),
            (.cadence, Self.cadence(message)),
            // Tenths of millimetres.
            (.stride, Self.positive(step).map { $0.dividedRoundingToEven(by: 10) }),
            (.contact, Self.positive(message.integer(41))),
        ].map { metric, value throws(FITFault) in
            try Self.check(value, metric, message)
            return (metric, value)
        }
    }

    /// Some devices write 0 where a sensor is silent; a heart, a step or a contact of 0 is none.
    private static func positive(_ value: Int64?) -> Int64? { value == 0 ? nil : value }

    /// The lower half of 24 bits that are speed and distance, in hundredths of metres a second.
    private static func compressedSpeed(_ message: FITMessage) -> Int64? {
        guard let bytes = message.bytes(8), bytes.count == 3, bytes.contains(where: { $0 != 0xFF })
        else { return nil }
        return (Int64(bytes[bytes.startIndex + 1] & 0xF) << 8 | Int64(bytes[bytes.startIndex])) * 10
    }

    /// Tenths of steps a minute of both feet, from 1/128 revolutions of one.
    private static func cadence(_ message: FITMessage) -> Int64? {
        guard let whole = message.integer(4), (0...255).contains(whole) else { return nil }
        let fraction = message.integer(53).flatMap { (0...127).contains($0) ? $0 : nil } ?? 0
        return ((whole * 128 + fraction) * 20).dividedRoundingToEven(by: 128)
    }

    private static func check(
        _ value: Int64?, _ metric: Metric, _ message: FITMessage
    ) throws(FITFault) {
        let limit = metric.description.upperLimit * Decimal64.powerOfTen(metric.decimals)
        guard let value, !(0...limit).contains(value) else { return }
        throw FITFault(offset: message.offset, .beyondLimit(metric))
    }
}
