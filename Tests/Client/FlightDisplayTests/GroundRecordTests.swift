import Testing
import Vocabulary

@testable import FlightDisplay

@Suite struct GroundRecordTests {
    private static let start = FleetInstant(ticks: 0)

    /// A record of lines a second apart.
    private func record(_ lines: [[Metric: Double]]) -> GroundRecord {
        var record = GroundRecord()
        for (second, values) in lines.enumerated() {
            record.note(at: Self.start + .seconds(Int64(second))) { values[$0] }
        }
        return record
    }

    /// Uphill by one metre in ten.
    private func hill(_ metres: Int) -> GroundRecord {
        record((0...metres / 10).map { [.distance: Double($0 * 10), .altitude: Double(100 + $0)] })
    }

    @Test(arguments: [
        (Metric.latitude, 90.1), (.latitude, .infinity), (.longitude, -181), (.longitude, .nan),
        (.altitude, 9001), (.altitude, -1e300),
    ])
    func `a value beyond the limits of its metric is none`(metric: Metric, value: Double) {
        let place: [Metric: Double] = [.latitude: 47, .longitude: 8, .altitude: 500]
        let record = record([place, place.merging([metric: value]) { $1 }])
        #expect(record.points.count == 2)
        let last = record.points.last
        #expect((last?.place == nil) == (metric != .altitude))
        #expect((last?.altitude == nil) == (metric == .altitude))
        #expect(record.heights.range == 500...500)
    }

    @Test func `a line without place and altitude, or of an earlier time, adds nothing`() {
        var record = record([[.distance: 1], [.latitude: 47], [.altitude: 5], [.ascent: 3]])
        #expect(record.points.count == 1 && record.ascent == 3)
        record.note(at: Self.start) { _ in 7 }
        #expect(record.points.count == 1 && !record.hasPlaces && !record.hasProfile)
    }

    @Test func `the ascent is that of the device, else that of the altitudes`() {
        let told = record([[.altitude: 100, .ascent: 1], [.altitude: 120, .ascent: 12]])
        #expect(told.ascent == 12 && told.descent == 0)
        let counted = record([[.altitude: 100], [.altitude: 120], [.altitude: 90]])
        #expect(counted.ascent == 20 && counted.descent == 30)
        #expect(record([[.latitude: 1, .longitude: 1]]).ascent == nil)
    }

    @Test func `altitudes lie on lines between those that were told, without bridging a silence`() {
        let record = record([
            [.distance: 0, .altitude: 100], [.distance: 100, .altitude: 110],
            [.distance: 100, .altitude: 112], [.distance: 1000, .altitude: 50],
            [.distance: 1010, .altitude: 60],
        ])
        #expect(
            record.altitudes(at: [0, 25, 50, 99, 500, 1005, 1011])
                == [100, 102.5, 105, 109.9, nil, 55, nil])
        #expect(self.record([]).altitudes(at: [0, 1]) == [nil, nil])
    }

    @Test func `a grade needs a hundred metres, and no silence in them`() {
        #expect(hill(90).grade == nil)
        #expect(hill(100).grade == 10 && hill(2000).grade == 10)
        #expect(
            record([[.distance: 0, .altitude: 1], [.distance: 500, .altitude: 9]]).grade == nil)
        #expect([2.4, -7.6, 0.4, -0.4].map(ShownGrade.text) == ["+2 %", "-8 %", "0 %", "0 %"])
    }

    @Test func `a run of many days keeps its whole track in fewer points`() {
        var record = GroundRecord()
        for second in 0...GroundRecord.limit {
            record.note(at: Self.start + .seconds(Int64(second))) {
                $0 == .altitude ? Double(second % 100) : nil
            }
        }
        #expect(record.points.count == GroundRecord.limit / 2 + 1)
        #expect(record.points.first?.at == Self.start)
    }
}
