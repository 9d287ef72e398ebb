import FlightPhases
import Testing
import Vocabulary

/// What speed adds to the evidence of effort.
@Suite struct SpeedForecastTests {
    private static let reserve = 120.0

    /// Evidence at every second of a course of heart rate and speed, rest 60 and maximum 180.
    private static func evidence(
        every ticks: Int64 = 50, seconds: Int64 = 400, heartRate: (Double) -> Int64?,
        speed: (Double) -> Double?
    ) -> [PhaseEvidence] {
        var tracker = EffortTracker(resting: 60, maximal: 180)
        return stride(from: Int64(0), through: seconds * 50, by: Int(ticks)).compactMap { tick in
            let second = Double(tick) / 50
            let evidence = tracker.observe(
                heartRate: heartRate(second), speed: speed(second), stage: .running,
                at: FleetDuration(ticks: tick))
            return tick.isMultiple(of: 50) ? evidence : nil
        }
    }

    @Test func `an even speed foretells nothing`() {
        for evidence in Self.evidence(heartRate: { _ in 120 }, speed: { _ in 3 })[20...] {
            #expect(evidence == PhaseEvidence(0.5, 0, .running))
        }
    }

    @Test func `a stop and a start show in the trend before heart rate moves`() throws {
        let evidence = Self.evidence(
            heartRate: { _ in 150 }, speed: { (200..<300).contains($0) ? 0 : 4 })
        #expect(try #require(evidence[199].trend) == 0)
        #expect(try #require(evidence[203].trend) < -0.25)
        #expect(try #require(evidence[303].trend) > 0.25)
    }

    @Test func `heart rate overrules a speed that it does not follow`() throws {
        // Uphill: half the speed, the same effort.
        let evidence = Self.evidence(
            seconds: 700, heartRate: { _ in 150 }, speed: { $0 < 200 ? 4 : 2 })
        #expect(abs(try #require(evidence[700].fraction) - 0.75) < 0.005)
        #expect(abs(try #require(evidence[700].trend)) < 0.01)
        for later in evidence { #expect(abs(try #require(later.fraction) - 0.75) < 0.06) }
    }

    @Test func `a foretold rise that comes true is shown at once`() throws {
        // Heart rate follows speed with a time constant of 45 s and 0.17 of the reserve a m/s.
        func course(_ second: Double) -> Double {
            0.4 + 0.34 * (1 - Elementary.exp(-max(0, second - 200) / 45))
        }
        let known = Self.evidence(
            heartRate: { Int64((60 + Self.reserve * course($0)).rounded()) },
            speed: { $0 < 200 ? 2 : 4 })
        let unknown = Self.evidence(
            heartRate: { Int64((60 + Self.reserve * course($0)).rounded()) }, speed: { _ in nil })
        for second in [210, 230, 260] {
            let truth = course(Double(second))
            // Carried on by up to five seconds of a rise of 0.45 a minute.
            let fraction = try #require(known[second].fraction)
            #expect((truth - 0.005...truth + 0.045).contains(fraction), "\(second) s")
            #expect(try #require(unknown[second].fraction) < truth - 0.01)
        }
    }

    @Test(arguments: [1, 5, 10, 25] as [Int64])
    func `the sample period hardly changes what is foretold`(ticks: Int64) throws {
        func heartRate(_ second: Double) -> Int64 { second < 210 ? 120 : 140 }
        func speed(_ second: Double) -> Double { second < 200 ? 2.5 : 3.5 }
        let reference = Self.evidence(heartRate: heartRate, speed: speed)
        let other = Self.evidence(every: ticks, heartRate: heartRate, speed: speed)
        for (one, other) in zip(reference, other).dropFirst(20) {
            #expect(abs(try #require(one.fraction) - (try #require(other.fraction))) < 0.05)
            #expect(abs(try #require(one.trend) - (try #require(other.trend))) < 0.2)
        }
    }

    @Test func `without speed heart rate alone decides, and a new speed begins anew`() throws {
        let evidence = Self.evidence(
            heartRate: { _ in 150 },
            speed: { (100..<200).contains($0) ? nil : ($0 < 100 ? 4 : 1.5) })
        for evidence in evidence[20...] {
            #expect(evidence == PhaseEvidence(0.75, 0, .running))
        }
    }
}
