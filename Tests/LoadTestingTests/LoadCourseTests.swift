import LoadTesting
import Testing

@Suite struct LoadCourseTests {
    private static let second: Int64 = 1_000_000

    /// The marks of a course that is looked at every so often, and when each came.
    private static func marks(
        _ course: LoadCourse, every step: Int64, settledAt: Int64 = 1_500_000
    ) -> [(at: Int64, mark: LoadCourse.Mark)] {
        var course = course
        var marks: [(at: Int64, mark: LoadCourse.Mark)] = []
        var now: Int64 = 0
        while marks.last?.mark != .end, now < 1000 * second {
            while marks.last?.mark != .end,
                let mark = course.mark(
                    at: now, isSettled: now >= settledAt, isComplete: course.phase == .settling,
                    isCaughtUp: true)
            {
                marks.append((now, mark))
            }
            now += step
        }
        return marks
    }

    private static func course(warmUp: Int64 = 2 * second, length: Int64 = 3 * second) -> LoadCourse
    {
        LoadCourse(began: 0, rampEnds: second, warmUp: warmUp, length: length)
    }

    @Test(arguments: [10_000, 700_000, 2_600_000, 9_000_000] as [Int64])
    func `phases and seconds come in order, however late one looks`(step: Int64) {
        let marks = Self.marks(Self.course(), every: step).map(\.mark)
        #expect(
            marks == [
                .warmUp(isComplete: true), .second(-2), .second(-1), .second(0), .measurement,
                .second(1), .second(2), .second(3), .settling, .end,
            ], "every \(step)")
    }

    @Test func `each comes when it is due`() {
        let marks = Self.marks(Self.course(), every: 10_000)
        let began = 1_500_000 as Int64
        #expect(
            marks.map(\.at) == [0, 0, 1, 2, 2, 3, 4, 5, 5, 5].map { began + $0 * Self.second })
    }

    @Test func `who looks late measures as long as it should`() {
        let marks = Self.marks(Self.course(), every: 7_000_000)
        let began = marks.first { $0.mark == .measurement }?.at ?? 0
        let ended = marks.first { $0.mark == .settling }?.at ?? 0
        #expect(ended - began >= 3 * Self.second)
    }

    @Test func `a part of a second is measured and has no place in the series`() {
        let marks = Self.marks(Self.course(warmUp: 0, length: 1_500_000), every: 10_000)
        #expect(
            marks.map(\.mark) == [
                .warmUp(isComplete: true), .second(0), .measurement, .second(1), .settling, .end,
            ])
        #expect(marks[4].at - marks[2].at == 1_500_000)
    }

    @Test func `who does not get live is waited for half a minute after the ramp`() {
        let marks = Self.marks(Self.course(), every: 10_000, settledAt: .max)
        #expect(marks.first?.mark == .warmUp(isComplete: false))
        #expect(marks.first?.at == 31 * Self.second)
    }

    @Test func `the last lines and status are waited for, but not for ever`() {
        var course = Self.course()
        #expect(course.finish(at: 7 * Self.second) == .settling)
        #expect(Self.mark(&course, at: 8, isComplete: false) == nil)
        #expect(Self.mark(&course, at: 8, isComplete: true) == .end)
        #expect(Self.mark(&course, at: 12, isComplete: false) == .end)
        #expect(course.due == 12 * Self.second)
    }

    @Test func `what has come is read before it is judged, but not for ever`() {
        var course = Self.course()
        _ = course.finish(at: 7 * Self.second)
        #expect(Self.mark(&course, at: 41, isComplete: false, isCaughtUp: false) == nil)
        #expect(Self.mark(&course, at: 41, isComplete: false, isCaughtUp: true) == .end)
        #expect(Self.mark(&course, at: 42, isComplete: false, isCaughtUp: false) == .end)
    }

    @Test(arguments: [10_000, 700_000, 2_600_000] as [Int64])
    func `stages begin in order, each when it is due`(step: Int64) {
        let course = LoadCourse(
            began: 0, rampEnds: 0, warmUp: 0, length: 3 * Self.second,
            beginnings: [0, Self.second, 2_500_000])
        let marks = Self.marks(course, every: step)
        let stages = marks.filter { if case .stage = $0.mark { true } else { false } }
        #expect(stages.map(\.mark) == [.stage(0), .stage(1), .stage(2)])
        let origin = marks.first { $0.mark == .measurement }?.at ?? 0
        for (stage, due) in zip(stages, [0, Self.second, 2_500_000]) {
            #expect((due..<due + step + 1).contains(stage.at - origin), "\(stage)")
        }
    }

    private static func mark(
        _ course: inout LoadCourse, at seconds: Int64, isComplete: Bool, isCaughtUp: Bool = true
    ) -> LoadCourse.Mark? {
        course.mark(
            at: seconds * second, isSettled: true, isComplete: isComplete, isCaughtUp: isCaughtUp)
    }

    @Test func `the fraction of a phase grows from nothing to all of it`() {
        var course = Self.course()
        #expect(course.fraction(at: 0) == 0)
        #expect(course.fraction(at: Self.second / 2) == 0.5)
        #expect(course.fraction(at: 9 * Self.second) == 1)
        _ = Self.mark(&course, at: 10, isComplete: false)
        #expect(course.fraction(at: 11 * Self.second) == 0.5)
    }
}
