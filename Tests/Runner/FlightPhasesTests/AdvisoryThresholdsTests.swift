import FlightPhases
import Testing
import Vocabulary

@Suite struct AdvisoryThresholdsTests {
    /// Arming seconds, hold seconds, share, metres: one of them wrong in each row.
    static let contradictions: [[Double]] = [
        [-1, 8, 0.75, 50], [30, -1, 0.75, 50], [30, 8, 1.01, 50], [30, 8, -0.01, 50],
        [30, 8, .nan, 50], [30, 8, 0.75, -1], [30, 8, 0.75, .infinity],
    ]

    @Test(arguments: contradictions.indices)
    func `a table that contradicts itself traps`(index: Int) async {
        await #expect(processExitsWith: .failure) { [index] in
            let row = AdvisoryThresholdsTests.contradictions[index]
            _ = AdvisoryThresholds(
                armingDelay: .seconds(Int64(row[0])), hold: .seconds(Int64(row[1])),
                returnShare: row[2], minimumsDistance: row[3])
        }
    }

    @Test func `minimums begin 50 m before the target`() {
        #expect(AdvisoryThresholds.standard.minimumsDistance == 50)
    }
}
