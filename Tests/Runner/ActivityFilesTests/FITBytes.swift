@testable import ActivityFiles

/// FIT files written byte by byte, as the protocol has them and the encoder does not.
struct FITBytes {
    private(set) var data: [UInt8] = []

    /// Adds a definition.
    ///
    /// - Parameters:
    ///   - fields: number, bytes, type.
    ///   - developerFields: number, bytes, developer.
    mutating func define(
        _ local: UInt8, _ message: UInt16, _ fields: [[UInt8]], developerFields: [[UInt8]] = [],
        isBigEndian: Bool = false
    ) {
        data.append(0x40 | (developerFields.isEmpty ? 0 : 0x20) | local)
        let number = [UInt8(truncatingIfNeeded: message), UInt8(message >> 8)]
        data += [0, isBigEndian ? 1 : 0] + (isBigEndian ? number.reversed() : number)
        data += [UInt8(fields.count)] + fields.flatMap(\.self)
        guard !developerFields.isEmpty else { return }
        data += [UInt8(developerFields.count)] + developerFields.flatMap(\.self)
    }

    mutating func add(_ bytes: [UInt8]) { data += bytes }

    /// The file, with a header of 14 or 12 bytes and right checksums.
    func file(headerSize: UInt8 = 14, version: UInt8 = 0x20) -> [UInt8] {
        var bytes = [headerSize, version, 0, 0] + Self.little(UInt64(data.count), 4)
        bytes += Array(".FIT".utf8)
        if headerSize == 14 { bytes += Self.little(UInt64(FITChecksum(of: bytes).value), 2) }
        bytes += data
        return bytes + Self.little(UInt64(FITChecksum(of: bytes).value), 2)
    }

    static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    static func big(_ value: UInt64, _ count: Int) -> [UInt8] { little(value, count).reversed() }
}

/// All messages of some bytes.
func decoded(_ bytes: [UInt8]) throws(ActivityFault) -> [FITMessage] {
    var decoder = FITDecoder(bytes)
    var messages: [FITMessage] = []
    while let message = try decoder.next() { messages.append(message) }
    return messages
}
