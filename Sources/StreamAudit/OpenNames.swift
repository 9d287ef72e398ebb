/// The names of the objects that a walk is within, in which none may occur twice.
///
/// They lie in the bytes of the line, whose memory must outlive them.
struct OpenNames {
    private static let limit = 64

    private var names = [64 of UnsafeRawBufferPointer](
        repeating: UnsafeRawBufferPointer(start: nil, count: 0))
    private var count = 0
    /// The first of the innermost object.
    private var first = 0

    /// Begins an object; returns what its end must be told.
    mutating func begin() -> Int {
        defer { first = count }
        return first
    }

    /// Ends the innermost object.
    mutating func end(resuming outer: Int) {
        count = first
        first = outer
    }

    /// Adds a name to the innermost object. Linear in the names that it has.
    mutating func add(_ name: UnsafeRawBufferPointer) throws(LineWalk.Stop) {
        guard count < Self.limit else { throw .undecided }
        for index in first..<count where Self.isSame(names[index], name) { throw .malformed }
        names[count] = name
        count += 1
    }

    @inline(__always)
    private static func isSame(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where left[index] != right[index] { return false }
        return true
    }
}
