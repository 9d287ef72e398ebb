/// Five bits to a character, in the lower-case alphabet of Douglas Crockford's "Base 32" (2002).
///
/// Numbers are written highest digit first in a fixed width. Reading accepts that one form only: no
/// capitals and no look-alikes, so that two texts are equal exactly when the numbers are.
public enum Base32 {
    static let alphabet: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"

    /// The character of the lowest five bits of `value`.
    @inline(__always)
    public static func character(_ value: UInt64) -> UInt8 {
        alphabet.utf8Start[Int(truncatingIfNeeded: value & 31)]
    }

    /// The five bits of a character, or nil when it is not in the alphabet.
    static func digit(_ character: UInt8) -> UInt64? {
        for value in 0..<UInt64(32) where Self.character(value) == character { return value }
        return nil
    }

    /// The characters of `value` in `width` places; what does not fit is cut off.
    static func text(_ value: UInt64, width: Int) -> String {
        let characters = (0..<width).reversed().map { place in
            place < 13 ? character(value >> (5 * UInt64(place))) : UInt8(ascii: "0")
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
