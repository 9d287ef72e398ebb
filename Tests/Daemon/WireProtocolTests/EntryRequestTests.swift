import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Requests to add samples by hand and to remove them.
@Suite struct EntryRequestTests {
    private static let morning = FleetInstant(ticks: 1_772_692_800 * 50)

    private func decoded(_ line: String) throws(RequestFailure) -> Request {
        try RequestDecoder.decode(Array(line.utf8)[...], number: 3).request
    }

    private func refusal(_ line: String) -> WireError? {
        (#expect(throws: RequestFailure.self) { try decoded(line) })?.error
    }

    @Test(
        arguments: [
            (
                #""metric":"body_mass_kg","value":71.3,"at":"2026-03-05T06:40:00Z""#,
                DayMetric.bodyMass, 713
            ),
            (
                #""metric":"HKQuantityTypeIdentifierBodyMass","value":71,"at":"2026-03-05T07:40:00+01:00""#,
                .bodyMass, 710
            ),
            (
                #""metric":"resting_heart_rate_bpm","value":5.2e1,"at":"2026-03-05T06:40:00.019999Z""#,
                .restingHeartRate, 52
            ),
            (
                #""metric":"heart_rate_bpm","value":64,"at":"2026-03-05T06:40:00Z""#, .heartRate, 64
            ),
            (
                #""metric":"hrv_sdnn_ms","value":41.5,"at":"2026-03-05T06:40:00Z""#,
                .heartRateVariability, 415
            ),
        ] as [(String, DayMetric, Int64)])
    func `a reading has one instant`(fields: String, metric: DayMetric, value: Int64) throws {
        let sample = try #require(
            ManualSample(metric, value: value, from: Self.morning, to: Self.morning))
        let request = try decoded(#"{"op":"add","session":"s7",\#(fields)}"#)
        #expect(request == .command(.add(sample, lane: 7)))
    }

    @Test func `a span has a start and an end, rounded down to ticks`() throws {
        let line =
            #"{"op":"add","session":"s600000","metric":"energy_kcal","value":12.125,"#
            + #""start":"2026-03-05T06:40:00.039Z","end":"2026-03-05T06:55:00.040Z"}"#
        let tick = FleetDuration(ticks: 1)
        let sample = try #require(
            ManualSample(
                .energy, value: 12_125, from: Self.morning + tick,
                to: Self.morning + .seconds(900) + tick + tick))
        #expect(try decoded(line) == .command(.add(sample, lane: 600_000)))
    }

    private static let time = #""2026-03-05T06:40:00Z""#
    private static let refused: [(String, String)] = [
        (#""metric":"steps","value":1,"start":\#(time),"end":\#(time)"#, "session"),
        (
            #""session":"s7.0","metric":"steps","value":1,"start":\#(time),"end":\#(time)"#,
            "session"
        ),
        (
            #""session":"d7.0","metric":"steps","value":1,"start":\#(time),"end":\#(time)"#,
            "session"
        ),
        (#""session":"*","metric":"steps","value":1,"start":\#(time),"end":\#(time)"#, "session"),
        (#""session":["s7"],"metric":"steps","value":1"#, "session"),
        (#""session":"s7","value":1"#, "metric"),
        (#""session":"s7","metric":"speed_mps","value":3,"at":\#(time)"#, "metric"),
        (#""session":"s7","metric":"heart_rate_bpm","value":60,"start":\#(time)"#, "start"),
        (#""session":"s7","metric":"hrv_sdnn_ms","value":41.55,"at":\#(time)"#, "value"),
        (#""session":"s7","metric":"latitude_deg","value":47.9,"at":\#(time)"#, "metric"),
        (#""session":"s7","metric":"weight","value":60,"at":\#(time)"#, "metric"),
        (#""session":"s7","metric":"body_mass_kg","at":\#(time)"#, "value"),
        (#""session":"s7","metric":"body_mass_kg","value":null,"at":\#(time)"#, "value"),
        (#""session":"s7","metric":"body_mass_kg","value":"71.3","at":\#(time)"#, "value"),
        (#""session":"s7","metric":"body_mass_kg","value":71.35,"at":\#(time)"#, "value"),
        (#""session":"s7","metric":"body_mass_kg","value":1e300,"at":\#(time)"#, "value"),
        (#""session":"s7","metric":"body_mass_kg","value":-1e-300,"at":\#(time)"#, "value"),
        (
            #""session":"s7","metric":"body_mass_kg","value":9007199254740993,"at":\#(time)"#,
            "value"
        ),
        (#""session":"s7","metric":"body_mass_kg","value":true,"at":\#(time)"#, "value"),
        (#""session":"s7","metric":"steps","value":0.5,"start":\#(time),"end":\#(time)"#, "value"),
        (#""session":"s7","metric":"body_mass_kg","value":71.3"#, "at"),
        (#""session":"s7","metric":"body_mass_kg","value":71.3,"at":"soon""#, "at"),
        (#""session":"s7","metric":"body_mass_kg","value":71.3,"at":1772692800"#, "at"),
        (#""session":"s7","metric":"body_mass_kg","value":71.3,"start":\#(time)"#, "start"),
        (
            #""session":"s7","metric":"body_mass_kg","value":71.3,"at":\#(time),"end":\#(time)"#,
            "end"
        ),
        (#""session":"s7","metric":"steps","value":71,"at":\#(time)"#, "at"),
        (#""session":"s7","metric":"steps","value":71,"end":\#(time)"#, "start"),
        (#""session":"s7","metric":"steps","value":71,"start":\#(time)"#, "end"),
        (
            #""session":"s7","metric":"steps","value":7,"start":"1970-01-01T00:00:00Z","end":\#(time)"#,
            "end"
        ),
        (
            #""session":"s7","metric":"steps","value":7,"start":\#(time),"end":"1970-01-01T00:00:00Z""#,
            "end"
        ),
    ]

    @Test(arguments: refused)
    func `what cannot be added is named by its field`(fields: String, field: String) throws {
        let error = try #require(refusal(#"{"op":"add",\#(fields)}"#))
        #expect(error.code == .badField)
        #expect(error.field == field, "\(error)")
        #expect(!error.reason.isEmpty && !error.suggestion.isEmpty)
    }

    @Test(arguments: DayMetric.allCases)
    func `what the phone or the watch alone tells is said to`(metric: DayMetric) throws {
        let time = metric.isPoint ? #""at":\#(Self.time)"# : #""start":\#(Self.time),"end":"now""#
        let line =
            #"{"op":"add","session":"s7","metric":"\#(metric.name)","value":1e300,\#(time)}"#
        let error = try #require(refusal(line))
        #expect(error.field == (DayMetric.ofPeople.contains(metric) ? "value" : "metric"))
        guard error.field == "metric" else { return }
        #expect(
            error.reason
                == "\(metric.name) comes from the phone or the watch alone, and has no samples "
                + "by hand.")
        #expect(error.suggestion.contains("heart_rate_bpm or hrv_sdnn_ms"), "\(error.suggestion)")
    }

    @Test func `what is no number is no request`() {
        for value in ["NaN", "Infinity", "-Infinity", "1e400", "+1", ".5", "0x10"] {
            let line =
                #"{"op":"add","session":"s7","metric":"body_mass_kg","value":\#(value),"at":"x"}"#
            #expect(refusal(line)?.code == .badJSON, "\(value)")
        }
    }

    @Test func `an entry is removed by its name`() throws {
        let name = EntryName(lane: 7, instant: FleetInstant(ticks: 88_417_115_619))
        #expect(
            try decoded(#"{"op":"remove","entry":"e7.88417115619"}"#) == .command(.remove(name)))
        #expect("\(name)" == "e7.88417115619")
    }

    @Test(arguments: [
        "", "7", "e", "e7", "e7.", "e.8", "s7.8", "e7.8.9", "e07.8", "e7.08", "e+7.8", "e7.-1",
        "e-7.8", "e1048576.8", "e7.1099511627776", "E7.8", " e7.8", "e7.8 ",
    ])
    func `anything else is no name of an entry`(text: String) {
        #expect(EntryName(parsing: text) == nil)
        let error = refusal(#"{"op":"remove","entry":"\#(text)"}"#)
        #expect(error?.code == .badField && error?.field == "entry")
        #expect(error?.suggestion.hasPrefix("entry must be the name of an entry") == true)
    }

    @Test func `a removal needs a name`() {
        for line in [#"{"op":"remove"}"#, #"{"op":"remove","entry":7}"#] {
            #expect(refusal(line)?.field == "entry")
        }
    }
}
