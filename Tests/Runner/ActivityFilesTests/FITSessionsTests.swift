import Simulation
import Testing
import Vocabulary

@testable import ActivityFiles

/// Several sessions in one activity.
@Suite struct FITSessionsTests {
    /// A ride, a transition and a run, each told behind its records.
    private static let brick: FITScript = {
        var script = FITScript()
        script.start(0)
        for second in 1...600 { script.record(second, distance: 8 * Double(second), speed: 8) }
        script.session(0, 600, timer: 600, distance: 4800, sport: 2)
        for second in 601...660 { script.record(second, distance: 4800, speed: 1, cadence: 40) }
        script.session(600, 660, timer: 60, distance: 0, sport: 3)
        script.records(behind: 660, through: 1260, from: 4800)
        script.session(660, 1260, timer: 600, distance: 1800)
        script.stop(1260)
        return script
    }()

    @Test func `the run of a brick flies, and what is no run is passed over by name`() throws {
        let reading = try Self.brick.reading()
        #expect(reading.recordings.map(\.name) == ["run.fit#3"])
        #expect(reading.recordings[0].flown.totals == [600, 600, 1800])
        #expect(
            reading.notices.map { "\($0); \($0.consequence)" } == [
                "run.fit is cycling, not on foot; it is passed over",
                "run.fit#2 is a transition, not on foot; it is passed over",
            ])
        #expect(reading.only("run.fit#3")?.notices == [])
        #expect(reading.only("run.fit") == nil)
    }

    @Test func `sessions lie where their times say, in whatever order they are told`() throws {
        var script = FITScript()
        script.records(behind: 0, through: 300)
        script.records(behind: 900, through: 1200, from: 900)
        script.session(900, 1200, timer: 300, distance: 900)
        script.session(0, 300, timer: 300, distance: 900)
        let reading = try script.reading()
        #expect(reading.recordings.map(\.name) == ["run.fit", "run.fit#2"])
        #expect(reading.recordings.map(\.flown.totals) == [[300, 300, 900], [300, 300, 900]])
        #expect(Set(reading.recordings.map(\.contentHash)).count == 2)
        #expect(reading.notices == [])
    }

    @Test func `without a session on foot the refusal names the sports`() {
        var script = FITScript()
        script.records(behind: 0, through: 600)
        script.session(0, 300, timer: 300, distance: 900, sport: 5)
        script.session(300, 600, timer: 300, distance: 900, sport: 2)
        #expect(throws: ActivityFault(offset: 7903, .sports(["swimming", "cycling"]))) {
            try script.reading()
        }
        #expect(
            ActivityFault.Reason.sports(["swimming", "cycling"]).description
                == "the activity is swimming, cycling, not on foot")
    }

    @Test func `a course with times flies, a workout does not`() throws {
        var course = FITScript(kind: 6)
        course.records(behind: 0, through: 60)
        #expect(try course.reading().recordings[0].flown.totals == [60, 60, 180])
        var workout = FITScript(kind: 5)
        workout.records(behind: 0, through: 60)
        #expect(throws: ActivityFault(offset: 23, .notActivity("a workout"))) {
            try workout.reading()
        }
    }

    @Test func `a summary that the records contradict is told`() throws {
        var script = FITScript()
        script.records(behind: 0, through: 300)
        script.session(0, 300, timer: 200, distance: 1000)
        let told = try script.reading().notices.map { "\($0)" }
        #expect(
            told == [
                "run.fit: its summary says 200 s on the timer, its records 300 s",
                "run.fit: its summary says 1000 m, its records 900 m",
            ])
    }
}
