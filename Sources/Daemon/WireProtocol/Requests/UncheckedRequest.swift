import JSON

/// The fields of requests: their types have been checked, their values have not.
///
/// All are optional, so that one place decides which may be missing. They are read in the order of
/// each struct: of several wrong types the first is refused, and any wrong type before any wrong
/// value.
enum UncheckedRequest {
    struct Sessions {
        let from: Int64?
        let limit: Int64?
        let sort: String?
        let descending: Bool?
        let phase: String?
        let match: String?
        let offset: Int64?

        init(_ object: RequestObject) throws(WireError) {
            from = try object.integer("from")
            limit = try object.integer("limit")
            sort = try object.text("sort")
            descending = try object.boolean("descending")
            phase = try object.text("phase")
            match = try object.text("match")
            offset = try object.integer("offset")
        }
    }

    struct Start {
        let plan: String?
        let athlete: Int64?
        let at: String?

        init(_ object: RequestObject) throws(WireError) {
            plan = try object.text("plan")
            athlete = try object.integer("athlete")
            at = try object.text("at")
        }
    }

    struct Add {
        let session: String?
        let metric: String?
        let value: JSONNumber?
        let at: String?
        let start: String?
        let end: String?

        init(_ object: RequestObject) throws(WireError) {
            session = try object.text("session")
            metric = try object.text("metric")
            value = try object.number("value")
            at = try object.text("at")
            start = try object.text("start")
            end = try object.text("end")
        }
    }

    struct Subscribe {
        let sub: String?
        let session: OneOrMore?
        let kinds: [String]?
        let metrics: [String]?
        let stats: [String]?
        let window: String?
        let every: String?
        let smooth: Smooth?
        let align: String?
        let after: String?
        let queue: Queue?
        let minCoverage: Double?
        let hasOnExpired: Bool

        init(_ object: RequestObject) throws(WireError) {
            sub = try object.text("sub")
            session = try object.object("select")?.oneOrMore("session")
            kinds = try object.texts("kinds")
            metrics = try object.texts("metrics")
            stats = try object.texts("stats")
            window = try object.text("window")
            every = try object.text("every")
            smooth = try object.object("smooth").map(Smooth.init)
            align = try object.text("align")
            after = try object.text("after")
            queue = try object.object("queue").map(Queue.init)
            minCoverage = try object.double("min_coverage")
            hasOnExpired = object.has("on_expired")
        }
    }

    struct Smooth {
        let kind: String?
        let over: String?
        let halfLife: String?

        init(_ object: RequestObject) throws(WireError) {
            kind = try object.text("kind")
            over = try object.text("over")
            halfLife = try object.text("half_life")
        }
    }

    struct Queue {
        let policy: String?
        let staleness: String?
        let hasLines: Bool
        let hasBytes: Bool

        init(_ object: RequestObject) throws(WireError) {
            policy = try object.text("policy")
            staleness = try object.text("staleness")
            hasLines = object.has("lines")
            hasBytes = object.has("bytes")
        }
    }

    enum OneOrMore {
        case one(String)
        case more([String])
    }
}
