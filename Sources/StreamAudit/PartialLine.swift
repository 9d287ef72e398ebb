/// What has come of a line whose newline has not: bounded by the longest line that may be.
///
/// It takes memory only while there is one.
struct PartialLine {
    private var bytes: [UInt8] = []
    /// Whether the line is too long already.
    private(set) var isTooLong = false

    /// Whether the stream stands between two lines.
    var isEmpty: Bool { bytes.isEmpty && !isTooLong }

    /// Adds bytes that no newline ends.
    mutating func append(_ piece: UnsafeRawBufferPointer, limit: Int) {
        guard !isTooLong, bytes.count + piece.count <= limit else {
            isTooLong = isTooLong || !piece.isEmpty
            return bytes = []
        }
        bytes.append(contentsOf: piece)
    }

    /// Ends the line with the bytes before its newline, and forgets it.
    ///
    /// - Returns: the line; nil if it is too long.
    mutating func end(_ piece: UnsafeRawBufferPointer, limit: Int) -> [UInt8]? {
        append(piece, limit: limit)
        defer { self = PartialLine() }
        return isTooLong ? nil : bytes
    }
}
