import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import ActivityFiles
@testable import Simulation

@Suite struct HealthFileTests {
    private static let start = RunScript.start
    private static let second = FleetDuration.seconds(1)

    /// Days of a clock that is an hour ahead.
    private static func day(_ instant: FleetInstant) -> HealthDay {
        let ahead = FleetDuration.seconds(3600)
        let length = FleetDuration.seconds(86_400).ticks
        let number = (instant + ahead).ticks.dividedRoundingDown(by: length)
        let lower = FleetInstant(ticks: number * length) - ahead
        let date = CalendarTime(microseconds: number * CalendarTime.microsecondsPerDay)
        return HealthDay(
            date: String(date.description.prefix(10)),
            range: lower..<lower + FleetDuration(ticks: length))
    }

    private static func facts(
        athlete: AthleteFacts? = nil, range: Range<FleetInstant>? = nil
    ) -> HealthFacts {
        HealthFacts(
            name: "s7", serialNumber: 42, profile: RunScript.profile(athlete),
            exported: start + .seconds(86_400),
            range: range, localOffset: { _ in 3600 }, day: day)
    }

    private static func file(
        _ facts: HealthFacts = facts(), days: [HealthDay] = [], _ write: (inout HealthFile) -> Void
    ) throws -> XMLTree {
        try XMLTree.read(bytes(facts, days: days, write))
    }

    private static func bytes(
        _ facts: HealthFacts = facts(), days: [HealthDay] = [], _ write: (inout HealthFile) -> Void
    ) -> [UInt8] {
        var file = HealthFile(facts)
        write(&file)
        return file.finish(days)
    }

    private static func play(
        _ file: inout HealthFile, period: FleetDuration = FleetDuration(ticks: 25),
        _ samples: [(ticks: Int64, sample: Sample)]
    ) {
        file.begin(at: RunScript.point(0), RunScript.profile(), period: period)
        for (ticks, sample) in samples {
            file.take(
                ActivityMoment(sample, at: RunScript.point(ticks), phase: .climb), isRunning: true)
        }
        file.endRun()
    }

    /// The records of a metric, and the sum of their values in units of the last of so many
    /// decimals.
    private static func records(_ root: XMLTree, _ metric: Metric) -> [XMLTree] {
        root[children: "Record"].filter { $0["type"] == metric.healthKitIdentifier }
    }

    private static func sum(_ records: [XMLTree], decimals: Int) -> Int64 {
        records.compactMap { $0["value"].flatMap { Decimal64(parsing: $0) } }
            .reduce(0) { $0 + $1.units * Decimal64.powerOfTen(decimals - $1.decimals) }
    }

    /// `RUNWAY_RECORD_GOLDEN=1 swift test --filter HealthFile` records the file anew.
    @Test func `the golden file is as it was, byte for byte`() throws {
        let folder =
            "/" + "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/") + "/Golden"
        let athlete = AthleteFacts(sex: .female, age: 34, height: 1.68, mass: 61.5)
        let day = Self.day(Self.start)
        let bytes = Self.bytes(
            Self.facts(athlete: athlete, range: day.range), days: [day]
        ) { file in
            let morning = day.range.lowerBound + .seconds(6 * 3600)
            for (metric, value, length) in [
                (.sleep, 400, 24_000), (.timeInBed, 415, 24_900), (.awake, 15, 24_900),
                (.coreSleep, 200, 24_000), (.deepSleep, 80, 12_000), (.remSleep, 120, 7200),
                (.restingHeartRate, 52, 0), (.heartRate, 61, 0), (.heartRateVariability, 415, 0),
                (.bodyMass, 614, 0), (.steps, 312, 900), (.distance, 20_150, 900),
                (.energy, 9876, 900), (.latitude, 525_000_000, 0),
            ] as [(DayMetric, Int64, Int64)] {
                file.add(
                    metric, value, from: morning - .seconds(length), to: morning,
                    known: morning + FleetDuration(ticks: 77))
            }
            file.begin(
                at: RunScript.point(0), RunScript.profile(), period: FleetDuration(ticks: 25))
            for step in 1...20 as ClosedRange<Int64> {
                file.take(RunScript.moment(step), isRunning: step > 2)
                if step == 12 {
                    file.pause(at: RunScript.point(300))
                    file.resume(at: RunScript.point(800, paused: 500))
                }
            }
            file.endRun()
        }
        if Environment.value("RUNWAY_RECORD_GOLDEN") != nil {
            try FileContent.replace("\(folder)/export.xml", with: bytes)
        }
        let golden = try FileContent.read("\(folder)/export.xml", limitBytes: 1 << 16)
        #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
    }

    @Test func `entries keep their values, units and times by the local clock`() throws {
        let root = try Self.file { file in
            file.add(
                .distance, 123_45, from: Self.start, to: Self.start + .seconds(900),
                known: Self.start + .seconds(930) + FleetDuration(ticks: 49))
            file.add(.bodyMass, 713, from: Self.start, to: Self.start, known: Self.start)
            file.add(
                .coreSleep, 90, from: Self.start - .seconds(5400), to: Self.start,
                known: Self.start)
            for (metric, value) in [
                (.heartRate, 58), (.heartRateVariability, 407),
            ] as [(DayMetric, Int64)] {
                file.add(metric, value, from: Self.start, to: Self.start, known: Self.start)
            }
        }
        let records = root[children: "Record"]
        #expect(
            records.map { $0["value"] } == [
                "0.12345", "71.3", "HKCategoryValueSleepAnalysisAsleepCore", "58", "40.7",
            ])
        #expect(records.map { $0["unit"] } == ["km", "kg", nil, "count/min", "ms"])
        #expect(records.map { $0["device"] != nil } == [true, false, true, true, true])
        #expect(records[4]["type"] == "HKQuantityTypeIdentifierHeartRateVariabilitySDNN")
        #expect(records[0]["startDate"] == "2026-03-01 07:00:00 +0100")
        #expect(records[0]["endDate"] == "2026-03-01 07:15:00 +0100")
        #expect(records[0]["creationDate"] == "2026-03-01 07:15:30 +0100")
        #expect(records[2]["startDate"] == "2026-03-01 05:30:00 +0100")
        #expect(records[2]["type"] == "HKCategoryTypeIdentifierSleepAnalysis")
    }

    @Test func `stages of sleep are values of one category, and say what sleep as such says`()
        throws
    {
        let root = try Self.file { file in
            for metric in [DayMetric.sleep] + DayMetric.stages.members {
                file.add(
                    metric, 7, from: Self.start - .seconds(420), to: Self.start, known: Self.start)
            }
        }
        let records = root[children: "Record"]
        #expect(records.allSatisfy { $0["type"] == "HKCategoryTypeIdentifierSleepAnalysis" })
        #expect(
            records.map { $0["value"]?.dropFirst("HKCategoryValueSleepAnalysis".count) } == [
                "InBed", "Awake", "AsleepCore", "AsleepDeep", "AsleepREM",
            ])
    }

    @Test func `a second has one record of each metric, with its last sample`() throws {
        let root = try Self.file { file in
            Self.play(
                &file, period: FleetDuration(ticks: 5),
                (1...30).map { step in
                    (step * 5, RunScript.sample([.heartRate: 100 + step, .speed: 3000 + step]))
                })
        }
        let rates = Self.records(root, .heartRate)
        // Those of 0.9 s, 1.9 s, 2.9 s and 3.0 s.
        #expect(rates.map { $0["value"] } == ["109", "119", "129", "130"])
        #expect(rates.allSatisfy { $0["startDate"] == $0["endDate"] })
        #expect(Set(rates.map { $0["startDate"] }).count == 4)
        #expect(Self.records(root, .speed).map { $0["value"] }.first == "10.8324")
    }

    @Test func `what totals grew by stands in spans of five seconds and adds up`() throws {
        let root = try Self.file { file in
            Self.play(
                &file, period: Self.second,
                (1...13).map { (second: Int64) in
                    var sample = RunScript.sample([.steps: second * 3, .distance: second * 301])
                    // Not measured for a while: it grows by all of it with the next value.
                    if (4...6).contains(second) { sample = Sample() }
                    return (second * 50, sample)
                })
        }
        let steps = Self.records(root, .steps)
        #expect(steps.map { $0["value"] } == ["9", "21", "9"])
        #expect(steps.map { $0["startDate"]?.dropLast(6).suffix(2) } == ["00", "05", "10"])
        #expect(steps.map { $0["endDate"]?.dropLast(6).suffix(2) } == ["05", "10", "13"])
        #expect(Self.sum(Self.records(root, .distance), decimals: 5) == 13 * 301)
    }

    @Test func `standing adds no records of totals, and no workout`() throws {
        let root = try Self.file { file in
            file.begin(at: RunScript.point(0), RunScript.profile(), period: Self.second)
            for second in 1...20 as ClosedRange<Int64> {
                let sample = RunScript.sample([.heartRate: 70, .steps: 0, .distance: 0])
                file.take(
                    ActivityMoment(sample, at: RunScript.point(second * 50), phase: .preflight),
                    isRunning: false)
            }
            file.endRun()
        }
        #expect(root[children: "Record"].count == 20)
        #expect(root[children: "Workout"].isEmpty)
    }

    @Test func `a span never reaches over midnight, whose sample is the new day's`() throws {
        let midnight = Self.day(Self.start).range.upperBound
        let begin = midnight - .seconds(3)
        let root = try Self.file { file in
            file.begin(
                at: ActivityPoint(begin, sessionTime: .zero), RunScript.profile(),
                period: Self.second)
            for second in 1...6 as ClosedRange<Int64> {
                let elapsed = FleetDuration.seconds(second)
                file.take(
                    ActivityMoment(
                        RunScript.sample([.energy: second * 111]),
                        at: ActivityPoint(begin + elapsed, sessionTime: elapsed), phase: .climb),
                    isRunning: true)
            }
            file.endRun()
        }
        let records = Self.records(root, .energy)
        #expect(records.map { $0["value"] } == ["0.222", "0.444"])
        #expect(
            records.map { $0["endDate"]?.prefix(19) } == [
                "2026-03-01 23:59:59", "2026-03-02 00:00:03",
            ])
        #expect(records[1]["startDate"] == "2026-03-02 00:00:00 +0100")
    }

    @Test func `what lies outside the range is left out, though totals grew by it`() throws {
        let range = Self.start + .seconds(4)..<Self.start + .seconds(8)
        let root = try Self.file(Self.facts(range: range)) { file in
            Self.play(
                &file, period: Self.second,
                (1...12).map { second in
                    (second * 50, RunScript.sample([.heartRate: 100 + second, .steps: second * 2]))
                })
        }
        #expect(Self.records(root, .heartRate).map { $0["value"] } == ["104", "105", "106", "107"])
        #expect(Self.sum(Self.records(root, .steps), decimals: 0) == 8)
        // It began before.
        #expect(root[children: "Workout"].isEmpty)
    }

    @Test func `a workout tells its pauses, sums, averages and extremes`() throws {
        let root = try Self.file { file in
            file.begin(
                at: RunScript.point(0), RunScript.profile(), period: FleetDuration(ticks: 25))
            for step in 1...20 as ClosedRange<Int64> {
                file.take(RunScript.moment(step), isRunning: true)
                if step == 12 {
                    file.pause(at: RunScript.point(300))
                    file.resume(at: RunScript.point(800, paused: 500))
                }
            }
            file.pause(at: RunScript.point(1000, paused: 500))
            file.endRun()
        }
        let workout = try #require(root[children: "Workout"].first)
        #expect(workout["workoutActivityType"] == "HKWorkoutActivityTypeRunning")
        // Ten seconds of it.
        #expect(workout["duration"] == "0.166667" && workout["durationUnit"] == "min")
        #expect(workout["startDate"] == "2026-03-01 07:00:00 +0100")
        #expect(workout["endDate"] == "2026-03-01 07:00:20 +0100")
        #expect(workout["totalDistance"] == "0.03000" && workout["totalEnergyBurned"] == "2.500")
        let events = workout[children: "WorkoutEvent"]
        #expect(
            events.map { $0["type"] } == [
                "HKWorkoutEventTypePause", "HKWorkoutEventTypeResume",
            ])
        #expect(events.map { $0["date"]?.prefix(19).suffix(2) } == ["06", "16"])
        let statistics = Dictionary(
            uniqueKeysWithValues: workout[children: "WorkoutStatistics"].map { ($0["type"], $0) })
        #expect(statistics.count == 7)
        let rate = statistics[Metric.heartRate.healthKitIdentifier ?? ""]
        #expect(["average", "minimum", "maximum"].map { rate?[$0] } == ["131.50", "121", "140"])
        let steps = statistics[Metric.steps.healthKitIdentifier ?? ""]
        #expect(steps?["sum"] == "30" && steps?["average"] == nil)
    }

    @Test func `a workout without a heart rate has no statistics of it`() throws {
        let root = try Self.file { file in
            Self.play(&file, [(25, RunScript.sample([.speed: 3000])), (50, Sample())])
        }
        #expect(Self.records(root, .heartRate).isEmpty)
        let statistics = root.all("WorkoutStatistics")
        #expect(statistics.map { $0["type"] } == [Metric.speed.healthKitIdentifier])
        #expect(root[children: "Workout"].first?["totalDistance"] == nil)
    }

    @Test func `summaries of days have the energy of entries and runs`() throws {
        let days = [Self.day(Self.start), Self.day(Self.start + .seconds(86_400))]
        let root = try Self.file(days: days) { file in
            let midnight = days[0].range.upperBound
            file.add(.energy, 1000, from: midnight - .seconds(900), to: midnight, known: midnight)
            file.add(.energy, 1, from: midnight, to: midnight + .seconds(900), known: midnight)
            Self.play(
                &file,
                [(25, RunScript.sample([.energy: 500])), (50, RunScript.sample([.energy: 750]))])
        }
        let summaries = root[children: "ActivitySummary"]
        #expect(summaries.map { $0["dateComponents"] } == ["2026-03-01", "2026-03-02"])
        #expect(summaries.map { $0["activeEnergyBurned"] } == ["1.750", "0.001"])
    }

    @Test(arguments: [AthleteFacts.Sex.female, .male, nil])
    func `it says who the athlete is, or that nobody knows`(sex: AthleteFacts.Sex?) throws {
        let athlete = sex.map { AthleteFacts(sex: $0, age: 41, height: 1.8, mass: 70) }
        let root = try Self.file(Self.facts(athlete: athlete)) { _ in }
        #expect(root.children.map(\.name) == ["ExportDate", "Me"])
        #expect(root.children[0]["value"] == "2026-03-02 07:00:00 +0100")
        let characteristic = { (name: String) in
            root.children[1]["HKCharacteristicTypeIdentifier\(name)"]
        }
        #expect(characteristic("DateOfBirth") == (sex == nil ? "" : "1985-01-01"))
        let told = sex.map { $0 == .female ? "Female" : "Male" } ?? "NotSet"
        #expect(characteristic("BiologicalSex") == "HKBiologicalSex\(told)")
    }
}
