import CivilTime
import CommandLine
import Days
import JSON
import Testing

@testable import Configuration

/// The events of an ordered athlete on their way from a text, and back.
@Suite struct OrderedEventTests {
    private func read(_ events: String) throws -> AthleteReading {
        var reading = AthleteReading()
        try PlacedJSON.elements(
            of: Array("[{events: \(events)}]".utf8)[...], .json5, levels: AthleteReading.levels
        ) { reading.read($0) }
        return reading
    }

    private func date(_ text: String) throws -> CivilDate {
        try #require(CivilDate(parsing: text))
    }

    @Test func `an event is a finding from its first day to its last`() throws {
        let text = """
            [{ill: '2026-03-05', days: 4}, {days: 30, injured: '2026-05-01'},
             {away: '2026-08-01', days: 14}, {training: '+12 % in 8 weeks', from: '2026-09-07'},
             {overreached: '2027-01-04', days: 21}, {not_worn: '2028-02-28', days: 2}]
            """
        let findings = try read(text).athletes.first?.findings
        let expected = [
            Finding(.ill, try date("2026-03-05")...date("2026-03-08")),
            Finding(.injured, try date("2026-05-01")...date("2026-05-30")),
            Finding(.away, try date("2026-08-01")...date("2026-08-14")),
            Finding(.training, try date("2026-09-07")...date("2026-11-01"), gain: 12),
            Finding(.overreached, try date("2027-01-04")...date("2027-01-24")),
            Finding(.notWorn, try date("2028-02-28")...date("2028-02-29")),
        ]
        #expect(findings == expected)
    }

    @Test func `a list is written and read as the same, an empty one too`() throws {
        let events =
            "[{ill: \"2026-03-05\", days: 1}, "
            + "{training: \"+3 % in 1 week\", from: \"2026-03-09\"}]"
        for text in [events, "[]"] {
            let athlete = try #require(try read(text).athletes.first)
            #expect(athlete.json5 == "{events: \(text)}")
            #expect(AthleteReading.kept("[\(athlete.json5)]") == [athlete])
            #expect(athlete.daysOrder == DaysOrder(findings: athlete.findings))
        }
    }

    @Test(arguments: ["+12 % in 8 weeks", "+12% in 8 weeks", "+12%  in 8  week"])
    func `a rise is percent in weeks`(text: String) {
        let rise = OrderedEvent.training(text)
        #expect(rise?.gain == 12 && rise?.days == 56)
    }

    @Test(arguments: [
        "", "12 % in 8 weeks", "+12 in 8 weeks", "+ 12 % in 8 weeks", "+12 % in weeks",
        "+1e1 % in 8",
        "+12 % in 0 weeks", "-3 % in 8 weeks", "+99999 % in 8 weeks", "+12 % in 99999 weeks",
        "+1２ % in 8 weeks", "+12 %% in 8 weeks", "+12.5 % in 8 weeks",
    ])
    func `other texts are no rise`(text: String) {
        #expect(OrderedEvent.training(text) == nil)
    }

    @Test(arguments: [
        ("3", "events: cannot be 3; give a list of events, such as [{ill: \"2026-03-05\""),
        ("[3]", "events: cannot be 3; give an event, such as {ill: \"2026-03-05\", days: 4}"),
        ("[{}]", "events: an event is one thing; give one of ill, injured, away, training, "),
        ("[{days: 4}]", "events: an event is one thing; give one of ill"),
        ("[{ill: '2026-03-05', away: '2026-03-05', days: 4}]", "events: an event is one thing"),
        (
            "[{il: '2026-03-05', days: 4}]",
            "il: there is no such field of an event; did you mean ill"
        ),
        ("[{break: '2026-03-05', days: 4}]", "break: there is no such field of an event; "),
        ("[{ill: '2026-02-30', days: 4}]", "events.ill: cannot be \"2026-02-30\"; give the first"),
        ("[{ill: 20260305, days: 4}]", "events.ill: cannot be 20260305; give the first day"),
        ("[{ill: '2026-03-05'}]", "events.days: it is missing; give a whole number of "),
        ("[{ill: '2026-03-05', days: 0}]", "events.days: cannot be 0; give a whole number of "),
        ("[{ill: '2026-03-05', days: -4}]", "events.days: cannot be -4; give a whole number of "),
        ("[{ill: '2026-03-05', days: 9223372036854775807}]", "events.days: cannot be 92233720368"),
        ("[{ill: '2026-03-05', days: 4, from: '2026-03-05'}]", "events.from: ill says the first"),
        ("[{training: '+12 % in 8 weeks'}]", "events.from: it is missing; give the first day"),
        ("[{training: 'much', from: '2026-03-05'}]", "events.training: cannot be \"much\"; give a"),
        (
            "[{training: '+12 % in 8 weeks', from: '2026-03-05', days: 3}]",
            "events.days: training says how long it takes; leave it out"
        ),
    ])
    func `a wrong event is named, with what would be right`(events: String, words: String) throws {
        let reading = try read(events)
        let found = reading.faults.map { "\($0.key ?? "-"): \($0.statement.words); \($0.remedy)" }
        #expect(found.first?.hasPrefix(words) == true, "\(found)")
        #expect(reading.athletes.first?.findings == nil)
    }

    @Test(arguments: [
        ("events: [{ill: '2026-03-05', days: 61}]", "events.ill: \"ill\" cannot take 61 days; let"),
        (
            "events: [{ill: '2026-03-05', days: 4}, {overreached: '2026-03-08', days: 21}]",
            "events.overreached: nobody is ill and overreached on one day, as on 2026-03-08; "
        ),
        (
            "events: [{away: '2199-06-30', days: 9}]",
            "events.away: 2199-07-08 is beyond the dates that can be ordered; give dates"
        ),
        (
            "like: 'elite', events: [{training: '+30 % in 52 weeks', from: '2026-03-05'}]",
            "events.training: training by 30 % would make the athlete faster than anybody"
        ),
    ])
    func `events that cannot be are named at their place`(fields: String, words: String) throws {
        var reading = AthleteReading()
        let text = "[{},\n{\(fields)}]"
        try PlacedJSON.elements(
            of: Array(text.utf8)[...], .json5, levels: AthleteReading.levels
        ) { reading.read($0) }
        let fault = try #require(reading.faults.first)
        let found = "\(fault.key ?? "-"): \(fault.statement.words); \(fault.remedy)"
        #expect(found.hasPrefix(words), "\(found)")
        let kind = try #require(fault.key).split(separator: ".")[1]
        let before = String(decoding: text.utf8.prefix(fault.offset), as: UTF8.self)
        #expect(before.hasSuffix("\(kind): "))
    }

    @Test(arguments: [
        ("{events: [], habits: {runs_a_week: 3}}", "habits"), ("{events: []}", "events"),
        ("{events: [{ill: '2026-03-05', days: 4}]}", "events"),
    ])
    func `an athlete by laps has no days that anything could befall`(
        athlete: String, what: String
    ) throws {
        var reading = AthleteReading()
        try PlacedJSON.elements(
            of: Array("[\(athlete)]".utf8)[...], .json5, levels: AthleteReading.levels
        ) { reading.read($0) }
        let list = reading.athletes.map(\.json5).joined(separator: ", ")
        let file = ConfigurationFile(path: "x.json5", bytes: Array("{athletes: [\(list)]}".utf8))
        let settings = ChosenSettings(flags: try DaemonFlags.table.parse([]), file: file)
        let findings = NamedAthletes(settings).findings.map { "\($0)" }
        #expect(findings.first?.contains("s0 is ordered to have \(what)") == true, "\(findings)")
    }
}
