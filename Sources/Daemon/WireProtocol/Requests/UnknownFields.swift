import PlainText

/// The fields of a request that its operation does not know: a close miss of one that it knows is
/// refused, and the others are named in the answer.
///
/// However long a request is, it looks at ``ProtocolLimits/comparedFields`` unknown fields.
struct UnknownFields {
    /// The paths of the first unknown fields, cut and with escapes.
    private(set) var names: [String] = []
    private var compared = 0
    private var closeMiss: (path: String, meant: String)?

    /// Looks through a request and the objects that its operation knows.
    ///
    /// - Throws: `bad_field` if a field is a close miss.
    mutating func look(
        through object: RequestObject, of operation: Operation
    ) throws(WireError) {
        let known = FieldNames.of(operation)
        look(through: object, at: "", known)
        for name in known.objects {
            if let inner = object.nested(name) { look(through: inner, at: "\(name).", known) }
        }
        if let (path, meant) = closeMiss { throw Self.refusal(path, meant, operation) }
    }

    private mutating func look(through object: RequestObject, at place: String, _ known: FieldNames)
    {
        for name in object.names where !known.has(name, at: place) {
            guard compared < ProtocolLimits.comparedFields else { return }
            compared += 1
            if let meant = known.meant(by: name, at: place, in: object) {
                closeMiss = closeMiss ?? (place + name, meant)
            } else if names.count < ProtocolLimits.ignoredFields {
                names.append(Excerpt.escaped(place + name))
            }
        }
    }

    private static func refusal(
        _ path: String, _ meant: String, _ operation: Operation
    ) -> WireError {
        var error = WireError.badField(
            meant, of: operation,
            reason: "\(operation.rawValue) has no \(Excerpt.quoted(path)): did you mean \(meant)?")
        let parts = meant.split(separator: ".")
        if parts.count > 1, !path.hasPrefix("\(parts[0]).") {
            error.suggestion += " It lies in an object: \"\(parts[0])\":{\"\(parts[1])\":…}."
        }
        error.field = Excerpt.escaped(path)
        return error
    }
}

/// The names of an operation's fields, and other names by which people know them.
struct FieldNames: Sendable {
    /// The names of the fields by the place of their object: `""`, or `select.` and the like.
    private var fields: [String: [String]] = [:]
    /// The fields that hold an object.
    private(set) var objects: [String] = []
    /// The paths of fields by the other names that people give them.
    private let others: [String: String]

    private static let all = Dictionary(
        uniqueKeysWithValues: Operation.allCases.map { ($0, FieldNames($0)) })

    static func of(_ operation: Operation) -> FieldNames {
        all[operation] ?? FieldNames(operation)
    }

    private init(_ operation: Operation) {
        others = operation.otherNames
        let rows = RequestField.all.filter { [nil, operation].contains($0.operation) }
        let later = operation == .subscribe ? SubscribeRequest.laterFields : []
        for path in rows.map(\.path) + later {
            let (place, name) = Self.parts(path)
            fields[place, default: []].append(name)
            if let object = place.split(separator: ".").first.map(String.init),
                !objects.contains(object)
            {
                objects.append(object)
            }
        }
    }

    private static func parts(_ path: String) -> (place: String, name: String) {
        guard let dot = path.firstIndex(of: ".") else { return ("", path) }
        return (String(path[...dot]), String(path[path.index(after: dot)...]))
    }

    func has(_ name: String, at place: String) -> Bool { fields[place]?.contains(name) == true }

    /// The path of the field that was meant by an unknown one; nil if it is near to none.
    ///
    /// Capitals are no mistakes. Two mistakes may be chance: then a field that the object has
    /// besides was not meant.
    func meant(by name: String, at place: String, in object: RequestObject) -> String? {
        let sought = Self.folded(name)
        if let path = others[place + sought] { return path }
        let here = fields[place] ?? []
        let near = here.filter { !object.has($0) || Self.mistakes(sought, $0) < 2 }
        if let nearest = Self.nearest(to: name, of: near) { return place + nearest }
        // Shorter other names are close to too many names that mean nothing here.
        let other = others.keys.sorted().first { other in
            other.utf8.count >= 6 && Self.mistakes(place + sought, other) == 1
        }
        return other.flatMap { others[$0] }
    }

    /// The name that was meant by another text: one letter off a name of four letters or more, two
    /// off a name of seven or more, or with other capitals; nil if no name is near.
    static func nearest(to text: String, of names: [String]) -> String? {
        let sought = folded(text)
        let near = names.map { (name: $0, mistakes: mistakes(sought, $0)) }.filter { near in
            switch near.mistakes {
            case 0: true
            case 1: near.name.utf8.count >= 4
            case 2: near.name.utf8.count >= 7
            case _: false
            }
        }
        return near.min { $0.mistakes < $1.mistakes }?.name
    }

    /// No name is longer; the prefix bounds the cost for a very long text.
    private static let longest = 32

    private static func folded(_ text: String) -> String {
        String(text.unicodeScalars.prefix(longest)).lowercased()
    }

    /// More than two where lengths and letters show that there are more: few names of a hostile
    /// line are worth the whole comparison.
    private static func mistakes(_ sought: String, _ known: String) -> Int {
        let lengths = abs(sought.utf8.count - known.utf8.count)
        // A mistake adds a letter, takes one away, or both.
        let others = (letters(sought) ^ letters(known)).nonzeroBitCount
        return lengths > 4 || others > 4 ? .max : sought.distance(to: known)
    }

    /// A bit for each letter that occurs.
    private static func letters(_ text: String) -> UInt32 {
        text.utf8.reduce(0) { $0 | 1 << UInt32($1 & 31) }
    }
}

extension Operation {
    /// The paths of fields by other names that people give them.
    fileprivate var otherNames: [String: String] {
        switch self {
        case .client: ["client": "name"]
        case .subscribe:
            [
                "anchor": "after", "since": "after", "from": "after", "session": "select.session",
                "sessions": "select.session", "lane": "select.session", "kind": "kinds",
                "select.lane": "select.session", "metric": "metrics", "stat": "stats",
                "statistics": "stats", "interval": "every", "coverage": "min_coverage",
                "smoothing": "smooth", "policy": "queue.policy", "staleness": "queue.staleness",
                "subscription": "sub",
            ]
        case .unsubscribe: ["name": "sub", "subscription": "sub"]
        case .sessions:
            [
                "order": "sort", "sort_by": "sort", "desc": "descending", "filter": "match",
                "session": "match",
            ]
        case .query:
            [
                "session": "select.session", "sessions": "select.session",
                "lane": "select.session", "select.lane": "select.session", "metric": "metrics",
                "stat": "stats", "statistics": "stats", "since": "from", "after": "from",
                "start": "from", "until": "to", "end": "to", "every": "interval",
                "window": "interval",
            ]
        case .describe, .status: [:]
        case .clients: ["offset": "from"]
        case .start: ["session": "athlete", "lane": "athlete", "time": "at", "start": "at"]
        case .pause, .resume, .stop: ["select": "session", "lane": "session"]
        case .add:
            [
                "select": "session", "lane": "session", "time": "at", "from": "start",
                "to": "end", "until": "end",
            ]
        case .remove: ["name": "entry"]
        }
    }
}
