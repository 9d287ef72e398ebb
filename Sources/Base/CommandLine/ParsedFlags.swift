/// The flags that were given, with their values as text.
package struct ParsedFlags: Sendable {
    package let command: String
    /// The arguments that are no flags, in order.
    package internal(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    init(command: String) { self.command = command }

    /// The first argument that is no flag.
    package var operand: String? { operands.first }

    mutating func add(_ value: String, for flag: Flag) throws(ProgramFailure) {
        guard flag.isRepeatable || values[flag.name] == nil else {
            throw .usage("\(flag.name) is given twice", suggestion: "give it once")
        }
        values[flag.name, default: []].append(value)
    }

    /// Gives a flag a value if it has none.
    package mutating func setDefault(_ name: String, _ value: String) {
        if values[name] == nil { values[name] = [value] }
    }

    /// Replaces all values of a flag by one; by none for nil.
    package mutating func set(_ name: String, _ value: String?) {
        values[name] = value.map { [$0] }
    }

    package func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of a flag that may be given once.
    package subscript(name: String) -> String? { values[name]?.first }

    /// Every value of a repeatable flag, in order.
    package func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of a flag, read by `read`.
    ///
    /// - Parameter allowed: what would be right, for the error: `a whole number from 1 to 9`.
    package func value<Value>(
        _ name: String, allowed: String, read: (String) -> Value?
    ) throws(ProgramFailure) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = read(text) else {
            throw .usage("\(name) cannot be \"\(text)\"", suggestion: "give \(allowed)")
        }
        return value
    }

    /// The value of a flag that is a whole number in `range`.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(ProgramFailure) -> Int?
    {
        try value(name, allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)") {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}
