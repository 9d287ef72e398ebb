/// The attributes of one start tag. Their number and their bytes are bounded.
struct XMLAttributes {
    private struct Attribute {
        let name: Range<Int>
        /// In ``values``.
        let value: Range<Int>
    }

    private var attributes: [Attribute] = []
    private var values: [UInt8] = []

    private static let limit = 32
    private static let bytesLimit = 16 << 10

    /// The value of the first attribute of that local name.
    ///
    /// - Parameter cursor: of the document that they were read from.
    func value(_ name: StaticString, in cursor: XMLCursor) -> ArraySlice<UInt8>? {
        attributes.first { name.equals(cursor.local($0.name)) }.map { values[$0.value] }
    }

    /// Reads all that stand behind the name of a tag, in place of those of the tag before.
    mutating func read(_ cursor: inout XMLCursor) throws(ActivityFault) {
        attributes.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        while try readOne(&cursor) {}
    }

    /// - Returns: whether there was an attribute.
    private mutating func readOne(_ cursor: inout XMLCursor) throws(ActivityFault) -> Bool {
        let before = cursor.position
        cursor.skipSpace()
        let place = cursor.position
        let name = try cursor.name()
        guard !name.isEmpty else { return false }
        guard place > before else { throw cursor.fault(.attribute, at: place) }
        let bytes = cursor.source.bytes
        guard !attributes.contains(where: { bytes[$0.name] == bytes[name] }) else {
            throw cursor.fault(.repeatedAttribute, at: place)
        }
        guard attributes.count < Self.limit else {
            throw cursor.fault(.manyAttributes(Self.limit), at: place)
        }
        try skipEquals(&cursor, place)
        let quote = cursor.byte
        guard cursor.skip("\"") || cursor.skip("'") else { throw lacking(cursor, place) }
        let from = values.count
        try readValue(until: quote, &cursor)
        attributes.append(Attribute(name: name, value: from..<values.count))
        return true
    }

    private func skipEquals(_ cursor: inout XMLCursor, _ place: Int) throws(ActivityFault) {
        cursor.skipSpace()
        guard cursor.skip("=") else { throw lacking(cursor, place) }
        cursor.skipSpace()
    }

    private func lacking(_ cursor: XMLCursor, _ place: Int) -> ActivityFault {
        cursor.isAtEnd ? cursor.cutShort : cursor.fault(.attribute, at: place)
    }

    private mutating func readValue(
        until quote: UInt8?, _ cursor: inout XMLCursor
    ) throws(ActivityFault) {
        while let byte = cursor.byte {
            guard values.count < Self.bytesLimit else {
                throw cursor.fault(.longAttributes(Self.bytesLimit), at: cursor.position)
            }
            switch byte {
            case quote:
                cursor.position += 1
                return
            case UInt8(ascii: "&"):
                values += UTF8.encode(try cursor.reference()) ?? .init()
            case UInt8(ascii: "<"): throw cursor.fault(.attribute, at: cursor.position)
            case _:
                try cursor.check(byte)
                values.append(byte)
                cursor.position += 1
            }
        }
        throw cursor.cutShort
    }
}
