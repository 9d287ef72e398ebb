import CivilTime
import Logbook
import Testing
import Vocabulary

/// Nights and naps, told apart in the stages of a date.
@Suite struct SleepRecordTests {
    private static let zone = ScriptedLife.berlin
    private static let date = ScriptedLife.epoch.adding(days: 64)

    private static func instant(_ minute: Int) -> FleetInstant {
        zone.startOrNext(of: date) + .seconds(Int64(minute) * 60)
    }

    /// - Parameter stages: stages from one minute to another, counted from midnight.
    private func record(_ stages: [(DayMetric, Int, Int)]) throws -> SleepRecord {
        let day = try #require(Self.zone.day(Self.date))
        let stretches = stages.compactMap { stage, start, end in
            SleepRecord.Stretch(stage, from: Self.instant(start), to: Self.instant(end))
        }
        return SleepRecord(stretches, within: day, Self.zone)
    }

    @Test func `a night begins before midnight or after it, whatever the order of its stages`()
        throws
    {
        for bed in [-50, 0, 70] {
            let record = try record([
                (.deepSleep, bed + 40, bed + 100), (.awake, bed, bed + 10),
                (.coreSleep, bed + 10, bed + 40), (.remSleep, bed + 100, bed + 130),
            ])
            let night = try #require(record.night)
            #expect(night.span == Self.instant(bed)..<Self.instant(bed + 130))
            #expect(night.minutes(in: .deepSleep) == 60 && night.minutesAsleep == 120)
            #expect(night.stage(in: Self.instant(bed + 30)..<Self.instant(bed + 60)) == .deepSleep)
            #expect(record.naps.isEmpty)
        }
    }

    @Test func `a nap is no night, and needs none`() throws {
        let nap: (DayMetric, Int, Int) = (.coreSleep, 13 * 60, 13 * 60 + 25)
        let alone = try record([nap])
        #expect(alone.night == nil && alone.naps.count == 1)
        let both = try record([(.coreSleep, -30, 300), nap])
        #expect(both.night?.minutesAsleep == 330 && both.naps.first?.minutesAsleep == 25)
    }

    @Test func `the night that follows is left to its own date, as is what is no stage`() throws {
        let record = try record([(.coreSleep, 23 * 60, 24 * 60 + 30), (.steps, 60, 75)])
        #expect(record.night == nil && record.naps.isEmpty)
        #expect(try self.record([]).night == nil)
    }
}
