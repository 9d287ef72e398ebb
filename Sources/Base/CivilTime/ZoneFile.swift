/// What a zone file holds: TZif of the versions 1 to 4, RFC 9636.
///
/// Of a file of version 2 or later, only the block of 64-bit data and the footer are read; the
/// block of 32-bit data before it is stepped over. Designations, and the flags that tell standard
/// and universal time, say nothing about dates and are not kept.
struct ZoneFile {
    /// The largest file that is read; the largest of the tz database has less than 4 KiB.
    static let limitBytes = 1 << 16

    /// Local time types in the order of the file; never empty.
    private(set) var kinds: [LocalTimeKind] = []
    /// Ascending.
    private(set) var transitions: [(at: Int64, kind: LocalTimeKind)] = []
    /// The rule after the last transition; nil if the last type goes on.
    private(set) var rule: DaylightRule?

    /// Reads a whole file. O(bytes).
    init(_ bytes: [UInt8]) throws(ZoneFileProblem) {
        guard bytes.count <= Self.limitBytes else {
            throw ZoneFileProblem(offset: Self.limitBytes, .tooLong(bytes.count))
        }
        var reader = ZoneReader(bytes)
        let first = try Header(&reader)
        guard first.version >= 2 else {
            try readBlock(first, &reader, timeBytes: 4)
            return
        }
        try reader.skip(first.blockBytes(timeBytes: 4))
        let second = try Header(&reader)
        guard second.version >= 2 else {
            throw ZoneFileProblem(offset: reader.offset, .version(second.version))
        }
        try readBlock(second, &reader, timeBytes: 8)
        try readFooter(&reader)
    }

    private mutating func readBlock(
        _ header: Header, _ reader: inout ZoneReader, timeBytes: Int
    ) throws(ZoneFileProblem) {
        // Everything that is announced must be there before anything is reserved for it.
        try reader.require(header.blockBytes(timeBytes: timeBytes))
        guard header.leapSeconds == 0 else {
            throw ZoneFileProblem(offset: reader.offset, .leapSeconds)
        }
        let times = try readTimes(header.transitions, &reader, timeBytes: timeBytes)
        let typesAt = reader.offset
        var types: [Int] = []
        for _ in 0..<header.transitions { types.append(Int(try reader.byte())) }
        for _ in 0..<header.types { kinds.append(try Self.kind(&reader)) }
        for (index, type) in types.enumerated() {
            guard type < kinds.count else {
                throw ZoneFileProblem(offset: typesAt + index, .missingType(type))
            }
            transitions.append((at: times[index], kind: kinds[type]))
        }
        try reader.skip(header.designationBytes + header.standardFlags + header.universalFlags)
    }

    private func readTimes(
        _ count: Int, _ reader: inout ZoneReader, timeBytes: Int
    ) throws(ZoneFileProblem) -> [Int64] {
        var times: [Int64] = []
        times.reserveCapacity(count)
        for index in 0..<count {
            let at = reader.offset
            // Old compilers of zone files wrote the beginning of all time as -2^63.
            let time = max(try reader.integer(bytes: timeBytes), Self.earliest)
            guard time <= -Self.earliest, index == 0 || time > times[index - 1] else {
                throw ZoneFileProblem(offset: at, .notAscending)
            }
            times.append(time)
        }
        return times
    }

    /// RFC 9636 wants no transition before this second, and nothing computed with it overflows.
    private static let earliest: Int64 = -(1 << 59)

    private static func kind(_ reader: inout ZoneReader) throws(ZoneFileProblem) -> LocalTimeKind {
        let at = reader.offset
        let seconds = Int(try reader.integer(bytes: 4))
        guard LocalTimeKind.offsets.contains(seconds) else {
            throw ZoneFileProblem(offset: at, .offset(seconds))
        }
        let flag = Int(try reader.byte())
        guard flag < 2 else { throw ZoneFileProblem(offset: at + 4, .flag(flag)) }
        // The place of the designation, which is not kept.
        try reader.skip(1)
        return LocalTimeKind(offset: Int32(seconds), isDaylightSaving: flag == 1)
    }

    private mutating func readFooter(_ reader: inout ZoneReader) throws(ZoneFileProblem) {
        let at = reader.offset
        guard try reader.byte() == UInt8(ascii: "\n") else {
            throw ZoneFileProblem(offset: at, .noFooter)
        }
        let line = reader.rest.prefix { $0 != UInt8(ascii: "\n") }
        guard line.count < reader.rest.count else {
            throw ZoneFileProblem(offset: at + 1 + line.count, .cutShort)
        }
        guard !line.isEmpty else { return }
        rule = try DaylightRule(Array(line), at: at + 1)
    }
}

extension ZoneFile {
    /// The header of a block.
    private struct Header {
        let version: UInt8
        let universalFlags: Int
        let standardFlags: Int
        let leapSeconds: Int
        let transitions: Int
        let types: Int
        let designationBytes: Int

        init(_ reader: inout ZoneReader) throws(ZoneFileProblem) {
            let at = reader.offset
            guard reader.rest.starts(with: "TZif".utf8) else {
                throw ZoneFileProblem(offset: at, .notZoneFile)
            }
            try reader.skip(4)
            let digit = try reader.byte()
            // Version 1 is a zero, the others are digits. Later versions only add to version 4.
            let digits = UInt8(ascii: "2")...UInt8(ascii: "9")
            guard digit == 0 || digits.contains(digit) else {
                throw ZoneFileProblem(offset: at + 4, .version(digit))
            }
            version = digit == 0 ? 1 : digit - UInt8(ascii: "0")
            try reader.skip(15)
            universalFlags = try reader.count()
            standardFlags = try reader.count()
            leapSeconds = try reader.count()
            transitions = try reader.count()
            types = try reader.count()
            designationBytes = try reader.count()
            guard (1...256).contains(types) else {
                throw ZoneFileProblem(offset: at + 36, .count("local time types", types))
            }
            for flags in [universalFlags, standardFlags] where flags != 0 && flags != types {
                throw ZoneFileProblem(offset: at + 20, .count("flags", flags))
            }
        }

        /// What follows the header. No overflow: every count has less than 32 bits.
        func blockBytes(timeBytes: Int) -> Int {
            transitions * (timeBytes + 1) + types * 6 + designationBytes
                + leapSeconds * (timeBytes + 4) + standardFlags + universalFlags
        }
    }
}

/// Reads big-endian numbers and never beyond the end.
private struct ZoneReader {
    let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var rest: ArraySlice<UInt8> { bytes[offset...] }

    func require(_ count: Int) throws(ZoneFileProblem) {
        guard count <= bytes.count - offset else {
            throw ZoneFileProblem(offset: bytes.count, .cutShort)
        }
    }

    mutating func skip(_ count: Int) throws(ZoneFileProblem) {
        try require(count)
        offset += count
    }

    mutating func byte() throws(ZoneFileProblem) -> UInt8 {
        try require(1)
        defer { offset += 1 }
        return bytes[offset]
    }

    /// A signed number of 4 or 8 bytes.
    mutating func integer(bytes count: Int) throws(ZoneFileProblem) -> Int64 {
        try require(count)
        var value: Int64 = count == 4 && bytes[offset] >= 0x80 ? -1 : 0
        for _ in 0..<count { value = value << 8 | Int64(try byte()) }
        return value
    }

    /// An unsigned number of 4 bytes.
    mutating func count() throws(ZoneFileProblem) -> Int {
        Int(try integer(bytes: 4) & 0xFFFF_FFFF)
    }
}
