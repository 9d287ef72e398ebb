import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct QueryRequestTests {
    private func query(_ fields: String) throws -> QueryRequest {
        let line = "{\"op\":\"query\",\"from\":\"2026-03-01\"\(fields.isEmpty ? "" : ",")\(fields)}"
        guard case .query(let request) = try outcome(line).get().request else {
            throw NoQuery()
        }
        return request
    }

    private struct NoQuery: Error {}

    private func error(_ fields: String) throws -> WireError {
        let line = "{\"op\":\"query\"\(fields.isEmpty ? "" : ",")\(fields)}"
        return try #require(refusal(line), "\(line)").error
    }

    @Test func `what is left out is all lanes, all metrics, all that fits, days`() throws {
        let request = try query("")
        #expect(request == QueryRequest(from: .date(20_513)))
        #expect(request.selection == .all && request.to == nil && request.page == nil)
        #expect(
            request.metrics.map(\.name).suffix(6) == [
                "distance_m", "steps", "energy_kcal", "resting_heart_rate_bpm", "sleep_min",
                "body_mass_kg",
            ])
        #expect(request.statistics == [.sum, .average, .min, .max, .latest])
        #expect(request.interval == .days(1) && request.limit == 100)
    }

    @Test func `every field is read`() throws {
        let request = try query(
            #""select":{"session":["s9","s7"]},"metrics":["body_mass_kg","StepCount","steps","#
                .replacing("StepCount", with: "HKQuantityTypeIdentifierStepCount")
                + #""body_mass_kg"],"stats":["count","sum"],"to":"2026-04-01T06:00:00+02:00","#
                + #""interval":"2w","limit":1000,"page":"7.28.88417115619""#)
        #expect(
            request.selection
                == SessionSelection([
                    SelectedSessions(lane: 7), SelectedSessions(lane: 9),
                ]))
        #expect(request.metrics.map(\.name) == ["body_mass_kg", "steps"])
        #expect(request.statistics == [.count, .sum])
        #expect(request.to?.description == "2026-04-01T04:00:00.000000Z")
        #expect(request.interval == .days(14) && request.limit == 1000)
        let cursor = QueryCursor(
            lane: 7, interval: 28, instant: FleetInstant(ticks: 88_417_115_619))
        #expect(request.page == cursor)
    }

    @Test(arguments: [
        "", #""select":{"session":"s7"},"stats":["latest"],"limit":1"#,
        #""to":"2027-01-01","interval":"1mo","page":"0.0.88417115619""#,
        #""select":{"session":["s1","s2"]},"metrics":["speed_mps"],"interval":"90s""#,
    ])
    func `a request that is written is read back`(fields: String) throws {
        let request = try query(fields)
        let again = try outcome(request.line(id: .number(5))).get()
        #expect(again.request == .query(request) && again.answerID == AnswerID(.number(5)))
    }

    @Test(arguments: [
        ("1s", CivilInterval.elapsed(.seconds(1))), ("8760h", .elapsed(.seconds(31_536_000))),
        ("1000d", .days(1000)), ("1000w", .days(7000)), ("1000mo", .months(1000)),
    ])
    func `intervals reach from a second to a thousand months`(
        text: String, interval: CivilInterval
    ) throws {
        #expect(try query("\"interval\":\"\(text)\"").interval == interval)
    }

    @Test(arguments: [
        "980ms", "8761h", "1001d", "1001w", "1001mo", "0d", "1.5d", "1y", "", "1.005s",
        "999999999d",
    ])
    func `other intervals are bad windows`(text: String) throws {
        let error = try error("\"from\":\"2026-03-01\",\"interval\":\"\(text)\"")
        #expect(error.code == .badWindow && error.field == "interval")
        #expect(
            error.suggestion == "Use a value from 1s to 8760h, or up to 1000 days, weeks or "
                + "months of the calendar, such as 1d, 2w or 1mo.")
    }

    @Test(arguments: [
        ("2000-01-01", true), ("2200-12-31", true), ("1999-12-31", false), ("2201-01-01", false),
        ("2000-01-01T00:00:00Z", true), ("2200-12-31T23:59:59Z", true),
        ("1999-12-31T23:59:59.999999Z", true), ("1999-12-31T23:59:59Z", false),
        ("2201-01-01T00:00:00Z", false), ("2026-02-29", false), ("today", false),
    ])
    func `ranges lie in the years 2000 to 2200`(text: String, isRight: Bool) throws {
        for field in ["from", "to"] {
            let others = field == "to" ? #""from":"2026-03-01","# : ""
            let line = "{\"op\":\"query\",\(others)\"\(field)\":\"\(text)\"}"
            let failure = refusal(line)?.error
            #expect((failure == nil) == isRight, "\(line)")
            #expect(failure?.code ?? .badField == .badField && failure?.field ?? field == field)
        }
    }

    @Test(arguments: [
        ("", "from", ErrorCode.badField), (#""from":7"#, "from", .badField),
        (#""from":"2026-03-01","limit":0"#, "limit", .badField),
        (#""from":"2026-03-01","limit":1001"#, "limit", .badField),
        (#""from":"2026-03-01","metrics":[]"#, "metrics", .badField),
        (#""from":"2026-03-01","metrics":["steps","altitude"]"#, "metrics.1", .unknownMetric),
        (#""from":"2026-03-01","stats":[]"#, "stats", .badField),
        (#""from":"2026-03-01","stats":["mode"]"#, "stats.0", .badStatistic),
        (#""from":"2026-03-01","stats":["sum","sd"]"#, "stats.1", .badStatistic),
        (#""from":"2026-03-01","stats":["coverage"]"#, "stats.0", .badStatistic),
        (
            #""from":"2026-03-01","metrics":["steps"],"stats":["average"]"#, "stats.0",
            .badStatistic
        ),
        (
            #""from":"2026-03-01","metrics":["body_mass_kg"],"stats":["latest","sum"]"#, "stats.1",
            .badStatistic
        ),
        (#""from":"2026-03-01","select":{"session":"s7.0"}"#, "select.session", .badField),
        (#""from":"2026-03-01","select":{"session":["s1","d7.12"]}"#, "select.session", .badField),
        (#""from":"2026-03-01","select":{"session":[]}"#, "select.session", .badField),
        (#""from":"2026-03-01","page":"7.28""#, "page", .badField),
        (#""from":"2026-03-01","page":"7.28.88417115619.1""#, "page", .badField),
        (#""from":"2026-03-01","page":"-7.28.88417115619""#, "page", .badField),
        (#""from":"2026-03-01","page":"07.28.88417115619""#, "page", .badField),
        (#""from":"2026-03-01","page":"7.4294967296.88417115619""#, "page", .badField),
        (#""from":"2026-03-01","page":"7.28.9223372036854775807""#, "page", .badField),
        (#""from":"2026-03-01","page":"1048576.0.88417115619""#, "page", .badField),
    ])
    func `what cannot be used is refused at its field`(
        fields: String, field: String, code: ErrorCode
    ) throws {
        let error = try error(fields)
        #expect(error.field == field && error.code == code, "\(error)")
    }

    @Test func `an error says what would be right`() throws {
        #expect(
            try error("\"from\":\"soon\"").suggestion
                == "from must be \(Moment.form); in the years 2000 to 2200.")
        let session = try error(#""from":"2026-03-01","select":{"session":"d7.12"}"#)
        #expect(session.reason == "d7.12 is a book of a day, and a query is about lanes.")
        #expect(session.suggestion == "Ask for s7, with from and to around it.")
        let limit = try error(#""from":"2026-03-01","limit":5000"#)
        #expect(limit.suggestion == "limit must be a whole number from 1 to 1000.")
    }
}
