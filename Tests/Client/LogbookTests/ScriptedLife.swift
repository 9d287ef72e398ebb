import CivilTime
import FlightDisplay
import Logbook
import Vocabulary
import WireProtocol

/// A daemon with one athlete, whose days follow simple formulas: it answers the requests of a
/// logbook as a daemon does.
struct ScriptedLife {
    /// Daylight saving as in Berlin.
    static let berlin: TimeZoneRules = {
        let rule = try? TimeZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
        let named = rule.flatMap { try? TimeZoneRules(name: "Europe/Berlin", bytes: $0.bytes) }
        return named ?? .utc
    }()

    /// Thursday 2026-01-01, day 0.
    static let epoch = CivilDate(dayNumber: 20_454)

    var zone = ScriptedLife.berlin
    var hasDays = true
    /// How many of the first lanes fly a recording.
    var recordings = 0
    var now: FleetInstant
    /// The refusals by operation, such as `query`; whole error lines without `type` and `id`.
    var refusals: [String: String] = [:]
    /// Days on which nothing was known.
    var blankDays: Set<CivilDate> = []
    /// Whether the daemon tells places, of a run around a hill.
    var hasPlaces = false
    /// Whether the daemon tells what the athlete's watch reads day and night.
    var hasWatch = false
    /// Whether the daemon knows the truth of days, and of which days it tells one.
    var hasDayTruths = false
    var truths: [CivilDate: String] = [:]
    /// Days without the watch, and dates on which a night without it ends.
    var daysOff: Set<CivilDate> = []
    var nightsOff: Set<CivilDate> = []
    /// Days with a nap.
    var naps: Set<CivilDate> = []
    /// What the greeting says of rights, as JSON; nil for a daemon that knows none.
    var rights: String?
    /// The buckets of a page; more are on the next.
    var pageLimit = 100
    /// What was added and not removed by hand, as lines of `entry`.
    var manual: [String] = []

    init(_ date: String = "2026-03-06", minute: Int = 14 * 60 + 32) {
        let day = CivilDate(parsing: date) ?? Self.epoch
        now = Self.berlin.instant(of: day, second: minute * 60)
    }

    var today: CivilDate { zone.date(at: now) }

    var greeting: String {
        let schedule =
            (hasDays ? #","schedule":"days","time_zone":"Europe/Berlin""# : "")
            + (recordings > 0 ? #","recordings":\#(recordings)"# : "")
        let minor = hasDayTruths ? 7 : hasWatch ? 5 : hasPlaces ? 4 : 1
        return #"{"type":"hello","proto":"1.\#(minor)","identity":"k1","seed":42"#
            + #","epoch":""#
            + Self.text(zone.startOrNext(of: Self.epoch))
            + #"","rate_hz":1\#(schedule),"speed":1,"sessions":12,"t":"\#(Self.text(now))","#
            + #""clock_us":\#(LogStand.greetingClock.microseconds),"beat_s":5"#
            + (rights.map { #","rights":\#($0)"# } ?? "") + "}"
    }

    static func text(_ instant: FleetInstant) -> String {
        "\(CalendarTime(microseconds: instant.microseconds))"
    }

    /// The answer to a request, line by line.
    func answer(_ request: JSONValue) -> [String] {
        let operation = request["op"]?.text ?? ""
        let id = request["id"]?.text ?? ""
        if let refusal = refusals[operation] {
            return [#"{"type":"error","id":"\#(id)",\#(refusal)}"#]
        }
        switch operation {
        case "sessions": return [card(id)]
        case "query": return buckets(request, id)
        case "subscribe": return stream(request, id)
        case _: return [#"{"type":"ok","id":"\#(id)","entry":"e7.99"}"#]
        }
    }

    private func card(_ id: String) -> String {
        let next = nextRun
        return
            #"{"type":"sessions","id":"\#(id)","total":12,"sessions":[{"session":"\#(session(next))","#
            + #""state":"resting","next":"\#(Self.text(start(next)))","plan":"easy","#
            + #""athlete":{"sex":"female","age":34,"height_m":1.68,"mass_kg":61.2}}]}"#
    }

    private var nextRun: CivilDate {
        var date = today
        while !runs(on: date) || start(date) <= now { date = date.adding(days: 1) }
        return date
    }
}

/// The days.
extension ScriptedLife {
    /// A number that looks drawn, from 0 to `limit` - 1.
    private func drawn(_ date: CivilDate, _ salt: Int, _ limit: Int) -> Int {
        (date.dayNumber * 7919 + salt * 104_729) % 1009 * limit / 1009
    }

    func runs(on date: CivilDate) -> Bool {
        [.tuesday, .thursday, .friday, .sunday].contains(date.weekday) && !blankDays.contains(date)
    }

    func session(_ date: CivilDate) -> String { "s7.\(date - Self.epoch)" }

    func start(_ date: CivilDate) -> FleetInstant {
        zone.instant(of: date, second: 7 * 3600 + drawn(date, 1, 2400))
    }

    private func seconds(_ date: CivilDate) -> Int {
        (date.weekday == .sunday ? 4800 : 2400) + drawn(date, 2, 600)
    }

    private func metres(_ date: CivilDate) -> Int { seconds(date) * 33 / 10 }

    func mass(_ date: CivilDate) -> Double? {
        guard drawn(date, 3, 5) > 0 else { return nil }
        let weekend = date.weekday == .monday ? 3 : date.weekday == .tuesday ? 1 : 0
        return Double(612 - (date - Self.epoch) / 12 + weekend + drawn(date, 4, 5) - 2) / 10
    }

    func steps(_ date: CivilDate) -> Int {
        let whole = 5200 + drawn(date, 5, 5600) + (date.weekday.isWeekend ? -900 : 400)
        return date == today ? whole * 55 / 100 : whole
    }

    private func buckets(_ request: JSONValue, _ id: String) -> [String] {
        guard
            let from = (request["page"] ?? request["from"])?.text.flatMap(CivilDate.init(parsing:)),
            let to = request["to"]?.text.flatMap(CivilDate.init(parsing:))
        else { return [#"{"type":"error","id":"\#(id)","code":"bad_field","reason":"from"}"#] }
        let names = request["metrics"]?.items.compactMap(\.text) ?? []
        if request["interval"]?.text == "15m" {
            return quarters(of: from, id) + [#"{"type":"ok","id":"\#(id)","buckets":96}"#]
        }
        let dates = (0..<to - from).map { from.adding(days: $0) }
        let page = dates.prefix(pageLimit)
        let next = dates.dropFirst(pageLimit).first.map { #","next":"\#($0)""# } ?? ""
        return page.compactMap { bucket($0, names, id) }
            + [#"{"type":"ok","id":"\#(id)","buckets":\#(page.count)\#(next)}"#]
    }

    private func bucket(_ date: CivilDate, _ names: [String], _ id: String) -> String? {
        guard let day = zone.day(date) else { return nil }
        var line =
            #"{"type":"bucket","id":"\#(id)","session":"s7","start":"\#(Self.text(day.lowerBound))","#
            + #""end":"\#(Self.text(day.upperBound))""#
        if day.upperBound > now { line += #","open":true"# }
        if date <= today, hasDays, !blankDays.contains(date) {
            for name in names { line += statistics(name, date) }
        }
        return line + "}"
    }

    private func statistics(_ name: String, _ date: CivilDate) -> String {
        let steps = steps(date)
        guard wears(on: date) || name == "body_mass_kg" else { return "" }
        switch name {
        case "steps": return #","steps":{"sum":\#(steps)}"#
        case "distance_m":
            return
                #","distance_m":{"sum":\#(steps * 7 / 10 + (runs(on: date) ? metres(date) : 0)).00}"#
        case "energy_kcal": return #","energy_kcal":{"sum":\#(steps / 14).000}"#
        case "sleep_min" where !wears(inNightTo: date): return ""
        case "hrv_sdnn_ms" where wears(inNightTo: date):
            return #","hrv_sdnn_ms":{"latest":\#(38 + drawn(date, 10, 20)).4}"#
        case "heart_rate_bpm" where hasWatch:
            return #","heart_rate_bpm":{"average":\#(66 + drawn(date, 8, 9)).40}"#
        case "sleep_min": return #","sleep_min":{"sum":\#(400 + drawn(date, 6, 90))}"#
        case "resting_heart_rate_bpm" where date < today:
            return #","resting_heart_rate_bpm":{"latest":\#(50 + drawn(date, 7, 5))}"#
        case "heart_rate_bpm" where runs(on: date):
            return #","heart_rate_bpm":{"average":\#(140 + drawn(date, 8, 12)).20,"latest":97}"#
        case "body_mass_kg":
            return mass(date).map { #","body_mass_kg":{"latest":\#($0)}"# } ?? ""
        case _: return ""
        }
    }
}

/// The streams.
extension ScriptedLife {
    private func stream(_ request: JSONValue, _ id: String) -> [String] {
        let name = request["sub"]?.text ?? ""
        let head = #"{"sub":"\#(name)","#
        let live = head + #""type":"live","t":"\#(Self.text(now))"}"#
        let after = request["after"]?.instant ?? now
        let session = request["select"]?["session"]?.text ?? ""
        let kinds = request["kinds"]?.items.compactMap(\.text) ?? []
        var lines: [String] = []
        if kinds.contains("truth") {
            lines = truthLines(request["select"]?["session"]?.items.compactMap(\.text) ?? [])
        } else if kinds.contains("stat") {
            lines = flight(session)
        } else if session.contains(".") {
            lines =
                date(of: session).map {
                    [#""type":"event","event":"start","t":"\#(Self.text(start($0)))""#]
                } ?? []
        } else if kinds == ["entry"] {
            let names = request["metrics"]?.items.compactMap(\.text) ?? []
            let isNight = names.contains { $0.hasSuffix("_min") && $0 != "sleep_min" }
            lines = isNight ? stageLines(after: after, names) : entries(after, names.first ?? "")
        }
        return [#"{"type":"ok","id":"\#(id)","sub":"\#(name)"}"#]
            + lines.map { head + $0 + "}" } + [live]
    }

    /// The truths of books, each between two lines that say nothing of it.
    private func truthLines(_ books: [String]) -> [String] {
        books.flatMap { book -> [String] in
            guard let lap = SelectedSessions(parsing: book)?.lap,
                let day = zone.day(Self.epoch.adding(days: lap)), day.upperBound <= now
            else { return [] }
            let last = Self.text(day.upperBound - FleetDuration(ticks: 1))
            let truth = truths[Self.epoch.adding(days: lap)].map {
                #""type":"truth","session":"\#(book)","n":9,"t":"\#(last)",\#($0)"#
            }
            let midnight = Self.text(day.upperBound)
            return [truth].compactMap(\.self) + [
                #""type":"end","session":"\#(book)","n":10,"t":"\#(midnight)""#
            ]
        }
    }

    private func date(of session: String) -> CivilDate? {
        guard let name = SessionName(shown: session) else { return nil }
        let date = Self.epoch.adding(days: name.lap)
        return runs(on: date) && start(date) <= now ? date : nil
    }

    private func entries(_ after: FleetInstant, _ metric: String) -> [String] {
        var lines: [String] = []
        var date = zone.date(at: after)
        while date <= today {
            if metric == "body_mass_kg", let mass = mass(date), !blankDays.contains(date), hasDays {
                let at = Self.text(zone.instant(of: date, second: 6 * 3600 + drawn(date, 9, 1800)))
                lines.append(
                    #""type":"entry","session":"d7.1","n":1,"t":"\#(at)","entry":"e7.\#(date.dayNumber)","#
                        + #""metric":"body_mass_kg","value":\#(mass),"start":"\#(at)","end":"\#(at)","source":"simulated""#
                )
            }
            if runs(on: date), start(date) + .seconds(Int64(seconds(date))) <= now {
                lines.append(summary(date))
            }
            date = date.adding(days: 1)
        }
        return lines + manual
    }

    private func summary(_ date: CivilDate) -> String {
        let seconds = seconds(date)
        let end = Self.text(start(date) + .seconds(Int64(seconds)))
        let splits = (0..<metres(date) / 1000).map { "\(300 + ($0 * 7) % 11).00" }
        return
            #""type":"entry","session":"d7.1","n":2,"t":"\#(end)","entry":"e7.\#(date.dayNumber)9","#
            + #""run":"\#(session(date))","start":"\#(Self.text(start(date)))","end":"\#(end)","#
            + #""source":"simulated","elapsed_s":\#(seconds - 60).00,"moving_s":\#(seconds - 75).00,"#
            + #""distance_m":\#(metres(date)).00,"steps":\#(seconds * 17 / 6),"energy_kcal":\#(seconds / 5).000,"#
            + #""heart_rate_bpm":{"average":148.20,"max":171},"splits_s":[\#(splits.joined(separator: ","))],"#
            + #""advisories":{"glide_path":3,"sink_rate":2}"#
    }

    /// A run from standing over climb and cruise to the landing, a line each second.
    private func flight(_ session: String) -> [String] {
        guard let date = date(of: session) else { return [] }
        let begin = start(date)
        var lines = [
            #""type":"snapshot","session":"\#(session)","source":"simulated","state":"scheduled","#
                + #""phase":"preflight","since":"\#(Self.text(begin))","start":"\#(Self.text(begin))","#
                + #""plan":"easy","mission":{"target_distance_m":8000,"target_speed_mps":3.333,"#
                + #""pace_deviation_s_per_km":15},"resting_heart_rate_bpm":50,"maximal_heart_rate_bpm":186,"#
                + #""athlete":{"sex":"female","age":34,"height_m":1.68,"mass_kg":61.2}"#
        ]
        let seconds = seconds(date)
        for second in 1...seconds {
            let at = begin + .seconds(Int64(second))
            guard at <= now else { return lines }
            lines += changes(second, of: seconds, session, Self.text(at))
            lines.append(stat(second, session, Self.text(at), phase(second, of: seconds)))
        }
        return lines + [
            #""type":"end","session":"\#(session)","t":"\#(Self.text(begin + .seconds(Int64(seconds))))""#
        ]
    }

    private static let course: [(share: Int, phase: String, cause: String)] = [
        (0, "preflight", ""), (2, "takeoff", "run_started"), (6, "cruise", "heart_rate_steady"),
        (40, "climb", "heart_rate_high"), (55, "cruise", "heart_rate_steady"),
        (88, "approach", "final_distance"), (98, "touchdown", "run_ended"),
    ]

    private func phase(_ second: Int, of seconds: Int) -> String {
        Self.course.last { $0.share * seconds / 100 <= second }?.phase ?? "preflight"
    }

    private func changes(_ second: Int, of seconds: Int, _ session: String, _ at: String)
        -> [String]
    {
        var lines: [String] = []
        for (index, part) in Self.course.enumerated().dropFirst()
        where part.share * seconds / 100 == second {
            lines.append(
                #""type":"phase","session":"\#(session)","t":"\#(at)","from":"\#(Self.course[index - 1].phase)","#
                    + #""to":"\#(part.phase)","cause":"\#(part.cause)","held_s":5.00"#)
        }
        let calls = [12: "glide_path", 47: "sink_rate", 53: "glide_path", 88: "minimums"]
        for (share, call) in calls where share * seconds / 100 == second {
            lines.append(
                #""type":"advisory","session":"\#(session)","t":"\#(at)","to":"\#(call)","held_s":8.00,"speed_mps":3.200"#
            )
        }
        return lines
    }

    /// A circle of 2,100 m in 14 minutes, over a hill of 60 m.
    private static func places(_ second: Int) -> String {
        let turn = Double(second) / 840 * 2 * Double.pi
        let (east, north) = (Elementary.sin(turn), Elementary.cos(turn))
        return #","latitude_deg":{"latest":\#(47.5 + 0.003 * north)},"#
            + #""longitude_deg":{"latest":\#(8.5 + 0.0044 * east)},"#
            + #""altitude_m":{"average":\#(500 - 30 * north),"latest":1},"#
            + #""ascent_m":{"latest":\#(max(0, second / 14 - 3))}"#
    }

    private func stat(_ second: Int, _ session: String, _ at: String, _ phase: String) -> String {
        let rate = phase == "climb" ? 168 : phase == "cruise" ? 147 : 120
        return #""type":"stat","session":"\#(session)","t":"\#(at)","phase":"\#(phase)","#
            + #""heart_rate_bpm":{"average":\#(rate + second % 7).00,"latest":\#(rate)},"#
            + #""speed_mps":{"average":3.30000,"latest":3.300},"distance_m":{"latest":\#(max(0, second - 50) * 33 / 10).00}"#
            + (hasPlaces ? Self.places(second) : "")
    }
}
