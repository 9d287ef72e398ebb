import Vocabulary

/// A page of the sessions that fly: in what order, and which of them.
public struct SortedSessionsRequest: Hashable, Sendable {
    public var column: SessionColumn
    public var isDescending: Bool
    /// Only sessions in this phase; nil for all.
    public var phase: Phase?
    /// Only sessions whose name, plan, recording or athlete has a word that begins with this text,
    /// ASCII letters in either case; nil for all.
    public var match: String?
    /// How many sessions come before the page.
    public var offset: Int
    /// 1...``ProtocolLimits/sessionsPage``.
    public var limit: Int

    public init(
        by column: SessionColumn = .lane, isDescending: Bool = false, phase: Phase? = nil,
        match: String? = nil, offset: Int = 0, limit: Int = ProtocolLimits.sessionsPage
    ) {
        self.column = column
        self.isDescending = isDescending
        self.phase = phase
        self.match = match
        self.offset = offset
        self.limit = limit
    }

    /// Whether the page is in the order of lanes and of all sessions, so that none needs to be
    /// computed to sort or filter.
    public var isOfLanes: Bool { column == .lane && phase == nil && match == nil }
}

/// What sessions can be sorted by.
public enum SessionColumn: Hashable, Sendable {
    case lane, plan, phase, state, start
    /// The last sample's value.
    case metric(Metric)

    public static let all: [SessionColumn] =
        [.lane, .plan, .phase, .state, .start] + Metric.allCases.map { .metric($0) }

    /// Nil if there is no such column.
    public init?(name: String) {
        guard let column = Self.all.first(where: { $0.name == name }) else { return nil }
        self = column
    }

    public var name: String {
        switch self {
        case .lane: "lane"
        case .plan: "plan"
        case .phase: "phase"
        case .state: "state"
        case .start: "start"
        case .metric(let metric): metric.name
        }
    }
}

extension SortedSessionsRequest {
    /// - Throws: `bad_field` for the first wrong field.
    init(_ fields: RequestObject) throws(WireError) {
        self.init(
            by: try Self.column(try fields.text("sort")),
            isDescending: try fields.boolean("descending") ?? false,
            phase: try Self.phase(try fields.text("phase")),
            match: try Self.match(try fields.text("match")))
        guard !fields.has("from") else {
            throw WireError(
                .badField, reason: "A sorted page begins at an offset.",
                suggestion: "Leave from out; offset says how many sessions come before the page.",
                field: "from")
        }
        offset = try fields.integer("offset").map { Int($0) } ?? 0
        guard (0..<SessionName.laneLimit).contains(offset) else {
            throw .badField("offset", reason: "No fleet has \(offset) sessions before a page.")
        }
        limit = try Self.pageLimit(fields)
    }

    private static func column(_ name: String?) throws(WireError) -> SessionColumn {
        guard let name else { return .lane }
        if let column = SessionColumn(name: name) { return column }
        throw .badField("sort", reason: "\(Excerpt.quoted(name)) is no column.")
    }

    private static func phase(_ name: String?) throws(WireError) -> Phase? {
        guard let name else { return nil }
        if let phase = Phase(rawValue: name) { return phase }
        throw .badField("phase", reason: "\(Excerpt.quoted(name)) is no phase.")
    }

    private static func match(_ text: String?) throws(WireError) -> String? {
        guard let text else { return nil }
        guard (1...ProtocolLimits.matchBytes).contains(text.utf8.count) else {
            throw .badField("match", reason: "The text has \(text.utf8.count) bytes.")
        }
        return text
    }

    /// The fields that only a sorted page has.
    static let fields = ["sort", "descending", "phase", "match", "offset"]

    static func pageLimit(_ fields: RequestObject) throws(WireError) -> Int {
        let limit = try fields.integer("limit").map { Int($0) } ?? ProtocolLimits.sessionsPage
        guard (1...ProtocolLimits.sessionsPage).contains(limit) else {
            throw .badField("limit", reason: "A page does not have \(limit) sessions.")
        }
        return limit
    }
}
