import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// What is measured on an athlete's days.
@Suite struct QuantityTests {
    private static let first = CivilDate(dayNumber: 20_514)
    private static let fleet = (0..<24).map { AthleteDays(seed: 31, lane: $0, zone: .utc) }
    private static let measured: [(AthleteDays, DayQuantities)] = fleet.flatMap { days in
        (0..<60).compactMap { day in
            days.quantities(on: first.adding(days: day)).map { (days, $0) }
        }
    }

    @Test func `quarters of an hour cover the day`() throws {
        #expect(Self.measured.count == 24 * 60)
        for (days, quantities) in Self.measured {
            let day = try #require(days.zone.day(quantities.date))
            #expect(quantities.quarters.count == 96)
            #expect(quantities.quarters.first?.start == day.lowerBound)
            #expect(quantities.quarters.last?.end == day.upperBound)
            for (quarter, next) in zip(quantities.quarters, quantities.quarters.dropFirst()) {
                #expect(quarter.end == next.start)
            }
        }
    }

    @Test func `a quarter's distance and energy are those of its steps`() {
        for (days, quantities) in Self.measured {
            let facts = days.athlete.facts
            for quarter in quantities.quarters {
                #expect((0...1900).contains(quarter.steps))
                let step = Double(quarter.distance) / 100 / Double(max(1, quarter.steps))
                if quarter.steps == 0 {
                    #expect(quarter.distance == 0)
                    #expect(quarter.energy == 0)
                } else {
                    #expect((0.35...0.5).contains(step / facts.height))
                    let perKilometre = Double(quarter.energy) * 100 / Double(quarter.distance)
                    #expect((perKilometre / facts.mass - 0.5).magnitude < 0.02)
                }
            }
        }
    }

    @Test func `nobody walks asleep, and steps of the run are left to the run`() {
        for (days, quantities) in Self.measured {
            let run = days.run(on: quantities.date)
            for quarter in quantities.quarters where quarter.steps > 0 {
                if let run {
                    #expect(!(run.start <= quarter.start && quarter.end <= run.end))
                }
                for stretch in quantities.sleep?.segments ?? [] {
                    let isInside =
                        stretch.lowerBound <= quarter.start && quarter.end <= stretch.upperBound
                    #expect(!isInside)
                }
            }
        }
    }

    @Test func `a night's stretches are in order, on whole minutes, and end after midnight`() throws
    {
        for (days, quantities) in Self.measured {
            guard let sleep = quantities.sleep else { continue }
            let midnight = try #require(days.zone.start(of: quantities.date))
            var before: FleetInstant?
            for segment in sleep.segments {
                #expect(segment.lowerBound < segment.upperBound)
                #expect(segment.lowerBound.ticks % 3000 == 0)
                #expect(segment.upperBound.ticks % 3000 == 0)
                #expect(segment.upperBound > midnight)
                if let before { #expect(before < segment.lowerBound) }
                before = segment.upperBound
            }
            #expect((90...780).contains(sleep.minutesAsleep))
            #expect((0...200).contains(sleep.minutesAwake))
            #expect(sleep.bed.lowerBound < sleep.start && sleep.end < sleep.bed.upperBound)
            if let run = days.run(on: quantities.date) { #expect(sleep.end < run.start) }
            if let run = days.run(on: quantities.date.adding(days: -1)) {
                #expect(sleep.start > run.end)
            }
        }
    }

    @Test func `readings are plausible, and some are missing`() {
        for (days, quantities) in Self.measured {
            let rest = Int64(days.athlete.restingHeartRate)
            if let rate = quantities.restingHeartRate {
                #expect((rest - 16...rest + 20).contains(rate.value))
            }
            if let mass = quantities.bodyMass {
                let usual = days.athlete.facts.mass * 10
                #expect((Double(mass.value) / usual - 1).magnitude < 0.06)
                #expect(quantities.state != .away)
            }
        }
        let days = Self.measured.map(\.1)
        #expect(days.contains { $0.sleep == nil })
        #expect(days.contains { $0.bodyMass == nil })
        #expect(days.allSatisfy { ($0.sleep == nil) == ($0.heartRateVariability == nil) })
        #expect(days.contains { $0.restingHeartRate == nil })
        #expect(days.allSatisfy { $0.sleep == nil || $0.restingHeartRate != nil })
    }

    @Test func `a date a century away costs what today costs, and is as good`() throws {
        for text in ["2000-01-01", "2199-12-31", "1999-12-25", "2100-02-28"] {
            let date = try #require(CivilDate(parsing: text))
            let quantities = try Self.fleet.map { try #require($0.quantities(on: date)) }
            #expect(quantities.allSatisfy { $0.quarters.count == 96 })
            #expect(quantities.count { $0.steps > 100 } > 16)
        }
    }
}
