/// Reads files that gzip compressed (RFC 1952).
package enum Gzip {
    /// Whether bytes begin as such a file does.
    package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// What was compressed, member by member; zero bytes behind the last one are passed over.
    ///
    /// Of a file that is cut short or damaged, the bytes that came out before, with the fault;
    /// after a wrong checksum all that was inflated. Linear in the bytes that come out and in those
    /// that go in; memory grows with what comes out, whatever the file announces.
    ///
    /// - Parameter limit: the most bytes that may come out, of all members together.
    package static func inflate(
        _ bytes: [UInt8], limit: Int
    ) -> (bytes: [UInt8], fault: ActivityFault?) {
        var inflater = Inflater(bytes, limit: limit)
        var position = 0
        do throws(ActivityFault) {
            repeat {
                position = try readMember(of: bytes, at: position, into: &inflater)
            } while bytes[position...].contains { $0 != 0 }
            return (inflater.output, nil)
        } catch {
            return (inflater.output, error)
        }
    }

    private static let magic: [UInt8] = [0x1F, 0x8B]
    private static let headerSize = 10
    private static let trailerSize = 8
    private static let deflate: UInt8 = 8

    /// The optional parts of a header, by their flags; the lowest flag, of text, changes nothing.
    private enum Flag {
        static let checksum: UInt8 = 2
        static let extra: UInt8 = 4
        static let name: UInt8 = 8
        static let comment: UInt8 = 16
        static let unknown: UInt8 = 0xE0
    }

    /// - Returns: the first byte behind the member.
    private static func readMember(
        of bytes: [UInt8], at start: Int, into inflater: inout Inflater
    ) throws(ActivityFault) -> Int {
        let before = inflater.output.count
        let end = try inflater.inflate(from: headerEnd(of: bytes, at: start))
        guard end + trailerSize <= bytes.count else { throw cutShort(bytes) }
        let member = inflater.output[before...]
        var checksum = CRC32()
        checksum.update(member)
        guard checksum.value == number(of: bytes, at: end, size: 4) else {
            throw .gzip(.checksum, at: end)
        }
        guard UInt32(truncatingIfNeeded: member.count) == number(of: bytes, at: end + 4, size: 4)
        else { throw .gzip(.size, at: end + 4) }
        return end + trailerSize
    }

    /// The first byte behind the header that begins at `start`.
    private static func headerEnd(of bytes: [UInt8], at start: Int) throws(ActivityFault) -> Int {
        let known = bytes[start...].prefix(magic.count)
        guard magic.starts(with: known) else { throw .gzip(.notGzip, at: start) }
        guard start + headerSize <= bytes.count else { throw cutShort(bytes) }
        let (method, flags) = (bytes[start + 2], bytes[start + 3])
        guard method == deflate else { throw .gzip(.method(method), at: start + 2) }
        guard flags & Flag.unknown == 0 else { throw .gzip(.flags(flags), at: start + 3) }
        var end = start + headerSize
        if flags & Flag.extra != 0 {
            guard end + 2 <= bytes.count else { throw cutShort(bytes) }
            end += 2 + Int(number(of: bytes, at: end, size: 2))
        }
        if flags & Flag.name != 0 { end = try textEnd(of: bytes, at: end) }
        if flags & Flag.comment != 0 { end = try textEnd(of: bytes, at: end) }
        if flags & Flag.checksum != 0 {
            guard end + 2 <= bytes.count else { throw cutShort(bytes) }
            var checksum = CRC32()
            checksum.update(bytes[start..<end])
            guard checksum.value & 0xFFFF == number(of: bytes, at: end, size: 2) else {
                throw .gzip(.headerChecksum, at: end)
            }
            end += 2
        }
        guard end <= bytes.count else { throw cutShort(bytes) }
        return end
    }

    /// The first byte behind a text that a zero byte ends.
    private static func textEnd(of bytes: [UInt8], at start: Int) throws(ActivityFault) -> Int {
        guard start <= bytes.count, let end = bytes[start...].firstIndex(of: 0) else {
            throw cutShort(bytes)
        }
        return end + 1
    }

    private static func number(of bytes: [UInt8], at position: Int, size: Int) -> UInt32 {
        bytes[position..<position + size].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func cutShort(_ bytes: [UInt8]) -> ActivityFault {
        ActivityFault.gzip(.cutShort, at: bytes.count)
    }
}
