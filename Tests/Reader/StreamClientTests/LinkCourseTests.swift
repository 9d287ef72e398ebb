import Testing
import Vocabulary
import WireProtocol

@testable import StreamClient

@Suite struct LinkCourseTests {
    private static let start = MonotonicInstant.zero + .seconds(1000)
    private static let nobody = ClientFailure.noDaemon(tried: ["/x"])
    private static let final = ClientFailure.protocolViolation("it speaks version 2.0, not 1.0")

    /// A course that is connected and has subscribed.
    private static func reading(
        reconnects: Bool = true, endsAt: MonotonicInstant? = nil
    ) -> LinkCourse {
        var course = LinkCourse(patience: .seconds(10), reconnects: reconnects, endsAt: endsAt)
        _ = course.next(at: start)
        course.greet(beatSeconds: 5, at: start)
        _ = course.next(at: start)
        return course
    }

    @Test func `it connects, subscribes once, and reads while beats may come`() {
        var course = LinkCourse(patience: .seconds(10))
        #expect(course.next(at: Self.start) == .connect(within: .seconds(10)))
        course.greet(beatSeconds: 5, at: Self.start)
        #expect(course.next(at: Self.start) == .subscribe(after: nil))
        #expect(course.next(at: Self.start) == .read(until: Self.start + .seconds(15)))
        course.hear(at: Self.start + .seconds(4))
        #expect(course.next(at: Self.start) == .read(until: Self.start + .seconds(19)))
        #expect(!course.isSilent(at: Self.start + .seconds(18)))
        #expect(course.isSilent(at: Self.start + .seconds(19)))
    }

    @Test(arguments: [(30, 5, 30), (1, 5, 10), (3, nil, 3), (30, nil, 30)] as [(Int, Int?, Int)])
    func `its owner may say how long a silence may be, of two beats at least`(
        silence: Int, beat: Int?, allowed: Int
    ) {
        var course = LinkCourse(patience: .seconds(10), silence: .seconds(silence))
        _ = course.next(at: Self.start)
        course.greet(beatSeconds: beat, at: Self.start)
        _ = course.next(at: Self.start)
        #expect(course.next(at: Self.start) == .read(until: Self.start + .seconds(allowed)))
    }

    @Test func `whoever insists repeats the first attempt too, unless no other would mend it`() {
        for failure in [Self.nobody, .silent] {
            var course = LinkCourse(patience: .seconds(10), insists: true)
            _ = course.next(at: Self.start)
            #expect(course.fail(failure, at: Self.start, chance: 0)?.isEmpty == false)
            guard case .wait(let due) = course.next(at: Self.start) else {
                Issue.record("it does not wait")
                continue
            }
            #expect(course.next(at: due) == .connect(within: .seconds(10)))
            #expect(course.fail(failure, at: due, chance: 0) == nil, "told once")
        }
        var course = LinkCourse(patience: .seconds(10), insists: true)
        _ = course.next(at: Self.start)
        #expect(course.fail(Self.final, at: Self.start, chance: 0) == nil)
        #expect(course.next(at: Self.start) == .end(.failed(Self.final)))
    }

    @Test(arguments: [nobody, final, .silent])
    func `the first attempt decides`(failure: ClientFailure) {
        var course = LinkCourse(patience: .seconds(10))
        _ = course.next(at: Self.start)
        #expect(course.fail(failure, at: Self.start, chance: 0) == nil)
        #expect(course.next(at: Self.start + .seconds(60)) == .end(.failed(failure)))
    }

    @Test func `later ones are repeated with growing pauses, and each is numbered`() {
        var course = Self.reading()
        var now = Self.start
        _ = course.lose(LinkLoss(.linkLost), at: now, chance: 0)
        for (index, pause) in [500, 1000, 2000, 4000, 8000, 15_000, 15_000].enumerated() {
            let due = now + .milliseconds(pause)
            #expect(course.nextAttempt == due)
            #expect(course.attempt == index + 1)
            #expect(course.next(at: now) == .wait(until: due))
            #expect(course.next(at: due - .microseconds(1)) == .wait(until: due))
            #expect(course.next(at: due) == .connect(within: .seconds(10)))
            #expect(course.nextAttempt == nil)
            now = due + .seconds(3)
            _ = course.fail(Self.nobody, at: now, chance: 0)
        }
    }

    @Test func `one that no other would mend is the last`() {
        var course = Self.reading()
        _ = course.lose(LinkLoss(.linkLost), at: Self.start, chance: 0)
        _ = course.next(at: Self.start + .seconds(1))
        #expect(course.fail(Self.final, at: Self.start + .seconds(1), chance: 0) == nil)
        #expect(course.next(at: Self.start + .seconds(1)) == .end(.failed(Self.final)))
    }

    @Test func `a greeting does not prove the link, a handled line does`() {
        var course = Self.reading()
        var now = Self.start
        for pause in [500, 1000] {
            let notice = course.lose(LinkLoss(.linkLost), at: now, chance: 0)
            #expect((notice != nil) == (pause == 500))
            now = now + .milliseconds(pause)
            #expect(course.nextAttempt == now)
            _ = course.next(at: now)
            course.greet(beatSeconds: nil, at: now)
            #expect(course.next(at: now) == .subscribe(after: nil))
            #expect(course.next(at: now) == .read(until: nil))
        }
        #expect(course.finish([]) == "the link is back")
        #expect(course.finish([]) == nil)
        #expect(course.lose(LinkLoss(.linkLost), at: now, chance: 0) != nil)
        #expect(course.nextAttempt == now + .milliseconds(500))
    }

    @Test func `without another attempt a loss is the end, and its owner tells of it`() {
        var course = Self.reading(reconnects: false)
        let loss = LinkLoss(.linkLost)
        #expect(course.lose(loss, at: Self.start, chance: 0) == nil)
        #expect(course.next(at: Self.start) == .end(.lost(loss)))
    }

    @Test func `no pause and no attempt is longer than the owner's time`() {
        let end = Self.start + .milliseconds(700)
        var course = Self.reading(endsAt: end)
        #expect(course.next(at: Self.start) == .read(until: end))
        _ = course.lose(LinkLoss(.linkLost), at: Self.start, chance: 0)
        let due = Self.start + .milliseconds(500)
        #expect(course.next(at: due) == .connect(within: .milliseconds(200)))
    }

    @Test(arguments: [(2001, false), (2000, true), (1, true), (0, true)] as [(Int64, Bool)])
    func `an attempt that its end cuts, a moment early at most, is no failure`(
        microsecondsEarly: Int64, isCut: Bool
    ) {
        let end = Self.start + .seconds(3)
        let now = end - .microseconds(microsecondsEarly)
        var course = LinkCourse(patience: .seconds(10), endsAt: end)
        #expect(course.next(at: Self.start) == .connect(within: .seconds(3)))
        #expect(course.fail(.silent, at: now, chance: 0) == nil)
        #expect(course.next(at: now) == .end(isCut ? .timeIsUp : .failed(.silent)))
    }
}

/// Every order of events up to a length, each course a copy of the one before the event.
@Suite struct LinkCourseOrderTests {
    @Test(arguments: [true, false], [nil, 3, 40] as [Int64?])
    func `whatever happens in whatever order, the next step is the one that follows from it`(
        reconnects: Bool, seconds: Int64?
    ) {
        var walk = LinkWalk(reconnects: reconnects, span: seconds.map { .seconds($0) })
        walk.goOn(10)
        #expect(walk.findings.prefix(3) == [])
        #expect(walk.steps > 2000, "\(walk.steps) steps")
    }
}
