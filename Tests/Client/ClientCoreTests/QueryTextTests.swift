import CivilTime
import CommandLine
import FlightDisplay
import Readout
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

/// What `runway query` asks and prints.
@Suite struct QueryTextTests {
    private static let berlin = try? TimeZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    /// 2026-03-29T10:00:00Z, a Sunday whose clocks were changed.
    private static let present = FleetInstant(ticks: 1_774_778_400 * 50)

    private func request(_ arguments: String...) throws -> QueryRequest {
        let question = try QueryQuestion(try QueryCommand.table.parse(arguments))
        return try question.request(at: Self.present, try #require(Self.berlin))
    }

    @Test func `without flags it is four weeks of days with today`() throws {
        let request = try request()
        #expect(request.from.description == "2026-03-02")
        #expect(request.to?.description == "2026-03-30")
        #expect(request.interval == .days(1) && request.selection == .all)
        #expect(request.metrics == QueryMetric.defaults && request.limit == 1000)
    }

    @Test(arguments: [
        ("today", "2026-03-29", "2026-03-30"), ("yesterday", "2026-03-28", "2026-03-30"),
        ("28d", "2026-03-01", "2026-03-30"), ("4 weeks ago", "2026-03-01", "2026-03-30"),
        ("12:00", "2026-03-29T10:00:00.000000Z", nil), ("2026-01-31", "2026-01-31", "2026-03-30"),
        ("2027-01-31", "2027-01-31", nil), ("5h", "2026-03-29T05:00:00.000000Z", nil),
        ("2026-03-01T06:00:00Z", "2026-03-01T06:00:00.000000Z", nil),
    ])
    func `a range begins where it says, and ends behind today or now`(
        from: String, begin: String, end: String?
    ) throws {
        let request = try request("--from", from)
        #expect(request.from.description == begin && request.to?.description == end)
    }

    @Test func `flags are the fields of the request`() throws {
        let request = try request(
            "--session", "s9,s7", "--metrics", "steps,body_mass_kg", "--stats", "sum,latest",
            "--from", "2026-01-01", "--to", "yesterday", "--interval", "2w")
        #expect(
            request.selection
                == SessionSelection([SelectedSessions(lane: 7), SelectedSessions(lane: 9)]))
        #expect(request.metrics.map(\.name) == ["steps", "body_mass_kg"])
        #expect(request.statistics == [.sum, .latest])
        #expect(request.to?.description == "2026-03-28" && request.interval == .days(14))
    }

    @Test(arguments: [
        (
            ["--from", "soon"],
            "--from cannot be \"soon\"; give \(Moment.form)"
        ),
        (
            ["--interval", "1y"],
            "--interval: \"1y\" is not a duration; write a number and a unit, such as 30s; use a "
                + "value from 1s to 8760h, or up to 1000 days, weeks or months of the calendar, "
                + "such as 1d, 2w or 1mo"
        ),
        (
            ["--metrics", "steps", "--stats", "average"],
            "--stats: average does not apply to steps; use sum, latest or count"
        ),
        (
            ["--session", "s7.1"],
            "--session: s7.1 is a session, and a query is about lanes; ask for s7, with from and "
                + "to around it"
        ),
    ])
    func `what cannot be asked is a mistake of usage`(arguments: [String], text: String) throws {
        let error = #expect(throws: ProgramFailure.self) {
            let question = try QueryQuestion(try QueryCommand.table.parse(arguments))
            _ = try question.request(at: Self.present, try #require(Self.berlin))
        }
        #expect(error.map { "\($0)" } == text)
    }

    private func table(
        _ interval: String, _ buckets: [String], names: Bool = false
    ) throws -> [Substring] {
        var request = QueryRequest(from: .date(20_541))
        request.interval = try #require(CivilInterval(parsing: interval))
        request.statistics = [.sum, .average, .latest]
        var table = QueryTable(
            request, zone: try #require(Self.berlin), namesStatistics: names)
        for bucket in buckets { table.add(try #require(JSONValue(line: bucket.utf8))) }
        return table.text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static let days = [
        #"{"type":"bucket","session":"s7","start":"2026-03-27T23:00:00.000000Z""#
            + #","end":"2026-03-28T23:00:00.000000Z""#
            + #","steps":{"sum":18123,"latest":3},"body_mass_kg":{"average":71.400}}"#,
        #"{"type":"bucket","session":"s7","start":"2026-03-28T23:00:00.000000Z""#
            + #","end":"2026-03-29T22:00:00.000000Z""#
            + #"}"#,
        #"{"type":"bucket","session":"s7","start":"2026-03-29T22:00:00.000000Z""#
            + #","end":"2026-03-30T22:00:00.000000Z""#
            + #","open":true,"steps":{"sum":0,"latest":0}}"#,
    ]

    @Test func `an empty day is no zero, and one that is not over is marked`() throws {
        #expect(
            try table("1d", Self.days) == [
                "START           STEPS SUM  BODY MASS KG AVERAGE",
                "Sat 2026-03-28      18123                71.400",
                "Sun 2026-03-29          -                     -",
                "Mon 2026-03-30          0                     -  open", "",
            ])
    }

    @Test func `people may read pounds, and other forms stay as they are`() throws {
        var request = QueryRequest(from: .date(20_541))
        request.statistics = [.sum, .average]
        var table = QueryTable(
            request, zone: try #require(Self.berlin), namesStatistics: false, .imperial)
        table.add(try #require(JSONValue(line: Self.days[0].utf8)))
        #expect(
            table.text == "START           STEPS SUM  BODY MASS LB AVERAGE\n"
                + "Sat 2026-03-28      18123               157.410\n")
        let mass = try #require(QueryMetric(named: "body_mass_kg"))
        let column = try #require(QueryColumn.all(of: [mass], [.average]).last)
        let bucket = try #require(JSONValue(line: Self.days[0].utf8))
        #expect(column.text(bucket) == "71.400" && column.name == "body_mass_kg_average")
    }

    @Test func `statistics that were asked for are there, and times of hours are local`() throws {
        let lines = try table("24h", Array(Self.days.prefix(1)), names: true)
        #expect(lines[0].hasPrefix("START                 STEPS SUM  STEPS LATEST"))
        #expect(lines[1].hasPrefix("Sat 2026-03-28 00:00      18123             3"))
    }

    /// What is derived of some days of steps and mass, the last of them not over.
    private func derived(_ arguments: String...) throws -> [Substring] {
        let flags = try QueryCommand.table.parse(arguments)
        let form = try #require(try DerivedForm(flags))
        var request = QueryRequest(from: .date(20_541))
        request.metrics = try ["steps", "body_mass_kg"].map {
            try #require(QueryMetric(named: $0))
        }
        request.statistics = [.sum, .latest]
        var table = DerivedTable(form, request, try #require(Self.berlin), .metric, flags)
        let days: [(Int, Int?, Double?)] = [
            (2, 8000, 71.3), (3, 9000, nil), (4, nil, 71.6), (9, 10_000, 71), (10, 500, 70.8),
        ]
        for (day, steps, mass) in days {
            let date = CivilDate(year: 2026, month: 3, day: day) ?? CivilDate(dayNumber: 0)
            let values =
                (steps.map { #","steps":{"sum":\#($0)}"# } ?? "")
                + (mass.map { #","body_mass_kg":{"latest":\#($0)}"# } ?? "")
            let start = "\(date.adding(days: -1))T23:00:00.000000Z"
            let line =
                #"{"type":"bucket","session":"s7","start":"\#(start)","end":"\#(date)T23:00:00.000000Z""#
                + (day == 10 ? #","open":true"# : "") + values + "}"
            table.add(try #require(JSONValue(line: line.utf8)))
        }
        return table.text.split(separator: "\n")
    }

    @Test func `differences are those of days that are over and have a value`() throws {
        #expect(
            try derived("--differences", "--stats", "sum,latest") == [
                "DAY             STEPS SUM  BODY MASS KG LATEST",
                "Tue 2026-03-03      +1000                    -",
                "Wed 2026-03-04          -                    -",
                "Mon 2026-03-09          -                -0.60",
                "Tue 2026-03-10          -                -0.20",
            ])
        let csv = try derived("--differences", "--csv")
        #expect(csv[0] == "session,start,end,steps_sum,steps_latest,body_mass_kg_latest")
        #expect(csv[1] == "s7,2026-03-02T23:00:00.000000Z,2026-03-03T23:00:00.000000Z,1000,,")
        let json = try derived("--differences", "--json")
        #expect(
            json.last.map(String.init)
                == #"{"type":"difference","session":"s7","start":"2026-03-09T23:00:00.000000Z","#
                + #""end":"2026-03-10T23:00:00.000000Z","body_mass_kg":{"latest":-0.20}}"#)
        for line in json { #expect(JSONValue(line: Array(line.utf8)[...]) != nil, "\(line)") }
    }

    @Test func `weekdays have the averages of their days, and of their differences`() throws {
        let table = try derived("--by", "weekday", "--stats", "sum,latest")
        #expect(
            table[..<3] == [
                "WEEKDAY    STEPS SUM  BODY MASS KG LATEST",
                "Monday       9000.00               71.150",
                "Tuesday      9000.00               70.800",
            ])
        #expect(table.count == 8 && table[7].hasPrefix("Sunday             -"))
        let csv = try derived("--by", "weekday", "--differences", "--csv")
        #expect(csv[0] == "session,weekday,steps_sum,steps_latest,body_mass_kg_latest")
        #expect(csv[2] == "s7,tuesday,1000.00,,-0.200")
        let json = try derived("--by", "weekday", "--json")
        #expect(
            String(json[0])
                == #"{"type":"weekday","session":"s7","weekday":"monday","steps":{"sum":9000.00},"#
                + #""body_mass_kg":{"latest":71.150}}"#)
        #expect(json[6] == #"{"type":"weekday","session":"s7","weekday":"sunday"}"#)
    }

    @Test func `what is of days takes intervals of a day, and differences one day more`() throws {
        for arguments in [
            ["--differences", "--interval", "1w"], ["--by", "weekday", "--interval", "15m"],
            ["--by", "month"],
        ] {
            let flags = try QueryCommand.table.parse(arguments)
            #expect(throws: ProgramFailure.self) { try DerivedForm(flags) }
        }
        let flags = try QueryCommand.table.parse(["--differences"])
        let form = try #require(try DerivedForm(flags))
        #expect(form.start(.date(20_541)) == .date(20_540))
        #expect(form.start(.instant(Self.present)) == .instant(Self.present))
        #expect(try DerivedForm(QueryCommand.table.parse([])) == nil)
    }

    @Test(arguments: [["--differences"], ["--by", "weekday"]])
    func `positions have neither differences nor means, which is said`(arguments: [String]) throws {
        let form = try #require(try DerivedForm(QueryCommand.table.parse(arguments)))
        var request = QueryRequest(from: .date(20_541))
        request.metrics = ["steps", "altitude_m"].compactMap { QueryMetric(named: $0) }
        try form.check(request)
        request.metrics += ["longitude_deg"].compactMap { QueryMetric(named: $0) }
        let failure = #expect(throws: ProgramFailure.self) { try form.check(request) }
        #expect(
            failure?.description.hasPrefix("longitude_deg has neither a sum nor an average") == true
        )
    }

    @Test func `several lanes are told apart, and nothing at all is said`() throws {
        let other = Self.days[1].replacing("\"s7\"", with: "\"s8\"")
        #expect(
            try table("1d", [Self.days[1], other]) == [
                "SESSION  START", "s7       Sun 2026-03-29", "s8       Sun 2026-03-29",
                "Nothing was measured in these intervals.", "",
            ])
    }

    @Test func `values are those of the daemon, to the last place`() throws {
        let bucket = try #require(JSONValue(line: Self.days[0].utf8))
        let columns = QueryColumn.all(of: QueryMetric.all, Set(Statistic.ofQueries))
        let texts = columns.compactMap { column in
            column.text(bucket).map { "\(column.name) \($0)" }
        }
        #expect(
            texts == ["steps_sum 18123", "steps_latest 3", "body_mass_kg_average 71.400"])
    }
}
