import Vocabulary

/// What a subscription delivers, and from where on.
public struct SubscribeRequest: Hashable, Sendable {
    /// The subscription's name; nil for the one without a name, whose lines have no prefix.
    public var name: String?
    public var selection: SessionSelection = .all
    /// Always valid and normalised.
    public var shape = ChannelShape()
    /// The metrics that it names, even if its kinds do not have them; nil if it names none.
    public var namedMetrics: NamedMetrics?
    /// The names of the metrics that were left out because the peer may not read them.
    public var denied: [String] = []
    public var start: StreamStart = .now
    public var queue: QueuePolicy = .dropOldest
    /// How old waiting lines may grow: the outbox has room for this span of the stream.
    public var staleness = usualStaleness

    public static let usualStaleness = FleetDuration.seconds(60)

    public init() {}
}

/// Metrics by name: a name may stand for a metric of runs, one of days, or both.
public struct NamedMetrics: Hashable, Sendable {
    public var runs: MetricSet = []
    public var days: DayMetricSet = []

    public init() {}
}

/// Where a subscription begins.
public enum StreamStart: Hashable, Sendable {
    /// With the next line that is due.
    case now
    /// At the start of each selected session that is flying.
    case sessionStart
    /// Strictly after the anchor, whose fleet has not been checked yet.
    case after(Anchor)
    /// After all that was due at or before an instant.
    case time(FleetInstant)
    /// After all that was due at or before the instant that lies this far back.
    case back(FleetDuration)

    /// The field `after` of a request; nil if it is left out.
    public var text: String? {
        switch self {
        case .now: nil
        case .sessionStart: "start"
        case .after(let anchor): anchor.description
        case .time(let instant): CalendarTime(microseconds: instant.microseconds).description
        case .back(let span): "-\(span)"
        }
    }

    /// Whether the subscription continues a stream that its client has received before.
    public var isResume: Bool {
        switch self {
        case .now, .sessionStart, .time, .back: false
        case .after: true
        }
    }
}

/// What happens when a subscriber reads too slowly.
public enum QueuePolicy: String, CaseIterable, Sendable {
    case dropOldest = "drop_oldest"
    case newest
    case close
    /// At speed max only: a fleet on a schedule waits for no reader.
    case wait

    /// What the policy does, as a sentence.
    public var summary: String {
        switch self {
        case .dropOldest: "The oldest waiting lines go, and a gap says which."
        case .newest: "Of each session and kind, only the newest measurement waits."
        case .close: "The connection ends before a line is lost."
        case .wait: "At speed max, if all ask for it, the fleet waits for the slowest reader."
        }
    }
}

extension SubscribeRequest {
    /// Checks the fields of a subscribe request; throws at the first that cannot be used.
    init(
        _ fields: RequestObject, _ clock: () -> MomentClock
    ) throws(WireError) {
        self.init()
        try Self.refuseLaterFields(fields)
        name = try fields.text("sub").map(NameField.subscription.name)
        selection = try Self.selection(fields)
        (shape, namedMetrics) = try Self.shape(fields)
        start = try Self.start(try fields.text("after"), clock)
        let queue = fields.nested("queue")
        self.queue =
            try queue?.value("policy", QueuePolicy.init(rawValue:)) {
                "There is no policy \(Excerpt.quoted($0))."
            } ?? .dropOldest
        if let text = try queue?.text("staleness") {
            staleness = try DurationField.staleness.duration(text)
        }
    }

    /// Fields of later versions, which are refused.
    static let laterFields = ["on_expired", "queue.lines", "queue.bytes"]

    /// Refuses fields of later versions: to ignore them would change what the client gets.
    private static func refuseLaterFields(
        _ fields: RequestObject
    ) throws(WireError) {
        for path in laterFields where fields.hasField(at: path) {
            throw .badField(
                path, reason: "The field does not exist in protocol \(ProtocolVersion.text).")
        }
    }

    static func selection(
        _ fields: RequestObject
    ) throws(WireError) -> SessionSelection {
        let path = "select.session"
        switch try fields.nested("select")?.oneOrMore("session") {
        case nil, .one("*"): return .all
        case .one(let text): return SessionSelection([try selected(text, path)])
        case .more(let texts):
            let limit = ProtocolLimits.selectedSessions
            guard !texts.isEmpty else { throw .badField(path, reason: "The list is empty.") }
            guard texts.count <= limit else {
                throw .badField(
                    path, reason: "The list has \(texts.count) entries, more than \(limit).")
            }
            var sessions: Set<SelectedSessions> = []
            for (index, text) in texts.enumerated() where text != "*" {
                sessions.insert(try selected(text, "\(path).\(index)"))
            }
            return texts.contains("*") ? .all : SessionSelection(sessions)
        }
    }

    private static func selected(
        _ text: String, _ path: String
    ) throws(WireError) -> SelectedSessions {
        if let selected = SelectedSessions(parsing: text) { return selected }
        throw .badField(path, reason: "\(Excerpt.quoted(text)) is not the name of a session.")
    }

    private static func start(
        _ text: String?, _ clock: () -> MomentClock
    ) throws(WireError) -> StreamStart {
        guard let text else { return .now }
        if text == "start" { return .sessionStart }
        let moment = Moment(parsing: text)
        if case .back(let span)? = moment { return .back(span) }
        // No anchor begins with a digit or a sign, and a text meant as a moment most often does.
        let isMeantAsMoment = text.first.map { $0 == "-" || ("0"..."9").contains($0) } ?? false
        if moment != nil || isMeantAsMoment {
            return .time(
                FleetInstant(
                    notAfter: try MomentField.microseconds(
                        text, "after", of: .subscribe, by: clock)))
        }
        do {
            return .after(try Anchor(parsing: text))
        } catch {
            throw WireError(
                .anchorInvalid, reason: error.reason,
                suggestion: "Copy the anchor whole from a line, or use \"start\".", field: "after")
        }
    }
}
