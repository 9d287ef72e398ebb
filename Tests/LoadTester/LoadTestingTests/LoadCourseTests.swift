import LoadTesting
import TestSupport
import Testing
import Vocabulary

@Suite struct LoadCourseTests {
    private static let second = Duration.seconds(1)

    private static func instant(_ seconds: Int64) -> MonotonicInstant { .zero + .seconds(seconds) }

    /// The marks of a course that is looked at every so often, and when each came.
    private static func marks(
        _ course: LoadCourse, every step: Duration, settledAt: MonotonicInstant = 1_500_000
    ) -> [(at: MonotonicInstant, mark: LoadCourse.Mark)] {
        var course = course
        var marks: [(at: MonotonicInstant, mark: LoadCourse.Mark)] = []
        var now = MonotonicInstant.zero
        while marks.last?.mark != .end, now < instant(1000) {
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

    private static func course(
        warmUp: Duration = .seconds(2), length: Duration = .seconds(3)
    ) -> LoadCourse {
        LoadCourse(began: 0, rampEnds: instant(1), warmUp: warmUp, length: length)
    }

    @Test(arguments: [10, 700, 2600, 9000] as [Int64])
    func `phases and seconds come in order, however late one looks`(milliseconds: Int64) {
        let step = Duration.milliseconds(milliseconds)
        let marks = Self.marks(Self.course(), every: step).map(\.mark)
        #expect(
            marks == [
                .warmUp(isComplete: true), .second(-2), .second(-1), .second(0), .measurement,
                .second(1), .second(2), .second(3), .settling, .end,
            ], "every \(step)")
    }

    @Test func `each comes when it is due`() {
        let marks = Self.marks(Self.course(), every: .milliseconds(10))
        let began: MonotonicInstant = 1_500_000
        #expect(
            marks.map(\.at) == [0, 0, 1, 2, 2, 3, 4, 5, 5, 5].map { began + Self.second * $0 })
    }

    @Test(arguments: [(3, 1.5 + 2), (9, 9), (5, 5)] as [(Int64, Double)])
    func `the measurement begins no earlier than it is told to`(notBefore: Int64, at: Double) {
        let course = LoadCourse(
            began: 0, rampEnds: Self.instant(1), warmUp: .seconds(2), length: .seconds(3),
            notBefore: Self.instant(notBefore))
        let marks = Self.marks(course, every: .milliseconds(10))
        let began = marks.first { $0.mark == .measurement }?.at
        #expect(began == .zero + .seconds(at))
        let ended = marks.first { $0.mark == .settling }?.at
        #expect(ended == .zero + .seconds(at + 3))
    }

    @Test func `who looks late measures as long as it should`() {
        let marks = Self.marks(Self.course(), every: .seconds(7))
        let began = marks.first { $0.mark == .measurement }?.at ?? 0
        let ended = marks.first { $0.mark == .settling }?.at ?? 0
        #expect(ended - began >= .seconds(3))
    }

    @Test func `a part of a second is measured and has no place in the series`() {
        let marks = Self.marks(
            Self.course(warmUp: .zero, length: .milliseconds(1500)), every: .milliseconds(10))
        #expect(
            marks.map(\.mark) == [
                .warmUp(isComplete: true), .second(0), .measurement, .second(1), .settling, .end,
            ])
        #expect(marks[4].at - marks[2].at == .milliseconds(1500))
    }

    @Test func `who does not get live is waited for half a minute after the ramp`() {
        let marks = Self.marks(Self.course(), every: .milliseconds(10), settledAt: .last)
        #expect(marks.first?.mark == .warmUp(isComplete: false))
        #expect(marks.first?.at == Self.instant(31))
    }

    @Test func `the last lines and status are waited for, but not for ever`() {
        var course = Self.course()
        #expect(course.finish(at: Self.instant(7)) == .settling)
        #expect(Self.mark(&course, at: 8, isComplete: false) == nil)
        #expect(Self.mark(&course, at: 8, isComplete: true) == .end)
        #expect(Self.mark(&course, at: 12, isComplete: false) == .end)
        #expect(course.due == Self.instant(12))
    }

    @Test func `what has come is read before it is judged, but not for ever`() {
        var course = Self.course()
        _ = course.finish(at: Self.instant(7))
        #expect(Self.mark(&course, at: 41, isComplete: false, isCaughtUp: false) == nil)
        #expect(Self.mark(&course, at: 41, isComplete: false, isCaughtUp: true) == .end)
        #expect(Self.mark(&course, at: 42, isComplete: false, isCaughtUp: false) == .end)
    }

    @Test(arguments: [10, 700, 2600] as [Int64])
    func `stages begin in order, each when it is due`(milliseconds: Int64) {
        let step = Duration.milliseconds(milliseconds)
        let beginnings: [Duration] = [.zero, .seconds(1), .milliseconds(2500)]
        let course = LoadCourse(
            began: 0, rampEnds: 0, warmUp: .zero, length: .seconds(3), beginnings: beginnings)
        let marks = Self.marks(course, every: step)
        let stages = marks.filter { if case .stage = $0.mark { true } else { false } }
        #expect(stages.map(\.mark) == [.stage(0), .stage(1), .stage(2)])
        let origin = marks.first { $0.mark == .measurement }?.at ?? 0
        for (stage, due) in zip(stages, beginnings) {
            #expect((due...due + step).contains(stage.at - origin), "\(stage)")
        }
    }

    private static func mark(
        _ course: inout LoadCourse, at seconds: Int64, isComplete: Bool, isCaughtUp: Bool = true
    ) -> LoadCourse.Mark? {
        course.mark(
            at: instant(seconds), isSettled: true, isComplete: isComplete, isCaughtUp: isCaughtUp)
    }

    @Test func `the fraction of a phase grows from nothing to all of it`() {
        var course = Self.course()
        #expect(course.fraction(at: 0) == 0)
        #expect(course.fraction(at: 500_000) == 0.5)
        #expect(course.fraction(at: Self.instant(9)) == 1)
        _ = Self.mark(&course, at: 10, isComplete: false)
        #expect(course.fraction(at: Self.instant(11)) == 0.5)
    }
}
