/// What a line says that has been read from its first byte to its last.
struct WholeLine: Hashable {
    /// Nil for one that is malformed.
    var line: ServerLine?
    /// Whether a line of data stands at the time of its anchor; not judged of one whose anchor is
    /// wrong.
    var isOnTime = true

    static let malformed = Self(line: nil)
}
