import Vocabulary
import WireProtocol

/// What the values of fields stand for.
extension LineFields {
    static func word(
        _ value: Value?
    ) throws(LineWalk.Stop) -> UnsafeRawBufferPointer {
        guard let value else { throw .malformed }
        guard value.form == .word else { throw value.form == .text ? .undecided : .malformed }
        return UnsafeRawBufferPointer(rebasing: value.bytes.dropFirst().dropLast())
    }

    /// A cursor behind the opening quote of a word.
    static func cursor(_ value: Value?) throws(LineWalk.Stop) -> LineCursor {
        let word = try word(value)
        let rest = UnsafeRawBufferPointer(start: word.baseAddress, count: word.count + 1)
        guard let cursor = LineCursor(rest) else { throw .malformed }
        return cursor
    }

    /// Nil for what is no string, too.
    static func optionalWord(
        _ value: Value?
    ) throws(LineWalk.Stop) -> UnsafeRawBufferPointer? {
        guard let value, value.form == .word || value.form == .text else { return nil }
        return try word(value)
    }

    /// Nil for a field that is left out.
    static func integer(_ value: Value?) throws(LineWalk.Stop) -> Int64? {
        guard let value else { return nil }
        guard value.form == .integer else {
            throw value.form == .fraction ? .undecided : .malformed
        }
        guard value.bytes.count <= 18, var cursor = LineCursor(value.bytes),
            let integer = cursor.consumeInteger()
        else { throw .undecided }
        return integer
    }

    static func session(_ value: Value?) throws(LineWalk.Stop) -> SessionName {
        let name = try word(value)
        var cursor = try cursor(value)
        guard let session = cursor.consumeSession(),
            let dot = name.firstIndex(of: UInt8(ascii: ".")), isCanonical(name[1..<dot]),
            isCanonical(name[(dot + 1)...])
        else { throw .malformed }
        return session
    }

    static func anchor(
        _ value: Value?, _ anchors: AnchorReader
    ) throws(LineWalk.Stop) -> AnchorReader.Reading {
        let text = try word(value)
        guard text.count == Anchor.textBytes, let base = text.baseAddress else {
            return AnchorReader.Reading(position: StreamPosition(bits: 0), isRight: false)
        }
        return anchors.read(base)
    }

    /// Whether an integer is written as it always is.
    private static func isCanonical(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        return digits.first != UInt8(ascii: "0") || text.count == 1
    }

    /// Whether a text is the time of an instant, `2026-01-01T00:08:14.420000Z`.
    static func isTime(_ text: UnsafeRawBufferPointer, of instant: FleetInstant) -> Bool {
        let time = CalendarTime(microseconds: instant.microseconds)
        let second = time.microsecondOfDay / 1_000_000
        return text.count == 27
            && text.reads(time.year, digits: 4, at: 0, then: "-")
            && text.reads(time.month, digits: 2, at: 5, then: "-")
            && text.reads(time.day, digits: 2, at: 8, then: "T")
            && text.reads(second / 3600, digits: 2, at: 11, then: ":")
            && text.reads(second / 60 % 60, digits: 2, at: 14, then: ":")
            && text.reads(second % 60, digits: 2, at: 17, then: ".")
            && text.reads(time.microsecondOfDay % 1_000_000, digits: 6, at: 20, then: "Z")
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are those of a text.
    @inline(__always)
    func reads(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }

    /// Whether a number with leading zeros stands at a place, and a character behind it.
    fileprivate func reads(
        _ number: Int64, digits: Int, at place: Int, then end: Unicode.Scalar
    ) -> Bool {
        var rest = number
        for index in (place..<place + digits).reversed() {
            guard self[index] == UInt8(ascii: "0") + UInt8(rest % 10) else { return false }
            rest /= 10
        }
        return self[place + digits] == UInt8(ascii: end)
    }
}
