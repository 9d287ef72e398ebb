import Vocabulary

/// Recorded runs from TCX and GPX files.
enum XMLRecordings {
    /// Each activity or track on foot that lies in the bytes.
    ///
    /// - Parameters:
    ///   - damage: the faults that were found before.
    ///   - name: of the file; those behind the first one are `name#2` and so on.
    static func read(
        _ bytes: [UInt8], damage: [ActivityFault], name: String
    ) throws(ActivityFault) -> ActivityReading {
        let (legs, fault) = try legs(in: bytes)
        let found = fault.map { ActivityFault(offset: $0.offset, .xml($0.reason)) }
        var hash = StableHash()
        for byte in bytes { hash.update(byte) }
        return try ActivityReading(
            legs.map(RecordedActivity.init), damage: damage + (found.map { [$0] } ?? []),
            name: name, hash: hash)
    }

    private static func legs(
        in bytes: [UInt8]
    ) throws(ActivityFault) -> (legs: [TrackLeg], fault: XMLFault?) {
        do throws(XMLFault) {
            return try XMLActivity.read(bytes)
        } catch {
            throw ActivityFault(offset: error.offset, .xml(error.reason))
        }
    }
}
