import WireProtocol

/// Validates a whole line without allocating: all of its JSON (RFC 8259), and the fields that are
/// checked.
///
/// It is a walk of its own beside ``JSONScanner``: the scanner makes strings and numbers of what it
/// reads, and this walk, which reads thousands of lines per second, makes nothing.
///
/// It refuses what ``LineParser`` refuses: what the strict dialect of JSON refuses, `null`, a
/// statistic without values. It leaves to the parser what it cannot decide: lines of rare types,
/// names and checked words that are not plain ASCII, numbers that a double may not hold, and more
/// names than it can keep. The line's memory must outlive the walk.
struct LineWalk {
    /// Why a walk ends early.
    enum Stop: Error {
        case malformed
        /// Only the parser can decide.
        case undecided
    }

    let base: UnsafeRawPointer
    let count: Int
    /// The offset of the next byte.
    var offset = 0
    private var depth = 0
    private var names = OpenNames()
    private var fields = LineFields()

    private init(_ base: UnsafeRawPointer, _ count: Int) {
        self.base = base
        self.count = count
    }

    /// Nil for a line that the parser must read. Linear in the length of the line.
    static func read(_ line: UnsafeRawBufferPointer, _ anchors: AnchorReader) -> WholeLine? {
        guard let base = line.baseAddress, isUnicode(line) else { return .malformed }
        var walk = LineWalk(base, line.count)
        do throws(Stop) {
            try walk.line()
            return try walk.fields.read(anchors)
        } catch {
            switch error {
            case .malformed: return .malformed
            case .undecided: return nil
            }
        }
    }

    private static func isUnicode(_ line: UnsafeRawBufferPointer) -> Bool {
        do {
            _ = try UTF8Span(validating: line.assumingMemoryBound(to: UInt8.self).span)
            return true
        } catch {
            return false
        }
    }

    private mutating func line() throws(Stop) {
        skipSpace()
        guard next == UInt8(ascii: "{") else { throw .malformed }
        _ = try object()
        skipSpace()
        guard offset == count else { throw .malformed }
    }

    private mutating func value() throws(Stop) -> LineFields.Form {
        switch next {
        case UInt8(ascii: "\""): return try string() ? .word : .text
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try number()
        case UInt8(ascii: "{"): return try object() ? .emptyObject : .other
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case _: throw .malformed
        }
        return .other
    }

    /// Walks an object; returns whether it has no fields.
    private mutating func object() throws(Stop) -> Bool {
        try enter()
        let outer = names.begin()
        var isEmpty = true
        if next != UInt8(ascii: "}") {
            isEmpty = false
            repeat { try field() } while consume(UInt8(ascii: ","))
        }
        guard consume(UInt8(ascii: "}")) else { throw .malformed }
        names.end(resuming: outer)
        depth -= 1
        return isEmpty
    }

    private mutating func field() throws(Stop) {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw .malformed }
        let start = offset
        guard try string() else { throw .undecided }
        let name = bytes(start + 1..<offset - 1)
        try names.add(name)
        skipSpace()
        guard consume(UInt8(ascii: ":")) else { throw .malformed }
        skipSpace()
        let first = offset
        let form = try value()
        if depth == 1 {
            fields.note(name, LineFields.Value(form: form, bytes: bytes(first..<offset)))
        }
        skipSpace()
    }

    private mutating func array() throws(Stop) {
        try enter()
        if next != UInt8(ascii: "]") {
            repeat {
                skipSpace()
                _ = try value()
                skipSpace()
            } while consume(UInt8(ascii: ","))
        }
        guard consume(UInt8(ascii: "]")) else { throw .malformed }
        depth -= 1
    }

    /// Consumes the opening bracket.
    private mutating func enter() throws(Stop) {
        depth += 1
        guard depth <= ProtocolLimits.jsonDepth else { throw .malformed }
        offset += 1
        skipSpace()
    }

    private func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    }
}

/// The names of the fields of the open objects of a walk: a name may not occur twice in one object.
///
/// The names are ranges of the line's bytes, whose memory must outlive them.
struct OpenNames {
    private static let limit = 64

    private var names = [64 of UnsafeRawBufferPointer](
        repeating: UnsafeRawBufferPointer(start: nil, count: 0))
    private var count = 0
    /// The index of the first name of the innermost object.
    private var first = 0

    /// Begins an object; returns the value to pass to ``end(resuming:)``.
    mutating func begin() -> Int {
        defer { first = count }
        return first
    }

    /// Ends the innermost object.
    mutating func end(resuming outer: Int) {
        count = first
        first = outer
    }

    /// Adds a name to the innermost object. Linear in the names that it has.
    mutating func add(_ name: UnsafeRawBufferPointer) throws(LineWalk.Stop) {
        guard count < Self.limit else { throw .undecided }
        for index in first..<count where Self.isSame(names[index], name) { throw .malformed }
        names[count] = name
        count += 1
    }

    @inline(__always)
    private static func isSame(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where left[index] != right[index] { return false }
        return true
    }
}
