import Vocabulary
import WireProtocol

/// The conversation with the daemon about pages of the fleet: what is wanted, what is asked, what
/// has been answered.
///
/// At most one request is under way. Each has an id of its own, so that the answer to one that has
/// been given up is known.
struct FleetPager: Equatable, Sendable {
    /// The page that the user wants to see.
    var wanted = FleetQuery()
    /// The page that is on the screen.
    private(set) var shown: FleetPage?
    /// What the rows on the screen are sorted by; before there are any, what they will be.
    var listed: FleetQuery { shown?.query ?? wanted }
    /// Microseconds of the monotonic clock.
    private var shownAt: Int64 = 0
    /// How far the daemon is with an answer that is not complete.
    private(set) var progress: Progress?
    private var asked: FleetQuery?
    /// A page of which a part has been answered, and that is longer than one answer.
    private var begun: FleetPage?
    private var generation = 0
    private var answered: FleetQuery?
    /// Microseconds of the monotonic clock.
    private var answeredAt: Int64?
    /// Whether something has happened, since the page was asked for, that makes it an old one.
    private var refreshesSoon = false
    /// Whether the page is to be asked for anew, however new it is.
    private var refreshesNow = false

    struct Progress: Equatable, Sendable {
        let brought: Int
        let total: Int
    }

    /// How long a page stands if nothing happens, microseconds.
    private var refreshMicroseconds = refreshMicrosecondsMax

    private static let refreshMicrosecondsMax: Int64 = 5_000_000
    /// The same in fleet time: in a fast fleet other sessions belong on the page sooner.
    private static let refreshFleetMicroseconds = 30_000_000.0
    /// The same after something has happened in the fleet.
    private static let newsMicroseconds: Int64 = 1_000_000
    /// A whole page stays for so long if those that follow leave out lanes; microseconds.
    private static let holdMicroseconds: Int64 = 8_000_000

    /// The request that is due, if any; from then on it is under way.
    ///
    /// - Parameters:
    ///   - monotonic: microseconds of the monotonic clock.
    ///   - isFrozen: whether the picture stands still, so that only what the user wants counts.
    mutating func request(at monotonic: Int64, isFrozen: Bool) -> String? {
        guard asked == nil, isDue(at: monotonic, isFrozen: isFrozen) else { return nil }
        if begun?.query != wanted { begun = nil }
        // The parts of a long page are as old as the first of them.
        if begun == nil { (refreshesSoon, refreshesNow) = (false, false) }
        asked = wanted
        generation += 1
        return wanted.request(id: id, from: begun?.next ?? wanted.offset)
    }

    private var id: String { "fleet.\(generation)" }

    private func isDue(at monotonic: Int64, isFrozen: Bool) -> Bool {
        if answered != wanted || begun != nil || refreshesNow { return true }
        guard !isFrozen, let dueAt else { return false }
        return monotonic >= dueAt
    }

    /// When the page is to be asked for again if nothing else happens, microseconds of the
    /// monotonic clock; nil while a request is under way.
    var dueAt: Int64? {
        guard asked == nil, let answeredAt else { return nil }
        if progress != nil || begun != nil || refreshesNow { return answeredAt }
        return answeredAt + (refreshesSoon ? Self.newsMicroseconds : refreshMicroseconds)
    }

    /// Takes an answer, and returns the page if it is one to be shown.
    ///
    /// A page that leaves out lanes takes the place of one that is complete only if no other
    /// comes for a while.
    mutating func take(_ answer: JSONValue, at monotonic: Int64) -> FleetPage? {
        guard let query = end(answer, at: monotonic) else { return nil }
        var page = begun ?? FleetPage(answer, to: query)
        if begun != nil { page.append(answer) }
        begun = page.isComplete && page.next != nil ? page : nil
        if begun != nil { return nil }
        progress = page.isComplete ? nil : Progress(brought: page.brought, total: page.total)
        if !page.isComplete, isHeld(against: query, at: monotonic) { return nil }
        (shown, shownAt) = (page, monotonic)
        return page
    }

    private func isHeld(against query: FleetQuery, at monotonic: Int64) -> Bool {
        guard let shown, shown.isComplete, shown.query == query else { return false }
        return monotonic - shownAt < Self.holdMicroseconds
    }

    /// Takes an error; true if it is the answer to what was asked here.
    mutating func takeRefusal(_ error: JSONValue, at monotonic: Int64) -> Bool {
        guard end(error, at: monotonic) != nil else { return false }
        (progress, begun) = (nil, nil)
        return true
    }

    /// The query that an answer belongs to, which is under way no more; nil for another answer.
    private mutating func end(_ answer: JSONValue, at monotonic: Int64) -> FleetQuery? {
        guard let asked, answer["id"]?.text == id else { return nil }
        self.asked = nil
        (answered, answeredAt) = (asked, monotonic)
        return asked
    }

    /// Something has happened in the fleet: the page is asked for again within a second.
    mutating func refreshSoon() { refreshesSoon = true }

    /// The page is asked for again at once, or after the answer that is under way.
    mutating func refreshNow() { refreshesNow = true }

    /// The fleet flies at a speed, seconds of fleet time in a second, in ``GreetedFleet/speeds``.
    mutating func fit(speed: Double) {
        let span = Int64(Self.refreshFleetMicroseconds / speed)
        refreshMicroseconds = min(max(span, Self.newsMicroseconds), Self.refreshMicrosecondsMax)
    }

    /// The link is lost, and with it what was asked and what is on the screen.
    mutating func forget() {
        (asked, begun, answered, answeredAt) = (nil, nil, nil, nil)
        (shown, progress) = (nil, nil)
    }
}

/// A page of the fleet as the daemon has answered it: which sessions, in which order, of how many.
struct FleetPage: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        let lane: Int
        /// What the answer says of the session.
        let session: JSONValue
    }

    let query: FleetQuery
    /// In the order that was asked for, no lane twice.
    private(set) var entries: [Entry] = []
    /// Sessions of the whole fleet.
    let total: Int
    /// Of these, those whose values are known so far; the others are in no page yet.
    let brought: Int
    /// Sessions on all pages.
    let matching: Int
    /// Sessions before this page.
    let offset: Int
    /// Where the part begins that has yet to be asked for; nil if the page has all that it can.
    private(set) var next: Int?

    /// Reads the first answer to a query; what it lacks is taken to be nothing more than it has.
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

    /// A number of sessions: no fleet has more than there are lanes, whatever an answer says.
    private static func count(_ value: JSONValue?) -> Int? {
        value?.integer.map { min(max($0, 0), SessionName.laneLimit) }
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
        var seen: Set<Int> = []
        return (answer["sessions"]?.items ?? []).compactMap { session in
            guard let lane = session["session"]?.text.flatMap(LaneName.lane),
                seen.insert(lane).inserted
            else { return nil }
            return Entry(lane: lane, session: session)
        }
    }

    var isComplete: Bool { brought >= total }
}
