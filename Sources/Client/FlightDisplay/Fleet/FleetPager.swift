import Vocabulary
import WireProtocol

/// Requests pages of the fleet: holds the wanted page, the request under way and the last answer.
///
/// At most one request is under way. Each has its own id, so that an answer to an earlier request
/// is recognised.
struct FleetPager: Equatable, Sendable {
    /// The page that the user wants to see.
    var wanted = FleetQuery()
    /// The page on the screen.
    private(set) var shown: FleetPage?
    /// The query of the rows on the screen, or of the rows to come.
    var listed: FleetQuery { shown?.query ?? wanted }
    /// When the page came.
    private var shownAt = MonotonicInstant.zero
    /// How many lanes the daemon has brought to the present, while an answer is incomplete.
    private(set) var progress: Progress?
    private var asked: FleetQuery?
    /// The parts so far of a page that is longer than one answer.
    private var begun: FleetPage?
    private var generation = 0
    private var answered: FleetQuery?
    /// When the last answer came.
    private var answeredAt: MonotonicInstant?
    /// Whether an event since the request has made the page outdated.
    private var refreshesSoon = false
    /// Whether the page is to be requested at once, however new it is.
    private var refreshesNow = false

    struct Progress: Equatable, Sendable {
        let brought: Int
        let total: Int
    }

    /// How long a page is kept if nothing happens.
    private var refreshTime = longestRefreshTime

    private static let longestRefreshTime = Duration.seconds(5)
    /// The same span in fleet time: the sessions of a page change sooner in a fast fleet.
    private static let refreshFleetTime = FleetDuration.seconds(30)
    /// How long a page is kept after an event in the fleet.
    private static let newsTime = Duration.seconds(1)
    /// How long a complete page is kept while new answers are incomplete.
    private static let holdTime = Duration.seconds(8)

    /// The request that is due, if any. It counts as sent.
    ///
    /// - Parameter isFrozen: whether the picture is frozen, so that only a change of the wanted
    ///   page counts.
    mutating func request(at now: MonotonicInstant, isFrozen: Bool) -> String? {
        guard asked == nil, isDue(at: now, isFrozen: isFrozen) else { return nil }
        if begun?.query != wanted { begun = nil }
        // The parts of a long page are as old as its first part.
        if begun == nil { (refreshesSoon, refreshesNow) = (false, false) }
        asked = wanted
        generation += 1
        return wanted.request(id: id, from: begun?.next ?? wanted.offset)
    }

    private var id: String { "fleet.\(generation)" }

    private func isDue(at now: MonotonicInstant, isFrozen: Bool) -> Bool {
        if answered != wanted || begun != nil || refreshesNow { return true }
        guard !isFrozen, let dueAt else { return false }
        return now >= dueAt
    }

    /// When the page is to be requested again if nothing else happens; nil while a request is
    /// under way.
    var dueAt: MonotonicInstant? {
        guard asked == nil, let answeredAt else { return nil }
        if progress != nil || begun != nil || refreshesNow { return answeredAt }
        return answeredAt + (refreshesSoon ? Self.newsTime : refreshTime)
    }

    /// Handles an answer, and returns the page if it is to be shown.
    ///
    /// An incomplete page replaces a complete one only after ``holdTime``.
    mutating func take(_ answer: JSONValue, at now: MonotonicInstant) -> FleetPage? {
        guard let query = end(answer, at: now) else { return nil }
        var page = begun ?? FleetPage(answer, to: query)
        if begun != nil { page.append(answer) }
        begun = page.isComplete && page.next != nil ? page : nil
        if begun != nil { return nil }
        progress = page.isComplete ? nil : Progress(brought: page.brought, total: page.total)
        if !page.isComplete, isHeld(against: query, at: now) { return nil }
        (shown, shownAt) = (page, now)
        return page
    }

    private func isHeld(against query: FleetQuery, at now: MonotonicInstant) -> Bool {
        guard let shown, shown.isComplete, shown.query == query else { return false }
        return now - shownAt < Self.holdTime
    }

    /// Handles an error; returns true if it answers the request under way.
    mutating func takeRefusal(_ error: JSONValue, at now: MonotonicInstant) -> Bool {
        guard end(error, at: now) != nil else { return false }
        (progress, begun) = (nil, nil)
        return true
    }

    /// Ends the request that an answer belongs to, and returns its query; nil for any other answer.
    private mutating func end(_ answer: JSONValue, at now: MonotonicInstant) -> FleetQuery? {
        guard let asked, answer["id"]?.text == id else { return nil }
        self.asked = nil
        (answered, answeredAt) = (asked, now)
        return asked
    }

    /// Notes an event in the fleet: the page is requested again within a second.
    mutating func refreshSoon() { refreshesSoon = true }

    /// Requests the page again at once, or after the answer under way.
    mutating func refreshNow() { refreshesNow = true }

    /// Sets the fleet's speed, seconds of fleet time in a second within ``GreetedFleet/speeds``.
    mutating func fit(speed: Double) {
        let microseconds = Double(Self.refreshFleetTime.microseconds) / speed
        let span = Duration.microseconds(Int64(microseconds))
        refreshTime = min(max(span, Self.newsTime), Self.longestRefreshTime)
    }

    /// Drops the request under way and the page on the screen after the link was lost.
    mutating func forget() {
        (asked, begun, answered, answeredAt) = (nil, nil, nil, nil)
        (shown, progress) = (nil, nil)
    }
}

/// A page of the fleet as the daemon has answered it.
struct FleetPage: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        let lane: LaneID
        /// The session's entry in the answer.
        let session: JSONValue
    }

    let query: FleetQuery
    /// The entries in the order of the query, no lane twice.
    private(set) var entries: [Entry] = []
    /// The number of sessions of the whole fleet.
    let total: Int
    /// How many of them the daemon has brought to the present; the others are on no page yet.
    let brought: Int
    /// The number of sessions on all pages.
    let matching: Int
    /// The number of sessions before this page.
    let offset: Int
    /// Where the next part of the page begins; nil if the page is full or the list ends.
    private(set) var next: Int?

    /// Reads the first answer to a query; counts that it lacks follow from its entries.
    init(_ answer: JSONValue, to query: FleetQuery) {
        self.query = query
        offset = Self.count(answer["offset"]) ?? query.offset
        let entries = Self.entries(answer)
        let least = entries.isEmpty ? 0 : offset + entries.count
        matching = max(least, Self.count(answer["matching"]) ?? least)
        total = max(matching, Self.count(answer["total"]) ?? matching)
        brought = min(total, Self.count(answer["brought"]) ?? total)
        append(answer)
    }

    /// A number of sessions, clamped to the most lanes that a fleet can have.
    private static func count(_ value: JSONValue?) -> Int? {
        value?.integer.map { min(max($0, 0), LaneID.limit) }
    }

    /// Adds another part, as far as the page has room.
    mutating func append(_ answer: JSONValue) {
        let known = Set(entries.map(\.lane))
        let new = Self.entries(answer).filter { !known.contains($0.lane) }
        entries += new.prefix(query.limit - entries.count)
        let isFull = entries.count >= query.limit
        next = isFull || new.isEmpty ? nil : Self.count(answer["next"])
    }

    /// The sessions of an answer that have a lane, no lane twice.
    private static func entries(_ answer: JSONValue) -> [Entry] {
        var seen: Set<LaneID> = []
        return (answer["sessions"]?.items ?? []).compactMap { session in
            guard let lane = session["session"]?.text.flatMap(LaneName.lane),
                seen.insert(lane).inserted
            else { return nil }
            return Entry(lane: lane, session: session)
        }
    }

    var isComplete: Bool { brought >= total }
}
