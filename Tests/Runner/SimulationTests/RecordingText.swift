import Simulation
import Vocabulary

/// Recordings as text, for tests.
enum RecordingText {
    static let header =
        "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms"

    static func bytes(_ rows: [String], header: String? = nil) -> [UInt8] {
        Array(([header ?? Self.header] + rows).map { $0 + "\n" }.joined().utf8)
    }

    static func recording(
        _ rows: [String], header: String? = nil
    ) throws(RecordingError) -> Recording {
        try Recording(csv: bytes(rows, header: header), name: "run.csv")
    }

    /// A row with nothing but a time.
    static func row(at seconds: String) -> String { seconds + ",,,,," }

    /// A random row: times in steps of 20 ms and more, cells sometimes empty.
    struct Row {
        var time: FleetDuration
        var units: [Int64?]

        var text: String {
            let time = Decimal64(units: time.ticks * 2, decimals: 2)
            let cells = RecordedRow.metrics.indices.map { cell in
                units[cell].map {
                    "\(Decimal64(units: $0, decimals: RecordedRow.metrics[cell].decimals))"
                } ?? ""
            }
            return "\(time)," + cells.joined(separator: ",")
        }
    }

    static func randomRows(seed: UInt64, count: Int) -> [Row] {
        let chance = RandomStream(seed: seed, lane: 0, purpose: 77)
        var place: UInt64 = 0
        func uniform() -> Double {
            place += 1
            return chance.uniform(place)
        }
        var time = FleetDuration(ticks: Int64(uniform() * 500))
        return (0..<count).map { _ in
            let longest: Double = uniform() < 0.1 ? 500 : 60
            time = time + FleetDuration(ticks: 1 + Int64(uniform() * longest))
            let units: [Int64?] = RecordedRow.metrics.indices.map { cell in
                let metric = RecordedRow.metrics[cell]
                guard uniform() < 0.8 else { return nil }
                return metric.quantized(uniform() * Double(metric.row.limits.upperBound))
            }
            return Row(time: time, units: units)
        }
    }
}
