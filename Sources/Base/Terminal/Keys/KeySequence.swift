/// An escape sequence from a key, the mouse or the terminal itself, while its bytes come in.
///
/// It begins with ESC `[` (CSI) or ESC `O` (SS3), goes on with parameters and ends with one final
/// byte (ECMA-48 section 5.4; keys as xterm, the Linux console and rxvt send them). Only what
/// matters is kept, so a sequence without end takes no memory.
struct KeySequence {
    enum Progress: Equatable {
        case more
        case key(Key)
        case pasteStart
        /// A report that is not a key.
        case nothing
        /// A report that is followed by `byteCount` more bytes.
        case report(byteCount: Int, isMouse: Bool)
        /// The byte does not belong to the sequence.
        case broken
    }

    /// Whether the sequence began with ESC `O` (SS3).
    private let isSingleShift: Bool
    /// The first three parameters, each clamped to ``numberMax``; later ones are dropped.
    private var numbers: [3 of UInt32] = [0, 0, 0]
    private var separatorCount = 0
    /// Whether the sequence has bytes that no known key sends.
    private var isStrange = false
    private var isMouseReport = false
    private var isEmpty = true

    private static let numberMax: UInt32 = 9999

    init(isSingleShift: Bool) { self.isSingleShift = isSingleShift }

    mutating func take(_ byte: UInt8) -> Progress {
        defer { isEmpty = false }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard separatorCount < numbers.count else { break }
            let number = numbers[separatorCount] * 10 + UInt32(byte - UInt8(ascii: "0"))
            numbers[separatorCount] = min(number, Self.numberMax)
        case UInt8(ascii: ";"), UInt8(ascii: ":"):
            separatorCount = min(separatorCount + 1, numbers.count)
        case 0x20...0x2F where isSingleShift, 0x3C...0x3F where isSingleShift:
            return .key(.unknown)
        case 0x20...0x2F, 0x3C...0x3F:
            isMouseReport = isEmpty && byte == UInt8(ascii: "<")
            isStrange = true
        case 0x40...0x7E: return isSingleShift ? singleShiftEnd(byte) : end(byte)
        case _: return .broken
        }
        return .more
    }

    private func singleShiftEnd(_ byte: UInt8) -> Progress {
        .key(byte == UInt8(ascii: "M") ? .enter : letterKey(byte))
    }

    private func end(_ byte: UInt8) -> Progress {
        switch byte {
        case UInt8(ascii: "M") where isEmpty: .report(byteCount: 3, isMouse: true)
        case UInt8(ascii: "[") where isEmpty: .report(byteCount: 1, isMouse: false)
        case UInt8(ascii: "I") where isEmpty, UInt8(ascii: "O") where isEmpty: .nothing
        case UInt8(ascii: "M") where isMouseReport: mouseReport
        case UInt8(ascii: "M") where separatorCount == 2: .nothing
        case UInt8(ascii: "m") where isMouseReport: .nothing
        case _ where isStrange: .key(.unknown)
        case UInt8(ascii: "~") where numbers[0] == 200: .pasteStart
        case UInt8(ascii: "~") where numbers[0] == 201: .nothing
        case UInt8(ascii: "~"): .key(numberedKey)
        case UInt8(ascii: "Z"): .key(.backTab)
        case _: .key(letterKey(byte))
        }
    }

    /// A press or the wheel; a report without exactly three parameters is ignored.
    private var mouseReport: Progress {
        guard separatorCount == 2,
            let event = MouseEvent(
                button: Int(numbers[0]), column: Int(numbers[1]), row: Int(numbers[2]))
        else { return .nothing }
        return .key(.mouse(event))
    }

    /// The second parameter, which names modifier keys, is ignored.
    private func letterKey(_ byte: UInt8) -> Key {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case _: .unknown
        }
    }

    private var numberedKey: Key {
        switch numbers[0] {
        case 1, 7: .home
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case _: .unknown
        }
    }
}

/// A UTF-8 character of several bytes (RFC 3629) while its bytes come in.
struct PartialCharacter {
    enum Progress {
        case more
        case done(Unicode.Scalar)
        /// The byte does not belong to the character.
        case broken
    }

    private var value: UInt32
    private var missing: Int
    /// The range of the next byte. The second byte is restricted further, which excludes overlong
    /// forms, surrogates and values above U+10FFFF.
    private var allowed: ClosedRange<UInt8>

    /// Nil unless `byte` begins a character of several bytes.
    init?(first byte: UInt8) {
        switch byte {
        case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
        case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
        case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
        case _: return nil
        }
        allowed =
            switch byte {
            case 0xE0: 0xA0...0xBF
            case 0xED: 0x80...0x9F
            case 0xF0: 0x90...0xBF
            case 0xF4: 0x80...0x8F
            case _: 0x80...0xBF
            }
    }

    mutating func take(_ byte: UInt8) -> Progress {
        guard allowed.contains(byte) else { return .broken }
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        allowed = 0x80...0xBF
        guard missing == 0 else { return .more }
        return Unicode.Scalar(value).map(Progress.done) ?? .broken
    }
}
