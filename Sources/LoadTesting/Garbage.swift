/// What a hostile subscriber sends: none of it is a request, and each is answered by one error.
package enum Garbage: CaseIterable, Sendable {
    case word
    case cutObject
    case list
    case unknownOperation
    case wrongField
    case deep
    case noUnicode
    case empty
    /// More than a request may have. The second on a connection ends it.
    case tooLong

    /// The line with its newline.
    ///
    /// - Parameters:
    ///   - chance: 64 random bits.
    ///   - limit: the most bytes that the daemon takes for a request.
    package func line(chance: UInt64, limit: Int) -> [UInt8] {
        Array(text(chance).utf8) + bytes(chance, limit) + [UInt8(ascii: "\n")]
    }

    private func text(_ chance: UInt64) -> String {
        switch self {
        case .word: "x\(String(chance, radix: 36))"
        case .cutObject: #"{"op":"subscribe","sub":"\#(chance % 1000)"#
        case .list: "[\(chance % 1000)]"
        case .unknownOperation: #"{"op":"x\#(chance % 1000)"}"#
        case .wrongField: #"{"op":"subscribe","sub":"x","window":\#(chance % 1000)}"#
        case .deep: String(repeating: #"{"a":"#, count: 40)
        case .noUnicode, .empty, .tooLong: ""
        }
    }

    private func bytes(_ chance: UInt64, _ limit: Int) -> [UInt8] {
        switch self {
        case .noUnicode:
            (0..<8).map { UInt8(truncatingIfNeeded: chance >> (8 * $0)) | 0x80 }
        case .tooLong: [UInt8](repeating: UInt8(ascii: "x"), count: limit + 1)
        case .word, .cutObject, .list, .unknownOperation, .wrongField, .deep, .empty: []
        }
    }
}
