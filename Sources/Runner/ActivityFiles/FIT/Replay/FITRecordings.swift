import Vocabulary

/// Recorded runs from FIT files, as watches and services write them.
package enum FITRecordings {
    /// The most bytes of a file: a week of records with many fields.
    package static let byteLimit = 64 << 20

    /// Each session on foot of each activity in the bytes. Files of other kinds, such as settings,
    /// and those without a record, such as the beats of a strap, are passed over.
    ///
    /// The content hash is that of the bytes. O(n log n) for n bytes, mostly linear.
    ///
    /// - Parameters:
    ///   - damage: the faults that were found before, while the bytes were unpacked.
    ///   - name: of the file; sessions behind the first one are `name#2` and so on.
    /// - Throws: why nothing in the bytes can be flown.
    package static func read(
        _ bytes: [UInt8], damage: [ActivityFault] = [], name: String
    ) throws(ActivityFault) -> ActivityReading {
        let (activities, faults) = try activities(bytes)
        return try ActivityReading(activities, damage: damage + faults, name: name, bytes)
    }

    /// The activities and courses as the files in the bytes tell them, and what is wrong with the
    /// bytes.
    static func activities(
        _ bytes: [UInt8]
    ) throws(ActivityFault) -> (activities: [RecordedActivity], damage: [ActivityFault]) {
        guard bytes.count <= byteLimit else {
            throw ActivityFault(offset: byteLimit, .tooManyBytes(byteLimit))
        }
        var files = FITFiles()
        try files.read(bytes)
        if files.activities.isEmpty, let stranger = files.stranger { throw stranger }
        return (files.activities, files.damage)
    }
}

/// The FIT files that lie one after the other in some bytes.
private struct FITFiles {
    /// The files with records, in order.
    private(set) var activities: [RecordedActivity] = []
    /// The fault of the first file that is no activity, or that has no record and another sport.
    private(set) var stranger: ActivityFault?
    /// The first faults of the bytes.
    private(set) var damage: [ActivityFault] = []
    private var file = FITFile()
    private var number = 0

    private static let damageLimit = 20

    mutating func read(_ bytes: [UInt8]) throws(ActivityFault) {
        var decoder = FITDecoder(bytes)
        while let message = next(&decoder) {
            if message.file != number { try end(at: message.offset) }
            number = message.file
            file.take(message)
        }
        try end(at: bytes.count)
    }

    /// The next message, past what is wrong with the bytes; nil at their end.
    private mutating func next(_ decoder: inout FITDecoder) -> FITMessage? {
        while true {
            do throws(ActivityFault) {
                return try decoder.next()
            } catch {
                guard damage.count < Self.damageLimit else { continue }
                damage.append(error)
            }
        }
    }

    /// Ends the present file.
    private mutating func end(at offset: Int) throws(ActivityFault) {
        defer { file = FITFile() }
        stranger = stranger ?? file.otherKind ?? file.otherSport
        guard file.otherKind == nil, file.hasRecords else { return }
        guard activities.count < ActivityReading.activityLimit else {
            throw ActivityFault(
                offset: offset, .tooManyActivities(ActivityReading.activityLimit))
        }
        activities.append(file.activity)
    }
}
