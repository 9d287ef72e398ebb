/// What is wrong with an activity file, or why nothing of it can be flown, and where that shows.
package struct ActivityFault: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case fit(FITFault)
        case xml(XMLFault)
        case gzip(GzipFault)
        /// A file of another kind than an activity, with the kind.
        case notActivity(String)
        /// None of the sports is on foot.
        case sports([String])
        /// There is no record with a time.
        case noRecords
        case tooManyActivities(Int)
        case tooManyBytes(Int)
    }

    /// Bytes from the beginning of the file, in the encoding that it has; of what gzip compressed
    /// from the beginning of that.
    package let offset: Int
    package let reason: Reason

    package init(offset: Int, _ reason: Reason) {
        self.offset = offset
        self.reason = reason
    }
}

extension ActivityFault {
    package static func fit(_ fault: FITFault, at offset: Int) -> ActivityFault {
        ActivityFault(offset: offset, .fit(fault))
    }

    package static func xml(_ fault: XMLFault, at offset: Int) -> ActivityFault {
        ActivityFault(offset: offset, .xml(fault))
    }

    package static func gzip(_ fault: GzipFault, at offset: Int) -> ActivityFault {
        ActivityFault(offset: offset, .gzip(fault))
    }

    /// Whether a compressed file holds more bytes than may come out.
    var isLimit: Bool {
        if case .gzip(.tooManyBytes) = reason { true } else { false }
    }
}

extension ActivityFault: CustomStringConvertible {
    package var description: String { "\(reason) (byte \(offset))" }
}

extension ActivityFault.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .fit(let reason): "\(reason)"
        case .xml(let reason): "\(reason)"
        case .gzip(let reason): "\(reason)"
        case .notActivity(let kind): "the file is \(kind), no activity"
        case .sports(let names): "the activity is \(names.joined(separator: ", ")), not on foot"
        case .noRecords: "the activity has no record with a time"
        case .tooManyActivities(let limit): "more than \(limit) activities in one file"
        case .tooManyBytes(let limit): "the file has more than \(limit >> 20) MiB"
        }
    }

    /// What would be right.
    package var suggestion: String {
        switch self {
        case .fit(.cutShort), .fit(.messageBeyondData): "copy the whole file"
        case .fit: "nothing of it is whole; give another file"
        case .xml(let reason): reason.suggestion
        case .gzip(let reason): reason.suggestion
        case .notActivity: "give the file of an activity"
        case .sports: "give a run or a walk"
        case .noRecords: "give one whose records have times"
        case .tooManyActivities, .tooManyBytes: "split the file"
        }
    }
}
