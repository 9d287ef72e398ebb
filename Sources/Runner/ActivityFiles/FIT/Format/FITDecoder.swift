/// Reads the messages of FIT files that lie one after the other, in one pass.
///
/// Both byte orders and compressed time stamps are read, developer fields passed over. Recorders
/// die and files are cut: the whole messages of a file are read before its fault is thrown, and
/// then the next file. Whatever the bytes are, ``next()`` ends with a message, nil or a fault; a
/// file has at most two faults. It holds the bytes and sixteen definitions.
package struct FITDecoder: Sendable {
    private let bytes: [UInt8]
    private var position = 0
    /// Where the data of the present file end.
    private var end = 0
    /// What is wrong with the present file as a whole, to be told behind its messages.
    private var pending: ActivityFault?
    private var file = -1
    private var definitions = [FITDefinition?](repeating: nil, count: 16)
    /// The last time stamp, which compressed ones go on from.
    private var clock: UInt32?

    private static let headerSizes = (least: 12, withChecksum: 14)
    private static let checksumSize = 2

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether bytes begin as a FIT file does: enough to tell it from text.
    package static func isFIT(_ bytes: [UInt8]) -> Bool { isHeader(bytes[...]) }

    private static func isHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.dropFirst(8).prefix(4).elementsEqual(".FIT".utf8)
    }

    /// The next data message; nil after the last one of the last file.
    ///
    /// Throws the fault of a file, after its messages that are whole; the next call goes on with
    /// the file behind it.
    package mutating func next() throws(ActivityFault) -> FITMessage? {
        while true {
            if position < end {
                if let message = try nextInFile() { return message }
            } else if let fault = pending {
                pending = nil
                throw fault
            } else if try !beginFile() {
                return nil
            }
        }
    }

    private mutating func nextInFile() throws(ActivityFault) -> FITMessage? {
        do throws(ActivityFault) {
            return try readMessage()
        } catch {
            position = end
            // A message that is not whole is a consequence of its file's own fault.
            defer { pending = nil }
            throw pending ?? error
        }
    }

    /// - Returns: whether there is another file.
    private mutating func beginFile() throws(ActivityFault) -> Bool {
        let isFirst = file < 0
        let start = isFirst ? 0 : min(end + Self.checksumSize, bytes.count)
        guard start < bytes.count || isFirst else { return false }
        // A header that is thrown is behind the next call.
        file += 1
        (position, end) = (bytes.count, bytes.count)
        guard isFirst || Self.isHeader(bytes[start...]) else {
            throw .fit(.behind(bytes.count - start), at: start)
        }
        let headerSize = try headerSize(at: start)
        position = start + headerSize
        definitions = Array(repeating: nil, count: 16)
        clock = nil
        end = position + Int(number(at: start + 4, size: 4))
        checkEnd(of: start)
        return true
    }

    /// Finds the fault of a file as a whole, and the end of its data if the header is wrong.
    private mutating func checkEnd(of start: Int) {
        let whole = end + Self.checksumSize
        guard whole <= bytes.count else {
            pending = ActivityFault.fit(.cutShort(whole - bytes.count), at: bytes.count)
            end = min(end, bytes.count)
            return
        }
        if !isHeaderIntact(at: start) {
            pending = ActivityFault.fit(.headerChecksum, at: start + Self.headerSizes.least)
        }
        let checksum = FITChecksum(of: bytes[start..<end]).value
        let isRight = UInt64(checksum) == number(at: end, size: Self.checksumSize)
        let isEmpty = end == position
        guard !isRight || isEmpty else { return }
        // Where neither the end nor another file follows, the size is not that of the data.
        if whole < bytes.count, !Self.isHeader(bytes[whole...]) {
            pending = ActivityFault.fit(.unfinished, at: start + 4)
            end = bytes.count
        } else if !isRight {
            pending = pending ?? ActivityFault.fit(.checksum, at: end)
        }
    }

    /// A header's checksum of zero says that it has none.
    private func isHeaderIntact(at start: Int) -> Bool {
        guard Int(bytes[start]) >= Self.headerSizes.withChecksum else { return true }
        let place = start + Self.headerSizes.least
        let checksum = number(at: place, size: Self.checksumSize)
        return checksum == 0 || checksum == UInt64(FITChecksum(of: bytes[start..<place]).value)
    }

    private func headerSize(at start: Int) throws(ActivityFault) -> Int {
        let known = bytes.count - start
        guard known >= Self.headerSizes.least else {
            throw .fit(.cutShort(Self.headerSizes.least - known), at: bytes.count)
        }
        guard bytes[start + 8..<start + 12].elementsEqual(".FIT".utf8) else {
            throw .fit(.notFIT, at: start + 8)
        }
        let size = Int(bytes[start])
        guard size >= Self.headerSizes.least else {
            throw .fit(.headerLength(bytes[start]), at: start)
        }
        guard known >= size else { throw .fit(.cutShort(size - known), at: bytes.count) }
        let version = bytes[start + 1]
        guard version >> 4 <= 2 else {
            throw .fit(.version(Int(version >> 4), Int(version & 0xF)), at: start + 1)
        }
        return size
    }
}

extension FITDecoder {
    /// The data message that begins here; nil for a definition.
    private mutating func readMessage() throws(ActivityFault) -> FITMessage? {
        let start = position
        let header = bytes[start]
        position += 1
        if header & 0x80 != 0 {
            return try readData(header >> 5 & 0x3, at: start, timeOffset: UInt32(header & 0x1F))
        }
        guard header & 0x40 != 0 else { return try readData(header & 0xF, at: start) }
        try readDefinition(header, at: start)
        return nil
    }

    private mutating func readDefinition(_ header: UInt8, at start: Int) throws(ActivityFault) {
        let head = try take(5, of: start)
        let order = bytes[head + 1]
        guard order <= 1 else { throw .fit(.byteOrder(order), at: head + 1) }
        let (isBigEndian, fieldCount) = (order == 1, Int(bytes[head + 4]))
        let message =
            isBigEndian
            ? UInt16(bytes[head + 2]) << 8 | UInt16(bytes[head + 3])
            : UInt16(number(at: head + 2, size: 2))
        let place = try take(3 * fieldCount, of: start)
        var (fields, size): ([FITDefinition.Field], Int) = ([], 0)
        for index in 0..<fieldCount {
            let entry = bytes[(place + 3 * index)...]
            let field = FITDefinition.Field(
                number: entry[entry.startIndex],
                type: FITBaseType(rawValue: entry[entry.startIndex + 2]), place: size,
                size: Int(entry[entry.startIndex + 1]))
            fields.append(field)
            size += field.size
        }
        if header & 0x20 != 0 { size += try developerSize(of: start) }
        definitions[Int(header & 0xF)] = FITDefinition(
            number: message, isBigEndian: isBigEndian, fields: fields, size: size)
    }

    /// Passes over the developer fields of a definition; returns the bytes of their values.
    private mutating func developerSize(of start: Int) throws(ActivityFault) -> Int {
        let count = Int(bytes[try take(1, of: start)])
        let place = try take(3 * count, of: start)
        return (0..<count).reduce(0) { $0 + Int(bytes[place + 3 * $1 + 1]) }
    }

    /// - Parameter timeOffset: the lowest five bits of the time stamp, of a compressed one.
    private mutating func readData(
        _ local: UInt8, at start: Int, timeOffset: UInt32? = nil
    ) throws(ActivityFault) -> FITMessage {
        guard let definition = definitions[Int(local)] else {
            throw .fit(.undefined(local), at: start)
        }
        let place = try take(definition.size, of: start)
        let values = bytes[place..<place + definition.size]
        var timestamp: UInt32?
        if let timeOffset {
            // Without a full time stamp before it, a compressed one tells nothing.
            timestamp = clock.map { $0 &+ (timeOffset &- $0) & 0x1F }
        } else if let field = definition.fields.first(where: {
            $0.number == FITField.timestamp.number
        }) {
            timestamp = definition.integer(of: field, in: values).flatMap(UInt32.init(exactly:))
        }
        clock = timestamp ?? clock
        return FITMessage(
            offset: start, file: file, timestamp: timestamp, definition: definition, values: values)
    }

    /// Moves over bytes of the message that began at `start`; returns where they lie.
    private mutating func take(_ count: Int, of start: Int) throws(ActivityFault) -> Int {
        guard count <= end - position else { throw .fit(.messageBeyondData, at: start) }
        defer { position += count }
        return position
    }

    /// A little-endian number. Traps beyond the bytes.
    private func number(at place: Int, size: Int) -> UInt64 {
        (0..<size).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    }
}
