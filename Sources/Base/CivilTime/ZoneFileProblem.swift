/// What is wrong with a zone file, and where.
package struct ZoneFileProblem: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// More bytes than ``ZoneFile/limitBytes``.
        case tooLong(Int)
        /// It does not begin with `TZif`.
        case notZoneFile
        /// A version that RFC 9636 does not know.
        case version(UInt8)
        /// The file ends before the data that it announces.
        case cutShort
        /// A count of the header that no file may have: its name and the count.
        case count(String, Int)
        /// Times that count leap seconds, as those of the folder `right` do.
        case leapSeconds
        /// The transition is not later than the one before.
        case notAscending
        /// A transition names a local time type that does not exist.
        case missingType(Int)
        /// An offset from UTC that no zone may have, in seconds.
        case offset(Int)
        /// A flag that is neither 0 nor 1.
        case flag(Int)
        /// The rule in the footer is no POSIX TZ string; says what was expected.
        case rule(String)
        /// The footer is not a line of its own.
        case noFooter
    }

    /// Bytes from the file's beginning, or from the beginning of a rule that stands alone.
    package let offset: Int
    package let reason: Reason

    package init(offset: Int, _ reason: Reason) {
        self.offset = offset
        self.reason = reason
    }
}

extension ZoneFileProblem: CustomStringConvertible {
    package var description: String { "\(reason) (byte \(offset))" }
}

extension ZoneFileProblem.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong(let count): "\(count) bytes are too many for a zone file"
        case .notZoneFile: "it is no zone file: TZif is missing"
        case .version(let version): "version \(version) of zone files is unknown"
        case .cutShort: "the file is cut short"
        case .count(let what, let count): "the file cannot have \(count) \(what)"
        case .leapSeconds: "its times count leap seconds, which runs do not"
        case .notAscending: "a transition is not later than the one before"
        case .missingType(let type): "local time type \(type) does not exist"
        case .offset(let seconds): "no zone is \(seconds) s from UTC"
        case .flag(let value): "\(value) is neither yes nor no"
        case .rule(let expected): "the rule in the footer has no \(expected) here"
        case .noFooter: "the footer is no line of its own"
        }
    }
}
