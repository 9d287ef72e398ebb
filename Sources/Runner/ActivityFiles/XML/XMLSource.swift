/// The bytes of a document, whatever their encoding, as bytes in which ASCII is ASCII.
///
/// UTF-8 stays what it is, and so does every encoding that holds ASCII as ASCII, whatever the
/// declaration says. Of UTF-16, told by its byte order mark or by the zero in its first character,
/// each unit becomes one byte: nothing that is read of a recording lies beyond ASCII, and places
/// are found again without a table. What lies beyond becomes a byte that begins no character.
struct XMLSource: Sendable {
    let bytes: [UInt8]
    /// Where the bytes begin in the file, and how many of the file's stand for one of them.
    private let (start, width): (Int, Int)

    private static let beyond: UInt8 = 0xFF

    init(_ file: [UInt8]) {
        switch (file.first, file.dropFirst().first) {
        case (0xFF, 0xFE): (bytes, start, width) = (Self.narrowed(file[2...], high: 1), 2, 2)
        case (0xFE, 0xFF): (bytes, start, width) = (Self.narrowed(file[2...], high: 0), 2, 2)
        case (UInt8(ascii: "<"), 0):
            (bytes, start, width) = (Self.narrowed(file[...], high: 1), 0, 2)
        case (0, UInt8(ascii: "<")):
            (bytes, start, width) = (Self.narrowed(file[...], high: 0), 0, 2)
        case _ where file.starts(with: [0xEF, 0xBB, 0xBF]):
            (bytes, start, width) = (Array(file[3...]), 3, 1)
        case _: (bytes, start, width) = (file, 0, 1)
        }
    }

    /// A byte for each unit; one without a partner at the end is cut off.
    ///
    /// - Parameter high: which byte of a unit is the higher one.
    private static func narrowed(_ units: ArraySlice<UInt8>, high: Int) -> [UInt8] {
        (0..<units.count / 2).map { index in
            let first = units.startIndex + 2 * index
            let low = units[first + 1 - high]
            return units[first + high] == 0 && low < 0x80 ? low : beyond
        }
    }

    /// Bytes from the beginning of the file to one of ``bytes``.
    func offset(of position: Int) -> Int { start + width * position }

    /// Whether the first character after white space begins a tag.
    var beginsWithTag: Bool {
        bytes.first { !XMLCursor.isSpace($0) } == UInt8(ascii: "<")
    }
}
