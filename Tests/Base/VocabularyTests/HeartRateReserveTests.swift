import Testing
import Vocabulary

@Suite struct HeartRateReserveTests {
    private let reserve = HeartRateReserve(resting: 60, maximal: 180)

    @Test(arguments: [
        (60.0, 0), (119, 0), (120, 1), (131, 1), (132, 2), (144, 3), (156, 4), (167, 4), (168, 5),
        (190, 5), (40, 0),
    ])
    func `zones are tenths of the reserve from the half on`(heartRate: Double, zone: Int) {
        #expect(reserve.zone(of: heartRate) == zone)
    }

    @Test func `a fraction and its heart rate are each other's inverse`() {
        #expect(reserve.fraction(of: 150) == 0.75)
        #expect(reserve.heartRate(at: 0.75) == 150)
        #expect(reserve.fraction(of: 48) == -0.1)
        #expect(reserve.heartRate(at: 1.25) == 210)
    }

    @Test func `every whole heart rate is exact`() {
        for resting in 20...150 {
            let reserve = HeartRateReserve(resting: Double(resting), maximal: 221)
            let width = Double(221 - resting)
            for beats in 0...300 {
                #expect(reserve.fraction(of: Double(beats)) == Double(beats - resting) / width)
            }
            #expect(reserve.heartRate(at: 0) == Double(resting))
            #expect(reserve.heartRate(at: 1) == 221)
        }
    }

    @Test func `limits that leave no reserve are a mistake of ours`() async {
        await #expect(processExitsWith: .failure) {
            _ = HeartRateReserve(resting: 60, maximal: 60)
        }
        await #expect(processExitsWith: .failure) {
            _ = HeartRateReserve(resting: 0, maximal: 180)
        }
    }
}
