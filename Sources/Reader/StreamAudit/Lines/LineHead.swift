import Vocabulary
import WireProtocol

/// Where the fields that all numbered lines share stand in a line.
package struct LineHead: Hashable, Sendable {
    package let type: Range<Int>
    package let session: Range<Int>
    package let number: Range<Int>
    package let time: Range<Int>
    /// The clock fields with the comma before each; empty in a line without any.
    package let clock: Range<Int>
    /// As long as an anchor is, and between quotes.
    package let anchor: Range<Int>

    /// Reads the fields in the order in which a daemon writes them, for a subscription without a
    /// name:
    /// `{"type":"…","session":"…","n":1,"t":"…","due_us":1,"late_us":1,"anchor":"…"`.
    ///
    /// Nil for a line that begins differently, such as a line without a number. Cost: linear in the
    /// bytes up to the anchor.
    package init?(_ line: UnsafeRawBufferPointer) {
        guard var cursor = LineCursor(line), cursor.consume(#"{"type":""#),
            let type = cursor.word(), cursor.consume(#","session":""#),
            let session = cursor.word(), cursor.consume(#","n":"#),
            let number = cursor.digits(), cursor.consume(#","t":""#), let time = cursor.word()
        else { return nil }
        let start = cursor.offset
        if cursor.consume(#","due_us":"#), cursor.digits() == nil { return nil }
        if cursor.consume(#","late_us":"#), cursor.digits() == nil { return nil }
        clock = start..<cursor.offset
        guard cursor.consume(#","anchor":""#), let anchor = cursor.word(),
            anchor.count == Anchor.textBytes
        else { return nil }
        (self.type, self.session, self.number) = (type, session, number)
        (self.time, self.anchor) = (time, anchor)
    }
}

/// What the fields of a head say.
extension LineCursor {
    /// Consumes the type of a data line with its closing quote; nil for another type.
    @inline(__always)
    mutating func consumeKind() -> DataLine.Kind? {
        switch next {
        case UInt8(ascii: "s"):
            if consume(#"stat""#) { return .stat }
            return consume(#"sample""#) ? .sample : nil
        case UInt8(ascii: "t"): return consume(#"truth""#) ? .truth : nil
        case UInt8(ascii: "p"): return consume(#"phase""#) ? .phase : nil
        case UInt8(ascii: "a"): return consume(#"advisory""#) ? .advisory : nil
        case UInt8(ascii: "e"):
            if consume(#"event""#) { return .event }
            if consume(#"entry""#) { return .entry }
            return consume(#"end""#) ? .end : nil
        case _: return nil
        }
    }

    /// Consumes the name of a session or of a day's book, with its closing quote; nil for another
    /// word. The integers of the name may have leading zeros.
    @inline(__always)
    mutating func consumeSession() -> SessionName? {
        let isBook = !consume("s")
        guard !isBook || consume("d"), let number = consumeInteger(),
            let lane = LaneID(exactly: Int(number)), consume("."),
            let lap = consumeInteger(), Int32(exactly: lap) != nil, consume("\"")
        else { return nil }
        return isBook ? .book(of: lane, lap: Int(lap)) : SessionName(lane: lane, lap: Int(lap))
    }
}
