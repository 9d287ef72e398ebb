import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// The habits of athletes that are known by a word.
@Suite struct PresetHabitsTests {
    private static let zone = BookTests.zones[1]

    private static func fleet(_ lanes: Int, _ preset: AthletePreset) -> [AthleteDays] {
        (0..<lanes).map {
            AthleteDays(
                seed: 17, lane: LaneID(index: $0), zone: zone,
                days: DaysOrder(habits: preset.habits))
        }
    }

    @Test(arguments: AthletePreset.allCases)
    func `a preset has no problems and runs as it says`(preset: AthletePreset) {
        let order = preset.habits
        #expect(order.problems == [])
        #expect(order != HabitsOrder())
        for days in Self.fleet(40, preset) {
            for monday in OrderedDates.mondays {
                let runs = (0..<7).compactMap { days.run(on: monday.adding(days: $0)) }
                if let count = order.runsPerWeek { #expect(runs.count == count) }
                for run in runs {
                    let minutes = order.minutes ?? 20...100
                    #expect(run.plan.plannedRun.seconds >= Double(minutes.lowerBound) * 60)
                    #expect(run.plan.longestRun.seconds <= Double(minutes.upperBound) * 60)
                    if case .between(let range)? = order.start {
                        #expect(range.contains(run.second))
                    }
                }
            }
        }
    }

    @Test func `presets differ`() {
        #expect(Set(AthletePreset.allCases.map(\.habits)).count == AthletePreset.allCases.count)
    }

    @Test func `the mock week has a run each day that starts between six and eight`() throws {
        for days in Self.fleet(200, .mockWeek) {
            for monday in OrderedDates.mondays {
                for day in 0..<7 {
                    let date = monday.adding(days: day)
                    let run = try #require(days.run(on: date), "\(date)")
                    let local = Self.zone.local(run.start)
                    #expect(local.date == date)
                    #expect((21_600..<28_800).contains(local.second))
                    // The run alone, and with what the athlete stands before and after it.
                    #expect((1800...3600).contains(run.plan.plannedRun.seconds))
                    #expect((1800...3600).contains(run.plan.longestRun.seconds))
                    #expect((1800...3600).contains(run.duration.seconds))
                }
            }
        }
    }

    @Test func `runs of the mock week last from 30 to 60 minutes as they are run`() throws {
        let fleet = Self.fleet(Seeds.areAll ? 200 : 6, .mockWeek)
        for (lane, days) in fleet.enumerated() {
            for day in 0..<7 {
                let date = OrderedDates.mondays[3].adding(days: day)
                let run = try #require(days.run(on: date))
                let means = MockMeans(of: run, seed: 17, lane: LaneID(index: lane))
                #expect((30...60).contains(means.minutes), "lane \(lane), \(date): \(means)")
            }
        }
    }
}

/// What a run comes to.
struct MockMeans {
    /// From setting off to standing still.
    var minutes: Double { Double(seconds) / 60 }
    private(set) var seconds = 0
    private(set) var steps = 0.0
    private(set) var kilometres = 0.0
    private(set) var kilocalories = 0.0
    /// Means over the run.
    private(set) var heartRate = 0.0
    private(set) var speed = 0.0
    private(set) var contact = 0.0
    private(set) var stride = 0.0

    init(of run: DayRun, seed: UInt64, lane: LaneID) {
        var simulated = run.simulated(
            seed: seed, lane: lane, rate: .oneHertz, equipment: Equipment(device: .perfect))
        var sums: [Metric: (sum: Double, count: Double)] = [:]
        while simulated.nextOffset != nil {
            let step = simulated.next()
            guard case .sample(let sample) = step.content else { continue }
            for metric in [Metric.steps, .distance, .energy] {
                sums[metric] = (Self.value(sample, metric) ?? 0, 1)
            }
            guard ![.beforeRun, .afterRun].contains(step.stage) else { continue }
            seconds += 1
            for metric in [Metric.heartRate, .speed, .contact, .stride] {
                guard let value = Self.value(sample, metric), value > 0 else { continue }
                let before = sums[metric] ?? (0, 0)
                sums[metric] = (before.sum + value, before.count + 1)
            }
        }
        func mean(_ metric: Metric) -> Double { sums[metric].map { $0.sum / $0.count } ?? 0 }
        (steps, kilometres, kilocalories) = (mean(.steps), mean(.distance) / 1000, mean(.energy))
        (heartRate, speed) = (mean(.heartRate), mean(.speed))
        (contact, stride) = (mean(.contact), mean(.stride))
    }

    private static func value(_ sample: Sample, _ metric: Metric) -> Double? {
        sample[metric].map {
            Double($0) / Double(Decimal64.powerOfTen(metric.decimals))
        }
    }
}
