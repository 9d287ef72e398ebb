import FlightDisplay
import Testing

@Suite struct HeartRateReserveTests {
    private let reserve = HeartRateReserve(resting: 60, maximal: 180)

    @Test(arguments: [
        (60.0, 0), (119, 0), (120, 1), (131, 1), (132, 2), (144, 3), (156, 4), (167, 4), (168, 5),
        (190, 5), (40, 0),
    ])
    func `zones are tenths of the reserve from the half on`(heartRate: Double, zone: Int) {
        #expect(reserve.zone(heartRate) == zone)
    }

    @Test func `a fraction and its heart rate are each other's inverse`() {
        #expect(reserve.fraction(150) == 0.75)
        #expect(reserve.heartRate(0.75) == 150)
    }
}
