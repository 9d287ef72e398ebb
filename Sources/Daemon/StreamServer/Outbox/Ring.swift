/// A first-in, first-out row of plain values in one array that is used round and round.
///
/// Its capacity is a power of two, or 0. It grows by doubling, halves once it is a quarter full,
/// and is given back when the last value leaves: every operation is O(1) a value, amortised.
struct Ring<Element: BitwiseCopyable> {
    private var storage: [Element] = []
    private var head = 0
    private(set) var count = 0

    /// The capacity of a ring that holds something.
    private static var leastCapacity: Int { 8 }

    var isEmpty: Bool { count == 0 }

    /// Bytes on the heap, without the array's header and what the allocator adds.
    var heldBytes: Int { Self.bytes(storage.count) }

    /// What ``heldBytes`` comes to at most with `more` values more.
    func heldBytes(adding more: Int) -> Int {
        Self.bytes(max(storage.count, Self.capacity(for: count + more)))
    }

    /// Traps unless there is a value at `index`, counted from the oldest.
    subscript(index: Int) -> Element {
        get {
            precondition((0..<count).contains(index), "value \(index) of \(count) in a ring")
            return storage[storageIndex(index)]
        }
        set {
            precondition((0..<count).contains(index), "value \(index) of \(count) in a ring")
            storage[storageIndex(index)] = newValue
        }
    }

    mutating func append(contentsOf values: UnsafeBufferPointer<Element>) {
        guard let filler = values.first else { return }
        let capacity = Self.capacity(for: count + values.count)
        if capacity > storage.count { rebuild(capacity: capacity, filler: filler) }
        let start = storageIndex(count)
        let first = min(values.count, storage.count - start)
        storage.withUnsafeMutableBufferPointer { target in
            Self.copy(values[..<first], to: target[start...])
            Self.copy(values[first...], to: target[...])
        }
        count += values.count
    }

    mutating func append(_ value: Element) {
        withUnsafePointer(to: value) {
            append(contentsOf: UnsafeBufferPointer(start: $0, count: 1))
        }
    }

    /// Traps if there are fewer values.
    mutating func removeFirst(_ number: Int = 1) {
        precondition((0...count).contains(number), "removal of \(number) of \(count) in a ring")
        guard number < count else { return self = Ring() }
        head = storageIndex(number)
        count -= number
        guard count * 4 <= storage.count, storage.count > Self.leastCapacity else { return }
        rebuild(capacity: storage.count / 2, filler: storage[head])
    }

    /// Reads the oldest values that lie side by side: all of them, or all up to the array's end.
    func withFirstValues<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
        let length = min(count, storage.count - head)
        return storage.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[head..<head + length]))
        }
    }

    /// Appends the values in `range` to `other`. Traps if there are fewer values.
    func append(_ range: Range<Int>, to other: inout Ring) {
        precondition(range.upperBound <= count, "values \(range) of \(count) in a ring")
        guard !range.isEmpty else { return }
        let start = storageIndex(range.lowerBound)
        let first = min(range.count, storage.count - start)
        storage.withUnsafeBufferPointer { source in
            other.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<start + first]))
            other.append(
                contentsOf: UnsafeBufferPointer(rebasing: source[..<(range.count - first)]))
        }
    }

    private func storageIndex(_ index: Int) -> Int { (head + index) & (storage.count - 1) }

    private mutating func rebuild(capacity: Int, filler: Element) {
        var moved = [Element](repeating: filler, count: capacity)
        let first = min(count, storage.count - head)
        storage.withUnsafeBufferPointer { source in
            moved.withUnsafeMutableBufferPointer { target in
                Self.copy(source[head..<head + first], to: target[...])
                Self.copy(source[..<(count - first)], to: target[first...])
            }
        }
        storage = moved
        head = 0
    }

    private static func copy(
        _ source: Slice<UnsafeBufferPointer<Element>>,
        to target: Slice<UnsafeMutableBufferPointer<Element>>
    ) {
        UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: target))
            .copyMemory(from: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: source)))
    }

    private static func capacity(for count: Int) -> Int {
        guard count > leastCapacity else { return count > 0 ? leastCapacity : 0 }
        return 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    }

    private static func bytes(_ count: Int) -> Int { count * MemoryLayout<Element>.stride }
}
