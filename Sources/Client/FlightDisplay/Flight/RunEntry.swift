import Readout
import Vocabulary
import WireProtocol

/// A run that has landed, from the entry with its summary.
package struct RunEntry: Equatable, Sendable {
    package let session: String
    package let start: FleetInstant
    package let end: FleetInstant
    package let source: String
    /// Seconds from the first step to the last; `moving` counts only those in motion.
    package let elapsed: Double?
    package let moving: Double?
    package let metres: Double?
    package let steps: Double?
    package let energy: Double?
    package let averageHeartRate: Double?
    package let maximalHeartRate: Double?
    /// Seconds of each full kilometre.
    package let splits: [Double]
    /// The number of times that each call came.
    package let calls: [Advisory: Int]

    /// Nil if the line is not the summary of a run.
    package init?(line: JSONValue) {
        guard line.type == .entry, let session = line["run"]?.text,
            let start = line["start"]?.instant, let end = line["end"]?.instant
        else { return nil }
        self.session = session
        self.start = start
        self.end = end
        source = line["source"]?.text ?? "?"
        elapsed = line["elapsed_s"]?.double
        moving = line["moving_s"]?.double
        metres = line["distance_m"]?.double
        steps = line["steps"]?.double
        energy = line["energy_kcal"]?.double
        averageHeartRate = line["heart_rate_bpm"]?["average"]?.double
        maximalHeartRate = line["heart_rate_bpm"]?["max"]?.double
        splits = line["splits_s"]?.items.compactMap(\.double) ?? []
        let counts = line["advisories"]?.fields ?? [:]
        calls = Dictionary(
            Advisory.allCases.compactMap { call in
                counts[call.rawValue]?.integer.map { (call, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Seconds for a kilometre or a mile, in motion; nil without a distance.
    package func pace(_ units: Units) -> Double? {
        guard let metres, let moving, moving > 0 else { return nil }
        return units.pace(metresPerSecond: metres / moving)
    }
}
