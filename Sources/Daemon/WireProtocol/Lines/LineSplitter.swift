/// Cuts a stream of bytes into lines, with bounded memory whatever arrives.
///
/// Call ``next(in:)`` with every chunk until it returns nil, and ``finish()`` once at the end of
/// the stream. Where the chunks were cut changes nothing. A line that lies whole in a chunk is not
/// copied.
public struct LineSplitter: Sendable {
    public enum Event: Hashable, Sendable {
        /// A line without its `\n` or `\r\n`.
        case line(ArraySlice<UInt8>)
        /// A line with more bytes than the limit: announced once, and skipped up to its newline.
        case tooLong
        /// The bytes after the last newline when the stream ended.
        case cut(ArraySlice<UInt8>)
    }

    /// The most bytes that a line may have, its ending not counted.
    public let limit: Int
    /// The number of the line that the last event is about, from 1.
    public private(set) var lineNumber: Int
    private var kept: [UInt8] = []
    private var isSkipping = false
    /// Bytes received of a line that was announced as too long and has not ended; else 0.
    public private(set) var endlessBytes = 0

    /// - Parameter lineNumber: how many lines of the stream another splitter has consumed.
    public init(
        limit: Int = ProtocolLimits.requestLineBytes, after lineNumber: Int = 0
    ) {
        self.limit = limit
        self.lineNumber = lineNumber
    }

    /// Whether no part of an unfinished line has come: another splitter may continue after
    /// ``lineNumber``.
    public var isBetweenLines: Bool { kept.isEmpty && !isSkipping }

    /// Consumes the bytes of the next event; consumes the whole chunk and returns nil when no event
    /// is left in it.
    public mutating func next(in chunk: inout ArraySlice<UInt8>) -> Event? {
        while let end = Self.newline(in: chunk) {
            let piece = chunk[..<end]
            chunk = chunk[(end + 1)...]
            guard isSkipping else { return event(completedBy: piece) }
            isSkipping = false
            endlessBytes = 0
        }
        let rest = chunk
        chunk = []
        return keep(rest)
    }

    /// The event of the end of the stream: `cut`, or nil when nothing stood after the last newline.
    public mutating func finish() -> Event? {
        defer { kept = [] }
        guard !kept.isEmpty else { return nil }
        lineNumber += 1
        return .cut(kept[...])
    }

    private mutating func event(completedBy piece: ArraySlice<UInt8>) -> Event {
        lineNumber += 1
        var line = piece
        if !kept.isEmpty {
            // One byte more than the limit, because the last byte may be the ending's `\r`.
            guard kept.count + piece.count <= limit + 1 else { return tooLong(skip: false) }
            kept += piece
            line = kept[...]
            kept = []
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line.count <= limit ? .line(line) : .tooLong
    }

    private mutating func keep(_ piece: ArraySlice<UInt8>) -> Event? {
        guard !isSkipping else {
            endlessBytes += piece.count
            return nil
        }
        guard let last = piece.last else { return nil }
        let count = kept.count + piece.count
        if count > limit, count > limit + 1 || last != UInt8(ascii: "\r") {
            lineNumber += 1
            endlessBytes = count
            return tooLong(skip: true)
        }
        kept += piece
        return nil
    }

    private mutating func tooLong(skip: Bool) -> Event {
        kept = []
        isSkipping = skip
        return .tooLong
    }

    private static func newline(in chunk: ArraySlice<UInt8>) -> Int? {
        chunk.withUnsafeBufferPointer { bytes in
            bytes.firstIndex(of: UInt8(ascii: "\n")).map { chunk.startIndex + $0 }
        }
    }
}
