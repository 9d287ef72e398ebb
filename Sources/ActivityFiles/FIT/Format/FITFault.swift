import Simulation
import Vocabulary

/// What is wrong with a FIT file, and where.
package struct FITFault: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// `.FIT` is not where a header has it.
        case notFIT
        case headerLength(UInt8)
        /// Major and minor version of the protocol.
        case version(Int, Int)
        case headerChecksum
        case checksum
        /// The file ends before what it announces: so many bytes are missing at least.
        case cutShort(Int)
        /// A message that reaches beyond the data that the header announces.
        case messageBeyondData
        /// A message of a local number that nothing has defined.
        case undefined(UInt8)
        /// An order of bytes that is neither 0 nor 1.
        case byteOrder(UInt8)
        /// A compressed time stamp without a whole one before it.
        case noTimestamp
        /// A file that is none of an activity, with its kind.
        case notActivity(Int64)
        /// Not on foot, with the number of the sport.
        case sport(Int64)
        case noRecords
        /// A record whose time stamp is before that of the one before.
        case timeGoesBack
        /// More records, or later ones, than a recording may have.
        case tooLong
        case tooManyActivities(Int)
        case tooManyBytes(Int)
        case beyondLimit(Metric)
    }

    /// Bytes from the beginning of the file.
    package let offset: Int
    package let reason: Reason

    package init(offset: Int, _ reason: Reason) {
        self.offset = offset
        self.reason = reason
    }
}

extension FITFault: CustomStringConvertible {
    package var description: String { "\(reason) (byte \(offset))" }
}

extension FITFault.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFIT: "there is no header of a FIT file here"
        case .headerLength(let length): "a header of \(length) bytes is too short"
        case .version(let major, let minor): "version \(major).\(minor) of the protocol is unknown"
        case .headerChecksum: "the checksum of the header is wrong"
        case .checksum: "the checksum of the file is wrong"
        case .cutShort(let count): "the file is cut short: \(count) bytes are missing at least"
        case .messageBeyondData: "the message reaches beyond the data that the header announces"
        case .undefined(let local): "a message of the local number \(local), which is not defined"
        case .byteOrder(let order): "\(order) is no order of bytes"
        case .noTimestamp: "a compressed time stamp has no whole one before it"
        case .notActivity(let kind): "the FIT file is \(FITFault.name(ofFile: kind)), no activity"
        case .sport(let sport): "the activity is \(FITSport.name(of: sport)), not on foot"
        case .noRecords: "the activity has no record with a time"
        case .timeGoesBack: "the record is earlier than the one before it"
        case .tooLong:
            "more than \(Recording.rowLimit) records, or more than seven days"
        case .tooManyActivities(let limit): "more than \(limit) activities in one file"
        case .tooManyBytes(let limit): "the file has more than \(limit >> 20) MiB"
        case .beyondLimit(let metric):
            "\(metric.name) is beyond \(metric.description.upperLimit) \(metric.description.unit)"
        }
    }

    /// What would be right.
    package var suggestion: String {
        switch self {
        case .notFIT: "remove what follows the last file"
        case .headerLength, .version, .headerChecksum, .checksum, .cutShort, .messageBeyondData,
            .undefined, .byteOrder, .noTimestamp:
            "copy it from the device again, or export it anew from where it came"
        case .notActivity: "give the file of an activity"
        case .sport: "give a run or a walk"
        case .noRecords: "record at least one second"
        case .timeGoesBack, .tooLong, .tooManyActivities, .tooManyBytes: "split the recording"
        case .beyondLimit: "correct the record, or convert the file to CSV without it"
        }
    }
}

extension FITFault {
    /// Kinds of files that people have beside activities.
    fileprivate static func name(ofFile kind: Int64) -> String {
        switch kind {
        case 1: "of a device"
        case 2: "of settings"
        case 5: "a workout"
        case 6: "a course"
        case 9: "of body mass"
        case 15, 28, 32: "a day's monitoring"
        case 34: "a segment"
        case _: "of kind \(kind)"
        }
    }
}
