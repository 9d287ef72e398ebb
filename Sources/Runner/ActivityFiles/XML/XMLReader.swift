/// Reads a document of XML 1.0 tag by tag, in one pass.
///
/// Elements are known by their local names: prefixes are dropped. Comments and instructions are
/// passed over; document types, and entities other than XML's own, are refused, so that nothing
/// grows. Whatever the bytes are, ``next()`` ends with a tag, with nil or with a fault; besides the
/// bytes it holds the names that are open and the values of one tag. Linear in the bytes.
struct XMLReader {
    enum Event: Equatable {
        /// A start tag, with its attributes.
        case open
        /// An end tag, with the ``text`` before it.
        case close
    }

    private var cursor: XMLCursor
    /// The names of the open elements, with their prefixes.
    private var names: [Range<Int>] = []
    private var attributes = XMLAttributes()
    /// Whether the root has ended.
    private var isOver = false
    /// Whether the last tag was a start tag and an end tag in one.
    private var isEmpty = false
    /// Where the last tag begins.
    private var start = 0
    private var lastName = 0..<0
    private var isTextWhole = true
    private var content: [UInt8] = []

    /// The most open elements; the deepest file of an activity has 12.
    static let depthLimit = 32
    private static let textLimit = 1024

    init(_ bytes: [UInt8]) { cursor = XMLCursor(XMLSource(bytes)) }

    /// The local name in the last tag.
    var name: ArraySlice<UInt8> { cursor.local(lastName) }

    /// Where the last tag stands: bytes from the beginning of the file.
    var place: Int { cursor.source.offset(of: start) }

    /// The end of the bytes that have been read, from the beginning of the file.
    var end: Int { cursor.source.offset(of: cursor.position) }

    /// What stands between the last two tags, without comments; nothing where that is more than
    /// 1 KiB, which no value is.
    var text: ArraySlice<UInt8> { isTextWhole ? content[...] : [] }

    /// The value of the last start tag's attribute of that local name.
    func attribute(_ name: StaticString) -> ArraySlice<UInt8>? {
        attributes.value(name, in: cursor)
    }

    /// The next tag; nil after that of the root's end.
    mutating func next() throws(ActivityFault) -> Event? {
        content.removeAll(keepingCapacity: true)
        isTextWhole = true
        if isEmpty {
            isEmpty = false
            return close()
        }
        while let byte = cursor.byte {
            start = cursor.position
            guard byte == UInt8(ascii: "<") else {
                try readText()
                continue
            }
            if cursor.skip("</") { return try readEndTag() }
            if cursor.skip("<!") {
                try readMarkup()
            } else if cursor.skip("<?") {
                _ = try cursor.skipUntil("?>")
            } else {
                return try readStartTag()
            }
        }
        guard isOver else { throw cursor.cutShort }
        return nil
    }
}

extension XMLReader {
    private mutating func readText() throws(ActivityFault) {
        let from = cursor.position
        let bytes = cursor.source.bytes
        while let byte = cursor.byte, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") {
            try cursor.check(byte)
            cursor.position += 1
        }
        let read = bytes[from..<cursor.position]
        let isReference = cursor.byte == UInt8(ascii: "&")
        if names.isEmpty, isReference || !read.allSatisfy(XMLCursor.isSpace) {
            let place = read.firstIndex { !XMLCursor.isSpace($0) } ?? cursor.position
            throw cursor.fault(isOver ? .behindRoot : .tag, at: place)
        }
        append(read)
        if isReference {
            append(ArraySlice(UTF8.encode(try cursor.reference()) ?? .init()))
        }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        isTextWhole = isTextWhole && content.count + bytes.count <= Self.textLimit
        if isTextWhole { content += bytes }
    }

    /// A comment or a section of text, behind `<!`.
    private mutating func readMarkup() throws(ActivityFault) {
        if cursor.skip("--") {
            _ = try cursor.skipUntil("-->")
        } else if !names.isEmpty, cursor.skip("[CDATA[") {
            append(cursor.source.bytes[try cursor.skipUntil("]]>")])
        } else if cursor.skip("DOCTYPE") {
            throw cursor.fault(.documentType, at: start)
        } else {
            let rest = cursor.source.bytes.count - start
            throw rest < Self.longestMarkup ? cursor.cutShort : cursor.fault(.tag, at: start)
        }
    }

    /// Bytes of `<![CDATA[` and `<!DOCTYPE`.
    private static let longestMarkup = 9

    private mutating func readEndTag() throws(ActivityFault) -> Event {
        let name = try cursor.name()
        cursor.skipSpace()
        guard !cursor.isAtEnd else { throw cursor.cutShort }
        guard cursor.skip(">") else { throw cursor.fault(.tag, at: start) }
        let bytes = cursor.source.bytes
        guard let open = names.last, bytes[open] == bytes[name] else {
            throw cursor.fault(.mismatched, at: start)
        }
        return close()
    }

    private mutating func close() -> Event {
        lastName = names.removeLast()
        isOver = names.isEmpty
        return .close
    }

    private mutating func readStartTag() throws(ActivityFault) -> Event {
        guard !isOver else { throw cursor.fault(.behindRoot, at: start) }
        guard names.count < Self.depthLimit else {
            throw cursor.fault(.tooDeep(Self.depthLimit), at: start)
        }
        cursor.position += 1
        let name = try cursor.name()
        guard !name.isEmpty else { throw cursor.fault(.tag, at: start) }
        try attributes.read(&cursor)
        isEmpty = cursor.skip("/>")
        guard isEmpty || cursor.skip(">") else {
            throw cursor.source.bytes.count - cursor.position < 2
                ? cursor.cutShort : cursor.fault(.attribute, at: cursor.position)
        }
        names.append(name)
        lastName = name
        return .open
    }
}
