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
        guard let integer = integer(value.bytes[...]) else { throw .undecided }
        return integer
    }

    /// Nil for what is no integer of at most 18 characters.
    private static func integer(_ text: Slice<UnsafeRawBufferPointer>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text
        guard !digits.isEmpty, text.count <= 18 else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            value = value * 10 + Int64(byte & 15)
        }
        return isNegative ? -value : value
    }

    static func kind(_ type: UnsafeRawBufferPointer) -> DataLine.Kind? {
        if type.reads("stat") { return .stat }
        if type.reads("sample") { return .sample }
        if type.reads("truth") { return .truth }
        if type.reads("phase") { return .phase }
        if type.reads("advisory") { return .advisory }
        if type.reads("event") { return .event }
        if type.reads("entry") { return .entry }
        return type.reads("end") ? .end : nil
    }

    static func session(_ value: Value?) throws(LineWalk.Stop) -> SessionName {
        let name = try word(value)
        let isBook = name.first == UInt8(ascii: "d")
        guard isBook || name.first == UInt8(ascii: "s"),
            let dot = name.firstIndex(of: UInt8(ascii: ".")),
            let lane = integer(name[1..<dot]), isCanonical(name[1..<dot]),
            let lap = integer(name[(dot + 1)...]), isCanonical(name[(dot + 1)...]),
            (0..<Int64(SessionName.laneLimit)).contains(lane), Int32(exactly: lap) != nil
        else { throw .malformed }
        return isBook
            ? .book(of: Int(lane), lap: Int(lap)) : SessionName(lane: Int(lane), lap: Int(lap))
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
