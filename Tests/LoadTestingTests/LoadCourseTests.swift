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
                    at: now, isSettled: now >= settledAt, isAnswered: course.phase == .settling)
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

    @Test func `the last status is waited for, but not for ever`() {
        var course = Self.course()
        #expect(course.finish(at: 7 * Self.second) == .settling)
        #expect(course.mark(at: 8 * Self.second, isSettled: true, isAnswered: false) == nil)
        #expect(course.mark(at: 8 * Self.second, isSettled: true, isAnswered: true) == .end)
        #expect(course.mark(at: course.due, isSettled: true, isAnswered: false) == .end)
        #expect(course.due == 9 * Self.second)
    }

    @Test func `the fraction of a phase grows from nothing to all of it`() {
        var course = Self.course()
        #expect(course.fraction(at: 0) == 0)
        #expect(course.fraction(at: Self.second / 2) == 0.5)
        #expect(course.fraction(at: 9 * Self.second) == 1)
        _ = course.mark(at: 10 * Self.second, isSettled: true, isAnswered: false)
        #expect(course.fraction(at: 11 * Self.second) == 0.5)
    }
}
