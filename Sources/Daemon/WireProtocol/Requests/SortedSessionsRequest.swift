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
        [.lane, .plan, .phase, .state, .start] + Metric.vitals.map { .metric($0) }

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
        self.init()
        column =
            try fields.value("sort", SessionColumn.init(name:)) {
                "\(Excerpt.quoted($0)) is no column."
            } ?? column
        isDescending = try fields.boolean("descending") ?? false
        phase = try fields.value("phase", Phase.init(rawValue:)) {
            "\(Excerpt.quoted($0)) is no phase."
        }
        match = try fields.value("match", Self.match) { "The text has \($0.utf8.count) bytes." }
        guard !fields.has("from") else {
            throw WireError(
                .badField, reason: "A sorted page begins at an offset.",
                suggestion: "Leave from out; offset says how many sessions come before the page.",
                field: "from")
        }
        offset =
            try fields.integer("offset", in: 0..<LaneID.limit) {
                "No fleet has \($0) sessions before a page."
            } ?? 0
        limit = try Self.pageLimit(fields)
    }

    private static func match(_ text: String) -> String? {
        (1...ProtocolLimits.matchBytes).contains(text.utf8.count) ? text : nil
    }

    /// The fields that only a sorted page has.
    static let fields = ["sort", "descending", "phase", "match", "offset"]

    static func pageLimit(_ fields: RequestObject) throws(WireError) -> Int {
        let limit = try fields.integer("limit", in: 1...ProtocolLimits.sessionsPage) {
            "A page does not have \($0) sessions."
        }
        return limit ?? ProtocolLimits.sessionsPage
    }
}
