import JSON

/// An object of a request, whose fields are read by name and type; null counts as left out.
///
/// A field of another type is refused as a `bad_field` with its path.
struct RequestObject {
    private let fields: [PlacedJSON.Field]
    /// The object's path within the request and a dot; empty for the request itself.
    let path: String
    /// The operation whose row an error quotes; nil for the first row of the field's name.
    let operation: Operation?

    /// Reads the one object of a line. Linear in its length.
    ///
    /// - Throws: `bad_json` where the line stops being an object.
    init(_ line: ArraySlice<UInt8>) throws(WireError) {
        do {
            let value = try PlacedJSON.object(in: line, levels: ProtocolLimits.jsonDepth)
            self.init(fields: value.fields, path: "", operation: nil)
        } catch {
            throw WireError(error)
        }
    }

    private init(fields: [PlacedJSON.Field], path: String, operation: Operation?) {
        self.fields = fields
        self.path = path
        self.operation = operation
    }

    /// An object with the same fields, whose errors quote the rows of `operation`.
    func of(_ operation: Operation) -> RequestObject {
        RequestObject(fields: fields, path: path, operation: operation)
    }

    /// The names of the fields that are there, in the order of the line.
    var names: some Sequence<String> {
        fields.lazy.filter { $0.value.content != .null }.map(\.name)
    }

    /// The object of this name; nil if there is none, or a value of another type.
    func nested(_ name: String) -> RequestObject? {
        guard case .object(let fields)? = content(name) else { return nil }
        return RequestObject(fields: fields, path: "\(path)\(name).", operation: operation)
    }

    /// Refuses the first field of a wrong type, in the order of the table of fields: any wrong type
    /// before any wrong value.
    func checkTypes(of operation: Operation) throws(WireError) {
        for row in RequestField.rows(of: operation) {
            let (object, name) = place(of: row.path)
            if let type = row.type { try object?.check(name, type) }
        }
    }

    /// Whether the field of a dotted path is there, whatever its value.
    func hasField(at path: String) -> Bool {
        let (object, name) = place(of: path)
        return object?.has(name) ?? false
    }

    private func place(of path: String) -> (object: RequestObject?, name: String) {
        guard let dot = path.firstIndex(of: ".") else { return (self, path) }
        return (nested(String(path[..<dot])), String(path[path.index(after: dot)...]))
    }

    private func check(
        _ name: String, _ type: RequestField.FieldType
    ) throws(WireError) {
        switch type {
        case .text: _ = try text(name)
        case .texts: _ = try texts(name)
        case .oneOrMore: _ = try oneOrMore(name)
        case .integer: _ = try integer(name)
        case .number: _ = try number(name)
        case .boolean: _ = try boolean(name)
        case .object: if has(name), nested(name) == nil { throw wrongType(name) }
        }
    }

    /// Whether the field is there, whatever its value.
    func has(_ name: String) -> Bool { content(name) != nil }

    func text(_ name: String) throws(WireError) -> String? {
        try content(name) { if case .text(let text) = $0 { text } else { nil } }
    }

    func boolean(_ name: String) throws(WireError) -> Bool? {
        try content(name) { if case .boolean(let flag) = $0 { flag } else { nil } }
    }

    func number(_ name: String) throws(WireError) -> JSONNumber? {
        try content(name) { if case .number(let number) = $0 { number } else { nil } }
    }

    func integer(_ name: String) throws(WireError) -> Int64? {
        try content(name) { if case .number(let number) = $0 { number.integer } else { nil } }
    }

    func texts(_ name: String) throws(WireError) -> [String]? {
        let items: [PlacedJSON]? = try content(name) {
            if case .array(let items) = $0 { items } else { nil }
        }
        guard let items else { return nil }
        var texts: [String] = []
        for (index, item) in items.enumerated() {
            guard case .text(let text) = item.content else { throw wrongType("\(name).\(index)") }
            texts.append(text)
        }
        return texts
    }

    private func content(_ name: String) -> PlacedJSON.Content? {
        let content = fields.first { $0.name == name }?.value.content
        return content == .null ? nil : content
    }

    /// The content as `read` understands it: nil stands for another type.
    private func content<Value>(
        _ name: String, _ read: (PlacedJSON.Content) -> Value?
    ) throws(WireError) -> Value? {
        guard let content = content(name) else { return nil }
        if let value = read(content) { return value }
        throw wrongType(name)
    }

    private func wrongType(_ name: String) -> WireError {
        bad(name, "The field has the wrong type.")
    }
}

extension RequestObject {
    /// A number or a text.
    func id(_ name: String) throws(WireError) -> RequestID? {
        if case .text(let text)? = content(name) { return .text(text) }
        return try integer(name).map(RequestID.number)
    }

    enum OneOrMore {
        case one(String)
        case more([String])
    }

    /// A text, or a list of texts.
    func oneOrMore(_ name: String) throws(WireError) -> OneOrMore? {
        if case .text(let text)? = content(name) { return .one(text) }
        return try texts(name).map(OneOrMore.more)
    }
}
