/// Values that are refused unless they are allowed.
extension RequestObject {
    /// The refusal of a field, which says what its row allows.
    func bad(_ name: String, _ reason: String) -> WireError {
        .badField(path + name, of: operation, reason: reason)
    }

    func missing(_ name: String) -> WireError { bad(name, "The field is missing.") }

    /// What a text stands for.
    ///
    /// - Parameters:
    ///   - read: returns nil for a text that is not allowed.
    ///   - refusal: the reason for which it is refused.
    func value<Value>(
        _ name: String, _ read: (String) -> Value?, _ refusal: (String) -> String
    ) throws(WireError) -> Value? {
        guard let text = try text(name) else { return nil }
        if let value = read(text) { return value }
        throw bad(name, refusal(text))
    }

    /// What a text stands for that must be there.
    func required<Value>(
        _ name: String, _ read: (String) -> Value? = { $0 },
        _ refusal: (String) -> String = { $0 }
    ) throws(WireError) -> Value {
        if let value = try value(name, read, refusal) { return value }
        throw missing(name)
    }

    /// What the texts of a list stand for, which must not be empty.
    ///
    /// - Parameter element: gets the path of its text for the refusal.
    func list<Element>(
        _ name: String, _ element: (String, _ path: String) throws(WireError) -> Element
    ) throws(WireError) -> [Element]? {
        guard let texts = try texts(name) else { return nil }
        guard !texts.isEmpty else { throw bad(name, "The list is empty.") }
        return try texts.enumerated().map { index, text throws(WireError) in
            try element(text, "\(name).\(index)")
        }
    }

    /// A whole number within a range.
    func integer(
        _ name: String, in range: some RangeExpression<Int>, _ refusal: (Int64) -> String
    ) throws(WireError) -> Int? {
        guard let number = try integer(name) else { return nil }
        if range.contains(Int(number)) { return Int(number) }
        throw bad(name, refusal(number))
    }
}
