import CivilTime
import Days
import JSON
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Configuration

/// The list of ordered athletes on its way from a text, and back.
@Suite struct AthleteReadingTests {
    private func read(_ text: String) throws -> AthleteReading {
        var reading = AthleteReading()
        try PlacedJSON.elements(
            of: Array(text.utf8)[...], .json5, levels: AthleteReading.levels
        ) { reading.read($0) }
        return reading
    }

    private func fault(_ athlete: String) throws -> String {
        let reading = try read("[\(athlete)]")
        return reading.faults.map { "\($0.key ?? "-"): \($0.statement.words); \($0.remedy)" }
            .joined(separator: "|")
    }

    @Test func `every field is read`() throws {
        let text = """
            [{name: 'Ada', sex: 'female', age: 34, height_m: 1.66, mass_kg: 58.5,
              resting_heart_rate_bpm: 52, maximal_heart_rate_bpm: 189, best: '5 km in 24:30',
              cadence_spm: 178, device: 'strap', home: '45.8,6.9,10', route: 'park.gpx',
              habits: {runs_a_week: 3, start: '06:00-08:00', minutes: [30, 60],
                long_run: 'saturday', plans: {easy: 0.75, tempo: 0.25}, steps_a_day: 9000,
                sleep: '22:30-06:45', wear: {nights: 0.75, days: 1}}}]
            """
        let athlete = try #require(try read(text).athletes.first)
        var body = AthleteOrder()
        (body.sex, body.age, body.height, body.mass) = (.female, 34, 1.66, 58.5)
        (body.restingHeartRate, body.maximalHeartRate) = (52, 189)
        body.fitness = .best(distance: 5000, seconds: 1470)
        (body.cadence, body.sensor) = (178, .strap)
        #expect(athlete.body == body)
        var habits = HabitsOrder()
        (habits.runsPerWeek, habits.minutes, habits.stepsPerDay) = (3, 30...60, 9000)
        habits.start = .between(6 * 3600...8 * 3600 - 1)
        (habits.longRun, habits.sleep) = (.on(.saturday), -90..<405)
        habits.plans = [.easy: 0.75, .tempo: 0.25]
        (habits.nightsOff, habits.daysOff) = (0.25, 0)
        #expect(athlete.habits == habits)
        #expect(athlete.name == "Ada" && athlete.route == "park.gpx")
        #expect(athlete.home == Region(parsing: "45.8,6.9,10"))
    }

    @Test func `a problem of the body names a field of the list`() {
        let names = Set(AthleteField.allCases.map(\.rawValue))
        #expect(names.isSuperset(of: AthleteOrderField.allCases.map(\.rawValue)))
    }

    @Test func `what is given outranks a preset, wherever it stands`() throws {
        let text = "[{age: 51, like: 'elite'}, {like: 'elite', age: 51}, {like: 'elite'}]"
        let athletes = try read(text).athletes
        #expect(athletes[0] == athletes[1] && athletes[0].body.age == 51)
        #expect(athletes[2].body == AthletePreset.elite.order)
        #expect(athletes[0].body.fitness == athletes[2].body.fitness)
    }

    @Test(arguments: AthletePreset.allCases)
    func `a preset without problems is written and read as the same`(
        _ preset: AthletePreset
    ) throws {
        let athlete = try #require(try read("[{like: '\(preset.rawValue)'}]").athletes.first)
        #expect(athlete.body.problems.isEmpty && athlete.habits.problems.isEmpty)
        #expect(try read("[\(athlete.json5)]").athletes == [athlete])
        #expect(AthleteReading.kept("[\(athlete.json5)]") == [athlete])
    }

    @Test(arguments: [
        ("5 km in 24:30", 5000, 1470), ("10km in 0:52:00", 10_000, 3120),
        ("marathon in 3:29:00", 42_195, 12_540), ("half marathon in 95:00", 21_097.5, 5700),
        ("1500 m in 5:10", 1500, 310), ("1 mi in 6:00", 1609.344, 360),
        ("mile in 6:00", 1609.344, 360),
    ])
    func `a best time is a distance and a time`(
        text: String, distance: Double, seconds: Double
    ) throws {
        let best = AthleteOrder.Fitness.best(distance: distance, seconds: seconds)
        #expect(BestTime.parse(text) == best)
        #expect(BestTime.parse(BestTime.text(distance: distance, seconds: seconds)) == best)
    }

    @Test(arguments: [
        "", "in", "5 km", "5 km in", "5 km in 24", "km in 24:30", "5 km in 24:60", "5 km in :30",
        "5 km in 24:3", "-5 km in 24:30", "5 km in 24:30:00:00", "5e3 m in 24:30", "5 km in 2４:30",
        "9999999999 km in 24:30", "5..0 km in 24:30", "5 km at 24:30", "5 km in 9999:00",
    ])
    func `other texts are no best time`(text: String) {
        #expect(BestTime.parse(text) == nil)
    }
}

/// What is refused, and how.
extension AthleteReadingTests {
    @Test(arguments: [
        ("{agee: 3}", "agee: there is no such field of an athlete; did you mean age?"),
        ("{age: 3}", "age: 3 years is out of range; give 16 to 95 years"),
        ("{age: 3.5}", "age: cannot be 3.5; give whole years"),
        ("{age: '34'}", "age: cannot be \"34\"; give whole years"),
        ("7", "-: cannot be 7; give an athlete, such as {name: \"Ada\", age: 34}"),
        ("{habits: 3}", "habits: cannot be 3; give an object with any of runs_a_week, start, "),
        ("{habits: {run: 3}}", "run: there is no such field of habits; "),
        ("{habits: {age: 3}}", "age: there is no such field of habits; it belongs beside habits"),
        ("{runs_a_week: 3}", "runs_a_week: there is no such field of an athlete; it belongs into"),
        ("{vo2max: 50, best: '5 km in 24:30'}", "best: it says what vo2max says; keep one"),
        ("{habits: {wear: {nights: 2}}}", "habits.wear: this object does not fit; give shares"),
        ("{habits: {sleep: '12:01-20:00'}}", "habits.sleep: nobody falls asleep at 12:01:00"),
        ("{habits: {minutes: [60, 30]}}", "habits.minutes: this list does not fit; give whole"),
        ("{habits: {start: '8-6'}}", "habits.start: cannot be \"8-6\"; give \"early\", "),
        ("{habits: {plans: {}}}", "habits.plans: the object is empty; give shares of"),
        ("{habits: {plans: {walk: 1}}}", "habits.plans: this object does not fit; give"),
        ("{habits: {runs_a_week: 8}}", "habits.runs_a_week: a week cannot have 8 runs; "),
        ("{like: 'fast'}", "like: cannot be \"fast\"; give any of beginner, commuter, "),
        ("{route: ''}", "route: cannot be \"\"; give the path of a GPX, FIT or TCX file"),
        ("{home: '99,0,1'}", "home: cannot be \"99,0,1\"; give latitude, longitude"),
    ])
    func `a wrong field is named, with what would be right`(
        athlete: String, words: String
    ) throws {
        let found = try fault(athlete)
        #expect(found.hasPrefix(words), "\(found)")
    }

    @Test(arguments: [
        "", " ", "\t", "a\u{0}b", "a\nb", "a\u{202E}b", "a\u{2066}b", "a\u{200F}b", "\u{1B}[31m",
        String(repeating: "x", count: 65), "a" + String(repeating: "\u{301}", count: 120),
    ])
    func `a name that would change what stands beside it is refused`(name: String) throws {
        var athlete = OrderedAthlete()
        let isTaken = athlete.take(name, .name)
        #expect(!isTaken && athlete.name == nil)
    }

    @Test(arguments: [
        "Ada", "Zoë \"Z\" <b>&amp;</b>", "李雷", "🏃 Zoë", "O'Neill; rm -rf /", "null",
        String(repeating: "x", count: 64),
    ])
    func `a name of plain text is written and read as the same`(name: String) throws {
        var athlete = OrderedAthlete()
        let isTaken = athlete.take(name, .name)
        #expect(isTaken && athlete.name == name)
        #expect(AthleteReading.kept("[\(athlete.json5)]") == [athlete])
    }

    @Test func `many faults are not all kept`() throws {
        let many = (0..<1000).map { "x\($0): 1" }.joined(separator: ",")
        let lists = [
            "[\(Array(repeating: "{x: 1, y: 2}", count: 1000).joined(separator: ","))]",
            "[{\(many)}]", "[{habits: {\(many)}}]",
        ]
        for text in lists {
            let reading = try read(text)
            #expect(reading.isFull && reading.faults.count < 25)
            #expect(reading.athletes.count < 20)
        }
    }

    @Test func `a long name of no field is cut`() throws {
        #expect(try fault("{\(String(repeating: "k", count: 1 << 20)): 1}").utf8.count < 500)
    }

    @Test(arguments: 1...20)
    func `a best time is written and read as the same, whatever its unit`(seed: UInt64) throws {
        let stream = RandomStream(seed: seed, lane: 0, purpose: 1)
        for number in 0..<200 as Range<UInt64> {
            let distance = (1 + 400 * stream.uniform(2 * number)).rounded() / 10
            let unit = stream.uniform(2 * number + 1) < 0.5 ? "km" : "mi"
            let best = try #require(BestTime.parse("\(distance) \(unit) in 1:20:00"))
            guard case .best(let metres, let seconds) = best else { continue }
            let text = BestTime.text(distance: metres, seconds: seconds)
            #expect(BestTime.parse(text) == best, "\(text), seed \(seed)")
        }
    }

    @Test func `a share with the watch is written as it was read`() throws {
        for share in ["0.1", "0.85", "0.3", "0.999"] {
            let athlete = try #require(
                try read("[{habits: {wear: {nights: \(share)}}}]").athletes.first)
            #expect(athlete.json5.contains("{nights: \(share)}"), "\(athlete.json5)")
        }
    }

    @Test func `a list is as long as lanes can be, and no longer`() throws {
        let most = LaneID.limit / 2
        let text = "[\(String(repeating: "{},", count: most))]"
        #expect(try read(text).athletes.count == most)
        let found = try read("[\(String(repeating: "{},", count: most + 1))]").faults
        #expect(found.first?.remedy == "give at most \(most)")
    }

    @Test func `what is deep, or is no list, is refused at its byte`() throws {
        for text in ["{}", "", "[{age: 4", "[1]]", String(repeating: "[", count: 100_000)] {
            #expect(throws: JSONFault.self) { try read(text) }
        }
    }
}
