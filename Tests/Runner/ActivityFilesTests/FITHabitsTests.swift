import Simulation
import Testing
import Vocabulary

@testable import ActivityFiles

/// What real watches do to their files, a thing at a time, and the right totals.
@Suite struct FITHabitsTests {
    /// Timer, elapsed, distance of the only recording, and what was told of it.
    private func flown(_ bytes: [UInt8]) throws -> (totals: [Double], told: [String]) {
        let reading = try FITRecordings.read(bytes, name: "run.fit")
        #expect(reading.recordings.count == 1)
        let recording = try #require(reading.recordings.first)
        return (recording.flown.totals, reading.notices.map { "\($0)" })
    }

    private func expect(
        _ script: FITScript, _ totals: [Double], _ told: [String] = [],
        _ place: SourceLocation = #_sourceLocation
    ) throws {
        let found = try flown(script.file)
        #expect(found.totals == totals, sourceLocation: place)
        #expect(found.told == told, sourceLocation: place)
    }

    @Test func `events of the timer apply by their times, wherever they stand`() throws {
        var inOrder = FITScript.pausing()
        inOrder.stop(720)
        inOrder.session(0, 720, timer: 600, distance: 1800)
        try expect(inOrder, [600, 720, 1800])
        var behind = FITScript.pausing(events: false)
        behind.start(420)
        behind.stop(300)
        behind.start(0)
        behind.stop(720)
        behind.session(0, 720, timer: 600, distance: 1800)
        try expect(behind, [600, 720, 1800])
        #expect(try behind.reading().recordings[0].rows == inOrder.reading().recordings[0].rows)
    }

    @Test func `records within a pause are no running`() throws {
        var script = FITScript.pausing { script in
            for second in 301...420 {
                script.record(second, distance: 900, speed: 0, cadence: 0, heartRate: 110)
            }
        }
        script.stop(720)
        script.session(0, 720, timer: 600, distance: 1800)
        try expect(script, [600, 720, 1800])
        #expect(try script.reading().recordings[0].flown.stepCount == 1700)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 7, 10, 60])
    func `a watch may store a record every so many seconds`(step: Int) throws {
        let length = 1200 / step * step
        for hasDistance in [true, false] {
            var script = FITScript()
            script.start(0)
            for second in stride(from: step, through: length, by: step) {
                script.record(second, distance: hasDistance ? 3 * Double(second) : nil)
            }
            script.stop(length)
            script.session(
                0, length, timer: Double(length), distance: 3 * Double(length))
            try expect(script, [Double(length), Double(length), 3 * Double(length)])
        }
    }

    @Test func `speed that is missing follows from distance`() throws {
        var script = FITScript()
        script.start(0)
        for second in 1...300 {
            script.record(
                second, distance: 3 * Double(second), speed: second % 3 == 0 ? 3 : nil,
                cadence: nil)
        }
        script.session(0, 300, timer: 300, distance: 900)
        try expect(script, [300, 300, 900])
        let samples = try script.reading().recordings[0].flown.samples
        #expect(samples.dropFirst().allSatisfy { $0[.speed] == 3000 })
    }

    @Test func `the session's total decides whether a hole was a pause`() throws {
        for (timer, distance) in [(600.0, 1800.0), (1200, 3600)] {
            var script = FITScript()
            script.start(0)
            script.records(behind: 0, through: 300)
            script.records(behind: 900, through: 1200, from: distance - 900)
            script.stop(1200)
            script.session(0, 1200, timer: timer, distance: distance)
            try expect(script, [timer, 1200, distance])
        }
    }

    @Test func `without a session the laps' totals decide`() throws {
        var script = FITScript()
        script.records(behind: 0, through: 300)
        script.records(behind: 900, through: 1200, from: 900)
        let open = script
        script.lap(timer: 300, distance: 900)
        script.lap(timer: 300, distance: 900)
        try expect(script, [600, 1200, 1800])
        try expect(open, [1200, 1200, 1800])
    }

    @Test func `a record a second back is left out and counted`() throws {
        var script = FITScript()
        script.start(0)
        script.records(behind: 0, through: 150)
        script.record(149, distance: 450)
        script.records(behind: 150, through: 300, from: 450)
        script.session(0, 300, timer: 300, distance: 900)
        try expect(script, [300, 300, 900], ["1 record out of the order of time left out"])
    }

    @Test func `a value beyond its limit is left out and counted`() throws {
        var script = FITScript()
        script.start(0)
        for second in 1...300 {
            script.record(
                second, distance: 3 * Double(second), speed: second == 100 ? 23.4 : 3)
        }
        script.session(0, 300, timer: 300, distance: 900)
        try expect(
            script, [300, 300, 900],
            ["1 value of speed_mps beyond 20 metres per second left out"])
        #expect(try script.reading().recordings[0].flown.samples[99][.speed] == 3000)
    }

    @Test func `a record without a time is left out`() throws {
        var script = FITScript()
        script.records(behind: 0, through: 300)
        script.record(Int(0xFFFF_FFFF - FITScript.beginning), distance: nil, speed: nil)
        script.record(-Int(FITScript.beginning), distance: 0)
        try expect(script, [300, 300, 900], ["2 records without a time left out"])
    }

    @Test(arguments: [20 * 86_400, -20 * 86_400, -3600])
    func `where the clock is set the shorter side is shifted to the longer`(jump: Int) throws {
        for set in [100, 200] {
            var script = FITScript()
            for second in 1...300 {
                let shift = second > set ? jump : 0
                script.record(second + shift, distance: 3 * Double(second))
            }
            let told =
                "the clock was set once: the times on the shorter side are shifted to those on the "
                + "longer"
            try expect(script, [300, 300, 900], [told])
        }
    }

    @Test func `pauses move with the clock by which they were told`() throws {
        var script = FITScript()
        script.start(0)
        script.records(behind: 0, through: 100)
        script.stop(100)
        script.start(160)
        script.records(behind: 160, through: 200, from: 300)
        let jump = 20 * 86_400
        script.records(behind: 200 + jump, through: 400 + jump, from: 420)
        script.stop(400 + jump)
        script.session(0, 400, timer: 340, distance: 1020)
        let flown = try script.reading().recordings[0].flown
        #expect(flown.totals == [340, 400, 1020])
    }

    @Test func `a distance that begins anew adds up, and one that leaps is left out`() throws {
        var anew = FITScript()
        anew.records(behind: 0, through: 300)
        anew.records(behind: 300, through: 600)
        try expect(anew, [600, 600, 1800])
        var leap = FITScript()
        leap.records(behind: 0, through: 300)
        leap.record(301, distance: 90_000)
        leap.records(behind: 301, through: 600, from: 903)
        try expect(
            leap, [600, 600, 1800], ["1 value of distance out of the order of the others left out"])
        var back = FITScript()
        back.records(behind: 0, through: 300)
        back.records(behind: 300, through: 600, from: 890)
        try expect(back, [600, 600, 1790])
    }

    @Test func `a recorder that did not begin at zero is held against the session`() throws {
        var script = FITScript()
        script.records(behind: 0, through: 300, from: 5000)
        var told = script
        told.session(0, 300, timer: 300, distance: 5900)
        try expect(script, [300, 300, 897])
        try expect(told, [300, 300, 5900])
    }

    @Test func `cycles of the file are its steps`() throws {
        var bytes = FITBytes()
        bytes.define(0, 20, [[253, 4, 0x86], [4, 1, 2], [18, 1, 2]])
        for second in 1...600 as ClosedRange<UInt64> {
            bytes.add([0] + FITBytes.little(FITScript.beginning + second, 4))
            bytes.add([85, UInt8(second * 3 / 2 % 256 % 255)])
        }
        bytes.define(1, 20, [[253, 4, 0x86], [4, 1, 2], [19, 4, 0x86]])
        bytes.add([1] + FITBytes.little(FITScript.beginning + 601, 4) + [85])
        bytes.add(FITBytes.little(1000, 4))
        let recording = try FITRecordings.read(bytes.file(), name: "x").recordings[0]
        #expect(recording.flown.stepCount == 2000)
    }

    @Test func `no step is longer than all of a run lasted`() throws {
        var script = FITScript()
        script.records(behind: 0, through: 300)
        script.records(behind: 7500, through: 7800, from: 900)
        script.session(0, 600, timer: 600, distance: 1800)
        #expect(try script.reading().recordings[0].flown.totals == [600, 600, 1800])
    }

    @Test func `a leap in the last record is left out, and a first distance left over from before`()
        throws
    {
        var last = FITScript()
        last.records(behind: 0, through: 300)
        last.record(301, distance: 10_900)
        try expect(
            last, [301, 301, 900], ["1 value of distance out of the order of the others left out"])
        var first = FITScript()
        first.record(1, distance: 900)
        first.records(behind: 1, through: 300, from: 3)
        try expect(
            first, [300, 300, 900], ["1 value of distance out of the order of the others left out"])
    }

    @Test(arguments: [1, 7])
    func `a short lap counts too where distance begins anew with each`(step: Int) throws {
        var script = FITScript()
        var (time, total) = (0, 0)
        for steps in [143, 20, 143, 25] {
            let length = steps * step
            script.records(behind: time, through: time + length, every: step)
            (time, total) = (time + length, total + 3 * length)
        }
        let flown = try script.reading().recordings[0].flown
        #expect(flown.distance == Double(total))
    }

    @Test func `what a session does not say its laps say`() throws {
        var script = FITScript()
        script.records(behind: 0, through: 300)
        script.records(behind: 900, through: 1200, from: 900)
        script.lap(timer: 300, distance: 900)
        script.lap(timer: 300, distance: 900)
        script.session(0, 1200, timer: 0, distance: 0)
        try expect(script, [600, 1200, 1800])
    }

    @Test func `a stop without a start ends a run, unless it goes on and no total is told`()
        throws
    {
        var goesOn = FITScript()
        goesOn.start(0)
        goesOn.records(behind: 0, through: 300)
        goesOn.stop(300)
        goesOn.records(behind: 300, through: 600, from: 900)
        try expect(goesOn, [600, 600, 1800])
        var stands = FITScript()
        stands.start(0)
        stands.records(behind: 0, through: 300)
        stands.stop(300)
        for second in 301...400 { stands.record(second, distance: 900, speed: 0) }
        try expect(stands, [300, 300, 900])
    }

    @Test func `of holes the ones that the total lacks are pauses`() throws {
        var script = FITScript()
        script.records(behind: 0, through: 5400)
        script.records(behind: 5500, through: 10_900, from: 16_200)
        script.session(0, 10_900, timer: 10_800, distance: 32_400)
        try expect(script, [10_800, 10_900, 32_400])
    }
}
