import Vocabulary

/// A growing row of bytes into which lines are encoded.
///
/// It owns its memory alone and is not copyable, so that an append costs one check of room and no
/// check of uniqueness. Clear it with ``removeAll(keepingCapacity:)`` and use it again: in the
/// steady state nothing is allocated.
public struct LineBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var room: Int
    @usableFromInline var end = 0
    /// Caches the instant written last: instants in a row share their date.
    private var clockText = ClockText()

    /// - Parameter capacity: bytes to start with.
    public init(capacity: Int = 256) {
        base = .allocate(capacity: capacity)
        room = capacity
    }

    deinit { base.deallocate() }

    /// Bytes that fit before the buffer grows.
    @inlinable public var capacity: Int { room }

    /// Bytes written so far.
    @inlinable public var count: Int { end }

    @inlinable public var isEmpty: Bool { count == 0 }

    /// Forgets every byte; gives the memory back unless `keepingCapacity`.
    public mutating func removeAll(keepingCapacity: Bool = true) {
        if !keepingCapacity { self = LineBuffer(capacity: 0) }
        end = 0
    }

    /// Forgets the bytes from `count` on. Traps when there are fewer.
    public mutating func truncate(to count: Int) {
        precondition((0...self.count).contains(count), "truncate to \(count) of \(self.count)")
        end = count
    }

    /// Reads the bytes in place; the pointer is valid only inside `body`.
    public borrowing func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// A copy of the bytes in `range`. Traps when it reaches beyond ``count``.
    public subscript(range: Range<Int>) -> [UInt8] {
        withUnsafeBytes { Array($0[range]) }
    }

    /// A copy of all bytes.
    public var bytes: [UInt8] { self[0..<count] }

    /// All bytes as text; what is not UTF-8 is replaced.
    public var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    /// Appends `size` bytes, all of which `body` must write.
    @inlinable @inline(__always)
    mutating func append(_ size: Int, writing body: (UnsafeMutablePointer<UInt8>) -> Void) {
        append(size, inRoomOf: size, writing: body)
    }

    /// Appends `size` bytes; `body` must write these and may write up to `needed`.
    @inlinable @inline(__always)
    mutating func append(
        _ size: Int, inRoomOf needed: Int, writing body: (UnsafeMutablePointer<UInt8>) -> Void
    ) {
        if room &- end < needed { grow(by: needed) }
        body(base + end)
        end &+= size
    }

    /// The text of `instant`, or nil when its year does not have four digits.
    @inline(__always)
    mutating func text(of instant: FleetInstant) -> [29 of UInt8]? {
        clockText.update(to: instant) ? clockText.bytes : nil
    }

    @usableFromInline @inline(never)
    mutating func grow(by size: Int) {
        room = Swift.max(64, room * 2, end + size)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
        grown.update(from: base, count: end)
        base.deallocate()
        base = grown
    }
}

// The memory is reachable only through the one value that owns it, which the compiler never
// copies: handing the value to another thread hands over the memory with it.
extension LineBuffer: @unchecked Sendable {}

extension LineBuffer {
    @inlinable
    public mutating func append(_ byte: UInt8) {
        append(1) { $0.pointee = byte }
    }

    @inlinable @inline(__always)
    public mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends the UTF-8 of `text` as it is, without quotes or escapes.
    public mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    public mutating func append(bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0) }
    }

    public mutating func append(bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBufferPointer { append($0) }
    }

    /// Appends the bytes of `other` in `range`. Traps when it reaches beyond its count.
    public mutating func append(_ other: borrowing LineBuffer, range: Range<Int>) {
        other.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    @inlinable @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        append(UnsafeRawBufferPointer(bytes))
    }

    /// Appends bytes from elsewhere in memory.
    ///
    /// Names and punctuation are short, and a call of `memmove` would take longer than the copy: up
    /// to 16 bytes are copied as two words that may overlap.
    @inlinable @inline(__always)
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let size = bytes.count
        guard let source = bytes.baseAddress else { return }
        append(size) { target in
            let target = UnsafeMutableRawPointer(target)
            switch size {
            case 8...16: Self.copyEnds(UInt64.self, from: source, to: target, size: size)
            case 4..<8: Self.copyEnds(UInt32.self, from: source, to: target, size: size)
            case 2..<4: Self.copyEnds(UInt16.self, from: source, to: target, size: size)
            case 1: target.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
            default: target.copyMemory(from: source, byteCount: size)
            }
        }
    }

    @inlinable @inline(__always)
    static func copyEnds<Word: BitwiseCopyable>(
        _ type: Word.Type, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
        size: Int
    ) {
        let end = size - MemoryLayout<Word>.size
        let (first, last) = (
            source.loadUnaligned(as: Word.self),
            source.loadUnaligned(fromByteOffset: end, as: Word.self)
        )
        target.storeBytes(of: first, as: Word.self)
        target.storeBytes(of: last, toByteOffset: end, as: Word.self)
    }
}

/// A short text that many lines contain.
///
/// It is copied as 32 bytes, whatever its length, and without the reference counting that every use
/// of a string costs.
public struct LineLabel: Sendable {
    @usableFromInline var bytes = [32 of UInt8](repeating: 0)
    @usableFromInline let count: Int

    /// Traps if the UTF-8 of `text` has more than 32 bytes.
    public init(_ text: String) {
        count = text.utf8.count
        for (index, byte) in text.utf8.enumerated() { bytes[index] = byte }
    }
}

extension LineBuffer {
    @inlinable @inline(__always)
    public mutating func append(_ label: LineLabel) {
        append(label.count, inRoomOf: MemoryLayout.size(ofValue: label.bytes)) {
            UnsafeMutableRawPointer($0).storeBytes(of: label.bytes, as: [32 of UInt8].self)
        }
    }
}
