import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct SubscribeRequestTests {
    private func request(_ fields: String) throws -> SubscribeRequest {
        let line = fields.isEmpty ? #"{"op":"subscribe"}"# : "{\"op\":\"subscribe\",\(fields)}"
        let decoded = try outcome(line).get().request
        guard case .subscribe(let request) = decoded else { throw OtherRequest(request: decoded) }
        return request
    }

    private func shape(_ change: (inout ChannelShape) -> Void) -> ChannelShape {
        var shape = ChannelShape()
        change(&shape)
        return shape
    }

    @Test func `everything has a default`() throws {
        let request = try request("")
        #expect(request.name == nil)
        #expect(request.selection == .all)
        #expect(request.start == .now)
        #expect(request.queue == .dropOldest)
        #expect(request.shape.kinds == [.stat])
        #expect(request.shape.metrics == Metric.defaults)
        #expect(request.shape.statistics == [.average, .latest])
        #expect(request.shape.window == .span(.seconds(5)))
        #expect(request.shape.every == .seconds(1))
        #expect(request.shape.smoothing == .none)
        #expect(request.shape.alignment == .session)
        #expect(request.shape.minimumCoveragePercent == 0)
    }

    @Test func `null is the same as left out, in every field`() throws {
        let names = [
            "id", "sub", "select", "kinds", "metrics", "stats", "window", "every", "smooth",
            "align",
            "min_coverage", "after", "on_expired", "queue",
        ]
        let nulls = names.map { "\"\($0)\":null" }.joined(separator: ",")
        #expect(try request(nulls) == SubscribeRequest())
        #expect(
            try request(#""select":{"session":null},"smooth":{"kind":null},"queue":{}"#)
                == SubscribeRequest())
    }

    @Test(arguments: [
        (#""*""#, SessionSelection.all),
        (#""s0""#, SessionSelection([SelectedSessions(lane: 0)])),
        (#""s7.0""#, SessionSelection([SelectedSessions(lane: 7, lap: 0)])),
        (
            #""s1048575.-99999999""#,
            SessionSelection([SelectedSessions(lane: 1_048_575, lap: -99_999_999)])
        ),
        (
            #"["s9.1","s7","s9.1","s9","s9.-1"]"#,
            .some([
                SelectedSessions(lane: 7), SelectedSessions(lane: 9),
                SelectedSessions(lane: 9, lap: -1), SelectedSessions(lane: 9, lap: 1),
            ])
        ),
        (#"["s9.1","*"]"#, .all),
    ])
    func `sessions are selected`(json: String, selection: SessionSelection) throws {
        #expect(try request("\"select\":{\"session\":\(json)}").selection == selection)
    }

    @Test(
        arguments: [
            (#""window":"1s""#, .init { $0.window = .span(.seconds(1)) }),
            (#""window":"1h""#, .init { $0.window = .span(.seconds(3600)) }),
            (#""window":"1.02s""#, .init { $0.window = .span(FleetDuration(ticks: 51)) }),
            (#""window":"session""#, .init { $0.window = .session }),
            (#""every":"20ms""#, .init { $0.every = FleetDuration(ticks: 1) }),
            (#""every":"60m""#, .init { $0.every = .seconds(3600) }),
            (#""smooth":{}"#, .init { _ in }),
            (#""smooth":{"kind":"none"}"#, .init { _ in }),
            (#""smooth":{"kind":"mean","over":"1s"}"#, .init { $0.smoothing = .mean(.seconds(1)) }),
            (
                #""smooth":{"kind":"median","over":"2m"}"#,
                .init { $0.smoothing = .median(.seconds(120)) }
            ),
            (
                #""smooth":{"kind":"ema","half_life":"500ms"}"#,
                .init { $0.smoothing = .ema(halfLife: FleetDuration(ticks: 25)) }
            ),
            (
                #""smooth":{"kind":"ema2","half_life":"10m"}"#,
                .init { $0.smoothing = .ema2(halfLife: .seconds(600)) }
            ),
            (#""align":"session""#, .init { _ in }),
            (#""align":"clock""#, .init { $0.alignment = .clock }),
            (#""min_coverage":0"#, .init { _ in }),
            (#""min_coverage":1"#, .init { $0.minimumCoveragePercent = 100 }),
            (#""min_coverage":0.5"#, .init { $0.minimumCoveragePercent = 50 }),
            (#""min_coverage":7e-2"#, .init { $0.minimumCoveragePercent = 7 }),
            (
                #""metrics":["HKQuantityTypeIdentifierHeartRate","speed_mps","speed_mps"]"#,
                .init { $0.metrics = MetricSet([.heartRate, .speed]) }
            ),
            (
                #""stats":["count","count","coverage","min","max","sd"]"#,
                .init { $0.statistics = [.count, .coverage, .min, .max, .sd] }
            ),
            (
                #""metrics":["steps"],"stats":["sum"]"#,
                .init {
                    $0.metrics = MetricSet([.steps]); $0.statistics = [.sum]
                }
            ),
            (
                #""metrics":["steps"]"#,
                .init {
                    $0.metrics = MetricSet([.steps]); $0.statistics = [.latest]
                }
            ),
            (
                #""metrics":["steps","speed_mps"],"stats":["sum","sd"]"#,
                .init {
                    $0.metrics = MetricSet([.steps, .speed]); $0.statistics = [.sum, .sd]
                }
            ),
            (
                #""kinds":["stat","sample","phase","advisory","event","truth","entry"]"#,
                .init {
                    $0.kinds = Set(LineKind.allCases)
                    $0.dayMetrics = DayMetric.defaults
                }
            ),
            (
                #""kinds":["entry"],"metrics":["steps","HKQuantityTypeIdentifierBodyMass"]"#,
                .init {
                    $0.kinds = [.entry]
                    $0.dayMetrics = DayMetricSet([.steps, .bodyMass])
                }
            ),
            (
                #""kinds":["entry","stat"],"metrics":["speed_mps","body_mass_kg"]"#,
                .init {
                    $0.kinds = [.entry, .stat]
                    $0.metrics = MetricSet([.speed])
                    $0.dayMetrics = DayMetricSet([.bodyMass])
                }
            ),
        ] as [(String, ShapeChange)])
    func `each field changes its part of the shape`(json: String, change: ShapeChange) throws {
        #expect(try request(json).shape == shape(change.apply))
    }

    @Test func `every hundredth of coverage is a percent`() throws {
        for percent in 0...100 {
            let text = "\(Decimal64(units: Int64(percent), decimals: 2))"
            #expect(try request("\"min_coverage\":\(text)").shape.minimumCoveragePercent == percent)
        }
    }

    @Test func `a start is now, the session's or an anchor`() throws {
        let anchor = Anchor(
            identity: IdentityHash(bits: 5), position: StreamPosition(bits: 1 << 40))
        #expect(try request(#""after":"start""#).start == .sessionStart)
        #expect(try request("\"after\":\"\(anchor)\"").start == .after(anchor))
        for span in ["-5m", "5m", "5 minutes ago"] {
            #expect(try request(#""after":"\#(span)""#).start == .back(.seconds(300)))
        }
        let time = FleetInstant(ticks: 1_795_154_400 * 50)
        for text in ["2026-11-20T06:00:00Z", "2026-11-20T07:00:00.019999+01:00"] {
            #expect(try request("\"after\":\"\(text)\"").start == .time(time))
        }
        for start in [StreamStart.sessionStart, .after(anchor), .time(time), .back(.seconds(90))] {
            #expect(try request("\"after\":\"\(start.text ?? "")\"").start == start)
        }
    }

    @Test func `every policy has its word`() throws {
        for policy in QueuePolicy.allCases {
            let queue = #""queue":{"policy":"\#(policy.rawValue)"}"#
            #expect(try request(queue).queue == policy)
        }
        #expect(try request(#""queue":{}"#).queue == .dropOldest)
    }

    @Test func `what has no effect is set aside, so that equal requests are equal`() throws {
        let setAside =
            #""window":"30s","every":"2s","stats":["max"],"align":"clock","min_coverage":0.5"#
            + #","smooth":{"kind":"mean","over":"5s"}"#
        #expect(
            try request(#""kinds":["phase"],"metrics":["speed_mps"],\#(setAside)"#).shape
                == shape { $0.kinds = [.phase] })
        #expect(
            try request(#""kinds":["sample","event"],"metrics":["speed_mps"],\#(setAside)"#).shape
                == shape {
                    $0.kinds = [.sample, .event]; $0.metrics = MetricSet([.speed])
                })
    }

    @Test(
        arguments: [
            (#""sub":"""#, ErrorCode.badField, "sub"),
            (#""sub":1"#, .badField, "sub"),
            (#""sub":"a\"b""#, .badField, "sub"),
            (#""sub":"é""#, .badField, "sub"),
            (#""sub":"\#(String(repeating: "x", count: 33))""#, .badField, "sub"),
            (#""select":"s7""#, .badField, "select"),
            (#""select":{"session":7}"#, .badField, "select.session"),
            (#""select":{"session":["s7",7]}"#, .badField, "select.session.1"),
            (#""select":{"session":["s7",null]}"#, .badField, "select.session.1"),
            (#""select":{"session":[]}"#, .badField, "select.session"),
            (#""select":{"session":""}"#, .badField, "select.session"),
            (#""select":{"session":"7"}"#, .badField, "select.session"),
            (#""select":{"session":"s"}"#, .badField, "select.session"),
            (#""select":{"session":"s07"}"#, .badField, "select.session"),
            (#""select":{"session":"s+7"}"#, .badField, "select.session"),
            (#""select":{"session":"s-7"}"#, .badField, "select.session"),
            (#""select":{"session":"s1048576"}"#, .badField, "select.session"),
            (#""select":{"session":"s99999999999999999999"}"#, .badField, "select.session"),
            (#""select":{"session":"s7."}"#, .badField, "select.session"),
            (#""select":{"session":"s7.0.0"}"#, .badField, "select.session"),
            (#""select":{"session":"s7.-0"}"#, .badField, "select.session"),
            (#""select":{"session":"s7.100000000"}"#, .badField, "select.session"),
            (#""select":{"session":"S7"}"#, .badField, "select.session"),
            (#""select":{"session":["s1","x"]}"#, .badField, "select.session.1"),
            (#""select":{"session":["*","x"]}"#, .badField, "select.session.1"),
            (#""kinds":[]"#, .badField, "kinds"),
            (#""kinds":"stat""#, .badField, "kinds"),
            (#""kinds":["stat","truths"]"#, .badField, "kinds.1"),
            (#""kinds":["stat",{}]"#, .badField, "kinds.1"),
            (#""metrics":[]"#, .badField, "metrics"),
            (#""metrics":{"a":1}"#, .badField, "metrics"),
            (#""metrics":["speed_mps","pace"]"#, .unknownMetric, "metrics.1"),
            (#""stats":[]"#, .badField, "stats"),
            (#""stats":["average","mean"]"#, .badStatistic, "stats.1"),
            (#""stats":["sum"]"#, .badStatistic, "stats"),
            (#""stats":["average"],"metrics":["steps","distance_m"]"#, .badStatistic, "stats"),
            (#""window":30"#, .badField, "window"),
            (#""window":"banana""#, .badWindow, "window"),
            (#""window":"30""#, .badWindow, "window"),
            (#""window":"""#, .badWindow, "window"),
            (#""window":"30  s""#, .badWindow, "window"),
            (#""window":"1010ms""#, .badWindow, "window"),
            (#""window":"980ms""#, .badWindow, "window"),
            (#""window":"3601s""#, .badWindow, "window"),
            (#""window":"0s""#, .badWindow, "window"),
            (#""window":"999999999h""#, .badWindow, "window"),
            (#""every":1"#, .badField, "every"),
            (#""every":"session""#, .badEvery, "every"),
            (#""every":"0s""#, .badEvery, "every"),
            (#""every":"30ms""#, .badEvery, "every"),
            (#""every":"61m""#, .badEvery, "every"),
            (#""smooth":"ema""#, .badField, "smooth"),
            (#""smooth":{"kind":7}"#, .badField, "smooth.kind"),
            (#""smooth":{"kind":"kalman"}"#, .badSmoothing, "smooth.kind"),
            (#""smooth":{"kind":"mean"}"#, .badSmoothing, "smooth.over"),
            (#""smooth":{"kind":"mean","half_life":"5s"}"#, .badSmoothing, "smooth.half_life"),
            (#""smooth":{"kind":"median","over":"121s"}"#, .badSmoothing, "smooth.over"),
            (#""smooth":{"kind":"median","over":"980ms"}"#, .badSmoothing, "smooth.over"),
            (#""smooth":{"kind":"median","over":5}"#, .badField, "smooth.over"),
            (#""smooth":{"kind":"ema"}"#, .badSmoothing, "smooth.half_life"),
            (#""smooth":{"kind":"ema","over":"5s"}"#, .badSmoothing, "smooth.over"),
            (#""smooth":{"kind":"ema","half_life":"480ms"}"#, .badSmoothing, "smooth.half_life"),
            (#""smooth":{"kind":"ema2","half_life":"601s"}"#, .badSmoothing, "smooth.half_life"),
            (#""smooth":{"kind":"none","over":"5s"}"#, .badSmoothing, "smooth.over"),
            (#""smooth":{"half_life":"5s"}"#, .badSmoothing, "smooth.half_life"),
            (#""smooth":{"kind":"mean","over":"5s"},"metrics":["steps"]"#, .badSmoothing, "smooth"),
            (#""align":"utc""#, .badField, "align"),
            (#""align":0"#, .badField, "align"),
            (#""min_coverage":"half""#, .badField, "min_coverage"),
            (#""min_coverage":-0.01"#, .badField, "min_coverage"),
            (#""min_coverage":1.01"#, .badField, "min_coverage"),
            (#""min_coverage":0.125"#, .badField, "min_coverage"),
            (#""metrics":["speed_mps","body_mass_kg"]"#, .badStatistic, "metrics.1"),
            (#""kinds":["entry"],"metrics":["speed_mps"]"#, .badStatistic, "metrics.0"),
            (#""kinds":["entry","stat"],"metrics":["sleep_min"]"#, .badStatistic, "metrics.0"),
            (#""after":0"#, .badField, "after"),
            (#""after":"""#, .anchorInvalid, "after"),
            (#""after":"5mm""#, .badField, "after"),
            (#""after":"-5""#, .badField, "after"),
            (#""after":"-0.5ms""#, .badField, "after"),
            (#""after":"2026-11-32""#, .badField, "after"),
            (#""after":"٣""#, .anchorInvalid, "after"),
            (#""after":"now""#, .anchorInvalid, "after"),
            (#""after":"a16k1kgk9m19sha7ch0003n3grmq3w""#, .anchorInvalid, "after"),
            (#""on_expired":"oldest""#, .badField, "on_expired"),
            (#""queue":"drop_oldest""#, .badField, "queue"),
            (#""queue":{"policy":"oldest"}"#, .badField, "queue.policy"),
            (#""queue":{"policy":""}"#, .badField, "queue.policy"),
            (#""queue":{"policy":1}"#, .badField, "queue.policy"),
            (#""queue":{"lines":512}"#, .badField, "queue.lines"),
            (#""queue":{"bytes":512}"#, .badField, "queue.bytes"),
            (#""kinds":["phase"],"window":"0s""#, .badWindow, "window"),
            (#""kinds":["phase"],"stats":["sum"]"#, .badStatistic, "stats"),
            (#""kinds":["sample"],"every":"7ms""#, .badEvery, "every"),
        ] as [(String, ErrorCode, String)])
    func `what cannot be used is named by code and field`(
        json: String, code: ErrorCode, field: String
    ) throws {
        let error = try #require(refusal("{\"op\":\"subscribe\",\(json)}")).error
        #expect(error.code == code)
        #expect(error.field == field)
        #expect(error.line == 3)
        #expect(!error.reason.isEmpty && !error.suggestion.isEmpty)
    }

    @Test func `a selection may name 256 sessions and no more`() throws {
        func line(_ count: Int) -> String {
            let names = (0..<count).map { "\"s\(1_000_000 + $0).-\(10_000_000 + $0)\"" }
            return #"{"op":"subscribe","select":{"session":[\#(names.joined(separator: ","))]}}"#
        }
        #expect(refusal(line(ProtocolLimits.selectedSessions)) == nil)
        #expect(line(ProtocolLimits.selectedSessions).utf8.count < ProtocolLimits.requestLineBytes)
        let error = try #require(refusal(line(ProtocolLimits.selectedSessions + 1))).error
        #expect(error.reason == "The list has 257 entries, more than 256.")
    }

    @Test(arguments: [
        (
            #""window":"banana""#,
            "\"banana\" is not a duration; write a number and a unit, such as 30s.",
            "Use a value from 1s to 1h, or \"session\"."
        ),
        (
            #""window":"1.01s""#, "\"1.01s\" is not a multiple of 20ms.",
            "Use a value from 1s to 1h, or \"session\"."
        ),
        (#""every":"2h""#, "2h is outside 20ms to 1h.", "Use a value from 20ms to 1h."),
        (
            #""stats":["sum"],"metrics":["speed_mps","stride_m"]"#,
            "sum does not apply to speed_mps or stride_m.",
            "Use average, min, max, sd, latest, count or coverage."
        ),
        (
            #""smooth":{"kind":"ema","half_life":"5s"},"metrics":["steps"]"#,
            "Totals and positions are not smoothed: steps.",
            "Leave smooth out, or ask for a discrete metric, such as speed_mps."
        ),
        (
            #""smooth":{"kind":"ema","over":"5s"}"#, "ema does not take over.",
            "mean and median take over; ema and ema2 take half_life."
        ),
        (
            #""kinds":["truths"]"#, "There are no lines of the kind \"truths\".",
            "kinds must be a list of stat, sample, phase, advisory, event, truth or entry."
        ),
        (
            #""queue":{"policy":"latest"}"#, "There is no policy \"latest\".",
            "queue.policy must be drop_oldest, newest, close or wait."
        ),
        (
            #""on_expired":"latest""#, "The field does not exist in protocol 1.7.",
            "Leave the field out."
        ),
        (
            #""metrics":7"#, "The field has the wrong type.",
            "metrics must be a list of heart_rate_bpm, speed_mps, cadence_spm, stride_m, "
                + "contact_ms, altitude_m, distance_m, steps, energy_kcal, ascent_m, latitude_deg "
                + "or longitude_deg, or of HealthKit's identifiers."
        ),
    ])
    func `reason and suggestion are sentences that help`(
        json: String, reason: String, suggestion: String
    ) throws {
        let error = try #require(refusal("{\"op\":\"subscribe\",\(json)}")).error
        #expect(error.reason == reason)
        #expect(error.suggestion == suggestion)
    }
}

/// A line that was not decoded to a subscription.
struct OtherRequest: Error {
    let request: Request
}

/// A change of the default shape.
struct ShapeChange: Sendable {
    let apply: @Sendable (inout ChannelShape) -> Void

    init(_ apply: @escaping @Sendable (inout ChannelShape) -> Void) { self.apply = apply }
}
