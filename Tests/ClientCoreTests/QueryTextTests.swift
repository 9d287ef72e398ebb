import CivilTime
import CommandLine
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
        #expect(request.metrics == QueryMetric.all && request.limit == 1000)
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
        let error = #expect(throws: UsageError.self) {
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

    @Test func `statistics that were asked for are there, and times of hours are local`() throws {
        let lines = try table("24h", Array(Self.days.prefix(1)), names: true)
        #expect(lines[0].hasPrefix("START                 STEPS SUM  STEPS LATEST"))
        #expect(lines[1].hasPrefix("Sat 2026-03-28 00:00      18123             3"))
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
