import Vocabulary
import WireProtocol

/// Reads the anchors of one fleet in place, and verifies their check sums.
///
/// The check sum is linear: it is the check sum with zeros for the position, combined by XOR with a
/// value for each character and its index. These values come from a table, so that no character
/// waits for the one before.
struct AnchorReader {
    /// What an anchor says.
    struct Reading: Hashable {
        /// The position of its line; of no line if the anchor is wrong.
        var position: StreamPosition
        /// Whether it is an anchor of the fleet, undamaged.
        var isRight: Bool
    }

    private let version: UInt16
    private let identity: UInt64
    private let sumOfZeros: UInt32

    /// - Parameter identity: the hash as the greeting writes it; with one of another length every
    ///   anchor is wrong.
    init(identity: String) {
        let text = Array("a1\(identity)".utf8)
        guard text.count == Self.prefixBytes else {
            (version, self.identity, sumOfZeros) = (0, 0, 0)
            return
        }
        (version, self.identity) = text.withUnsafeBytes {
            (
                $0.loadUnaligned(as: UInt16.self),
                $0.loadUnaligned(fromByteOffset: 2, as: UInt64.self)
            )
        }
        var check = CyclicRedundancyCheck()
        for byte in text { check.update(byte) }
        for _ in 0..<Self.digits { check.update(0) }
        sumOfZeros = check.value
    }

    /// Whether this identity, from a greeting, is that of the fleet.
    func isOf(identity: String) -> Bool {
        let other = AnchorReader(identity: identity)
        return version != 0 && (other.version, other.identity) == (version, self.identity)
    }

    /// Reads the ``Anchor/textBytes`` bytes at `text`.
    @inline(__always)
    func read(_ text: UnsafeRawPointer) -> Reading {
        var (bits, sum, told, wrong): (UInt64, UInt32, UInt64, UInt8) = (0, sumOfZeros, 0, 0)
        for place in 0..<Self.digits {
            let digit = Self.digit(text, Self.prefixBytes + place)
            wrong |= digit
            bits = bits << 5 | UInt64(digit & 31)
            sum ^= Self.tables.additions[place << 5 | Int(digit & 31)]
        }
        for place in 0..<7 {
            let digit = Self.digit(text, Self.prefixBytes + Self.digits + place)
            wrong |= digit
            told = told << 5 | UInt64(digit & 31)
        }
        // Of the first character of a position only four bits belong to the number.
        let isRight =
            wrong < 32 && Self.digit(text, Self.prefixBytes) < 16 && told == UInt64(sum)
            && text.loadUnaligned(as: UInt16.self) == version
            && text.loadUnaligned(fromByteOffset: 2, as: UInt64.self) == identity
        return Reading(position: StreamPosition(bits: isRight ? bits : 0), isRight: isRight)
    }

    /// The anchor of a text that is not in a line's bytes; a text of another length is wrong.
    func read(_ text: String) -> Reading {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count == Anchor.textBytes, let base = bytes.baseAddress else {
                return Reading(position: StreamPosition(bits: 0), isRight: false)
            }
            return read(UnsafeRawPointer(base))
        }
    }

    /// The text of the anchor of a position; nil if the identity is invalid.
    func text(of position: StreamPosition) -> String? {
        var bits: UInt64 = 0
        withUnsafeBytes(of: identity) { bytes in
            for byte in bytes { bits = bits << 5 | UInt64(Self.tables.values[Int(byte)] & 31) }
        }
        guard version != 0 else { return nil }
        return Anchor(identity: IdentityHash(bits: bits), position: position).description
    }

    @inline(__always)
    private static func digit(_ text: UnsafeRawPointer, _ place: Int) -> UInt8 {
        tables.values[Int(text.load(fromByteOffset: place, as: UInt8.self))]
    }
}

extension AnchorReader {
    /// Version and identity.
    private static var prefixBytes: Int { 10 }
    /// Characters of the position.
    private static var digits: Int { 13 }

    private struct Tables {
        /// The value of each character of base 32; 32 for all others.
        var values = [256 of UInt8](repeating: 32)
        /// What each value changes the check sum by, for each place of the position.
        var additions = [416 of UInt32](repeating: 0)
    }

    private static let tables: Tables = {
        var tables = Tables()
        let zeros = sum(of: 0, at: 0)
        for value in 0..<32 {
            let character = Base32.character(UInt64(value))
            tables.values[Int(character)] = UInt8(value)
            for place in 0..<digits {
                tables.additions[place << 5 | value] = sum(of: character, at: place) ^ zeros
            }
        }
        return tables
    }()

    /// The check sum of one byte among zeros, as many together as a position has characters.
    private static func sum(of byte: UInt8, at place: Int) -> UInt32 {
        var check = CyclicRedundancyCheck()
        for index in 0..<digits { check.update(index == place ? byte : 0) }
        return check.value
    }
}
