import Simulation
import Testing

@Suite struct DeadTimeTests {
    @Test(arguments: 0...DeadTime.longest)
    func `at one sample a second a value comes out that many samples later`(seconds: Int) {
        var deadTime = DeadTime(seconds: seconds, samplesPerSecond: 1)
        for value in 1...30 {
            let expected = value > seconds ? Double(value - seconds) : 0
            #expect(deadTime.next(Double(value)) == expected)
        }
    }

    @Test(arguments: [2, 5, 10, 25, 50] as [Int64])
    func `at other rates the mean of a second comes out for a second`(samplesPerSecond: Int64) {
        var deadTime = DeadTime(seconds: 3, samplesPerSecond: samplesPerSecond)
        var delayed: [Double] = []
        for second in 0..<20 {
            for _ in 0..<samplesPerSecond { delayed.append(deadTime.next(Double(second))) }
        }
        // The sample that completes second 4 is the first that sees all of second 1.
        let completed = Int(samplesPerSecond) * 5 - 1
        #expect(delayed[completed - 1] == 0)
        #expect(delayed[completed..<completed + Int(samplesPerSecond)].allSatisfy { $0 == 1 })
    }

    @Test func `a delay that does not fit traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = DeadTime(seconds: DeadTime.longest + 1, samplesPerSecond: 1)
        }
    }
}
