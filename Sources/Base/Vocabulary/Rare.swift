/// One value or none, of which many have none.
///
/// An optional takes the room of its value whether there is one or not; this takes a pointer, and
/// memory of its own only for a value. A copy is independent.
public struct Rare<Value> {
    /// None or one.
    @usableFromInline var values: [Value]

    @inlinable
    public init(_ value: Value? = nil) { values = value.map { [$0] } ?? [] }

    @inlinable @inline(__always)
    public var isEmpty: Bool { values.isEmpty }

    /// A copy of the value.
    @inlinable @inline(__always)
    public var value: Value? { values.first }

    /// The value, to be changed in place; if there is none, the default, which is kept only if it
    /// is changed.
    @inlinable
    public subscript(default value: @autoclosure () -> Value) -> Value {
        get { values.first ?? value() }
        _modify {
            if values.isEmpty { values.append(value()) }
            yield &values[0]
        }
    }

    /// Changes the value in place; nil, and nothing is done, if there is none.
    @discardableResult
    @inlinable @inline(__always)
    public mutating func update<Result>(_ change: (inout Value) -> Result) -> Result? {
        values.isEmpty ? nil : change(&values[0])
    }
}

extension Rare: Sendable where Value: Sendable {}
