import Vocabulary

/// A recorded run: rows of measured values with strictly increasing times.
///
/// Copies share the rows.
public struct Recording: Sendable {
    /// What it is called in errors, usually its path.
    public let name: String
    /// FNV-1a of the file's bytes: the recording's part in a fleet's identity.
    public let contentHash: UInt64
    /// Never empty.
    public let rows: [RecordedRow]

    /// The most rows: 7 days at 1 Hz, five hours at 50 Hz.
    public static let rowLimit = 1_000_000
    /// The latest time of a row, seconds: 7 days.
    public static let longestSeconds: Int64 = 604_800

    /// Reads comma-separated values with the header of ``RecordedRow/columns``.
    ///
    /// A byte order mark, CRLF and missing or repeated line ends at the end of the file are
    /// accepted. An empty cell is an absent value. Numbers are read exactly, with at most nine
    /// digits on either side of the point, and rounded to the metric's places with ties to even.
    /// Linear in the number of bytes.
    public init(
        csv: [UInt8], name: String, rowLimit: Int = Recording.rowLimit
    ) throws(RecordingError) {
        var parser = RecordingParser(bytes: csv, name: name, rowLimit: rowLimit)
        rows = try parser.rows()
        contentHash = ContentHash.fnv1a(csv)
        self.name = name
    }
}
