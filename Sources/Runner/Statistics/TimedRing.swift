/// A value and the instant of session time at which it was measured, in eight bytes.
public struct TimedValue: Equatable, Sendable {
    /// Ticks of session time.
    public var ticks: Int32
    public var value: Int32

    public init(ticks: Int32, value: Int32) {
        self.ticks = ticks
        self.value = value
    }
}

/// A ring buffer of timed values. Elements are appended at the newest end and removed at both ends.
///
/// It allocates when it is made, with exactly the capacity asked for, and when it must grow; then
/// it doubles. It never shrinks. `Ring` of StreamServer gives its memory back instead.
public struct TimedRing: Sendable {
    private var storage: [TimedValue]
    private var head: Int32 = 0
    private var length: Int32 = 0

    public init(capacity: Int) { storage = Self.vacant(capacity) }

    public var capacity: Int { storage.count }
    public var count: Int { Int(length) }

    /// Bytes on the heap, without what the allocator adds.
    public var heapBytes: Int { Self.heapBytes(capacity: capacity) }

    public static func heapBytes(capacity: Int) -> Int {
        capacity > 0 ? arrayHeaderBytes + capacity * MemoryLayout<TimedValue>.stride : 0
    }

    /// Bytes of an array before its first element, on a 64-bit machine.
    public static let arrayHeaderBytes = 32

    public var isEmpty: Bool { length == 0 }

    /// The oldest element.
    public var first: TimedValue? { isEmpty ? nil : storage[Int(head)] }

    /// The newest element.
    public var last: TimedValue? { isEmpty ? nil : storage[index(count - 1)] }

    public mutating func append(_ element: TimedValue) {
        if count == storage.count { grow() }
        storage[index(count)] = element
        length += 1
    }

    /// Traps if the ring is empty.
    public mutating func removeFirst() {
        precondition(!isEmpty, "removal of the oldest element of an empty ring")
        length -= 1
        head = Int32(truncatingIfNeeded: index(1))
    }

    /// Traps if the ring is empty.
    public mutating func removeLast() {
        precondition(!isEmpty, "removal of the newest element of an empty ring")
        length -= 1
    }

    private func index(_ offset: Int) -> Int {
        let index = Int(head) + offset
        return index < storage.count ? index : index - storage.count
    }

    private mutating func grow() {
        var larger = Self.vacant(max(2 * storage.count, 4))
        for offset in 0..<count { larger[offset] = storage[index(offset)] }
        storage = larger
        head = 0
    }

    private static func vacant(_ count: Int) -> [TimedValue] {
        [TimedValue](repeating: TimedValue(ticks: 0, value: 0), count: count)
    }
}
